import { resolve } from 'node:path';
import process from 'node:process';
import type { AnalysisHost } from '../server/src/analysis/analysisHost.ts';
import { changedLines } from '../server/src/text/textEdit.ts';
import { englishPlan } from '../server/src/text/planText.ts';
import type { PlannedTree } from '../server/src/workspace/planFork.ts';
import { planPromotion, type Plan } from '../server/src/workspace/promote.ts';
import { openRevision } from '../server/src/workspace/revision.ts';
import { drawn } from './promotions/draw.ts';
import { git, promotionCommits, type PromotionCommit } from './promotions/population.ts';
import { gitFolderAt } from './repository.ts';

const usage = `Compares what strata promote plans with what people committed.

Usage: npm run diff-promote -- REPO N SEED

REPO is a checkout or a git directory with its history. The population is every commit that changes only versions in one
stage's files, to versions that stood in another stage at its parent. N of them, which SEED draws, are planned anew at
their parents: exact where the same bytes come out; said where they do once the versions that the commit's subject names,
or else the images, charts and repositories, are given by --only, since whoever committed it left others behind; named where
only the images and charts that the commit moved do; refused; more or less where the plan still has other edits beside or
lacks some; and wrong where it puts another version at a place of the commit.

Ends with 1 where an edit is wrong.
`;

const outcomes = ['exact', 'said', 'named', 'refused', 'more', 'less', 'wrong'] as const;
type Outcome = (typeof outcomes)[number];

/** `npm run diff-promote`; the usage above says how. */
export async function main(words: readonly string[]): Promise<number> {
  const [repository, count, seed] = words;
  const gitFolder = repository === undefined ? undefined : gitFolderAt(resolve(repository));
  if (words.length !== 3 || gitFolder === undefined || !(Number(count) > 0)) {
    process.stderr.write(usage);
    return 2;
  }
  const population = promotionCommits(gitFolder);
  const sorted = population.toSorted((a, b) => (a.commit < b.commit ? -1 : 1));
  const chosen = drawn(sorted, Number(count), Number(seed));
  const sums: Record<Outcome, number> = {
    exact: 0,
    said: 0,
    named: 0,
    refused: 0,
    more: 0,
    less: 0,
    wrong: 0,
  };
  let beside: AnalysisHost | undefined;
  for (const one of chosen) {
    const { signal } = new AbortController();
    const started = performance.now();
    const options = { signal, ...(beside && { beside }) };
    const opened = await openRevision(gitFolder, `${one.commit}^`, options);
    if (opened.kind === 'failed') throw new Error(opened.failure.message);
    const { outcome, lines } = await outcomeOf(gitFolder, one, opened.value, signal);
    beside?.dispose();
    beside = opened.value.host;
    sums[outcome] += 1;
    const time = Math.round(performance.now() - started);
    process.stdout.write(
      `${outcome.padEnd(7)} ${one.commit.slice(0, 12)} ${one.folder} ${one.from} → ${one.to}  ${time} ms  ${one.subject}\n`,
    );
    for (const line of lines) process.stdout.write(`          ${line}\n`);
  }
  const counts = outcomes.map((name) => `${sums[name]} ${name}`).join(', ');
  process.stdout.write(
    `${population.length} in the population, ${chosen.length} planned: ${counts}\n`,
  );
  return sums.wrong === 0 ? 0 : 1;
}

