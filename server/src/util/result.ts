/**
 * The answer of something that the world can refuse: a missing file, a dead process, a bad reply.
 * Bad *input* is not a refusal: it gives a usable value and diagnostics.
 */
export type Result<Value, Failure> = Success<Value> | Refusal<Failure>;

/** What went well, with its value. */
export interface Success<Value> {
  readonly kind: 'ok';
  readonly value: Value;
}

/** What the world refused, with the reason as a value. */
export interface Refusal<Failure> {
  readonly kind: 'failed';
  readonly failure: Failure;
}

/** Wraps a value that was got. */
export function ok<Value>(value: Value): Success<Value> {
  return { kind: 'ok', value };
}

/** Wraps the reason why there is no value. */
export function failed<Failure>(failure: Failure): Refusal<Failure> {
  return { kind: 'failed', failure };
}

/** Applies `change` to the value of a success; a refusal stays as it is. */
export function mapResult<Value, Changed, Failure>(
  result: Result<Value, Failure>,
  change: (value: Value) => Changed,
): Result<Changed, Failure> {
  return result.kind === 'ok' ? ok(change(result.value)) : result;
}

/** Applies `next`, which can itself be refused, to the value of a success; a refusal stays as it is. */
export function chainResult<Value, Changed, Failure, NextFailure>(
  result: Result<Value, Failure>,
  next: (value: Value) => Result<Changed, NextFailure>,
): Result<Changed, Failure | NextFailure> {
  return result.kind === 'ok' ? next(result.value) : result;
}
