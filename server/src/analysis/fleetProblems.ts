import { configFile, configQuery } from '../layers/config/configFile.ts';
import { weigh } from '../layers/config/weigh.ts';
import { differencesFile, differencesFileQuery } from '../layers/differences/differencesFile.ts';
import { recordedReasonsQuery } from '../layers/differences/recordedReasons.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { fleetFindings, sharedFindings } from '../layers/fleet/fleetFindings.ts';
import { notificationFindings } from '../layers/fleet/notified.ts';
import { ownedObjectsQuery } from '../layers/fleet/ownedObjects.ts';
import { projectsQuery } from '../layers/fleet/projectFiles.ts';
import { undeliveredRootsQuery } from '../layers/fleet/undelivered.ts';
import { codeownersQuery } from '../layers/owners/codeownersFile.ts';
import { lintOwners } from '../layers/owners/lintOwners.ts';
import { isProduction } from '../layers/register/environment.ts';
import { clustersQuery, clusterUse } from '../layers/register/fleetClusters.ts';
import { lintClusters } from '../layers/register/lintClusters.ts';
import { registerFile, registerQuery } from '../layers/register/registerFile.ts';
import { pathsBelow, treePathsInput } from '../layers/treePaths.ts';
import type { Input, Reader } from '../query/database.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { groupBy } from '../util/groupBy.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { baselineQuery } from './baseline.ts';
import { chartSecretProblems, chartSecretsQuery } from './chartSecrets.ts';
import { chartValueFactsQuery } from './chartValueFacts.ts';
import { chartValueFindings } from './chartValueFindings.ts';
import { practiceFindings } from './practice/clusterPractice.ts';
import { practiceFactsQuery } from './practice/facts.ts';
import { forbiddenKinds } from './practice/projectKinds.ts';
import { unpinnedRemotes } from './practice/remotes.ts';
import { unlistedFiles } from './practice/unlistedFiles.ts';
import { keptPlace, pointerOfKept, type KeptPlace } from './keptPlace.ts';
import { locateProblem, type LocatedProblem } from './locatedProblem.ts';
import type { PlacedBreach } from './clusterPolicy.ts';
import { policyProblems, problemsOfBreaches } from './policyProblems.ts';
import { fingerprintOfEntry } from './secretFindings.ts';

/** What is wrong with the fleet as a whole, by the files in which it stands. */
export type FleetProblems = ReadonlyMap<FileId, readonly KeptProblem[]>;

/** A problem that is told while files change: its place moves with the text. */
export interface KeptProblem extends Omit<Problem, 'at'> {
  readonly file: FileId;
  readonly place: KeptPlace;
}

/** What the fleet was last found to lack; the outer half gives it back to the host (`Change.fleetProblems`). */
export const rememberedProblemsInput: Input<'', FleetProblems> = {
  name: 'rememberedFleetProblems',
  initial: new Map(),
};

/** How many steps `prepareFleetProblems` has. */
export const fleetProblemSteps = 7;

/** Makes a part of what `fleetProblems` is made of, so that nobody waits for all of it at once. */
export function prepareFleetProblems(analysis: Analysis, step: number): Answer<null> {
  return analysis.ask((reader) => {
    preparations[step]?.(reader);
    return null;
  });
}

const preparations: readonly ((reader: Reader) => unknown)[] = [
  (reader) => reader.get(fleetQuery, ''),
  clusterUse,
  (reader) => reader.get(recordedReasonsQuery, ''),
  (reader) => reader.get(projectsQuery, ''),
  (reader) => reader.get(undeliveredRootsQuery, ''),
  unpinnedRemotes,
  unlistedFiles,
];

/**
 * All that is wrong with the fleet: clusters, owners, recorded reasons, configuration, and what is delivered. Asks for the
 * whole fleet: for pauses, not for each key. `today` is `YYYY-MM-DD`, for reviews that were due before it.
 */
export function fleetProblems(analysis: Analysis, today?: string): Answer<readonly KeptProblem[]> {
  return analysis.ask((reader) =>
    keptProblems(reader, [...problemsOfFleet(reader), ...overdueReviews(reader, today)]),
  );
}

/** The applications of the fleet by their keys, to be asked for one after the other (`prepareRenderedProblems`). */
export function fleetApplications(analysis: Analysis): Answer<readonly string[]> {
  return analysis.ask((reader) => reader.get(fleetQuery, '').applications.map(({ key }) => key));
}

/** Renders an application, and remembers what `renderedProblems` wants of it. */
export function prepareRenderedProblems(analysis: Analysis, key: string): Answer<null> {
  return analysis.ask((reader) => {
    reader.get(ownedObjectsQuery, key);
    reader.get(practiceFactsQuery, key);
    reader.get(chartValueFactsQuery, key);
    reader.get(chartSecretsQuery, key);
    return null;
  });
}

/** What is wrong with what applications render to, together. Renders all that was not prepared. */
export function renderedProblems(analysis: Analysis): Answer<readonly KeptProblem[]> {
  return analysis.ask((reader) =>
    keptProblems(reader, [
      ...deliveredFindings(reader),
      ...chartValueFindings(reader),
      ...chartSecretProblems(reader),
      ...policyProblems(reader),
    ]),
  );
}

/** Breaches that somebody else found, as problems that are told while files change. */
export function keptBreaches(
  analysis: Analysis,
  breaches: readonly PlacedBreach[],
): Answer<readonly KeptProblem[]> {
  return analysis.ask((reader) => keptProblems(reader, problemsOfBreaches(breaches)));
}

/** What is wrong with what applications render to, as far as no chart and no policy says it. */
export function deliveredFindings(reader: Reader): readonly Problem[] {
  return [...sharedFindings(reader), ...practiceFindings(reader), ...forbiddenKinds(reader)];
}

