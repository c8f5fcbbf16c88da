import type { Left } from './matchStages.ts';
import {
  configurationIn,
  ownFilesOf,
  withoutWords,
  type PlacedConfiguration,
  type StageView,
} from './stageView.ts';
import { whyStays, type LeftReason } from './whyLeft.ts';

/**
 * The settings that the layer of one stage has and that of the other has not, by the outermost part of them that only one
 * has; of an object that only one of them says anything of, the object. Of what stands in a list more than once under the
 * same name, such as an argument that is given again, each value that only one has.
 */
export function oneSidedSettings(source: StageView, target: StageView): readonly Left[] {
  return [
    ...only(source, target).map(({ field, value, place }): Left => ({
      ...{ reason: reasonOf(place, 'source-setting'), field, place },
      ...{ source: value, target: undefined },
    })),
    ...only(target, source).map(({ field, value, place }): Left => ({
      ...{ reason: reasonOf(place, 'target-setting'), field, place },
      ...{ source: undefined, target: value },
    })),
  ];
}

/** What may be a secret is told as one, so that nobody shows it. */
function reasonOf({ site }: PlacedConfiguration, reason: LeftReason): LeftReason {
  return whyStays(site) === 'secret' ? 'secret' : reason;
}

interface OnlyHere {
  readonly field: string;
  /** `undefined` where more than one value is in it. */
  readonly value: string | undefined;
  readonly place: PlacedConfiguration;
}

function only(one: StageView, other: StageView): readonly OnlyHere[] {
  const others = partsOf(other, one);
  const again = placesAgain(one, other);
  const found = new Map<string, OnlyHere>();
  for (const place of configurationIn(one, other)) {
    if (saysNothing(place)) continue;
    const { document, parts } = wayOf(place.site);
    const { value } = place.site;
    const first = [document, ...parts].findIndex(
      (_, index) => !others.has(withoutWords(document + parts.slice(0, index).join(''), one.words)),
    );
    const isAgain = first < 0 && again.has(withoutWords(place.site.place, one.words));
    if (first < 0 && (!isAgain || others.get(wayIn(one, place))?.includes(value) === true))
      continue;
    // A list says nothing of itself: its items are told.
    const isItem = first > 0 && parts[first]?.startsWith('[') === true;
    // Of a JSON patch in a file of its own nothing tells the object.
    const isAll = isAgain || (first === 0 && document === 'patch');
    const end = isAll ? parts.length : isItem ? first + 1 : first;
    const way = parts.slice(0, end).join('');
    const key = [place.file.file, document, way, ...(isAgain ? [value] : [])].join('\n');
    const isWhole = end === parts.length;
    if (!found.has(key))
      found.set(key, {
        field: end === 0 ? document.replace(/\/$/, '') : way,
        value: isWhole ? value : undefined,
        place,
      });
  }
  return [...found.values()];
}

/** The places where a file of a stage says more than one thing under the same name. */
export function placesAgain(first: StageView, second: StageView): ReadonlySet<string> {
  const again = new Set<string>();
  for (const [stage, other] of [
    [first, second],
    [second, first],
  ] as const) {
    const seen = new Set<string>();
    for (const { file, site } of configurationIn(stage, other)) {
      const place = withoutWords(site.place, stage.words);
      const key = `${file.file}\n${place}`;
      if (seen.has(key)) again.add(place);
      seen.add(key);
    }
  }
  return again;
}

/** All that a stage's own files say something of: objects, and the ways in them, each with the values that stand there. */
function partsOf(stage: StageView, other: StageView): ReadonlyMap<string, readonly string[]> {
  const all = new Map<string, string[]>();
  const add = (way: string): string[] => {
    const key = withoutWords(way, stage.words);
    const values = all.get(key) ?? [];
    all.set(key, values);
    return values;
  };
  const own = ownFilesOf(stage, other).flatMap(({ sites }) => [
    ...sites.configuration,
    ...sites.versions,
  ]);
  for (const site of own) {
    const { document, parts } = wayOf(site);
    add(document);
    parts.forEach((_, index) => add(document + parts.slice(0, index + 1).join('')));
    if ('value' in site) add(document + parts.join('')).push(site.value);
  }
  return all;
}

function wayIn({ words }: StageView, { site }: PlacedConfiguration): string {
  const { document, parts } = wayOf(site);
  return withoutWords(document + parts.join(''), words);
}

/** What an object is called, patches of it included, and the parts of the way in it: `/spec`, `/containers`, `[name=web]`. */
function wayOf({ place, field }: Pick<PlacedConfiguration['site'], 'place' | 'field'>): {
  readonly document: string;
  readonly parts: readonly string[];
} {
  return {
    document: place.slice(0, place.length - field.length - 1).replace(/^patch /, ''),
    parts: field.match(/\[[^\]]*\]|\/[^/[]*/g) ?? [],
  };
}

/** Whether it says what a document is, and nothing of what it sets. */
export function isHeader({ site: { keys, key } }: PlacedConfiguration): boolean {
  return keys.length === 1 && (key === 'apiVersion' || key === 'kind');
}

/** What a layer is made of, and what an object is: files that are read say themselves what they set. */
function saysNothing(one: PlacedConfiguration): boolean {
  const { place, keys } = one.site;
  return isHeader(one) || (place.startsWith('kustomization:') && lists.has(keys[0] ?? ''));
}

const lists: ReadonlySet<string> = new Set([
  ...['resources', 'bases', 'components', 'generators', 'transformers', 'validators'],
  ...['configurations', 'crds', 'openapi', 'images'],
  ...['patches', 'patchesStrategicMerge', 'patchesJson6902', 'replacements'],
]);
