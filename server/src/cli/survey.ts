import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import {
  surveyApplications,
  surveyFindings,
  surveyScope,
  type OpenKind,
} from '../analysis/survey.ts';
import { wantsJson, type Command } from './command.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { problemJson, problemLine } from './problems.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata survey`: the first look at a repository. */
export const surveyCommand: Command = {
  name: 'survey',
  summary: 'Takes a first look: what there is, how much of it is exact, and what is worth a look',
  forms: ['survey [--at REF] [options]'],
  details: [
    'An application is exact where its cluster is known and its output to the last field, from the files',
    'here. What is open has the reason, and how to close it.',
  ],
  options: [atOption],
  examples: [
    { line: 'strata survey --workspace .', text: 'The first look at this folder' },
    { line: 'strata survey --workspace . --json', text: 'The same for scripts' },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) {
      return wrongUse(io, 'survey', 'it takes no words; --workspace DIR names a smaller tree.');
    }
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const { complete } = opened.value;
    const today = new Date().toISOString().slice(0, 10);
    const { clusters, applications, openGenerators } = await complete(surveyScope, io.signal);
    const open = new Map<OpenKind, number>();
    const count = (kind: OpenKind | undefined): void => {
      if (kind !== undefined) open.set(kind, (open.get(kind) ?? 0) + 1);
    };
    openGenerators.forEach(count);
    let exact = 0;
    for (let at = 0; at < applications.length; at += mostAtOnce) {
      const keys = applications.slice(at, at + mostAtOnce);
      const kinds = await complete((one) => surveyApplications(one, keys), io.signal);
      kinds.forEach(count);
      exact += kinds.filter((kind) => kind === undefined).length;
    }
    const findings = await complete((one) => surveyFindings(one, today), io.signal);
    const survey: Survey = {
      clusters,
      applications: applications.length,
      openGenerators: openGenerators.length,
      exact,
      open: [...open]
        .sort(([a, left], [b, right]) => right - left || (a < b ? -1 : 1))
        .map(([kind, number]) => ({ kind, count: number, ...closing[kind] })),
    };
    io.out.write(
      wantsJson(call)
        ? toJson({ ...survey, findings: findings.map(problemJson) })
        : surveyText(io.out, survey, findings),
    );
    return 0;
  },
};

interface Survey {
  readonly clusters: number;
  readonly applications: number;
  readonly openGenerators: number;
  /** Applications whose output is known to the last field. */
  readonly exact: number;
  readonly open: readonly OpenPart[];
}

interface OpenPart extends Closing {
  readonly kind: OpenKind;
  readonly count: number;
}

interface Closing {
  readonly why: string;
  /** What closes it: a command, or a sentence. */
  readonly close: string | undefined;
}

const closing: Readonly<Record<OpenKind, Closing>> = {
  clusters: {
    why: 'need to know the clusters',
    close: 'argocd cluster list -o json | strata clusters --import - --write',
  },
  generators: {
    why: 'come from generators that ask a service',
    close: 'kubectl get applications -A -o json | strata clusters --import - --write',
  },
  charts: { why: 'need charts that are not here', close: undefined },
  repositories: { why: 'take their files from other repositories', close: undefined },
  revisions: { why: 'follow another revision', close: 'strata apps --at REVISION' },
  artifacts: {
    why: 'take their files from artifacts',
    close: 'say what they are made of: `artifacts` in .strata/config.yaml',
  },
  undelivered: {
    why: 'are delivered by nothing here',
    close: 'delete them, or say that it is on purpose: `silence` in .strata/config.yaml',
  },
  folders: { why: 'name a folder that is not there', close: 'strata apps' },
  programs: { why: 'need programs that Strata does not run', close: undefined },
  encrypted: { why: 'fill in what is encrypted', close: undefined },
  other: { why: 'hold parts that cannot be read', close: undefined },
};

const mostFindings = 5;

/** How many applications are rendered before others get their turn. */
const mostAtOnce = 200;

function surveyText(output: Output, survey: Survey, findings: readonly LocatedProblem[]): string {
  const { clusters, applications, exact, open } = survey;
  if (applications === 0 && survey.openGenerators === 0) {
    return `${counted(clusters, 'cluster')} · no application of Argo CD or Flux is declared here.\n${findingsText(output, findings)}`;
  }
  const share = applications === 0 ? 0 : Math.floor((exact * 100) / applications);
  const head = `${counted(clusters, 'cluster')} · ${counted(applications, 'application')} · ${share} % exact`;
  const rows = open.map(({ count, why, close }) => {
    const hint = close === undefined ? '' : `\n       ${styled(output, 'dim', close)}`;
    return `${String(count).padStart(5)}  ${why}${hint}\n`;
  });
  const rest = rows.length === 0 ? '' : `\nWhy the rest is open\n${rows.join('')}`;
  return `${styled(output, 'bold', head)}\n${rest}${findingsText(output, findings)}`;
}

function findingsText(output: Output, findings: readonly LocatedProblem[]): string {
  if (findings.length === 0) return '';
  const shown = findings.slice(0, mostFindings).map((one) => `  ${problemLine(output, one)}`);
  const more = findings.length - shown.length;
  return `\nWorth a look\n${shown.join('')}${more > 0 ? `  and ${more} more: --json has all of them\n` : ''}`;
}

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
