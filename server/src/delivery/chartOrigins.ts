import { renderRelease, type ReleaseObject } from '../helm/renderRelease.ts';
import type { UsedValue } from '../helm/manifestOrigins.ts';
import type { ValuePlace } from '../helm/readValues.ts';
import { valueChains, type ValueChain } from '../helm/valueChains.ts';
import { joinPath } from '../kustomize/files.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { TemplatePlace } from '../template/lineOrigins.ts';
import type { Value } from '../template/value.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { readPositions } from '../yaml/positions.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import type { PlacedRelease } from './chartObjects.ts';
import { scalarOfValue } from './valueNode.ts';

/** Where a layer of values stands. */
export type LayerSource = LayerPlace & {
  /** Set where it is a value of a Secret. */
  readonly isSecret?: boolean;
};

type LayerPlace =
  /** A file of the tree. */
  | { readonly kind: 'file'; readonly file: FileId }
  /** A text of YAML at a place. */
  | { readonly kind: 'text'; readonly at: SourcePointer }
  /** A map in an object, whose nodes know where they come from. */
  | {
      readonly kind: 'object';
      readonly node: ResourceNode;
      readonly originOf: (node: ResourceNode) => FieldOrigin;
    }
  /** One value. */
  | { readonly kind: 'value'; readonly at: SourcePointer };

/** A map of values in an object. */
export function objectSource(resource: Resource, node: ResourceNode): LayerSource {
  return { kind: 'object', node, originOf: (one) => resource.originOf(one) };
}

/** Gives the origins of the nodes of an object, by its number in the release. */
export type OriginsOfObject = (index: number) => (node: ResourceNode) => FieldOrigin;

/**
 * Origins of a release that are worked out together, by rendering it once more, when somebody asks for the first of them.
 * All that this needs was read before, so that the same question always has the same answer. `isTold` says whether a node
 * holds what the rules for secrets tell.
 */
export function traceLater(
  placed: PlacedRelease,
  isTold: (node: ResourceNode) => boolean,
): OriginsOfObject {
  const trace = once(() => traceRelease(placed));
  const by = { kind: 'chart', root: placed.folder } as const;
  const mayHoldSecrets = [...placed.sources.values()].some(({ isSecret }) => isSecret === true);
  return (index) => {
    const object = once(() => trace().object(index));
    // Origins of one line are the same object already; there are many nodes, and most are never asked.
    return (node) => ({
      by,
      get writtenAt() {
        return object()(node).writtenAt;
      },
      get previous() {
        const { previous } = object()(node);
        return isTold(node) ? toldChain(previous) : previous;
      },
      get told() {
        return isTold(node) ? true : undefined;
      },
      get secret() {
        return mayHoldSecrets ? object()(node).secret : undefined;
      },
    });
  };
}

/** What a secret has replaced, and the value that it comes from, are hidden with it. */
function toldChain(origin: FieldOrigin | undefined): FieldOrigin | undefined {
  return origin && { ...origin, previous: toldChain(origin.previous), told: true };
}

/** Computes something when somebody asks for the first time. */
export function once<T>(compute: () => T): () => T {
  let known: { readonly value: T } | undefined;
  return () => (known ??= { value: compute() }).value;
}

/** The file of a chart in the tree; what is in an archive stands for the archive. */
export function chartFileIn(folder: FileId, path: string): FileId {
  const whole = joinPath(folder, path) ?? folder;
  const [, archive] = /^(.*?\.tgz)(?:\/|$)/.exec(whole) ?? [];
  return archive ?? whole;
}

interface TracedRelease {
  readonly object: (index: number) => (node: ResourceNode) => FieldOrigin;
}

function traceRelease(placed: PlacedRelease): TracedRelease {
  const rendered = renderRelease(placed.chart, { ...placed.release, withOrigins: true });
  const chained = valueChains(placed.chart, placed.release.inputs);
  const chains = new Map(
    'chains' in chained ? chained.chains.map((one) => [one.keys.join('\0'), one]) : [],
  );
  const objects = rendered.kind === 'release' ? rendered.objects : [];
  return {
    object: (index) => {
      const object = objects[index];
      return object === undefined
        ? () => wholeFile(placed.folder, placed.folder)
        : originsOfObject(object, chains, placed);
    },
  };
}

