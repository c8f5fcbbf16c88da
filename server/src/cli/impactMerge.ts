import { failed, ok, type Result } from '../util/result.ts';
import type { FieldImpact } from '../analysis/impact.ts';
import type { ImpactDocument, RootRow } from './impactDocument.ts';

/**
 * The parts of one comparison as one document. A refusal says that they are parts of different ones, or that one is
 * missing. Masks of Secrets tell values apart within a part alone, so each part gets letters of its own.
 */
export function mergeDocuments(parts: readonly ImpactDocument[]): Result<ImpactDocument, string> {
  const [first] = parts;
  if (first === undefined) return failed('there is nothing to merge');
  const other = parts.find(({ base, head }) => base !== first.base || head !== first.head);
  if (other !== undefined) {
    return failed(
      `${first.base}..${first.head} and ${other.base}..${other.head} are not one comparison`,
    );
  }
  const missing = missingShards(parts.flatMap(({ shard }) => shard ?? []));
  if (missing.length > 0) return failed(`the part ${missing.join(', ')} is missing`);
  let letters = 0;
  const roots = new Map<string, RootRow>();
  for (const part of parts) {
    const shifted = part.roots.map((row) => shiftMasks(row, letters));
    for (const row of shifted) roots.set(row.root, row);
    letters = Math.max(letters, ...shifted.map(lastLetter));
  }
  const { base, head } = first;
  const sorted = [...roots.values()].sort((a, b) => (a.root < b.root ? -1 : 1));
  return ok({ base, head, roots: sorted });
}

function missingShards(shards: readonly string[]): readonly string[] {
  const counts = new Set(shards.map((shard) => Number(shard.split('/')[1])));
  return [...counts].flatMap((count) =>
    Array.from({ length: count }, (_, index) => `${index + 1}/${count}`).filter(
      (shard) => !shards.includes(shard),
    ),
  );
}

const mask = /•••• ([A-Z]+)/g;

/** A row with other letters in its masks: as many letters on as other parts have used. */
function shiftMasks(row: RootRow, by: number): RootRow {
  if (by === 0) return row;
  const resources = row.resources.map((resource) => ({
    ...resource,
    fields: resource.fields?.map((field) => ({
      ...field,
      before: shiftValue(field.before, by),
      after: shiftValue(field.after, by),
    })),
  }));
  return { ...row, resources };
}

type Value = Exclude<FieldImpact['before'], undefined>;

function shiftValue(value: Value | undefined, by: number): Value | undefined {
  if (typeof value === 'string') {
    return value.replaceAll(
      mask,
      (_, letters: string) => `•••• ${lettersOf(numberOf(letters) + by)}`,
    );
  }
  if (Array.isArray(value)) return value.map((item: Value) => shiftValue(item, by) ?? null);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, Value]) => [
      key,
      shiftValue(item, by) ?? null,
    ]),
  );
}

/** The highest letter of a row's masks, as a number; 0 where it has none. */
function lastLetter(row: RootRow): number {
  const text = JSON.stringify(row.resources);
  return Math.max(0, ...[...text.matchAll(mask)].map(([, letters = '']) => numberOf(letters)));
}

/** A → 1, Z → 26, AA → 27. */
function numberOf(letters: string): number {
  return letters.split('').reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function lettersOf(number: number): string {
  const rest = number - 1;
  const letter = String.fromCharCode(65 + (rest % 26));
  return rest < 26 ? letter : lettersOf(Math.floor(rest / 26)) + letter;
}
