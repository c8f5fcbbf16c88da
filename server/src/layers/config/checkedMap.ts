import type { ObjectReader } from '../../delivery/objectReader.ts';
import type { Placed } from '../../delivery/placed.ts';
import { nearest } from '../../kustomize/nearest.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { decodeScalar } from '../../yaml/decodeScalar.ts';
import { rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';

/** Takes problems. */
export type Reporter = (found: Problem) => void;

/**
 * Reports keys that a map of `.strata/` cannot have (`config.unknown-key`, with the key that may be meant) and keys that
 * stand in it twice (`config.duplicate-key`).
 */
export function checkKeys(map: ObjectReader, known: readonly string[], report: Reporter): void {
  const { node } = map;
  if (node.kind !== 'map') return;
  node.keys.forEach((key, index) => {
    const at = keyPlace(map, node.values[index]);
    if (node.keys.indexOf(key) < index) report(problem('config.duplicate-key', { key }, at));
    if (known.includes(key)) return;
    const candidate = nearest(key, known);
    report(
      candidate === undefined
        ? problem('config.unknown-key', { key }, at)
        : problem('config.unknown-key-but', { key, candidate }, at),
    );
  });
}

/** Reports keys that stand in a map twice, where any key may stand (`config.duplicate-key`). */
export function checkRepeats(map: ObjectReader | undefined, report: Reporter): void {
  if (map?.node.kind === 'map') checkKeys(map, map.node.keys, report);
}

/** Where the key of a value of a map stands; the ordinal of a key is that of its value minus one. */
export function keyPlace(map: ObjectReader, value: ResourceNode | undefined): SourcePointer {
  const { at } = map;
  if (value === undefined || value.ordinal < 1) return at;
  return { kind: 'node', file: at.file, ordinal: value.ordinal - 1 };
}

/** A text that a map must have; reports `config.missing-field` where it has none. */
export function requiredText(
  map: ObjectReader,
  name: string,
  report: Reporter,
): Placed<string> | undefined {
  if (map.field(name) === undefined) {
    report(problem('config.missing-field', { field: pathOf(map, name) }, map.at));
  }
  return map.text(name);
}

/** A text that is one of a few; reports `config.bad-value` for any other. */
export function choice<T extends string>(
  map: ObjectReader,
  name: string,
  choices: readonly T[],
  report: Reporter,
): Placed<T> | undefined {
  const found = map.text(name);
  const value = choices.find((one) => one === found?.value);
  if (found !== undefined && value === undefined) {
    report(badValue(pathOf(map, name), choices.join(', '), found));
  }
  return found && value !== undefined ? { value, at: found.at } : undefined;
}

/** A day, written `2027-03-01`, between quotes or not; reports `config.bad-value` for anything else. */
export function day(map: ObjectReader, name: string, report: Reporter): Placed<string> | undefined {
  const found = map.field(name);
  if (found === undefined) return undefined;
  const value = rawText(found.node);
  if (isDay(value)) return { value, at: found.at };
  report(badValue(found.path, 'YYYY-MM-DD', { value, at: found.at }));
  return undefined;
}

/** A list of numbers; reports `config.wrong-type` for anything else. */
export function numbers(
  map: ObjectReader,
  name: string,
  report: Reporter,
): readonly Placed<number>[] {
  const found = map.field(name);
  if (found === undefined) return [];
  if (found.node.kind !== 'sequence') {
    // Reports that it is no list.
    map.texts(name);
    return [];
  }
  return found.node.items.flatMap((item, index) => {
    const at: SourcePointer = { kind: 'node', file: found.at.file, ordinal: item.ordinal };
    const value = item.kind === 'scalar' ? decodeScalar(item) : undefined;
    if (value?.kind === 'integer' || value?.kind === 'float') {
      return [{ value: Number(value.value), at }];
    }
    const field = `${found.path}[${String(index)}]`;
    const kind = value === undefined ? item.kind : value.kind === 'string' ? 'text' : value.kind;
    report(problem('config.wrong-type', { field, expected: 'number', found: kind }, at));
    return [];
  });
}

/** Whether a text is a day of the calendar, as `2027-03-01`. */
export function isDay(text: string): boolean {
  const [, year = '', month = '', date = ''] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? [];
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const days = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1];
  return days !== undefined && Number(date) >= 1 && Number(date) <= days;
}

/** The problem of a value that a field cannot have; `expected` says what it can. */
export function badValue(field: string, expected: string, { value, at }: Placed<string>): Problem {
  return problem('config.bad-value', { field, expected, value }, at);
}

/** The path of a field of a map, for messages. */
export function pathOf(map: ObjectReader, name: string): string {
  return map.path === '' ? name : `${map.path}.${name}`;
}
