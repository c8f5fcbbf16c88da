import type { Resource } from '../kustomize/resource.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import type { FieldOrigin, StepKind } from '../yaml/fieldOrigin.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { defaultRenderOptions, type Analysis, type RenderOptions } from './analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from './answer.ts';
import type { NodePath } from './fieldPath.ts';
import { readersOf } from './readersOf.ts';

/** A value of a file in the chain of a rendered field. */
export interface FileUse {
  readonly writtenAt: SourcePointer;
  readonly resource: Resource;
  readonly path: NodePath;
  /** What the value came by. */
  readonly by: StepKind;
  /** The field after this step. */
  readonly gave: ScalarNode;
  /** The field in the end. */
  readonly now: ScalarNode;
  /** What the step found; `undefined` where it made the field. */
  readonly previous: FieldOrigin | undefined;
  /** The steps that wrote the field later; empty where the value is what the field is. */
  readonly later: readonly StepKind[];
}

/** A use in a root. */
export interface RootUse extends FileUse {
  readonly root: FileId;
  /** Whether no other root builds on it. */
  readonly isTop: boolean;
}

/** What the roots that read a file make of its values. */
export interface FileUses {
  /** The roots that no other one builds on. */
  readonly topRoots: readonly FileId[];
  /** The uses of each value, root by root. */
  readonly places: readonly (readonly RootUse[])[];
}

/** The uses of a file's values in every root that can be built and reads it. */
export function usesOf(
  analysis: Analysis,
  file: FileId,
  options: RenderOptions = defaultRenderOptions,
): Answer<FileUses> {
  return chainAnswer(readersOf(analysis, file), (readers) => {
    const layers = readers.flatMap(({ layer }) => (layer.role === 'component' ? [] : [layer]));
    const builds = allAnswers(layers.map(({ root }) => analysis.build(root, options)));
    return mapAnswer(builds, (built) => {
      const places = new Map<string, RootUse[]>();
      for (const [index, { root, users }] of layers.entries()) {
        const isTop = users.length === 0;
        for (const resource of built[index]?.resources ?? []) {
          for (const use of usesIn(resource, file)) {
            const key = placeKey(use.writtenAt);
            const known = places.get(key);
            if (known === undefined) places.set(key, [{ ...use, root, isTop }]);
            else known.push({ ...use, root, isTop });
          }
        }
      }
      const topRoots = layers.flatMap(({ root, users }) => (users.length === 0 ? [root] : []));
      return { topRoots, places: [...places.values()] };
    });
  });
}

/** Equal for pointers to one place of one file. */
function placeKey(pointer: SourcePointer): string {
  return pointer.kind === 'node' ? String(pointer.ordinal) : JSON.stringify(pointer);
}

function usesIn(resource: Resource, file: FileId): readonly FileUse[] {
  const uses: FileUse[] = [];
  const path: (string | number)[] = [];
  const visits = new Map<number, number>();
  const repeats = { most: 0 };
  const visit = (node: ResourceNode): void => {
    if (repeats.most > mostRepeats) return;
    if (node.kind !== 'scalar') {
      const place = placeOf(node);
      const count = (visits.get(place) ?? 0) + 1;
      visits.set(place, count);
      if (place >= 0) repeats.most = Math.max(repeats.most, count);
    }
    switch (node.kind) {
      case 'scalar':
        // Most nodes say nothing of their origin: they stand as the object's own file has them.
        if (node.origin !== undefined || resource.source.file === file)
          uses.push(...linksTo(file, resource, node, path));
        return;
      case 'map':
        for (const [index, value] of node.values.entries()) {
          path.push(node.keys[index] ?? '');
          visit(value);
          path.pop();
        }
        return;
      case 'sequence':
        for (const [index, item] of node.items.entries()) {
          path.push(index);
          visit(item);
          path.pop();
        }
        return;
      case 'alias':
        return;
    }
  };
  visit(resource.node);
  return repeats.most > mostRepeats ? [] : uses;
}

/** The ordinal of the node that a list or a map was written as; −1 where a step made it. */
function placeOf({ ordinal, origin }: ResourceNode): number {
  if (ordinal >= 0 || origin === undefined) return ordinal;
  return origin.writtenAt.kind === 'node' ? origin.writtenAt.ordinal : -1;
}

/** How often one list or map may stand in an object through aliases: more is no writing of people, and nobody reads it. */
const mostRepeats = 1_000;

function linksTo(
  file: FileId,
  resource: Resource,
  node: ScalarNode,
  path: NodePath,
): readonly FileUse[] {
  const uses: FileUse[] = [];
  const later: StepKind[] = [];
  let gave: ScalarNode | undefined = node;
  for (
    let link: FieldOrigin | undefined = resource.originOf(node);
    link !== undefined && gave !== undefined;
    link = link.previous, gave = link?.gave
  ) {
    const { writtenAt, previous } = link;
    if (writtenAt.file === file)
      uses.push({
        writtenAt,
        resource,
        path: [...path],
        by: link.by.kind,
        gave,
        now: node,
        previous,
        later: [...later],
      });
    later.push(link.by.kind);
  }
  return uses;
}
