import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonMap } from '../src/drift/json.ts';

/** A pod, the level and version of its namespace, and what the real admission holds against it: `''` for nothing. */
export type PodSecurityCase = readonly [
  name: string,
  level: 'baseline' | 'restricted',
  version: string,
  pod: { readonly metadata?: JsonMap; readonly spec: JsonMap },
  verdict: string | null,
];

/** The file of a table; `npm run record-policies` makes its verdicts. */
export function tablePath(name: string): string {
  return join(import.meta.dirname, '..', '..', 'test-fixtures', 'policies', `${name}.json`);
}

/** What the admission of Pod Security says of pods. */
export function readPodSecurityCases(): readonly PodSecurityCase[] {
  return JSON.parse(readFileSync(tablePath('podSecurity'), 'utf8')) as readonly PodSecurityCase[];
}
