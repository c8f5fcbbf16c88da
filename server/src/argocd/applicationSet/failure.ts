import { failed, ok, type Refusal, type Result } from '../../util/result.ts';

/**
 * Why an ApplicationSet gives no applications: the controller fails, it would crash, or what it does is not in the
 * repository.
 */
export interface ExpansionFailure {
  readonly kind: 'error' | 'crash' | 'outside';
  readonly message: string;
}

/** A value, or why the expansion ends here. */
export type Expanded<Value> = Result<Value, ExpansionFailure>;

/** A failure of the controller, in its words. */
export function expansionError(message: string): Refusal<ExpansionFailure> {
  return failed({ kind: 'error', message });
}

/** A crash of the controller. */
export function expansionCrash(message: string): Refusal<ExpansionFailure> {
  return failed({ kind: 'crash', message });
}

/** What cannot be known from the repository. */
export function expansionOutside(message: string): Refusal<ExpansionFailure> {
  return failed({ kind: 'outside', message });
}

/** The same refusal with words before its message, unless it is no error of the controller. */
export function within<Value>(
  result: Expanded<Value>,
  context: string,
  separator = ': ',
): Expanded<Value> {
  return result.kind === 'failed' && result.failure.kind === 'error'
    ? expansionError(context + separator + result.failure.message)
    : result;
}

/** The values of results, or the first refusal. */
export function all<Item, Value>(
  items: Iterable<Item>,
  make: (item: Item) => Expanded<Value>,
): Expanded<readonly Value[]> {
  const values: Value[] = [];
  for (const item of items) {
    const result = make(item);
    if (result.kind === 'failed') {
      return result;
    }
    values.push(result.value);
  }
  return ok(values);
}
