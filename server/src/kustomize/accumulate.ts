import { builtInSchemas } from '../kubernetes/schema.ts';
import type { Query, Reader } from '../query/database.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { addOriginAnnotations, addTransformerAnnotations, type Tracking } from './buildMetadata.ts';
import { newCollector, type Collector, type Findings } from './collector.ts';
import {
  emptyTransformerConfig,
  mergeTransformerConfig,
  type TransformerConfig,
} from './fieldSpecs.ts';
import { isInOrBelow } from './files.ts';
import { runGenerators } from './generators/runGenerators.ts';
import type { Located } from './kustomization.ts';
import { findFile, findRoot, restrictionsOf, type LoadRestrictions } from './load.ts';
import { readResourceFile, readResourceText } from './objects.ts';
import type { BuildSchemas } from './openapi.ts';
import { runTransformerPlugins, runValidatorPlugins } from './plugins.ts';
import { pointerTo, type Resource } from './resource.ts';
import { appendAll } from './resourceList.ts';
import { closureOf } from './rootReferences.ts';
import type { StepContext } from './step.ts';
import { newStepMemo, type StepMemo } from './stepMemo.ts';
import { loadTarget, type Target } from './target.ts';
import { transformBuiltIn } from './transform.ts';
import { loadCrdConfig, loadTransformerConfig, sameAsMerged } from './transformerConfig.ts';
import { declareVars, mergeVars, type DeclaredVar } from './vars.ts';

/** What a root adds up to before names are final: what its users build on. */
export interface Accumulated extends Findings {
  /** What its steps remember for the next revision; no part of the result. */
  readonly memo: StepMemo | undefined;
  readonly resources: readonly Resource[];
  readonly config: TransformerConfig;
  readonly vars: ReadonlyMap<string, DeclaredVar>;
}

/** How a root is accumulated beside its files. */
export interface Environment {
  readonly reader: Reader;
  readonly restrictions: LoadRestrictions;
  readonly schemas: BuildSchemas;
  readonly memo: StepMemo | undefined;
  readonly report: Collector;
  /** The roots on the way to this one, where a cycle is possible; otherwise bases are shared between their users. */
  readonly chain: readonly FileId[] | undefined;
  /** Set where the build writes origins into annotations. */
  readonly tracking: Tracking | undefined;
  /** The namespace that charts of this root are rendered for where nobody below says another: that of a root above it. */
  readonly chartNamespace?: string | undefined;
}

interface State {
  readonly resources: readonly Resource[];
  readonly config: TransformerConfig;
  readonly vars: ReadonlyMap<string, DeclaredVar>;
}

const emptyState: State = { resources: [], config: emptyTransformerConfig, vars: new Map() };

/** The key of a root in the queries: its load restrictions and its folder. */
export type RootKey = `${LoadRestrictions}:${FileId}`;

/** Splits a `RootKey`. */
export function parseRootKey(key: RootKey): {
  readonly restrictions: LoadRestrictions;
  readonly root: FileId;
} {
  return key.startsWith('none:')
    ? { restrictions: 'none', root: key.slice(5) }
    : { restrictions: 'root', root: key.slice(5) };
}

/**
 * A root as its users see it, with the built-in schemas and without annotations of origin: computed once for all of them.
 */
export const accumulatedQuery: Query<RootKey, Accumulated> = {
  name: 'accumulated',
  droppable: true,
  compute: (key, reader, previous) => {
    const { restrictions, root } = parseRootKey(key);
    const chain = closureOf(reader, root, restrictions).some((other) => isInOrBelow(root, other))
      ? [root]
      : undefined;
    return accumulateRoot(root, {
      reader,
      restrictions,
      schemas: builtInSchemas,
      memo: previous?.memo ?? newStepMemo(),
      chain,
      tracking: undefined,
    });
  },
};

/** Accumulates a root on its own. Source: kustomize api v0.21.1 internal/target/kusttarget.go `AccumulateTarget`. */
export function accumulateRoot(root: FileId, options: Omit<Environment, 'report'>): Accumulated {
  const report = newCollector();
  const target = loadTarget(options.reader, root, options.restrictions);
  if (target.kind === 'problem') report.fail(target);
  const state =
    target.kind === 'target'
      ? accumulateTarget(target, emptyState, { ...options, report })
      : emptyState;
  return { ...state, ...report.findings(), memo: options.memo };
}

