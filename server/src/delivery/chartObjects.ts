import { readValues } from '../helm/readValues.ts';
import { valueChains } from '../helm/valueChains.ts';
import {
  renderRelease,
  type ChartRelease,
  type ReadyChart,
  type ReleaseObject,
  type RenderedRelease,
} from '../helm/renderRelease.ts';
import { joinPath } from '../kustomize/files.ts';
import { readResourceText } from '../kustomize/objects.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import { secretTextsOf } from '../secrets/toldTexts.ts';
import { dictValue, type MapValue } from '../template/value.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { withOrigins } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { chartFileIn, once, traceLater, type LayerSource } from './chartOrigins.ts';
import { nodeOfValue } from './valueNode.ts';

/** A release of a chart that stands in the tree. */
export interface PlacedRelease {
  /** The folder of the chart, or its archive. */
  readonly folder: FileId;
  readonly chart: ReadyChart;
  readonly release: Omit<ChartRelease, 'withOrigins'>;
  /** Where its layers of values stand, by their names. */
  readonly sources: ReadonlyMap<string, LayerSource>;
  /** Whether `release.apiVersions` are all that the cluster has. */
  readonly knowsApis: boolean;
}

/** What a release renders to, or why Strata does not know. */
export type ChartObjects =
  | {
      readonly kind: 'objects';
      readonly resources: readonly Resource[];
      /** What is rendered depends on APIs that only the cluster knows. */
      readonly open: OpenApis | undefined;
    }
  | { readonly kind: 'gap'; readonly message: string };

/** APIs that templates ask for, and what the release renders to where the cluster has them. */
export interface OpenApis {
  readonly apis: readonly string[];
  readonly otherwise: string;
}

/** The gap that open APIs leave. */
export function gapOfApis({ apis, otherwise }: OpenApis, at: SourcePointer): RenderGap {
  return { kind: 'cluster', detail: `API ${apis.join(', ')}`, at, otherwise };
}

/**
 * The objects of a release. A field of them knows the value that it comes from, the values that this one replaced, and the
 * line of the template; this is worked out for all fields of the release once somebody asks for one of them.
 */
export function chartObjects(placed: PlacedRelease): ChartObjects {
  const rendered = renderRelease(placed.chart, { ...placed.release, withOrigins: false });
  if (rendered.kind === 'gap') return rendered;
  const read = rendered.objects.map((object) => {
    const file = chartFileIn(placed.folder, object.file);
    const { resources } = readResourceText(object.text, { file, inside: [], root: placed.folder });
    return { object, file, resources };
  });
  const texts = once(() =>
    toldIn(
      placed,
      read.flatMap((one) => one.resources),
    ),
  );
  const originsOf = traceLater(placed, (node) => isTold(node, texts()));
  const resources = read.flatMap(({ object, file, resources: own }, index) => {
    if (isWhole(object, placed.folder, file)) return own;
    const originOf = originsOf(index);
    return own.map((one) => one.with(withOrigins(one.node, originOf)));
  });
  return { kind: 'objects', resources, open: openApis(placed, rendered) };
}

/** The secrets of a release that must not be shown in any of its objects. */
function toldIn(
  { chart, release }: PlacedRelease,
  resources: readonly Resource[],
): readonly string[] {
  const chained = valueChains(chart, release.inputs);
  return secretTextsOf(
    nodeOfValue('values' in chained ? chained.values : dictValue()),
    resources.map(({ node }) => node),
  );
}

function isTold(node: ResourceNode, texts: readonly string[]): boolean {
  return node.kind === 'scalar' && texts.some((text) => node.value.includes(text));
}

/** Rendered once more as if the cluster had all that is asked for; what is asked for then counts as well. */
function openApis(
  { chart, release, knowsApis }: PlacedRelease,
  rendered: Extract<RenderedRelease, { kind: 'release' }>,
): OpenApis | undefined {
  if (knowsApis || rendered.asked.length === 0) return undefined;
  const apis = new Set(rendered.asked);
  let other: RenderedRelease = rendered;
  for (let round = 0; round < mostRounds; round += 1) {
    const apiVersions = [...(release.apiVersions ?? []), ...apis];
    other = renderRelease(chart, { ...release, apiVersions, withOrigins: false });
    const asked = other.kind === 'release' ? other.asked : [];
    if (asked.length === 0) break;
    for (const api of asked) apis.add(api);
  }
  const otherwise = textOf(other);
  return otherwise === textOf(rendered) ? undefined : { apis: [...apis].sort(), otherwise };
}

const mostRounds = 3;

function textOf(rendered: RenderedRelease): string {
  if (rendered.kind === 'gap') return rendered.message;
  return rendered.objects.map(({ file, text }) => `${file}\n${text}`).join('---\n');
}

/** Definitions are files as they stand, unless they stand in an archive. */
function isWhole({ file: path, isDefinition }: ReleaseObject, folder: FileId, file: FileId) {
  return isDefinition && file === joinPath(folder, path);
}

/** The values that a node of an object says; `undefined` for what is no map. */
export function valuesOfNode(node: ResourceNode): MapValue | undefined {
  const printed = writeCanonical(node);
  const read = 'text' in printed ? readValues(printed.text) : undefined;
  return read !== undefined && 'values' in read ? read.values : undefined;
}
