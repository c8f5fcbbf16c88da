import { fillMessage } from './messages.ts';

/** Why a checker judged nothing, as the end of a sentence in English. Codes never change. */
export const englishCheckerFaults = {
  'cannot-run': '{program} cannot be run',
  ended: 'it ended with {code}',
  'no-json': 'it printed no JSON',
  'no-report': 'it printed no report of {format}',
  silent: 'it ended with {code} and refused nothing',
  stopped: 'it was stopped',
  strange: 'results of it are about nothing that it was given',
  'too-long': 'it took longer than {seconds} s',
  'too-much': 'it printed too much',
} as const;

/** A code with the parameters of its words. */
export interface CheckerFault {
  readonly code: keyof typeof englishCheckerFaults;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a fault says in English. */
export function englishCheckerFault({ code, parameters }: CheckerFault): string {
  return fillMessage(englishCheckerFaults[code], parameters, {});
}

/** Why a text names no checker. */
export type CheckerMisuse = 'form' | 'files';
