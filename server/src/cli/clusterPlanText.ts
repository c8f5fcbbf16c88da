import {
  englishClusterChecks,
  englishClusterNote,
  englishClusterQuestions,
  type ClusterNote,
} from '../text/clusterWords.en.ts';
import { dangerText } from '../analysis/impactWords.ts';
import { groupBy } from '../util/groupBy.ts';
import type { ClusterPlan, ClusterStep, PlannedDelivery } from '../workspace/clusterPlan.ts';
import { styled, type Output } from './io.ts';

/** How a plan for a cluster ends. */
export interface ClusterPlanEnd {
  readonly isWritten: boolean;
  readonly wantsWrite: boolean;
}

/** The document of a plan for a cluster; lines count from 1. See docs/schemas/add-cluster.schema.json. */
export function clusterPlanDocument(plan: ClusterPlan): Readonly<Record<string, unknown>> {
  const { edits, deploys, declarations, questions, mentions, order, checks, refused } = plan;
  return {
    edits: edits.map(({ file, line, before, after }) => ({
      file,
      line: line + 1,
      before: before ?? null,
      after: after ?? null,
    })),
    deploys: deploys.map(({ path, sameAsSibling, leaves, ...one }) => ({
      ...one,
      path: path ?? null,
      ...(leaves === undefined ? { sameAsSibling: sameAsSibling ?? null } : { leaves }),
    })),
    declarations: declarations.map((one) => ({ ...one, cluster: one.cluster ?? null })),
    questions: questions.map((one) => ({ ...one, line: one.line + 1 })),
    mentions: mentions.map((one) => ({ ...one, line: one.line + 1 })),
    order: order.map(stepText),
    checks: checks.map((one) => ({ ...one, evidence: englishClusterNote(one.evidence) })),
    refused: refused.map(englishClusterNote),
  };
}

/** A plan for a cluster for people: what changes, what is deployed or goes, what to answer and to look at, and how it ends. */
export function clusterPlanText(
  output: Output,
  plan: ClusterPlan,
  title: string,
  end: ClusterPlanEnd,
): string {
  const { deploys, declarations, questions, mentions, order, checks, refused } = plan;
  const blocks = [
    [styled(output, 'bold', title)],
    fileLines(plan),
    section('Deployed then', deploys.flatMap(deliveryLine)),
    section('Gone then', deploys.flatMap(leavingLine)),
    section(
      'Declared by',
      declarations.map(
        ({ resource, application, cluster, change }) =>
          `${resource} ${change} (${application}${cluster === undefined ? '' : ` on ${cluster}`})`,
      ),
    ),
    section(
      'Probably not true there',
      questions.map(({ file, line, key, value, kind }) => {
        const said = [key, value].filter((part) => part !== '').join(': ');
        return `${file}:${line + 1}  ${said}${said === '' ? '' : '  '}${styled(output, 'dim', englishClusterQuestions[kind])}`;
      }),
    ),
    section(
      'Also name it, and stay as they are',
      mentions.map(({ file, line }) => `${file}:${line + 1}`),
    ),
    section(
      'In this order',
      order.map((step, index) => `${index + 1}. ${stepText(step)}`),
    ),
    section(
      'To look at',
      checks.map(({ what, holds, evidence }) => {
        const mark = holds === true ? '✓' : holds === 'unknown' ? '?' : '✗';
        return `${mark} ${englishClusterChecks[what]}: ${englishClusterNote(evidence)}`;
      }),
    ),
    section(
      'Refused',
      refused.map((one) => `${styled(output, 'red', '✗')} ${englishClusterNote(one)}`),
    ),
    [summary(plan, end)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)];
}

function fileLines({ texts, edits }: ClusterPlan): readonly string[] {
  const changed = groupBy(edits, ({ file }) => file);
  return [...texts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([file, { before, after }]) => {
      if (before === undefined) return [`  + ${file}`];
      if (after === undefined) return [`  - ${file}`];
      return [
        `  ± ${file}`,
        ...(changed.get(file) ?? []).flatMap(({ line, before: old, after: fresh }) => [
          ...(old === undefined ? [] : [`      ${line + 1}  - ${old.trim()}`]),
          ...(fresh === undefined ? [] : [`      ${line + 1}  + ${fresh.trim()}`]),
        ]),
      ];
    });
}

function deliveryLine({
  application,
  kind,
  objects,
  path,
  sameAsSibling,
  leaves,
}: PlannedDelivery): readonly string[] {
  if (leaves !== undefined) return [];
  const made = path === undefined ? '' : ` of ${path}`;
  const same =
    sameAsSibling === true
      ? ', the same as its sibling but for the name'
      : sameAsSibling === false
        ? ', other than its sibling'
        : ', not known in full';
  return [`${kind} ${application}${made}: ${objectsText(objects)}${same}`];
}

function leavingLine({ application, kind, objects, leaves }: PlannedDelivery): readonly string[] {
  if (leaves === undefined) return [];
  const what = leaves === 'deleted' ? 'deleted there' : 'stay there until somebody deletes them';
  return [`${kind} ${application}: ${objectsText(objects)}, ${what}`];
}

function stepText(step: ClusterStep): string {
  return step.kind === 'do'
    ? englishClusterNote(step.note)
    : `be sure that this may be: ${dangerText(step.danger)}`;
}

function objectsText(count: number): string {
  return `${count} object${count === 1 ? '' : 's'}`;
}

function summary(
  { texts, refused }: ClusterPlan,
  { isWritten, wantsWrite }: ClusterPlanEnd,
): string {
  const files = `${texts.size} file${texts.size === 1 ? '' : 's'}`;
  if (refused.length > 0) return `Refused: nothing is written. (${files})`;
  if (isWritten) return `${files}. Written.`;
  return `${files}, nothing else changes. ${wantsWrite ? 'Nothing is written.' : 'Not written; --write does it.'}`;
}

/** Why there is no plan, as the end of a line. */
export function noPlanText(note: ClusterNote): string {
  const said = englishClusterNote(note);
  return said.charAt(0).toLowerCase() + said.slice(1);
}
