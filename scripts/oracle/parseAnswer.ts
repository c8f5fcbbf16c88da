import { failed, ok, type Result } from '../../server/src/util/result.ts';

/** A line of the oracle as an object, or the error that it tells. Throws where it is neither. */
export function readAnswer(line: string): Result<Readonly<Record<string, unknown>>, string> {
  const answer: unknown = JSON.parse(line);
  if (!isRecord(answer)) {
    throw new Error(`The oracle answered no object: ${line.slice(0, 200)}`);
  }
  return isString(answer['error']) ? failed(answer['error']) : ok(answer);
}

/** The same for one field of the object, which has to be there. */
export function readField<Value>(
  line: string,
  field: string,
  isValue: (value: unknown) => value is Value,
): Result<Value, string> {
  const answer = readAnswer(line);
  if (answer.kind === 'failed') {
    return answer;
  }
  const value = answer.value[field];
  if (!isValue(value)) {
    throw new Error(`The oracle answered without ${field}: ${line.slice(0, 200)}`);
  }
  return ok(value);
}

/** Whether a value is an object with fields. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a value is a string. */
export function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Whether a value is a list of strings. */
export function isStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString);
}

/** A number, which has to be one. */
export function numberOf(value: unknown): number {
  if (typeof value !== 'number') {
    throw new Error(`The oracle answered ${String(value)} where a number belongs.`);
  }
  return value;
}
