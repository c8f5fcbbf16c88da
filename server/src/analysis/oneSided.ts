import type { Resource } from '../kustomize/resource.ts';
import { withoutWords } from '../plan/stageView.ts';
import type { PlanSource } from '../plan/planTypes.ts';
import { defaultRenderOptions, type Analysis } from './analysis.ts';
import { allAnswers, chainAnswer, type Answer } from './answer.ts';
import type { PlanRestRow } from './planRows.ts';
import { nameOf, resourceText } from './resourceName.ts';
import { rangeOfPointer } from './sourceRange.ts';
import { renderSourcesOf, type Rendered } from './unbuilt.ts';

/** The stages of a promotion of one application. */
export interface PlanEnds {
  readonly source: PlanSource;
  readonly targets: readonly PlanSource[];
}

/**
 * The objects that only the source has, or only the targets have: a promotion brings and takes no objects. What one of
 * them lacks is not told where it cannot be rendered in full.
 */
export function oneSidedObjects(
  analysis: Analysis,
  { source, targets }: PlanEnds,
): Answer<readonly PlanRestRow[]> {
  const rendered = [[source], targets].map((stages) => {
    const sources = stages.flatMap(renderSourcesOf);
    const options = { ...defaultRenderOptions, restrictions: 'none' } as const;
    return allAnswers(sources.map((one) => analysis.render(one, options)));
  });
  return chainAnswer(allAnswers(rendered), ([from = [], to = []]) => {
    const words = [source, ...targets].flatMap((one) => one.words ?? []);
    const [own, other] = [sideOf(from, words), sideOf(to, words)];
    const rows = [
      ...without(own, other).map((resource) => ({ resource, reason: 'only-source' as const })),
      ...without(other, own).map((resource) => ({ resource, reason: 'only-target' as const })),
    ];
    return analysis.ask((reader) =>
      rows.map(({ resource, reason }): PlanRestRow => {
        const { file, start } = rangeOfPointer(reader, resource.originOf(resource.node).writtenAt);
        const text = resourceText(nameOf(resource));
        const [here, there] = reason === 'only-source' ? [text, ''] : ['', text];
        return {
          application: source.application,
          at: { file, line: start.line },
          field: text,
          reason,
          source: here,
          target: there,
        };
      }),
    );
  });
}

/** What one side renders to, by the names that objects have on both sides, and by where they are declared. */
interface Side {
  readonly isWhole: boolean;
  readonly isThere: boolean;
  readonly byKey: ReadonlyMap<string, Resource>;
  readonly places: ReadonlySet<string>;
}

function sideOf(renders: readonly Rendered[], words: readonly string[]): Side {
  const resources = renders.flatMap((one) => one.resources);
  return {
    isThere: renders.length > 0,
    isWhole: renders.every(({ gaps, failures }) => gaps.length + failures.length === 0),
    byKey: new Map(resources.map((one) => [keyOf(one, words), one])),
    places: new Set(resources.map(placeOf)),
  };
}

function without(side: Side, other: Side): readonly Resource[] {
  if (!other.isWhole || !other.isThere) return [];
  return [...side.byKey].flatMap(([key, resource]) =>
    other.byKey.has(key) || other.places.has(placeOf(resource)) ? [] : [resource],
  );
}

/** The kind and the name, but for what is a stage's own of it, and for the hash of what it holds. */
function keyOf({ id: { group, kind, name } }: Resource, words: readonly string[]): string {
  const plain = name.replace(/-[2456789bcdfghkmt]{10}$/, '');
  return `${group}/${kind}/${withoutWords(plain, words)}`;
}

/** Where an object is declared: one of a shared base is the same, however a stage calls it. */
function placeOf({ source: { file, inside }, node: { ordinal } }: Resource): string {
  return `${file}:${inside.join('.')}:${ordinal}`;
}
