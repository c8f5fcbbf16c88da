import { plainTag } from '../../yaml/goScalar.ts';
import { readsAsYaml11NonString } from '../../yaml/resolveTag.ts';

/** A value to be written: what is `undefined` or empty is left out. */
export type Written =
  string | number | undefined | readonly Written[] | { readonly [key: string]: Written };

/** An item of a list in lines, `- ` first, moved to the right by `indent`; ends with a line break. */
export function itemLines(item: { readonly [key: string]: Written }, indent: number): string {
  const [first = '', ...rest] = mapLines(item);
  const space = ' '.repeat(indent);
  return [`${space}- ${first}`, ...rest.map((line) => `${space}  ${line}`), ''].join('\n');
}

function mapLines(map: { readonly [key: string]: Written }): readonly string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const name = scalar(key);
    if (value === undefined) return [];
    if (typeof value === 'string' || typeof value === 'number')
      return [`${name}: ${scalar(value)}`];
    const lines = isList(value) ? listLines(value) : mapLines(value);
    return lines.length === 0 ? [] : [`${name}:`, ...lines.map((line) => `  ${line}`)];
  });
}

function listLines(list: readonly Written[]): readonly string[] {
  return list.flatMap((item) => {
    if (item === undefined) return [];
    if (typeof item === 'string' || typeof item === 'number') return [`- ${scalar(item)}`];
    const [first, ...rest] = isList(item) ? listLines(item) : mapLines(item);
    return first === undefined ? [] : [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  });
}

function isList(value: Written): value is readonly Written[] {
  return Array.isArray(value);
}

/** A scalar; a text that would be read as something else stands between quotes. */
function scalar(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const isPlain =
    /^[A-Za-z0-9/_.][\w./@:+ -]*$/.test(value) &&
    !/: |[: ]$/.test(value) &&
    plainTag(value, 3) === '!!str' &&
    !readsAsYaml11NonString(value);
  if (isPlain) return value;
  const isOneLine = [...value.matchAll(/\p{Cc}|\u2028|\u2029|\ufeff/gu)].length === 0;
  return isOneLine ? `'${value.replaceAll("'", "''")}'` : JSON.stringify(value);
}
