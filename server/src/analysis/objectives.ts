import { configQuery } from '../layers/config/configFile.ts';
import type { Objectives as Targets } from '../layers/config/operationsRules.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** The targets that the fleet has set itself; durations in milliseconds, rates as shares of one. */
export type Objectives = Targets;

/** The targets of `slo` in `.strata/config.yaml`; the usual ones where it says nothing. */
export function objectives(analysis: Analysis): Answer<Objectives> {
  return analysis.ask((reader) => reader.get(configQuery, '').slo);
}
