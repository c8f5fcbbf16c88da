import {
  deliveredApplications,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { evidenceNotes, type SeenSignals, type SourceEvidence } from '../analysis/planEvidence.ts';
import { loadedTexts } from '../analysis/promote.ts';
import { runGit } from './git.ts';
import type { PlannedTree } from './planFork.ts';
import type { Plan } from './promote.ts';

/** What was seen of an application; `undefined` where nobody saw it. */
export type Witness = (
  application: DeliveredApplication,
  signal: AbortSignal,
) => Promise<SeenSignals | undefined>;

/** The tree that a plan is of, and where git looks for commits; `undefined` where git is not asked. */
export interface EvidenceTree extends PlannedTree {
  readonly gitTop: string | undefined;
}

/** A plan of a promotion with how the applications of its source stage stand, and what that leaves to be feared. */
export async function withEvidence(
  plan: Plan,
  tree: EvidenceTree,
  witness: Witness,
  signal: AbortSignal,
): Promise<Plan> {
  const { sources = [] } = plan;
  // A plan that changes nothing needs no evidence.
  if (sources.length === 0 || plan.texts.size === 0) return plan;
  const delivered = await tree.complete(deliveredApplications, signal);
  const known = new Map(delivered.map((one) => [one.key, one]));
  const evidence: SourceEvidence[] = [];
  for (const { application: promoted, stage, keys } of sources) {
    for (const key of keys) {
      const one = known.get(key);
      if (one === undefined) continue;
      const seen = await witness(one, signal);
      evidence.push({
        promoted,
        stage,
        application: one.name,
        cluster: one.cluster,
        seen,
        runs: seen === undefined ? 'unknown' : await runs(plan, promoted, seen, tree, signal),
      });
    }
  }
  const dangers = plan.dangers.filter(({ code }) => code !== 'promote.no-live-evidence');
  const notes = evidenceNotes(sources, evidence, Date.now());
  return { ...plan, evidence, dangers: [...notes, ...dangers] };
}

const fullId = /^[\da-f]{40}(?:[\da-f]{24})?$/;

/**
 * Whether what an application runs has the versions of a plan: the files that say them are the same in the commit that is
 * deployed, or it is deployed by a version that is itself promoted.
 */
async function runs(
  { changes }: Plan,
  promoted: string,
  { status }: SeenSignals,
  tree: EvidenceTree,
  signal: AbortSignal,
): Promise<SourceEvidence['runs']> {
  const own = changes.filter(({ application }) => application === promoted);
  if (own.length === 0) return 'unknown';
  const versions = new Set(status.deployed.map(({ name, text }) => name ?? text));
  const open = own.filter(({ after }) => !versions.has(after));
  if (open.length === 0) return 'same';
  const commits = status.deployed.flatMap(({ kind, hash }) =>
    kind === 'git' && hash !== undefined && fullId.test(hash) ? [hash] : [],
  );
  const { gitTop } = tree;
  if (gitTop === undefined || commits.length === 0) return 'unknown';
  const files = [...new Set(open.map(({ from }) => from.file))];
  const texts = await tree.complete((one) => loadedTexts(one, files), signal);
  let isOther = false;
  for (const commit of commits) {
    const found = await Promise.all(
      files.map(async (file) => {
        const blob = await runGit(gitTop, ['cat-file', 'blob', `${commit}:./${file}`], { signal });
        // A commit without the file, such as one of rendered manifests, says its versions elsewhere.
        if (blob.kind === 'failed') return 'unknown';
        return lines(blob.value.toString('utf8')) === lines(texts.get(file)) ? 'same' : 'other';
      }),
    );
    if (found.every((one) => one === 'same')) return 'same';
    isOther ||= found.includes('other');
  }
  return isOther ? 'other' : 'unknown';
}

/** Git may write other ends of lines than it keeps. */
function lines(text: string | undefined): string | undefined {
  return text?.replaceAll('\r\n', '\n');
}
