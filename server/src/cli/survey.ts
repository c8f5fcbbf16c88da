import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import { takeSurvey, type Survey } from '../workspace/survey.ts';
import { closingOf, surveyJson } from '../workspace/surveyDocument.ts';
import { wantsJson, type Command } from './command.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { problemLine } from './problems.ts';
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
    const today = new Date().toISOString().slice(0, 10);
    const taken = await takeSurvey(opened.value.complete, today, io.signal);
    io.out.write(wantsJson(call) ? toJson(surveyJson(taken)) : surveyText(io.out, taken));
    return 0;
  },
};

const mostFindings = 5;

function surveyText(output: Output, survey: Survey): string {
  const { clusters, applications, exact, open, findings } = survey;
  if (applications === 0 && survey.openGenerators === 0) {
    return `${counted(clusters, 'cluster')} · no application of Argo CD or Flux is declared here.\n${findingsText(output, findings)}`;
  }
  const share = applications === 0 ? 0 : Math.floor((exact * 100) / applications);
  const head = `${counted(clusters, 'cluster')} · ${counted(applications, 'application')} · ${share} % exact`;
  const rows = open.map(({ count, kind }) => {
    const { why, close } = closingOf(kind);
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