/** Whether a problem was adopted as one that was there before. */
export function isAdopted(reader: Reader, { code, at }: Problem): boolean {
  if (at === undefined) return false;
  const { file } = at;
  const known = fingerprintOfEntry({ rule: code, file, pointer: keptPlace(reader, at) });
  return reader.get(baselineQuery, '').has(known);
}

/** Problems by the files in which they stand. */
export function byFile(problems: readonly KeptProblem[]): FleetProblems {
  return groupBy(problems, ({ file }) => file);
}

/** Reasons that somebody was to look at again by now (`differences.review-overdue`). */
function overdueReviews(reader: Reader, today: string | undefined): readonly Problem[] {
  if (today === undefined) return [];
  return reader
    .get(recordedReasonsQuery, '')
    .reasons.flatMap(({ review, at }) =>
      review !== undefined && review < today
        ? [problem('differences.review-overdue', { review }, at)]
        : [],
    );
}

function keptProblems(reader: Reader, problems: readonly Problem[]): readonly KeptProblem[] {
  const kept = problems.flatMap(({ at, ...rest }) =>
    at === undefined ? [] : [{ ...rest, file: at.file, place: keptPlace(reader, at) }],
  );
  // Several generators may read the same selector.
  return [...new Map(kept.map((one) => [JSON.stringify(one), one])).values()];
}

/** All that is wrong with the fleet, in no order; what is delivered is not rendered for it. */
export function problemsOfFleet(reader: Reader): readonly Problem[] {
  return [
    ...reader.get(configQuery, '').problems,
    ...reader.get(registerQuery, '').problems,
    ...lintClusters(clusterUse(reader)),
    ...reader.get(recordedReasonsQuery, '').problems,
    ...ownerProblems(reader),
    ...fleetFindings(reader),
    ...notificationFindings(reader),
    ...unpinnedRemotes(reader),
    ...unlistedFiles(reader),
  ];
}

/**
 * What is wrong with the fleet in one file, as far as the configuration does not silence it: what the file tells itself,
 * as it is now, and the rest as it was when the fleet was last asked for. As cheap as reading the file.
 */
export function fleetProblemsFor(
  analysis: Analysis,
  file: FileId,
): Answer<readonly LocatedProblem[]> {
  return analysis.ask((reader) => {
    const own = ownProblems(reader, file);
    const remembered = reader.read(rememberedProblemsInput, '').get(file) ?? [];
    const isOwn = (one: KeptProblem): boolean => own?.codes.test(one.code) === true;
    const older = reader.get(baselineQuery, '');
    const kept = remembered
      .filter((one) => !isOwn(one) && !older.has(fingerprintOfKept(one)))
      .flatMap((one) => asOfNow(reader, one));
    const config = reader.get(configQuery, '');
    return [...(own?.problems ?? []), ...kept].flatMap((one) => {
      const severity = weigh({ code: one.code, file }, config);
      return severity === 'off' ? [] : [{ ...locateProblem(reader, one), severity }];
    });
  });
}

/** What a baseline knows a kept problem by. */
function fingerprintOfKept({ code, file, place }: KeptProblem): string {
  return fingerprintOfEntry({ rule: code, file, pointer: place });
}

/** A kept problem at the place where it is by now; none where that is gone. */
function asOfNow(reader: Reader, { file, place, ...rest }: KeptProblem): readonly Problem[] {
  const at = pointerOfKept(reader, file, place);
  return at === undefined ? [] : [{ ...rest, at }];
}

interface OwnProblems {
  readonly problems: readonly Problem[];
  /** The codes of which these are all problems that the file has. */
  readonly codes: RegExp;
}

/** What a file tells by itself; `undefined` for one that is read by nobody but tools. */
function ownProblems(reader: Reader, file: FileId): OwnProblems | undefined {
  switch (file) {
    case configFile:
      return { problems: reader.get(configQuery, '').problems, codes: /^config\./ };
    case registerFile: {
      const codes = /^config\.|^register\.(?:bad-label|duplicate-cluster|unknown-mirror)$/;
      return { problems: reader.get(registerQuery, '').problems, codes };
    }
    case differencesFile: {
      const codes = /^config\.|^differences\./;
      return { problems: reader.get(differencesFileQuery, '').problems, codes };
    }
  }
  if (!/(?:^|\/)CODEOWNERS$/.test(file)) return undefined;
  const codeowners = reader.get(codeownersQuery, '');
  return codeowners?.file === file
    ? { problems: codeowners.problems, codes: /^owners\.(?:bad-rule|not-utf8)$/ }
    : undefined;
}

/** Layers of production that nobody owns, and rules of CODEOWNERS that count for nothing. */
function ownerProblems(reader: Reader): readonly Problem[] {
  const codeowners = reader.get(codeownersQuery, '');
  if (codeowners === undefined) return [];
  const paths = reader.read(treePathsInput, '');
  const production = new Set(
    reader
      .get(clustersQuery, '')
      .filter(({ environment }) => environment !== undefined && isProduction(environment))
      .map(({ name }) => name),
  );
  const folders = new Set(
    reader
      .get(fleetQuery, '')
      .applications.filter(({ destination }) => production.has(destination.cluster ?? ''))
      .flatMap(({ sources }) =>
        sources.flatMap(({ isHere, path, pathExists }) =>
          isHere && pathExists && path !== undefined ? [path] : [],
        ),
      ),
  );
  const layers = [...folders].sort().map((layer) => ({ layer, files: pathsBelow(reader, layer) }));
  return [...codeowners.problems, ...lintOwners(codeowners, { layers, paths })];
}
