import { printsAlike } from '../kustomize/printsAlike.ts';
import { idKey, type Resource } from '../kustomize/resource.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { field } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { clusterKindsOf, kindOf } from './clusterKinds.ts';
import { compareNodes, type FieldDifference } from './compareNodes.ts';
import { restartsPods } from './compareRestarts.ts';

/** How an object of one render differs in another one. */
export type ResourceChange =
  | { readonly kind: 'created'; readonly after: Resource }
  | { readonly kind: 'deleted'; readonly before: Resource }
  | EditedResource
  | { readonly kind: 'reordered'; readonly before: Resource; readonly after: Resource }
  | HiddenResource;

/** An object that cannot be had, and that a patch changes in another way than before; `patch` is one of its patches. */
export interface HiddenResource {
  readonly kind: 'hidden';
  readonly patch: Resource;
}

/** An object of both renders that says something else; a renamed one has the hash of its new content in its name. */
export interface EditedResource {
  readonly kind: 'changed' | 'renamed';
  readonly before: Resource;
  readonly after: Resource;
  readonly fields: readonly FieldDifference[];
  /** Whether running pods are replaced by others. */
  readonly restarts: boolean;
}

/**
 * How one list of rendered objects differs from another, in the order of the new one, what is gone at the end. Objects are
 * the same by group, kind, namespace and name, whatever their version; generated ones also where only the hash at the end
 * of their name differs. Comments, the order of keys and the way in which a value is written count for nothing.
 * Custom objects whose kind has no namespace are the same whatever namespace they say; with `asServed` it counts for nothing,
 * as an API server takes it away.
 *
 * Source: Kubernetes apiserver pkg/registry/rest/meta.go `EnsureObjectNamespaceMatchesRequestNamespace`.
 */
export function compareResources(
  before: readonly Resource[],
  after: readonly Resource[],
  { asServed = false }: { readonly asServed?: boolean } = {},
): readonly ResourceChange[] {
  const scopes = clusterKindsOf([...before, ...after]);
  const pairs = pairUp(before, after, scopes);
  const moved = movedPairs(pairs.together);
  const partners = new Map(pairs.together.map((pair) => [pair.after, pair]));
  const changes = after.flatMap((resource): readonly ResourceChange[] => {
    const pair = partners.get(resource);
    if (pair === undefined) return [{ kind: 'created', after: resource }];
    const change = compareTwo(pair.before, pair.after, asServed ? scopes : none);
    if (change !== undefined) return [change];
    return moved.has(pair) ? [{ kind: 'reordered', before: pair.before, after: resource }] : [];
  });
  return [
    ...changes,
    ...pairs.gone.map((resource) => ({ kind: 'deleted', before: resource }) as const),
  ];
}

/** The objects that cannot be had and whose patches are not the same on both sides, in the order of the new ones. */
export function compareHidden(
  before: readonly Resource[],
  after: readonly Resource[],
): readonly HiddenResource[] {
  const [left, right] = [byId(before), byId(after)];
  return [...new Map([...right, ...left]).entries()].flatMap(([key, [patch]]) => {
    const [old, fresh] = [left.get(key) ?? [], right.get(key) ?? []];
    const isSame =
      old.length === fresh.length &&
      old.every(({ node }, index) => printsAlike(node, fresh[index]?.node));
    return isSame || patch === undefined ? [] : [{ kind: 'hidden', patch }];
  });
}

function byId(patches: readonly Resource[]): ReadonlyMap<string, readonly Resource[]> {
  const found = new Map<string, Resource[]>();
  for (const patch of patches) {
    const known = found.get(idKey(patch.id));
    if (known === undefined) found.set(idKey(patch.id), [patch]);
    else known.push(patch);
  }
  return found;
}

/** How one object differs from another; `undefined` where they are printed alike. */
function compareTwo(
  before: Resource,
  after: Resource,
  scopes: ReadonlySet<string>,
): EditedResource | undefined {
  if (printsAlike(before.node, after.node)) return undefined;
  const all = compareNodes(before.node, after.node);
  const fields = scopes.has(kindOf(after)) ? all.filter((one) => !isNamespace(one)) : all;
  if (fields.length === 0 && all.length > 0) return undefined;
  const kind = before.id.name === after.id.name ? 'changed' : 'renamed';
  if (kind === 'changed' && isPrintedAlike(before, after)) return undefined;
  return { kind, before, after, fields, restarts: restartsPods(before, after, fields) };
}

const none: ReadonlySet<string> = new Set();

function isNamespace({ before, after }: FieldDifference): boolean {
  return (after ?? before)?.path.join('/') === 'metadata/namespace';
}

