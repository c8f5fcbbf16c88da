import { builtInSchemas, type SchemaSet } from '../kubernetes/schema.ts';
import type { Query, Reader } from '../query/database.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import {
  field,
  isMissingOrNull,
  isNilOrEmpty,
  newMap,
  sameTree,
  valueText,
  withField,
} from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import {
  accumulatedQuery,
  accumulateRoot,
  accumulateTarget,
  parseRootKey,
  type Accumulated,
  type RootKey,
} from './accumulate.ts';
import { originAnnotation, Tracking, transformationsAnnotation } from './buildMetadata.ts';
import { newCollector, type Collector, type Findings } from './collector.ts';
import { emptyTransformerConfig } from './fieldSpecs.ts';
import { isInOrBelow, resolvedQuery } from './files.ts';
import { loadFolder, type LoadRestrictions } from './load.ts';
import { metadataMap, withMetadataMap } from './metadata.ts';
import { fixNameReferences } from './nameReferences.ts';
import { schemasOf, type BuildSchemas } from './openapi.ts';
import { validateObject } from './readResources.ts';
import { buildAnnotations, idKey, type Resource } from './resource.ts';
import { appendAll, historyProblem } from './resourceList.ts';
import { closureOf } from './rootReferences.ts';
import { sortFifo, sortLegacy } from './sortOrder.ts';
import type { StepContext } from './step.ts';
import { newStepMemo, remembered, type StepMemo } from './stepMemo.ts';
import { loadTarget, type Target } from './target.ts';
import { addHashes } from './transformers/hash.ts';
import { setEntries } from './transformers/labels.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { resolveVars } from './vars.ts';

/** The order of the output where the kustomization has no `sortOptions`. */
export type Reorder = 'legacy' | 'none';

/** What a root renders to, in order, and what stood in the way. */
export interface Built extends Findings {
  /** What its steps remember for the next revision; no part of the result. */
  readonly memo: StepMemo | undefined;
  readonly root: FileId;
  readonly resources: readonly Resource[];
}

/** A root with its options, as the key of the query: load restrictions, order, folder. */
export type BuildKey = `${Reorder}:${RootKey}`;

/** Makes the key of a build. */
export function buildKey(
  root: FileId,
  options: { readonly restrictions: LoadRestrictions; readonly reorder: Reorder },
): BuildKey {
  return `${options.reorder}:${options.restrictions}:${root}`;
}

/** What `kustomize build` makes of a root. Source: kustomize api v0.21.1 krusty/kustomizer.go `Run`. */
export const builtQuery: Query<BuildKey, Built> = {
  name: 'built',
  droppable: true,
  compute: (key, reader, previous) => {
    const colon = key.indexOf(':');
    const reorder: Reorder = key.slice(0, colon) === 'none' ? 'none' : 'legacy';
    const rest = key.slice(colon + 1);
    const { restrictions, root } = parseRootKey(
      rest.startsWith('none:') ? `none:${rest.slice(5)}` : `root:${rest.slice(5)}`,
    );
    const memo = previous?.memo ?? newStepMemo();
    const built = build(root, { reader, restrictions, reorder, managedByLabel: false, memo });
    return previous === undefined
      ? built
      : { ...built, resources: takeOver(previous.resources, built.resources) };
  },
};

/** The resources of an earlier build stand in for those that came out the same, so that who prints them need not again. */
function takeOver(before: readonly Resource[], now: readonly Resource[]): readonly Resource[] {
  const known = new Map(before.map((resource) => [idKey(resource.id), resource]));
  return now.map((resource) => {
    const old = known.get(idKey(resource.id));
    return old !== undefined &&
      old.source.file === resource.source.file &&
      sameTree(old.node, resource.node)
      ? old
      : resource;
  });
}

/** How a root is built. */
export interface BuildOptions {
  readonly reader: Reader;
  readonly restrictions: LoadRestrictions;
  readonly reorder: Reorder;
  /** Adds the managed-by label whatever `buildMetadata` says. */
  readonly managedByLabel: boolean;
  /** What the last steps made of the same resources before; `undefined` remembers nothing. */
  readonly memo?: StepMemo | undefined;
  /** The version that the managed-by label names; default: that of kustomize itself. */
  readonly version?: string | undefined;
  /** The root as a controller has edited it; default: as its own kustomization file says. */
  readonly target?: Target | undefined;
  /** Objects that are there before those of an edited root. */
  readonly given?: readonly Resource[] | undefined;
}

/** Builds a root. */
export function build(root: FileId, options: BuildOptions): Built {
  const { reader, restrictions } = options;
  const report = newCollector();
  const target = options.target ?? loadTarget(reader, withoutLinks(reader, root), restrictions);
  if (target.kind === 'problem') report.fail(problemAt(target, { kind: 'file', file: root }));
  if (target.kind !== 'target')
    return { root, resources: [], ...report.findings(), memo: options.memo };
  const schemas = schemasOf(target, reader, restrictions, report);
  const accumulated = accumulate(target, schemas, options);
  report.include(accumulated);
  const metadata = new Set(target.kustomization.buildMetadata.map((option) => option.value));
  let resources = finish(accumulated, report, options.memo);
  resources = sort(resources, target, options.reorder, report);
  if (options.managedByLabel || metadata.has('managedByLabel'))
    resources = addManagedBy(resources, target, report, schemas, options.version);
  resources = resources.map((resource) =>
    remembered(options.memo, target.kustomization.buildMetadata, [], resource, report, () =>
      withoutAccount(resource, metadata),
    ),
  );
  return { root, resources, ...report.findings(), memo: options.memo };
}

