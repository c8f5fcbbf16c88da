import { configFile, configQuery } from '../layers/config/configFile.ts';
import { differencesFile, differencesFileQuery } from '../layers/differences/differencesFile.ts';
import { registerFile, registerQuery } from '../layers/register/registerFile.ts';
import type { Reader } from '../query/database.ts';
import type { Problem } from '../text/problem.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { locateProblem, type LocatedProblem } from './locatedProblem.ts';

/**
 * Why files of `.strata/` count for nothing, or not for all that stands in them: they are no YAML, no text, no map, or more
 * than one document. Nothing silences that, since it may be the silence that is not read.
 */
export function configurationFaults(analysis: Analysis): Answer<readonly LocatedProblem[]> {
  return analysis.ask((reader) =>
    wholeProblems(reader).map((one) => ({
      ...locateProblem(reader, one),
      severity: 'error' as const,
    })),
  );
}

/** The same, for who asks more. */
export function wholeProblems(reader: Reader): readonly Problem[] {
  return [
    ...reader.get(configQuery, '').problems,
    ...reader.get(registerQuery, '').problems,
    ...reader.get(differencesFileQuery, '').problems,
  ].filter(isWhole);
}

/** Whether a problem is one of a file as a whole. */
function isWhole({ code, parameters: { field } }: Problem): boolean {
  return code === 'config.wrong-type'
    ? field === configFile || field === registerFile || field === differencesFile
    : /^config\.(?:many-documents|not-text|syntax)$/.test(code);
}