function wholeFile(file: FileId, root: FileId): FieldOrigin {
  return { writtenAt: { kind: 'file', file }, by: { kind: 'chart', root }, previous: undefined };
}

function originsOfObject(
  { file, text, lines }: ReleaseObject,
  chains: ReadonlyMap<string, ValueChain>,
  placed: PlacedRelease,
): (node: ResourceNode) => FieldOrigin {
  const { folder } = placed;
  const own = chartFileIn(folder, file);
  const { starts, ends } = readPositions(text);
  const lineAt = lineCounter(text);
  const known = new Map<string, FieldOrigin>();
  return (node) => {
    const [first, last] = linesOfNode(node, { starts, ends, lineAt });
    const scalar = node.kind === 'scalar' ? node.value : undefined;
    const key = `${first} ${last} ${scalar ?? ''}`;
    const found = (lines ?? []).slice(first, last + 1);
    const origin = known.get(key) ?? originOfLines(found, { own, chains, placed, scalar });
    known.set(key, origin);
    return origin;
  };
}

/** A scalar has all its lines, a map or a list that of its key, from 0. */
function linesOfNode(
  node: ResourceNode,
  {
    starts,
    ends,
    lineAt,
  }: {
    readonly starts: Int32Array;
    readonly ends: Int32Array;
    readonly lineAt: (offset: number) => number;
  },
): readonly [number, number] {
  const start = starts[node.ordinal] ?? 0;
  if (node.kind === 'scalar') {
    const end = Math.max(start, (ends[node.ordinal] ?? start) - 1);
    return [lineAt(start), lineAt(end)];
  }
  const isTop = node.ordinal === 0;
  const line = lineAt(isTop ? start : Math.min(start, starts[node.ordinal - 1] ?? start));
  return [line, line];
}