/** A root may be named by a link to it. Source: kustomize api v0.21.1 internal/loader/loader.go `NewLoader`. */
function withoutLinks(reader: Reader, root: FileId): FileId {
  const resolved = reader.get(resolvedQuery, root);
  return resolved?.kind === 'directory' ? resolved.path : root;
}

/** The root's accumulation: the one that its users share where nothing of this build changes it. */
function accumulate(target: Target, schemas: BuildSchemas, options: BuildOptions): Accumulated {
  const { reader, restrictions } = options;
  const { root, kustomization } = target;
  const tracking = kustomization.buildMetadata.length === 0 ? undefined : new Tracking(target);
  if (options.target !== undefined) return accumulateEdited(target, schemas, tracking, options);
  if (tracking === undefined && schemas === builtInSchemas)
    return reader.get(accumulatedQuery, `${restrictions}:${root}`);
  const chain = closureOf(reader, root, restrictions).some((other) => isInOrBelow(root, other))
    ? [root]
    : undefined;
  return accumulateRoot(root, {
    reader,
    restrictions,
    schemas,
    chain,
    tracking,
    memo: undefined,
  });
}

/** An edited root is nobody's base, but may name other folders than its file does, and so close a cycle. */
function accumulateEdited(
  target: Target,
  schemas: BuildSchemas,
  tracking: Tracking | undefined,
  { reader, restrictions, memo, given = [] }: BuildOptions,
): Accumulated {
  const { root } = target;
  const report = newCollector();
  const chain = editedClosure(target, reader, restrictions).some((other) =>
    isInOrBelow(root, other),
  )
    ? [root]
    : undefined;
  const environment = { reader, restrictions, schemas, memo, report, chain, tracking };
  const start = { resources: given, config: emptyTransformerConfig, vars: new Map() };
  const state = accumulateTarget(target, start, environment);
  return { ...state, ...report.findings(), memo };
}

function editedClosure(
  { root, kustomization }: Target,
  reader: Reader,
  restrictions: LoadRestrictions,
): readonly FileId[] {
  const { resources, components, generators, transformers, validators } = kustomization;
  return [resources, components, generators, transformers, validators]
    .flat()
    .filter(({ value }) => !value.includes('\n'))
    .map(({ value }) => loadFolder(reader, root, value))
    .flatMap((found) =>
      found.kind === 'folder'
        ? [found.folder, ...closureOf(reader, found.folder, restrictions)]
        : [],
    );
}

/** Hashes, references, vars, local objects. Source: kusttarget.go `makeCustomizedResMap`. */
function finish(
  accumulated: Accumulated,
  report: Collector,
  memo: StepMemo | undefined,
): readonly Resource[] {
  let resources = addHashes(accumulated.resources, report);
  for (const resource of resources) {
    const failure = brokenAccount(resource);
    if (failure !== undefined) report.fail(failure);
  }
  resources = fixNameReferences(resources, accumulated.config.nameReference, report, memo);
  resources = resolveVars(resources, accumulated.vars, accumulated.config.varReference, report);
  return dropLocal(resources, report);
}

/**
 * Drops the objects for local use. Those that stay must not have one id, which names that replacements and JSON patches
 * write can make; kustomize then ends in a panic.
 * Source: kusttarget.go `IgnoreLocal`, resaccumulator.go `Intersection`.
 */
function dropLocal(resources: readonly Resource[], report: Collector): readonly Resource[] {
  const kept = resources.filter((resource) => isKept(resource, report));
  // Any earlier failure says more.
  if (report.findings().failures.length === 0) {
    appendAll([], kept, (found, resource) => {
      report.fail(problemAt(found, resource.originOf(resource.node).writtenAt));
    });
  }
  if (kept.length === resources.length) return kept;
  // By their ids: a local object that shares its id with one that stays, stays, too.
  const ids = new Set(kept.map((resource) => idKey(resource.id)));
  return resources.filter((resource) => ids.has(idKey(resource.id)));
}

/** What is wrong with the annotations, in which kustomize keeps its account, so that it ends in a panic. */
function brokenAccount(resource: Resource): Problem | undefined {
  const annotations = field(field(resource.node, 'metadata'), 'annotations');
  // Of a list two items each count as a key and a value; the last one may be left over.
  if (annotations?.kind === 'sequence' && annotations.items.length % 2 === 1) {
    const at = resource.originOf(annotations).writtenAt;
    return problem('kustomize.wrong-node-kind', { expected: 'map', actual: 'sequence' }, at);
  }
  return historyProblem(resource);
}

