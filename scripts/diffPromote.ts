import { resolve } from 'node:path';
import process from 'node:process';
import type { AnalysisHost } from '../server/src/analysis/analysisHost.ts';
import { changedLines } from '../server/src/text/textEdit.ts';
import { englishPlan } from '../server/src/text/planText.ts';
import { planPromotion, type Plan } from '../server/src/workspace/promote.ts';
import { openRevision } from '../server/src/workspace/revision.ts';
import { git, promotionCommits, type PromotionCommit } from './promotions/population.ts';
import { gitFolderAt } from './repository.ts';

const usage = `Compares what strata promote plans with what people committed.

Usage: npm run diff-promote -- REPO N SEED

REPO is a checkout or a git directory with its history. The population is every commit that changes only versions in one
stage's files, to versions that stood in another stage at its parent. N of them, which SEED draws, are planned anew at
their parents: exact where the same bytes come out, refused, more or less where the plan has other edits beside or lacks
some, and wrong where it puts another version at a place of the commit.

Ends with 1 where an edit is wrong.
`;

const outcomes = ['exact', 'refused', 'more', 'less', 'wrong'] as const;
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
  const chosen = draw(population, Number(count), Number(seed));
  const sums: Record<Outcome, number> = { exact: 0, refused: 0, more: 0, less: 0, wrong: 0 };
  let beside: AnalysisHost | undefined;
  for (const one of chosen) {
    const { signal } = new AbortController();
    const started = performance.now();
    const options = { signal, ...(beside && { beside }) };
    const opened = await openRevision(gitFolder, `${one.commit}^`, options);
    if (opened.kind === 'failed') throw new Error(opened.failure.message);
    const request = {
      applications: [one.folder],
      from: one.from,
      to: [one.to],
      only: [],
      because: undefined,
    };
    const planned = await planPromotion(opened.value, request, signal);
    beside?.dispose();
    beside = opened.value.host;
    const { outcome, lines } =
      planned.kind === 'failed'
        ? { outcome: 'refused' as const, lines: [JSON.stringify(planned.failure)] }
        : judge(gitFolder, one, planned.value);
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

/** Members in the order in which the seed draws them; the generator of Numerical Recipes. */
function draw(
  all: readonly PromotionCommit[],
  count: number,
  seed: number,
): readonly PromotionCommit[] {
  const sorted = all.toSorted((a, b) => (a.commit < b.commit ? -1 : 1));
  const chosen = new Set<PromotionCommit>();
  for (let state = seed; chosen.size < Math.min(count, sorted.length);) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const one = sorted[Math.floor((state / 2 ** 32) * sorted.length)];
    if (one !== undefined) chosen.add(one);
  }
  return [...chosen];
}

interface Judged {
  readonly outcome: Outcome;
  readonly lines: readonly string[];
}

function judge(gitFolder: string, { commit, files }: PromotionCommit, plan: Plan): Judged {
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
