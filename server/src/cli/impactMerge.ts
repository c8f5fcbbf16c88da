import { failed, ok, type Result } from '../util/result.ts';
import type { FieldImpact } from '../analysis/impact.ts';
import {
  clusterRows,
  crossingsOf,
  type ApplicationRow,
  type ClusterRow,
} from '../analysis/impactApplicationRows.ts';
import type { HandAppliedRow, ImpactDocument, RootRow } from '../analysis/impactDocument.ts';
import type { LooseEndRow } from '../analysis/looseEndRows.ts';
import type { RenderRow } from '../analysis/impactRows.ts';

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
  const applications: ApplicationRow[] = [];
  const handApplied: HandAppliedRow[] = [];
  const facts = new Map<string, ClusterRow>();
  for (const part of parts) {
    const own = part.roots.map((row) => shiftMasks(row, letters));
    const delivered = part.applications.map((row) => shiftMasks(row, letters));
    const byHand = (part.handApplied ?? []).map((row) => shiftMasks(row, letters));
    handApplied.push(...byHand);
    for (const row of own) roots.set(row.root, row);
    applications.push(...delivered);
    for (const cluster of part.clusters) facts.set(cluster.name, cluster);
    letters = Math.max(letters, ...[...own, ...delivered, ...byHand].map(lastLetter));
  }
  const ends = new Map(
    parts.flatMap(({ looseEnds }) => looseEnds.map((row) => [row.message, row])),
  );
  const { base, head } = first;
  const clusters = clusterRows(applications, facts);
  return ok({
    base,
    head,
    roots: [...roots.values()].sort((a, b) => (a.root < b.root ? -1 : 1)),
    applications: applications.sort(byClusterAndName),
    handApplied: handApplied.length > 0 ? handApplied : undefined,
    clusters,
    mergesTo: first.mergesTo,
    looseEnds: [...ends.values()].sort(byMessage),
    crossings: crossingsOf(clusters),
  });
}

function byMessage(a: LooseEndRow, b: LooseEndRow): number {
  const key = (row: LooseEndRow): string => `${row.new ? 0 : 1}${row.message}`;
  return key(a) < key(b) ? -1 : 1;
}

function byClusterAndName(a: ApplicationRow, b: ApplicationRow): number {
  const key = ({ cluster, name, namespace, declaredAt }: ApplicationRow): string =>
    [cluster ?? '\uffff', name, namespace, declaredAt].join('\n');
  return key(a) < key(b) ? -1 : 1;
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
function shiftMasks<Row extends Pick<RenderRow, 'resources'>>(row: Row, by: number): Row {
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
function lastLetter(row: Pick<RenderRow, 'resources'>): number {
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
