import type { PlanEffect } from '../analysis/planEffects.ts';
import type { PlanNoteRow, PlanRestRow } from '../analysis/planRows.ts';
import { englishPlan } from '../text/planText.ts';
import { groupBy } from '../util/groupBy.ts';
import type { Plan } from '../workspace/promote.ts';
import { evidenceLines } from './evidenceRows.ts';
import { styled, type Output } from './io.ts';

/** Whether the plan was written, and whether that was asked for. */
export interface PlanWritten {
  readonly isWritten: boolean;
  readonly wantsWrite: boolean;
}

/** A plan for people: edits, what they do on which cluster, what stays, dangers, and the answer in one line at the end. */
export function planText(output: Output, plan: Plan, written: PlanWritten): string {
  const blocks = [
    editLines(output, plan),
    effectLines(output, plan.effects),
    evidenceLines(output, plan.evidence ?? []),
    restLines(output, plan.left),
    noteLines(output, 'Dangers', plan.dangers, styled(output, 'yellow', '!')),
    noteLines(output, 'Refused', plan.refused, styled(output, 'red', '✗')),
    [summary(plan, written)],
  ];
  return blocks
    .filter((lines) => lines.length > 0)
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n');
}

function editLines(output: Output, { edits }: Plan): readonly string[] {
  return [...groupBy(edits, ({ file }) => file)].flatMap(([file, own]) => [
    styled(output, 'bold', file),
    ...own.flatMap(({ line, before, after }) => [
      ...(before === undefined ? [] : [styled(output, 'red', `  ${line + 1}  - ${before.trim()}`)]),
      ...(after === undefined ? [] : [styled(output, 'green', `  ${line + 1}  + ${after.trim()}`)]),
    ]),
  ]);
}

const mostEffects = 20;

function effectLines(output: Output, effects: readonly PlanEffect[]): readonly string[] {
  const clusters = groupBy(effects, ({ cluster, application }) =>
    cluster === undefined ? application : `${application} on ${cluster}`,
  );
  return [...clusters].flatMap(([title, own]) => {
    const shown = own.slice(0, mostEffects).map((one) => {
      const { resource, path, before, after, change, intended } = one;
      const values =
        before === undefined && after === undefined
          ? ''
          : `  ${valueOf(before)} → ${valueOf(after)}`;
      const mark = intended ? effectMark(output, change) : styled(output, 'red', '✗');
      return `  ${mark} ${resource}${path === '/' ? '' : `  ${path}`}${values}`;
    });
    const rest = own.length - shown.length;
    return [styled(output, 'bold', title), ...shown, ...(rest > 0 ? [`  and ${rest} more`] : [])];
  });
}

/** A plus for an object that comes, and a minus for one that goes; fields change. */
function effectMark(output: Output, change: PlanEffect['change']): string {
  if (change === undefined) return styled(output, 'cyan', '±');
  return change === 'created' ? styled(output, 'green', '+') : styled(output, 'red', '-');
}

function valueOf(value: unknown): string {
  if (value === undefined) return '–';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const mostRests = 12;

const restWords: Readonly<Record<PlanRestRow['reason'], string>> = {
  scale: 'the scale of a stage',
  size: 'a size of the stage',
  address: 'an address of the stage',
  identity: 'a name of the stage',
  secret: 'a secret of the stage',
  stage: 'the same but for the name of the stage',
  configuration: 'configuration, no version',
  ahead: 'newer than in the source',
  branch: 'a name that moves on, which pins nothing',
  'other-image': 'the version of another image',
  automated: 'written by an automation of Flux',
  'only-source': 'an object that only the source has',
  'only-target': 'an object that only the target has',
  'source-setting': 'a setting that only the source has',
  'target-setting': 'a setting that only the target has',
  pin: 'says no more than its base then, and could go',
};

function restLines(output: Output, left: readonly PlanRestRow[]): readonly string[] {
  if (left.length === 0) return [];
  const shown = left
    .slice(0, mostRests)
    .map(
      ({ at, field, reason }) =>
        `  ${styled(output, 'dim', `${at.file}:${at.line + 1}`)}  ${field}  ${restWords[reason]}`,
    );
  const rest = left.length - shown.length;
  return ['Stays as it is', ...shown, ...(rest > 0 ? [`  and ${rest} more (--json has all)`] : [])];
}

function noteLines(
  output: Output,
  title: string,
  notes: readonly PlanNoteRow[],
  mark: string,
): readonly string[] {
  if (notes.length === 0) return [];
  return [
    title,
    ...notes.map((note) => {
      const place =
        note.at === undefined
          ? ''
          : `  ${styled(output, 'cyan', `${note.at.file}:${note.at.line + 1}`)}`;
      return `  ${mark} ${englishPlan(note)}${place}`;
    }),
  ];
}

function summary(
  { edits, effects, refused }: Plan,
  { isWritten, wantsWrite }: PlanWritten,
): string {
  const files = new Set(edits.map(({ file }) => file)).size;
  const places = new Set(effects.map(({ cluster, application }) => cluster ?? application)).size;
  const clusters = effects.some(({ cluster }) => cluster !== undefined) ? 'cluster' : 'root';
  const others = effects.filter(({ intended }) => !intended).length;
  const what = `${count(edits.length, 'edit')} in ${count(files, 'file')}, ${count(places, clusters)} changed`;
  if (refused.length > 0)
    return `Refused: nothing is written. ${edits.length === 0 ? '' : `(${what})`}`.trimEnd();
  const rest = others === 0 ? 'nothing else' : count(others, 'other field');
  const end = isWritten
    ? 'Written.'
    : wantsWrite
      ? 'Nothing is written.'
      : 'Not written; --write does it.';
  return `${what}, ${rest}. ${end}`;
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
