import { reason, type Reason } from '../../delivery/reason.ts';
import { dictValue } from '../../template/value.ts';
import { ok } from '../../util/result.ts';
import {
  generatorType,
  nestedMatrixType,
  nestedMergeType,
  templateType,
} from './applicationSetTypes.ts';
import { clusterParameters, type ClusterSecret } from './clusterGenerator.ts';
import { combineParameters, mergeParameterSets } from './combine.ts';
import { decodeJson } from './decode.ts';
import {
  expansionError,
  expansionOutside,
  within,
  type Expanded,
  type ExpansionFailure,
} from './failure.ts';
import type { FileGlobbing } from './gitFiles.ts';
import { gitParameters, type Repository } from './gitGenerator.ts';
import type { StructType } from './goStruct.ts';
import { fieldOf, isObject, listAt, textAt, type Json, type JsonObject } from './json.ts';
import { listParameters } from './listGenerator.ts';
import { fillStruct } from './mergeTemplate.ts';
import { flatten, type Parameters } from './parameters.ts';
import { renderStruct, type TemplateMode } from './render.ts';
import { matchesSelector, readSelector, selectorText } from './selector.ts';

/** What generators read. */
export interface GeneratorContext {
  readonly mode: TemplateMode;
  readonly clusters: readonly ClusterSecret[];
  /** Whether what is made may depend on the addresses of clusters. */
  readonly usesServer?: boolean;
  readonly argocdNamespace: string;
  readonly repository: Repository;
  readonly fileGlobbing: FileGlobbing;
  /** The template of the ApplicationSet: it says in which project a git generator looks. */
  readonly template: Json;
  readonly hasProject: (name: string) => boolean;
  /** Set where what cannot be known is left out and told; without it, the expansion fails there. */
  readonly openness?: Openness | undefined;
}

/** What is not known of the world, and who is told of what cannot be expanded for it. */
export interface Openness {
  /** Whether all clusters that Argo CD has are among those that are given. */
  readonly clustersKnown: boolean;
  /** Where the repository of a git generator is read; `undefined` where it is not the tree's at its revision. */
  readonly repositoryAt: (address: string, revision: string) => Repository | Reason;
  readonly report: (reason: Reason) => void;
}

/** The parameter sets of one generator, and the template for them. */
export interface Generated {
  readonly sets: readonly Parameters[];
  readonly template: JsonObject;
}

/**
 * Runs what one entry of `generators` holds: each kind of generator that is there, in Go's order.
 * Source: Argo CD 3.2.0 applicationset/generators/generator_spec_processor.go `Transform`.
 */
export function runGenerators(
  requested: JsonObject,
  base: Json,
  outer: Parameters | undefined,
  context: GeneratorContext,
): { readonly generated: readonly Generated[]; readonly failure: ExpansionFailure | undefined } {
  const wanted = fieldOf(requested, 'selector');
  const selector = within(readSelector(wanted, 'anything'), 'error parsing label selector');
  if (selector.kind === 'failed') {
    return { generated: [], failure: selector.failure };
  }
  const generated: Generated[] = [];
  let failure: ExpansionFailure | undefined;
  for (const kind of kinds) {
    if (!Object.hasOwn(requested, kind)) {
      continue;
    }
    const template = fillStruct(templateType, fieldOf(requested, kind, 'template'), base);
    const sets = interpolate(requested, outer, context, (generator) =>
      parametersOf(kind, fieldOf(generator, kind) ?? {}, context),
    );
    if (sets.kind === 'failed') {
      failure ??= sets.failure;
      continue;
    }
    const kept = sets.value.filter(
      (set) => wanted === undefined || matchesSelector(selector.value, flatten(set)),
    );
    generated.push({ sets: kept, template });
  }
  return { generated, failure };
}

const kinds = [
  'list',
  'clusters',
  'git',
  'scmProvider',
  'clusterDecisionResource',
  'pullRequest',
  'matrix',
  'merge',
  'plugin',
] as const;

type Kind = (typeof kinds)[number];

/** The second child of a matrix may use the parameters of the first. */
function interpolate(
  requested: JsonObject,
  outer: Parameters | undefined,
  context: GeneratorContext,
  run: (generator: JsonObject) => Expanded<readonly Parameters[]>,
): Expanded<readonly Parameters[]> {
  if (outer === undefined || outer.entries.size === 0) {
    return run(requested);
  }
  const rendered = within(
    renderStruct(generatorType, requested, outer, context.mode),
    'failed to replace parameters in generator',
  );
  return rendered.kind === 'failed' ? rendered : run(rendered.value);
}

function parametersOf(
  kind: Kind,
  generator: Json,
  context: GeneratorContext,
): Expanded<readonly Parameters[]> {
  switch (kind) {
    case 'list':
      return listParameters(generator, context.mode);
    case 'clusters':
      if (context.openness?.clustersKnown === false) {
        const selector = selectorText(fieldOf(generator, 'selector'));
        context.openness.report(
          selector === ''
            ? reason('applicationset.all-clusters-open')
            : reason('applicationset.clusters-open', { selector }),
        );
      }
      return clusterParameters(generator, context.clusters, context.argocdNamespace, {
        mode: context.mode,
        ...(context.usesServer === true
          ? { needServer: (names) => withoutServer(names, context) }
          : {}),
      });
    case 'git':
      return checkedGitParameters(generator, context);
    case 'matrix':
      return matrixParameters(generator, context);
    case 'merge':
      return mergeParameters(generator, context);
    case 'scmProvider':
      return outside(
        'scm-provider',
        'an SCM provider generator asks a Git service for its repositories',
        context,
      );
    case 'pullRequest':
      return outside(
        'pull-request',
        'a pull request generator asks a Git service for open pull requests',
        context,
      );
    case 'plugin':
      return outside(
        'plugin',
        'a plugin generator asks a service in the cluster for its parameters',
        context,
      );
    case 'clusterDecisionResource':
      return outside(
        'cluster-decision',
        'a cluster decision resource generator reads the status of an object in the cluster',
        context,
      );
  }
}