/** The order of a build, and only the order. Source: kusttarget.go `accumulateTarget`. */
export function accumulateTarget(target: Target, start: State, environment: Environment): State {
  const { report, reader, restrictions } = environment;
  const { kustomization, source, root } = target;
  report.include({ failures: target.failures, notes: target.notes, gaps: [] });
  const { schemas, memo } = environment;
  const context: StepContext = { root, source, report, schemas, memo };
  let state = accumulateResources(kustomization.resources, target, start, environment);
  const files = { reader, restrictions };
  const config = loadTransformerConfig(kustomization, files, context);
  const withFields = mergeConfig(state.config, config, report);
  const crds = loadCrdConfig(kustomization, files, context);
  state = { ...state, config: mergeConfig(withFields, crds, report) };
  state = {
    ...state,
    resources: runGenerators(
      target,
      state.resources,
      pluginResources(kustomization.generators, target, environment),
      context,
      environment,
    ),
  };
  for (const entry of kustomization.components)
    state = accumulateComponent(entry, target, state, environment);
  state = { ...state, resources: runTransformers(target, state, context, environment) };
  const resources = runValidatorPlugins(
    state.resources,
    pluginResources(kustomization.validators, target, environment),
    { reader, restrictions },
    context,
  );
  state = { ...state, resources };
  const added = kustomization.vars.map((definition) => ({ definition, source }));
  return added.length === 0
    ? state
    : { ...state, ...declareVars(state.resources, state.vars, added, report) };
}

function mergeConfig(
  config: TransformerConfig,
  added: TransformerConfig,
  report: Collector,
): TransformerConfig {
  const known = sameAsMerged(config, added);
  if (known !== undefined) return known;
  const merged = mergeTransformerConfig(config, added);
  if (!('kind' in merged)) return merged;
  report.fail(merged);
  return config;
}

/** `resources:`: files and other roots. Source: kusttarget.go `accumulateResources`. */
function accumulateResources(
  entries: readonly Located<string>[],
  target: Target,
  start: State,
  environment: Environment,
): State {
  let state = start;
  for (const entry of entries) state = accumulateResource(entry, target, state, environment);
  return state;
}

function accumulateResource(
  entry: Located<string>,
  target: Target,
  state: State,
  environment: Environment,
): State {
  const { reader, report, restrictions } = environment;
  const at = pointerTo(target.source, entry.ordinal);
  const path = entry.value;
  const loaded = findFile(reader, target.root, path, restrictions);
  if (loaded.kind === 'file') {
    const read = readResourceFile(reader, loaded, target.root);
    for (const failure of read.problems) report.fail(failure);
    environment.schemas.see?.(read.resources);
    const resources = addOriginAnnotations(read.resources, environment.tracking, path);
    return { ...state, resources: append(state.resources, resources, at, report) };
  }
  const found = findRoot(reader, target.root, path);
  switch (found.kind) {
    case 'folder':
      return accumulateFolder(found.folder, path, target, state, environment, at);
    case 'remote':
      reportRemote(path, at, report);
      return state;
    case 'problem':
      break;
  }
  if (loaded.kind === 'remote') {
    reportRemote(path, at, report);
    return state;
  }
  const isNoFolder =
    found.code === 'kustomize.path-not-found' || found.code === 'kustomize.not-a-folder';
  report.fail(problemAt(isNoFolder ? loaded : found, at));
  return state;
}

function reportRemote(address: string, at: Problem['at'], report: Collector): void {
  report.gap({ kind: 'remote', detail: address, at }, problem('kustomize.remote', { address }, at));
}

function append(
  resources: readonly Resource[],
  added: readonly Resource[],
  at: Problem['at'],
  report: Collector,
): readonly Resource[] {
  return appendAll(resources, added, (found) => {
    report.fail(problemAt(found, at));
  });
}

/** Another root as a base. Source: kusttarget.go `accumulateDirectory`. */
function accumulateFolder(
  folder: FileId,
  path: string,
  target: Target,
  state: State,
  environment: Environment,
  at: Problem['at'],
): State {
  const { reader, restrictions, report } = environment;
  if (isCycle(folder, target, environment)) {
    report.fail(problem('kustomize.cycle', { root: folder }, at));
    return state;
  }
  const base = loadTarget(reader, folder, restrictionsOf(folder, restrictions));
  if (base.kind === 'pending') return state;
  if (base.kind === 'problem') {
    report.fail(problemAt(base, at));
    return state;
  }
  if (base.kustomization.kind.value === 'Component') {
    report.fail(problem('kustomize.component-as-resource', { root: folder }, at));
    return state;
  }
  environment.schemas.meet?.(base, report);
  const chartNamespace = chartNamespaceOf(target, environment);
  const sub = accumulateBase(folder, path, { ...environment, chartNamespace });
  report.include(sub);
  return {
    resources: append(state.resources, sub.resources, at, report),
    config: mergeConfig(state.config, sub.config, report),
    vars: sub.vars.size === 0 ? state.vars : mergeVars(state.vars, sub.vars.values(), report),
  };
}

/**
 * The namespace that a root hands down for charts. Source: kustomize api v0.21.1 internal/target/kusttarget.go
 * `accumulateDirectory` (`helmRootNamespace`).
 */
function chartNamespaceOf({ kustomization }: Target, above: Environment): string | undefined {
  const own = kustomization.namespace?.value ?? '';
  return own === '' ? above.chartNamespace : own;
}

