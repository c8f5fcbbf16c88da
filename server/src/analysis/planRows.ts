import type { PlanDraft, PlannedChange, PlanNote, PlanPlace } from '../plan/planTypes.ts';
import { plain } from '../plan/versionText.ts';
import { readText } from '../plan/readText.ts';
import type { LeftReason } from '../plan/whyLeft.ts';
import { lineMask } from '../secrets/maskedLines.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { planMasks } from './maskedEdits.ts';
import { linesOfPlaces, type Winner } from './planWinner.ts';

/** A place of a plan; the line counts from 0. */
export interface PlanLine {
  readonly file: FileId;
  readonly line: number;
}

/** One line that a plan changes, without the values of Secrets; `undefined` where there is none on one side. */
export interface PlanEdit extends PlanLine {
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** A refusal or a danger with its place. */
export interface PlanNoteRow extends Pick<
  PlanNote,
  'code' | 'parameters' | 'cause' | 'application' | 'cluster'
> {
  readonly at: PlanLine | undefined;
}

/** A version that moves, or a setting that was asked for. */
export interface PlanChangeRow {
  readonly application: string;
  readonly at: PlanLine;
  readonly field: string;
  readonly subject: string | undefined;
  readonly before: string;
  readonly after: string;
  readonly from: PlanLine;
}

/** A difference that stays. */
export interface PlanRestRow {
  readonly application: string;
  readonly at: PlanLine;
  readonly field: string;
  readonly reason: LeftReason;
  readonly source: string;
  readonly target: string;
}

/** A draft with lines in the place of offsets. */
export interface LocatedPlan {
  readonly edits: readonly PlanEdit[];
  readonly changes: readonly PlanChangeRow[];
  readonly left: readonly PlanRestRow[];
  readonly refused: readonly PlanNoteRow[];
  readonly dangers: readonly PlanNoteRow[];
}

/** A change that arrives nowhere, and what keeps it from it. */
export interface IdleChange {
  readonly change: PlannedChange;
  readonly winner: Winner | undefined;
}

/** Tells a draft by lines; changes that arrive nowhere are refused. */
export function locatedPlan(
  analysis: Analysis,
  draft: Omit<PlanDraft, 'reach' | 'expected'>,
  idle: readonly IdleChange[],
): Answer<LocatedPlan> {
  return analysis.ask((reader) => {
    const notes = [...draft.refused, ...draft.dangers];
    const places: readonly PlanPlace[] = [
      ...draft.changes.flatMap(({ at, from }) => [at, from]),
      ...draft.left.map(({ at }) => at),
      ...notes.flatMap(({ at }) => at ?? []),
    ];
    const lines = linesOfPlaces(places, (file) => readText(reader, file));
    const lineOf = (place: PlanPlace): PlanLine => ({
      file: place.file,
      line: lines.get(place) ?? 0,
    });
    const row = ({ at, line, ...note }: PlanNote): PlanNoteRow => ({
      ...note,
      at: at === undefined ? line : lineOf(at),
    });
    const masks = planMasks(reader, draft.texts);
    return {
      edits: masks.edits,
      changes: draft.changes.map(({ at, from, ...one }) => {
        const [to, source] = [lineOf(at), lineOf(from)];
        const isHidden = masks.hides(to) || masks.hides(source);
        return {
          ...one,
          before: isHidden ? lineMask : plain(one.before),
          after: isHidden ? lineMask : plain(one.after),
          at: to,
          from: source,
        };
      }),
      left: draft.left.map(({ at, ...one }) => {
        const row = { ...one, at: lineOf(at) };
        const isHidden = one.reason === 'secret' || masks.hides(row.at);
        return isHidden ? { ...row, source: lineMask, target: lineMask } : row;
      }),
      refused: [
        ...draft.refused.map(row),
        ...idle.map((one) => idleNote(one, lineOf(one.change.at))),
      ],
      dangers: draft.dangers.map(row),
    };
  });
}

function idleNote({ change, winner }: IdleChange, at: PlanLine): PlanNoteRow {
  const { application, field, after } = change;
  const said =
    winner === undefined
      ? ''
      : winner.kind === 'set'
        ? `: ${winner.at.file}:${winner.at.start.line + 1} sets ${winner.value}`
        : `: nothing that is rendered is called so${winner.near === undefined ? '' : `, but ${winner.near}`}`;
  const place = winner?.kind === 'set' ? { file: winner.at.file, line: winner.at.start.line } : at;
  return {
    code: 'plan.no-effect',
    parameters: { field, version: plain(after), winner: said },
    application,
    cluster: undefined,
    at: place,
  };
}
