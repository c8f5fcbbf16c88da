import { readValues } from '../helm/readValues.ts';
import {
  renderRelease,
  type ChartRelease,
  type ReadyChart,
  type ReleaseObject,
} from '../helm/renderRelease.ts';
import { joinPath } from '../kustomize/files.ts';
import { readResourceText } from '../kustomize/objects.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { MapValue } from '../template/value.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { withOrigins } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { chartFileIn, traceLater, type LayerSource } from './chartOrigins.ts';

/** A release of a chart that stands in the tree. */
export interface PlacedRelease {
  /** The folder of the chart, or its archive. */
  readonly folder: FileId;
  readonly chart: ReadyChart;
  readonly release: Omit<ChartRelease, 'withOrigins'>;
  /** Where its layers of values stand, by their names. */
  readonly sources: ReadonlyMap<string, LayerSource>;
}

/** What a release renders to, or why Strata does not know. */
export type ChartObjects =
  | { readonly kind: 'objects'; readonly resources: readonly Resource[] }
  | { readonly kind: 'gap'; readonly message: string };

/**
 * The objects of a release. A field of them knows the value that it comes from, the values that this one replaced, and the
 * line of the template; this is worked out for all fields of the release once somebody asks for one of them.
 */
export function chartObjects(placed: PlacedRelease): ChartObjects {
  const rendered = renderRelease(placed.chart, { ...placed.release, withOrigins: false });
  if (rendered.kind === 'gap') return rendered;
  const originsOf = traceLater(placed);
  const resources = rendered.objects.flatMap((object, index) => {
    const file = chartFileIn(placed.folder, object.file);
    const read = readResourceText(object.text, { file, inside: [], root: placed.folder });
    if (isWhole(object, placed.folder, file)) return read.resources;
    const originOf = originsOf(index);
    return read.resources.map((one) => one.with(withOrigins(one.node, originOf)));
  });
  return { kind: 'objects', resources };
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
