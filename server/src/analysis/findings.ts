import { weigh } from '../layers/config/weigh.ts';
import { configQuery } from '../layers/config/configFile.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import { allAnswers, mapAnswer, type Answer } from './answer.ts';
import { baselineQuery, withEntries, withSecretEntries } from './baseline.ts';
import { fleetProblemsFor, rememberedProblemsInput, type KeptProblem } from './fleetProblems.ts';
import type { LocatedProblem } from './locatedProblem.ts';
import type { BaselineEntry } from './parseBaseline.ts';
import { locatedSecret } from './secretDiagnostics.ts';
import { fingerprintOfEntry, scannedFiles, secretFindings } from './secretFindings.ts';

/*
 * What is found in files without building what reads them: secrets, and what the fleet was found to lack. It is told of
 * files that nobody has open, and what is adopted as a baseline.
 */

/** The files that may have findings, sorted. */
export function filesWithFindings(analysis: Analysis): Answer<readonly FileId[]> {
  return analysis.ask((reader) =>
    [
      ...new Set([...scannedFiles(analysis), ...reader.read(rememberedProblemsInput, '').keys()]),
    ].sort(),
  );
}

/** The findings of files that have any, without those of the baseline. `today` is `YYYY-MM-DD`. */
export function findingsOf(
  analysis: Analysis,
  files: readonly FileId[],
  today: string,
): Answer<ReadonlyMap<FileId, readonly LocatedProblem[]>> {
  const answers = files.map((file) =>
    mapAnswer(
      allAnswers([fleetFindingsOf(analysis, file), secretsOf(analysis, file, today)]),
      (found) => [file, found.flat()] as const,
    ),
  );
  return mapAnswer(
    allAnswers(answers),
    (found) => new Map(found.filter(([, problems]) => problems.length > 0)),
  );
}

/** What a file tells by itself as well is only asked of one that the fleet was found to lack something in. */
function fleetFindingsOf(analysis: Analysis, file: FileId): Answer<readonly LocatedProblem[]> {
  const isKnown = analysis.ask((reader) => reader.read(rememberedProblemsInput, '').has(file));
  return isKnown.kind === 'complete' && isKnown.value
    ? fleetProblemsFor(analysis, file)
    : { kind: 'complete', value: [] };
}

function secretsOf(
  analysis: Analysis,
  file: FileId,
  today: string,
): Answer<readonly LocatedProblem[]> {
  return mapAnswer(secretFindings(analysis, [file], today), (found) => {
    if (found.length === 0) return [];
    const older = analysis.ask((reader) => reader.get(baselineQuery, ''));
    return found
      .filter((one) => older.kind === 'complete' && !older.value.has(one.fingerprint))
      .map(locatedSecret);
  });
}

/** The text of a baseline that holds what is there now; what other tools wrote into it stays. */
export function adoptedBaseline(
  analysis: Analysis,
  before: string,
  found: {
    readonly secrets: readonly BaselineEntry[];
    readonly fleet: readonly KeptProblem[];
  },
): Answer<{ readonly text: string; readonly count: number }> {
  return analysis.ask((reader) => {
    const fleet = entriesOf(reader, found.fleet);
    const entries = [...found.secrets, ...fleet].map(fingerprintOfEntry);
    return {
      text: withEntries(withSecretEntries(before, found.secrets), fleet),
      count: new Set(entries).size,
    };
  });
}

/** What the configuration silences has no need of a baseline, and what is wrong in our own files is to be mended. */
function entriesOf(reader: Reader, problems: readonly KeptProblem[]): readonly BaselineEntry[] {
  const config = reader.get(configQuery, '');
  return problems.flatMap(({ code, file, place }) =>
    code.startsWith('config.') || weigh({ code, file }, config) === 'off'
      ? []
      : [{ rule: code, file, pointer: place }],
  );
}