/** Clusters whose address a template asks for and nobody says are left out where that is wanted. */
function withoutServer(
  names: readonly string[],
  { openness }: GeneratorContext,
): Expanded<undefined> {
  const clusters = names.join(', ');
  if (openness === undefined)
    return expansionOutside(
      `the server of ${clusters}, which .strata/clusters.yaml can say as \`server\``,
    );
  openness.report(reason('applicationset.server-unknown', { clusters }));
  return ok(undefined);
}

/** What a service gives is left out where that is wanted. */
function outside(
  code: string,
  message: string,
  { openness }: GeneratorContext,
): Expanded<readonly Parameters[]> {
  if (openness === undefined) {
    return expansionOutside(message);
  }
  openness.report(reason(`applicationset.${code}`));
  return ok([]);
}

/** The project must be there, unless its name is a template. */
function checkedGitParameters(
  generator: Json,
  context: GeneratorContext,
): Expanded<readonly Parameters[]> {
  const project = textAt(context.template, 'spec', 'project');
  if (!project.includes('{{') && !context.hasProject(project)) {
    return expansionError(
      `error getting project ${project}: appprojects.argoproj.io "${project}" not found`,
    );
  }
  const place = context.openness?.repositoryAt(
    textAt(generator, 'repoURL'),
    textAt(generator, 'revision'),
  );
  if (place !== undefined && 'code' in place) {
    context.openness?.report(place);
    return ok([]);
  }
  const repository = place ?? context.repository;
  return gitParameters(generator, repository, context.fileGlobbing, context.mode);
}

function matrixParameters(
  generator: Json,
  context: GeneratorContext,
): Expanded<readonly Parameters[]> {
  const [first, second, ...others] = listAt(generator, 'generators');
  if (first === undefined || second === undefined) {
    return expansionError('found less than two generators, Matrix support only two');
  }
  if (others.length > 0) {
    return expansionError('found more than two generators, Matrix support only two');
  }
  const outer = within(
    childParameters(first, undefined, context),
    'error failed to get params for first generator in matrix generator',
  );
  if (outer.kind === 'failed') {
    return outer;
  }
  const sets: Parameters[] = [];
  for (const set of outer.value) {
    const inner = within(
      childParameters(second, set, context),
      'failed to get params for second generator in the matrix generator',
    );
    if (inner.kind === 'failed') {
      return inner;
    }
    for (const other of inner.value) {
      const combined = combineParameters(set, other, context.mode);
      if (combined.kind === 'failed') {
        return combined;
      }
      sets.push(combined.value);
    }
  }
  return ok(sets);
}

function mergeParameters(
  generator: Json,
  context: GeneratorContext,
): Expanded<readonly Parameters[]> {
  const children = listAt(generator, 'generators');
  if (children.length < 2) {
    return expansionError('found less than two generators, Merge requires two or more');
  }
  const sets: (readonly Parameters[])[] = [];
  for (const [index, child] of children.entries()) {
    const result = within(
      childParameters(child, dictValue(), context),
      `error getting param sets from generators: error getting params from generator ${index + 1} of ${children.length}`,
    );
    if (result.kind === 'failed') {
      return result;
    }
    sets.push(result.value);
  }
  const keys = listAt(generator, 'mergeKeys').filter((key) => typeof key === 'string');
  return mergeParameterSets(sets, keys, context.mode);
}

/** A child has exactly one generator. Source: matrix.go and merge.go `getParams`. */
function childParameters(
  child: Json,
  outer: Parameters | undefined,
  context: GeneratorContext,
): Expanded<readonly Parameters[]> {
  const requested = isObject(child) ? child : {};
  const opened = openNested(requested);
  if (opened.kind === 'failed') {
    return opened;
  }
  const { generated, failure } = runGenerators(opened.value, {}, outer, context);
  if (failure !== undefined) {
    return within(
      { kind: 'failed', failure },
      'child generator returned an error on parameter generation',
    );
  }
  const [first, second] = generated;
  if (first === undefined) {
    return expansionError('child generator generated no parameters');
  }
  return second === undefined
    ? ok(first.sets)
    : expansionError('found more than one generator in matrix.Generators');
}

/** A matrix or merge in a child is JSON; its own children can be no matrix and no merge. */
function openNested(child: JsonObject): Expanded<JsonObject> {
  const nested: readonly (readonly ['matrix' | 'merge', StructType])[] = [
    ['matrix', nestedMatrixType],
    ['merge', nestedMergeType],
  ];
  let opened = child;
  for (const [kind, type] of nested) {
    const written = fieldOf(child, kind);
    if (written === undefined) {
      continue;
    }
    const decoded = decodeJson(type, written);
    if (decoded.kind === 'failed') {
      return decoded;
    }
    opened = { ...opened, [kind]: decoded.value ?? {} };
  }
  return ok(opened);
}
