import type { Analysis, RenderOptions } from '../src/analysis/analysis.ts';
import {
  deprecatedFieldFix,
  judge,
  type DeprecatedFieldFix,
  type NoFix,
} from '../src/analysis/fixes/deprecatedFields.ts';
import { newTrial } from '../src/analysis/fixes/trial.ts';
import { completed } from './fixtureAnalysis.ts';

/** The fix of a deprecated field, tried in all roots that read the file, or why there is none. */
export function provenFix(
  analysis: Analysis,
  file: string,
  parameters: Readonly<Record<string, string>>,
  options?: RenderOptions,
): DeprecatedFieldFix | NoFix | undefined {
  const found = completed(deprecatedFieldFix(analysis, file, parameters));
  if (found?.kind !== 'fix') return found;
  const trial = newTrial(analysis, file, found.text);
  const verdicts = found.roots.map((root) => completed(trial.compare(analysis, root, options)));
  return judge(found, verdicts) ?? found;
}
