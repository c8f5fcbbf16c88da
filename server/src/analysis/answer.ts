import type { Database, Need, Query, Reader } from '../query/database.ts';

/** One answer of the analysis: complete, or what has to be loaded before it is. */
export type Answer<T> =
  | { readonly kind: 'complete'; readonly value: T }
  | { readonly kind: 'needs'; readonly needs: readonly Need[] };

/** Something that the outer half has to get: a content by its id, a remote source by its address. */
export type AnswerNeed = Need;

/** Answers a question with what is loaded; whatever the queries that it asked lack becomes a need of the answer. */
export function answer<T>(database: Database, question: (reader: Reader) => T): Answer<T> {
  const needs = new Map<string, Need>();
  const add = (need: Need): void => {
    needs.set(`${need.kind}:${need.id}`, need);
  };
  const reader: Reader = {
    get: <K extends string, V>(query: Query<K, V>, key: K): V => {
      const value = database.get(query, key);
      for (const need of database.needsOf(query, key)) add(need);
      return value;
    },
    read: (input, key) => database.read(input, key),
    need: add,
  };
  const value = question(reader);
  return needs.size > 0
    ? { kind: 'needs', needs: [...needs.values()] }
    : { kind: 'complete', value };
}

/** The answer with its value changed. */
export function mapAnswer<T, U>(one: Answer<T>, change: (value: T) => U): Answer<U> {
  return one.kind === 'complete' ? { kind: 'complete', value: change(one.value) } : one;
}

/** Goes on with a complete answer. */
export function chainAnswer<T, U>(one: Answer<T>, next: (value: T) => Answer<U>): Answer<U> {
  return one.kind === 'complete' ? next(one.value) : one;
}

/** All answers in one: complete once all are, else with all that they need together. */
export function allAnswers<T>(answers: readonly Answer<T>[]): Answer<readonly T[]> {
  const needs = answers.flatMap((one) => (one.kind === 'needs' ? one.needs : []));
  if (needs.length > 0) return { kind: 'needs', needs };
  const values = answers.flatMap((one) => (one.kind === 'complete' ? [one.value] : []));
  return { kind: 'complete', value: values };
}