/** What comes of a member: planned for all versions first, then for what its subject says, then for what the commit moved. */
async function outcomeOf(
  gitFolder: string,
  one: PromotionCommit,
  tree: PlannedTree,
  signal: AbortSignal,
): Promise<Judged> {
  const plan = async (only: readonly string[]): ReturnType<typeof planPromotion> => {
    const request = { applications: [one.folder], from: one.from, to: [one.to] };
    const history = { top: gitFolder, revision: `${one.commit}^` };
    return planPromotion(tree, { ...request, only, because: undefined }, signal, history);
  };
  const all = await plan([]);
  if (all.kind === 'failed') return { outcome: 'refused', lines: [JSON.stringify(all.failure)] };
  const judged = judge(gitFolder, one, all.value);
  if (judged.outcome !== 'more') return judged;
  const said = saidBy(one.subject, all.value.changes);
  const asSaid = said.length === 0 ? undefined : await plan(said);
  if (asSaid?.kind === 'ok') {
    const { outcome } = judge(gitFolder, one, asSaid.value);
    const lines = [`--only ${said.join(' ')}`, ...judged.lines];
    if (outcome === 'exact') return { outcome: 'said', lines };
    if (outcome === 'wrong') return { outcome, lines };
  }
  const { places } = committed(gitFolder, one);
  const only = all.value.changes.flatMap(({ at, subject, field }) =>
    places.has(`${at.file}:${at.line + 1}`)
      ? [subject === undefined ? field : subject.slice(subject.indexOf(' ') + 1)]
      : [],
  );
  const named = only.length === 0 ? all : await plan([...new Set(only)]);
  if (named.kind === 'failed') return judged;
  const again = judge(gitFolder, one, named.value);
  if (again.outcome !== 'exact') return { ...again, lines: [...judged.lines, ...again.lines] };
  return { outcome: 'named', lines: [`--only ${[...new Set(only)].join(' ')}`, ...judged.lines] };
}

/** What somebody who writes such a subject would ask for: the versions that it names, or else the things. */
function saidBy(subject: string, changes: Plan['changes']): readonly string[] {
  const words = subject.split(/[\s/()[\]'",:]+/).filter((word) => word !== '');
  const versions = words.filter((word) =>
    changes.some(({ after }) => after.replace(/^[:@]/, '') === word),
  );
  if (versions.length > 0) return [...new Set(versions)];
  const names = words.filter((word) =>
    changes.some(({ subject: of = '' }) => of.split(/[\s/]+/).some((part) => part === word)),
  );
  return [...new Set(names)];
}

interface Judged {
  readonly outcome: Outcome;
  readonly lines: readonly string[];
}

/** The lines that a commit wrote, and their places. */
function committed(
  gitFolder: string,
  { commit, files }: PromotionCommit,
): { readonly wanted: ReadonlySet<string>; readonly places: ReadonlySet<string> } {
  const wanted = new Set<string>();
  const places = new Set<string>();
  for (const file of files) {
    const [before, after] = [`${commit}^`, commit].map((one) =>
      git(gitFolder, ['show', `${one}:${file}`]),
    );
    for (const line of changedLines(before ?? '', after ?? '')) {
      wanted.add(`${file}:${line.line + 1}: ${line.after ?? ''}`);
      places.add(`${file}:${line.line + 1}`);
    }
  }
  return { wanted, places };
}

function judge(gitFolder: string, one: PromotionCommit, plan: Plan): Judged {
  const { wanted, places } = committed(gitFolder, one);
  const made = new Set(
    plan.edits.map(({ file, line, after }) => `${file}:${line + 1}: ${after ?? ''}`),
  );
  const more = [...made].filter((one) => !wanted.has(one));
  const less = [...wanted].filter((one) => !made.has(one));
  const lines = [
    ...plan.refused.map(
      (note) =>
        `✗ ${note.code} ${englishPlan(note)} ${note.at?.file ?? ''}:${(note.at?.line ?? 0) + 1}`,
    ),
    ...more.map((one) => `+ ${one.trim()}`),
    ...less.map((one) => `- ${one.trim()}`),
  ];
  if (plan.refused.length > 0) return { outcome: 'refused', lines };
  if (more.some((one) => places.has(one.slice(0, one.indexOf(': ')))))
    return { outcome: 'wrong', lines };
  if (less.length > 0) return { outcome: 'less', lines };
  return { outcome: more.length > 0 ? 'more' : 'exact', lines };
}