/** Objects for local use are dropped. Source: resource/factory.go `DropLocalNodes`. */
function isKept(resource: Resource, report: Collector): boolean {
  const { node } = resource;
  if (isNilOrEmpty(node)) return false;
  const failure = validateObject(node);
  if (failure !== undefined) {
    report.fail(problemAt(failure, resource.originOf(node).writtenAt));
    return true;
  }
  const annotations = field(field(node, 'metadata'), 'annotations');
  const local = isNilOrEmpty(annotations)
    ? undefined
    : field(annotations, 'config.kubernetes.io/local-config');
  return local === undefined || valueText(local) === 'false';
}

/** Source: krusty/kustomizer.go `applySortOrder`. */
function sort(
  resources: readonly Resource[],
  target: Target,
  reorder: Reorder,
  report: Collector,
): readonly Resource[] {
  const { sortOptions } = target.kustomization;
  if (sortOptions === undefined)
    return reorder === 'legacy' ? sortLegacy(resources, undefined) : resources;
  const order = sortOptions.order?.value ?? '';
  const at = { kind: 'node', file: target.source.file, ordinal: sortOptions.ordinal } as const;
  if (order !== 'legacy' && order !== 'fifo') {
    report.fail(problem('kustomize.bad-sort-order', { order }, at));
    return resources;
  }
  if (order === 'fifo') {
    if (sortOptions.legacySortOptions !== undefined)
      report.fail(problem('kustomize.sort-options-without-legacy', {}, at));
    return sortFifo(resources);
  }
  return sortLegacy(resources, sortOptions.legacySortOptions);
}

/** The version that the managed-by label names. */
export const kustomizeVersion = 'v5.8.1';

function addManagedBy(
  resources: readonly Resource[],
  target: Target,
  report: Collector,
  schemas: SchemaSet,
  version = kustomizeVersion,
): readonly Resource[] {
  const { buildMetadata } = target.kustomization;
  const entry = buildMetadata.find(({ value }) => value === 'managedByLabel') ?? buildMetadata[0];
  const ordinal = entry?.ordinal ?? -1;
  const pairs = [{ key: 'app.kubernetes.io/managed-by', value: `kustomize-${version}`, ordinal }];
  const context: StepContext = {
    root: target.root,
    source: target.source,
    report,
    schemas,
    memo: undefined,
  };
  return setEntries(
    resources,
    pairs,
    [{ group: '', version: '', kind: '', path: 'metadata/labels', create: true }],
    'buildMetadata',
    context,
  );
}

/** Takes out kustomize's own account, and with it writes all annotations anew, as texts. Source: kustomizer.go `Run`. */
function withoutAccount(resource: Resource, metadata: ReadonlySet<string>): Resource {
  const map = field(field(resource.node, 'metadata'), 'annotations');
  if (map === undefined) return withMetadata(resource);
  const annotations = metadataMap(resource.node, 'annotations');
  const drop = new Set<string>(Object.values(buildAnnotations));
  for (const name of otherAccounts) drop.add(name);
  if (!metadata.has('originAnnotations')) drop.add(originAnnotation);
  if (!metadata.has('transformerAnnotations')) drop.add(transformationsAnnotation);
  let dropped = false;
  for (const name of drop) dropped = annotations.delete(name) || dropped;
  if (!dropped && annotations.size > 0 && areTexts(map)) return resource;
  return resource.with(
    withMetadataMap(
      resource.node,
      'annotations',
      annotations,
      originOfAnnotations(resource, map, drop),
    ),
  );
}

/** Annotations that only the account began are those of whatever put the first other entry there. */
function originOfAnnotations(
  resource: Resource,
  map: ResourceNode,
  account: ReadonlySet<string>,
): FieldOrigin {
  const first =
    map.kind === 'map' && map.ordinal < 0 && map.origin === undefined
      ? map.values[map.keys.findIndex((key) => !account.has(key))]
      : undefined;
  let origin = resource.originOf(first ?? map);
  while (first !== undefined && origin.previous !== undefined) origin = origin.previous;
  return { ...origin, gave: undefined };
}

/** kustomize looks for annotations in a metadata that it makes where there is none, as a list may lack it. */
function withMetadata(resource: Resource): Resource {
  const { node } = resource;
  return node.kind === 'map' && isMissingOrNull(field(node, 'metadata'))
    ? resource.with(withField(node, 'metadata', newMap(resource.originOf(node))))
    : resource;
}

/** Source: resource.go `BuildAnnotations`. */
const otherAccounts = [
  'internal.config.kubernetes.io/path',
  'internal.config.kubernetes.io/index',
  'internal.config.kubernetes.io/seqindent',
  'internal.config.kubernetes.io/id',
  'internal.config.kubernetes.io/annotations-migration-resource-id',
  'config.kubernetes.io/path',
  'config.kubernetes.io/index',
  'config.k8s.io/id',
  'internal.config.kubernetes.io/helm-generated',
];

function areTexts(map: ResourceNode): boolean {
  return (
    map.kind === 'map' &&
    map.keyTags === undefined &&
    // A folded text can change on its way; kustomize writes annotations anew, and then no more in folded style.
    map.values.every(
      (value) => value.kind === 'scalar' && value.tag === '!!str' && value.style !== 'folded',
    )
  );
}