/** Tells the line of an offset, from 0. */
function lineCounter(text: string): (offset: number) => number {
  const breaks = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (offset) => {
    let [low, high] = [0, breaks.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((breaks[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

/** A value at a place. */
export interface ValueLinkPlace {
  readonly at: SourcePointer;
  /** What it was; `undefined` for maps and lists, and where nobody asked. */
  readonly gave: ScalarNode | undefined;
  readonly isSecret: boolean;
}

type Lines = NonNullable<ReleaseObject['lines']>;

/**
 * The values on some lines, then the lines of the templates. Of several values that stand there the one that the scalar is
 * comes first, then one that is a part of it, then the one that somebody outside of the chart has set.
 */
function originOfLines(
  lines: Lines,
  {
    own,
    chains,
    placed,
    scalar,
  }: {
    readonly own: FileId;
    readonly chains: ReadonlyMap<string, ValueChain>;
    readonly placed: PlacedRelease;
    readonly scalar: string | undefined;
  },
): FieldOrigin {
  const { folder } = placed;
  const used = new Map(
    lines.flatMap(({ values }) => values.map((one) => [one.keys.join('\0'), one] as const)),
  );
  const all = [...used].map(([key, one]) => linksOfValue(one, chains.get(key), placed));
  const rank = ({ isOuter, links }: (typeof all)[number]): number =>
    farness(links[0]?.gave?.value, scalar) * 2 + (isOuter ? 0 : 1);
  const sorted = all.toSorted((one, other) => rank(one) - rank(other));
  const [only] = sorted;
  const values =
    sorted.length === 1 && only !== undefined
      ? only.links
      : sorted.flatMap(({ links }) => links.slice(0, 1));
  const templates = templatesOf(lines).map(({ template, line }): ValueLinkPlace => ({
    at: templatePointer(chartFileIn(folder, template), line),
    gave: undefined,
    isSecret: false,
  }));
  // What stands on the line with a value of a Secret may be a part of it.
  const hasSecret = all.some(({ links }) => links[0]?.isSecret === true);
  const chained = [...values, ...templates].reduceRight<FieldOrigin | undefined>(
    (previous, { at, gave, isSecret }) => ({
      writtenAt: at,
      by: { kind: 'chart', root: folder },
      previous,
      ...(gave !== undefined && { gave }),
      ...((isSecret || hasSecret) && { secret: true as const }),
    }),
    undefined,
  );
  return chained ?? wholeFile(own, folder);
}

/** 0 where a value is the scalar, 1 where it stands in it, else 2. */
function farness(value: string | undefined, scalar: string | undefined): number {
  if (value === undefined || value === '' || scalar === undefined) return 2;
  if (value === scalar) return 0;
  return scalar.includes(value) ? 1 : 2;
}

/** The template line that made the first line that is not blank, and those that included it. */
function templatesOf(lines: Lines): readonly TemplatePlace[] {
  const first = lines.find(({ place }) => place !== undefined);
  return first?.place === undefined ? [] : [first.place, ...first.through];
}

/** Of an archive nothing is shown. */
function templatePointer(file: FileId, line: number): SourcePointer {
  return file.endsWith('.tgz') ? { kind: 'file', file } : { kind: 'line', file, line: line - 1 };
}

function linksOfValue(
  { keys, place }: UsedValue,
  chain: ValueChain | undefined,
  placed: PlacedRelease,
): { readonly isOuter: boolean; readonly links: readonly ValueLinkPlace[] } {
  const isOuter = place !== undefined && placed.sources.has(place.file);
  if (chain === undefined || chain.chain.length === 0)
    return { isOuter, links: place === undefined ? [] : linksAt(place, keys, undefined, placed) };
  // A layer that does not count has lost to nobody: it is told by `strata values` alone.
  const counting = chain.chain.filter(
    ({ ignored }) => ignored === undefined || ignored === 'overridden',
  );
  const links = counting.flatMap(({ layer, place: own, value }) =>
    linksAt(own ?? { file: layer, line: 0 }, keys, value, placed),
  );
  return { isOuter, links };
}

/**
 * Where a value of one layer stands, and whether it is one of a Secret. Where an object holds the layer, what the value was
 * before somebody changed the object follows.
 */
export function placesOfValue(
  layer: string,
  place: ValuePlace | undefined,
  keys: readonly string[],
  placed: Pick<PlacedRelease, 'folder' | 'sources'>,
): readonly ValueLinkPlace[] {
  return linksAt(place ?? { file: layer, line: 0 }, keys, undefined, placed);
}

/** The link of a value in one layer; several where the object that holds it was changed before. */
function linksAt(
  place: ValuePlace,
  keys: readonly string[],
  value: Value | undefined,
  { folder, sources }: Pick<PlacedRelease, 'folder' | 'sources'>,
): readonly ValueLinkPlace[] {
  const source = sources.get(place.file);
  const isSecret = source?.isSecret === true;
  const gave = value === undefined ? undefined : scalarOfValue(value);
  const link = (at: SourcePointer): readonly ValueLinkPlace[] => [{ at, gave, isSecret }];
  switch (source?.kind) {
    case undefined:
      return link(placeIn({ kind: 'file', file: chartFileIn(folder, place.file) }, place));
    case 'file':
      return link(placeIn({ kind: 'file', file: source.file }, place));
    case 'text':
      return link(placeIn(source.at, place));
    case 'value':
      return link(source.at);
    case 'object': {
      const node = nodeAt(source.node, keys) ?? source.node;
      const links: ValueLinkPlace[] = [];
      let one: FieldOrigin | undefined = source.originOf(node);
      for (; one !== undefined; one = one.previous)
        links.push({ at: one.writtenAt, gave: one.gave, isSecret: one.secret === true });
      return links;
    }
  }
}

/** A value in a text that stands at a place. */
function placeIn(at: SourcePointer, { ordinal, line }: ValuePlace): SourcePointer {
  switch (at.kind) {
    case 'file':
      if (at.file.endsWith('.tgz')) return at;
      if (ordinal !== undefined) return { kind: 'node', file: at.file, ordinal };
      return line === 0 ? at : { kind: 'line', file: at.file, line: line - 1 };
    case 'node':
      return ordinal === undefined
        ? at
        : {
            kind: 'inside',
            file: at.file,
            ordinal: at.ordinal,
            inner: { ordinal, inner: undefined },
          };
    case 'inside':
    case 'line':
    case 'offset':
      return at;
  }
}

/** The node below some keys; numbers count the items of lists. */
function nodeAt(node: ResourceNode, keys: readonly string[]): ResourceNode | undefined {
  return keys.reduce<ResourceNode | undefined>((one, key) => {
    if (one?.kind === 'map') return one.values[one.keys.lastIndexOf(key)];
    return one?.kind === 'sequence' ? one.items[Number(key)] : undefined;
  }, node);
}
