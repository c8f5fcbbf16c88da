import { fleetQuery } from '../layers/fleet/fleet.ts';
import { holdsSecret } from '../kustomize/resource.ts';
import type { Reader } from '../query/database.ts';
import { maskedField } from '../secrets/redact.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, type Answer } from './answer.ts';
import { usesOf, type RootUse } from './fileUses.ts';
import { masksOf } from './keptTexts.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** A line of a file where other layers put something else over a value. */
export interface OverriddenLine {
  /** The value in the file. */
  readonly range: SourceRange;
  /** Those on most clusters first. */
  readonly winners: readonly OverridingLayer[];
}

/** A place that wins over a value. */
export interface OverridingLayer {
  readonly at: SourceRange;
  /** What it sets; `undefined` where that is a value of a Secret. */
  readonly value: string | undefined;
  /** The clusters that get it, sorted. */
  readonly clusters: readonly string[];
  /** How many roots on top have it. */
  readonly roots: number;
}

/**
 * The values of a file that other layers replace on their way to a cluster, or to a root on top where none is delivered; in
 * the order of the text.
 */
export function overriddenLines(
  analysis: Analysis,
  file: FileId,
): Answer<readonly OverriddenLine[]> {
  return chainAnswer(usesOf(analysis, file), ({ places }) =>
    analysis.ask((reader) => {
      const clustersOf = new Map<FileId, Set<string>>();
      for (const { sources, destination } of reader.get(fleetQuery, '').applications) {
        for (const { isHere, path } of sources) {
          if (!isHere || path === undefined || destination.cluster === undefined) continue;
          clustersOf.set(path, (clustersOf.get(path) ?? new Set()).add(destination.cluster));
        }
      }
      const lines = places.flatMap((uses): readonly OverriddenLine[] => {
        const replaced = uses.filter(({ root, isTop, now, gave, later }) => {
          const counts = isTop || clustersOf.has(root);
          return counts && later.length > 0 && now.value !== gave.value;
        });
        const [first] = replaced;
        if (first === undefined) return [];
        const winners = new Map<string, { readonly use: RootUse; readonly roots: Set<FileId> }>();
        for (const use of replaced) {
          const key = JSON.stringify([use.resource.originOf(use.now).writtenAt, use.now.value]);
          const known = winners.get(key) ?? { use, roots: new Set() };
          known.roots.add(use.root);
          winners.set(key, known);
        }
        const range = rangeOfPointer(reader, first.writtenAt);
        return [
          {
            range,
            winners: [...winners.values()]
              .map(({ use, roots }): OverridingLayer => {
                const clusters = [...roots].flatMap((root) => [...(clustersOf.get(root) ?? [])]);
                return {
                  at: rangeOfPointer(reader, use.resource.originOf(use.now).writtenAt),
                  value: isHidden(reader, use) ? undefined : use.now.value,
                  clusters: [...new Set(clusters)].sort(),
                  roots: roots.size,
                };
              })
              .sort((a, b) => b.clusters.length - a.clusters.length || b.roots - a.roots),
          },
        ];
      });
      return lines.sort((a, b) => a.range.start.line - b.range.start.line);
    }),
  );
}

function isHidden(reader: Reader, { resource, path, now }: RootUse): boolean {
  return (
    holdsSecret(resource, path.map(String), now) ||
    maskedField(resource.node, { path, node: now }, masksOf(reader)) !== now
  );
}