/** Whether a root, or what it builds on, has charts whose namespace is not said. */
const hasChartsQuery: Query<RootKey, boolean> = {
  name: 'hasCharts',
  compute: (key, reader) => {
    const { restrictions, root } = parseRootKey(key);
    return [root, ...closureOf(reader, root, restrictions)].some((folder) => {
      const target = loadTarget(reader, folder, restrictions);
      return (
        target.kind === 'target' &&
        target.kustomization.helmCharts.some(({ namespace }) => (namespace?.value ?? '') === '')
      );
    });
  },
};

/** The base as it is shared, or made for this build alone where it depends on who asks. */
function accumulateBase(folder: FileId, path: string, environment: Environment): Accumulated {
  const { chain, tracking, schemas, reader, chartNamespace } = environment;
  const restrictions = restrictionsOf(folder, environment.restrictions);
  const isShared =
    chartNamespace === undefined || !reader.get(hasChartsQuery, `${restrictions}:${folder}`);
  if (isShared && chain === undefined && tracking === undefined && schemas === builtInSchemas) {
    return reader.get(accumulatedQuery, `${restrictions}:${folder}`);
  }
  return accumulateRoot(folder, {
    ...environment,
    restrictions,
    memo: undefined,
    chain: [...(chain ?? []), folder],
    tracking: tracking?.append(path),
  });
}

/** A root that contains one of the roots on the way to it. Source: fileloader.go `errIfArgEqualOrHigher`. */
function isCycle(folder: FileId, target: Target, { chain }: Environment): boolean {
  return [...(chain ?? []), target.root].some((visited) => isInOrBelow(visited, folder));
}

/** `components:`, applied to what is there. Source: kusttarget.go `accumulateComponents`. */
function accumulateComponent(
  entry: Located<string>,
  target: Target,
  state: State,
  environment: Environment,
): State {
  const { reader, restrictions, report } = environment;
  const at = pointerTo(target.source, entry.ordinal);
  const fail = (found: Problem): State => {
    report.fail(problemAt(found, at));
    return state;
  };
  const folder = findRoot(reader, target.root, entry.value);
  if (folder.kind === 'remote') {
    reportRemote(entry.value, at, report);
    return state;
  }
  if (folder.kind === 'problem') return fail(folder);
  if (isCycle(folder.folder, target, environment))
    return fail(problem('kustomize.cycle', { root: folder.folder }));
  const ownRestrictions = restrictionsOf(folder.folder, restrictions);
  const component = loadTarget(reader, folder.folder, ownRestrictions);
  if (component.kind === 'pending') return state;
  if (component.kind === 'problem') return fail(component);
  if (component.kustomization.kind.value !== 'Component')
    return fail(problem('kustomize.not-a-component', { root: folder.folder }));
  environment.schemas.meet?.(component, report);
  const result = accumulateTarget(component, state, {
    ...environment,
    restrictions: ownRestrictions,
    // What a component includes may lead back to its users, which the shared bases do not know.
    chain: environment.chain && [...environment.chain, folder.folder],
    tracking: environment.tracking?.append(entry.value),
    chartNamespace: chartNamespaceOf(target, environment),
  });
  // All is put together anew behind a component: ids that its steps made equal are found here.
  return {
    ...result,
    resources: append([], result.resources, at, report),
    config: mergeConfig(emptyTransformerConfig, result.config, report),
  };
}

/** Source: kusttarget.go `runTransformers`. */
function runTransformers(
  target: Target,
  state: State,
  context: StepContext,
  environment: Environment,
): readonly Resource[] {
  const { reader, restrictions, tracking } = environment;
  const files = { reader, restrictions };
  const annotate = (resources: readonly Resource[], plugin: string): readonly Resource[] =>
    addTransformerAnnotations(resources, tracking?.configuredBy(target, plugin));
  const built = transformBuiltIn(
    state.resources,
    target.kustomization,
    state.config,
    files,
    context,
    annotate,
  );
  const plugins = pluginResources(target.kustomization.transformers, target, environment);
  return runTransformerPlugins(built, plugins, files, context, tracking);
}

/** The configuration objects of plugins: inline, in files or in roots. Source: kusttarget.go `configureExternalTransformers`. */
function pluginResources(
  entries: readonly Located<string>[],
  target: Target,
  environment: Environment,
): readonly Resource[] {
  if (entries.length === 0) return [];
  const { report, tracking } = environment;
  let resources: readonly Resource[] = [];
  const paths: Located<string>[] = [];
  for (const entry of entries) {
    const inline = readResourceText(entry.value, { ...target.source, inside: [entry.ordinal] });
    if (inline.problems.length > 0) {
      if (entry.value.includes('\n')) {
        for (const found of inline.problems) report.fail(found);
      } else {
        paths.push(entry);
      }
      continue;
    }
    environment.schemas.see?.(inline.resources);
    const annotated = addOriginAnnotations(
      inline.resources,
      tracking?.ofKustomization(target),
      undefined,
    );
    resources = append(resources, annotated, pointerTo(target.source, entry.ordinal), report);
  }
  return accumulateResources(paths, target, { ...emptyState, resources }, environment).resources;
}
