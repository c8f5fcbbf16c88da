import type { CheckDocument, CheckRow, NotEvaluatedRow } from '../analysis/checkDocument.ts';
import { count } from '../analysis/impactGroups.ts';
import { policyTitles } from '../text/policyWords.en.ts';
import {
  gitHub,
  gitLab,
  sarif,
  severityLevels,
  severityStyles,
  type Annotation,
} from './annotations.ts';
import { styled, type Output } from './io.ts';

/** The findings for tools that read SARIF 2.1.0, as code scanning of GitHub does. */
export function checkSarif(document: CheckDocument): string {
  return sarif(annotationsOf(document), (code) => policyTitles[code] ?? code);
}

/** The findings as commands of a GitHub workflow, which shows them in the change. */
export function checkGitHub(document: CheckDocument): string {
  return gitHub(annotationsOf(document));
}

/** The findings as a code quality report of GitLab. */
export function checkGitLab(document: CheckDocument): string {
  return gitLab(annotationsOf(document));
}

function annotationsOf({ findings }: CheckDocument): readonly Annotation[] {
  return findings.map((row) => ({
    level: severityLevels[row.severity],
    code: row.code,
    message: `${row.message} (${whereText(row)})`,
    place: { file: row.file, line: row.line, column: row.column },
    fingerprint: row.fingerprint,
  }));
}

/** Each finding at its line with its clusters, what was looked at, and what could not be. */
export function checkText(output: Output, document: CheckDocument): string {
  const { findings, notEvaluated, checked } = document;
  const rows = findings.map((row) => {
    const word = styled(output, severityStyles[row.severity], row.severity);
    const code = styled(output, 'dim', `[${row.code}]`);
    const where = styled(output, 'dim', whereText(row));
    return `${row.file}:${row.line}:${row.column}: ${word}: ${row.message} ${code}\n    ${where}\n`;
  });
  const { clusters, applications, objects } = checked;
  const looked = `${count(objects, 'object')} of ${count(applications, 'application')} on ${count(clusters, 'cluster')}`;
  const head = findings.length === 0 ? 'No rule is broken' : count(findings.length, 'finding');
  const open = notEvaluated.map((row) => notEvaluatedLine(output, row));
  return [
    ...rows,
    `${styled(output, 'bold', head)} · ${looked}\n`,
    ...(open.length === 0 ? [] : ['\nNot checked\n', ...open]),
  ].join('');
}

function notEvaluatedLine(
  output: Output,
  { count: number, why, clusters }: NotEvaluatedRow,
): string {
  const where = clusters.length === 0 ? '' : styled(output, 'dim', ` (${listText(clusters)})`);
  return `${String(number).padStart(5)}  ${why}${where}\n`;
}

/** How many clusters and objects are told by name. */
const most = 3;

/** On which clusters, and how many objects it is about where it is more than one. */
function whereText({ clusters, production, objects }: CheckRow): string {
  const names = new Set(objects.map(({ resource }) => resource));
  const more = names.size > 1 ? ` · ${count(names.size, 'object')}` : '';
  const mark = production ? ' · production' : '';
  const isUnread = objects.every(({ application }) => application === '');
  const nowhere = isUnread
    ? 'what it would deliver is not known'
    : 'on a cluster that nobody names';
  const where = clusters.length === 0 ? nowhere : `on ${listText(clusters)}`;
  return `${where}${mark}${more}`;
}

function listText(names: readonly string[]): string {
  const rest = names.length - most;
  const shown = names.slice(0, most).join(', ');
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
