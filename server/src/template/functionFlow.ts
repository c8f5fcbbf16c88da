import type { Value } from './value.ts';

/** Functions that only put values together or take them out: what is in their results is known by itself. */
export const structural: ReadonlySet<string> = new Set(
  (
    'dict list tuple set unset merge mustMerge mergeOverwrite mustMergeOverwrite pick omit append push prepend concat rest ' +
    'initial reverse uniq without compact get pluck dig slice chunk values deepCopy mustDeepCopy default coalesce ternary first ' +
    'last mustAppend mustPush mustPrepend mustFirst mustLast mustRest mustInitial mustReverse mustUniq mustWithout mustCompact ' +
    'mustSlice required lookup'
  ).split(' '),
);

/** Functions that give one of their arguments. */
export const choosing: ReadonlySet<string> = new Set([
  'default',
  'coalesce',
  'ternary',
  'required',
]);

/** The arguments that have a part in a result: what was only there in case of need has none. */
export function takenInto(name: string, values: readonly Value[], result: Value): readonly Value[] {
  const [first, second, third] = values;
  switch (name) {
    case 'default':
      return second !== undefined && result === second ? [second] : values;
    case 'coalesce': {
      const index = values.indexOf(result);
      return index < 0 ? values : values.slice(0, index + 1);
    }
    case 'ternary':
      return third !== undefined && (result === first || result === second)
        ? [result, third]
        : values;
    default:
      return values;
  }
}