/** A number may be written in two ways that are printed as one. */
function isPrintedAlike(before: Resource, after: Resource): boolean {
  const [left, right] = [printed(before), printed(after)];
  return left !== undefined && left === right;
}

/** Whether kustomize can print an object. */
export function isPrintable(resource: Resource): boolean {
  return printable.has(resource.node) || printed(resource) !== undefined;
}

/** What was printed once, so that it is not printed again only to know that it can be. */
const printable = new WeakSet<ResourceNode>();

function printed({ node }: Resource): string | undefined {
  const result = writeCanonical(node);
  if (!('text' in result)) return undefined;
  printable.add(node);
  return result.text;
}

interface Together {
  readonly before: Resource;
  readonly after: Resource;
  /** The places in the two lists. */
  readonly from: number;
  readonly to: number;
}

interface Pairs {
  readonly together: readonly Together[];
  readonly gone: readonly Resource[];
}

function pairUp(
  before: readonly Resource[],
  after: readonly Resource[],
  scopes: ReadonlySet<string>,
): Pairs {
  const together: Together[] = [];
  const match = (
    old: ReadonlyMap<Resource, number>,
    fresh: ReadonlyMap<Resource, number>,
    keyOf: (resource: Resource) => string,
  ): readonly [ReadonlyMap<Resource, number>, ReadonlyMap<Resource, number>] => {
    const waiting = new Map<string, Resource[]>();
    for (const resource of old.keys()) {
      const key = keyOf(resource);
      const known = waiting.get(key);
      if (known === undefined) waiting.set(key, [resource]);
      else known.push(resource);
    }
    const [leftOld, leftFresh] = [new Map(old), new Map(fresh)];
    for (const [resource, to] of fresh) {
      const partner = waiting.get(keyOf(resource))?.shift();
      const from = partner && old.get(partner);
      if (partner === undefined || from === undefined) continue;
      together.push({ before: partner, after: resource, from, to });
      leftOld.delete(partner);
      leftFresh.delete(resource);
    }
    return [leftOld, leftFresh];
  };
  const exact = match(places(before), places(after), (one) => `${one.id.version}\n${keyOf(one)}`);
  const named = match(...exact, keyOf);
  const placed = match(...named, (one) => keyWithoutNamespace(one, scopes));
  const [gone] = match(...placed, keyWithoutHash);
  return { together, gone: [...gone.keys()] };
}

function places(resources: readonly Resource[]): ReadonlyMap<Resource, number> {
  return new Map(resources.map((resource, index) => [resource, index]));
}

function keyOf({ id }: Resource): string {
  return [id.group, id.kind, id.effectiveNamespace, id.name].join('\n');
}

/** The key of an object whose kind has no namespace, whatever it says. */
function keyWithoutNamespace(resource: Resource, scopes: ReadonlySet<string>): string {
  const { group, kind, name } = resource.id;
  return scopes.has(kindOf(resource)) ? [group, kind, '', name].join('\n') : keyOf(resource);
}

/** The key under the name that a generated object has without the hash of its content. */
function keyWithoutHash(resource: Resource): string {
  const { group, kind, effectiveNamespace, name } = resource.id;
  return [group, kind, effectiveNamespace, nameWithoutHash(resource) ?? name].join('\n');
}

/** The name before its hash was appended; `undefined` for an object whose name has none. */
function nameWithoutHash(resource: Resource): string | undefined {
  const origin = field(field(resource.node, 'metadata'), 'name')?.origin;
  return origin?.by.kind === 'hash' ? origin.previous?.gave?.value : undefined;
}

/** The pairs that stand in another order than most: those outside a longest run of pairs that kept theirs. */
function movedPairs(together: readonly Together[]): ReadonlySet<Together> {
  const inOrder = together.toSorted((a, b) => a.to - b.to);
  if (inOrder.every((pair, index) => index === 0 || (inOrder[index - 1]?.from ?? 0) < pair.from)) {
    return new Set();
  }
  const kept = longestRun(inOrder);
  return new Set(inOrder.filter((pair) => !kept.has(pair)));
}

/** A longest subsequence whose places in the old list rise (patience sorting). */
function longestRun(pairs: readonly Together[]): ReadonlySet<Together> {
  const ends: Together[] = [];
  const previous = new Map<Together, Together | undefined>();
  for (const pair of pairs) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle]?.from ?? 0) < pair.from) low = middle + 1;
      else high = middle;
    }
    previous.set(pair, ends[low - 1]);
    ends[low] = pair;
  }
  const kept = new Set<Together>();
  for (let pair = ends.at(-1); pair !== undefined; pair = previous.get(pair)) kept.add(pair);
  return kept;
}
