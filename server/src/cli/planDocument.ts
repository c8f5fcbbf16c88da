import type { PlanNoteRow } from '../analysis/planRows.ts';
import { englishPlan } from '../text/planText.ts';
import type { Plan } from '../workspace/promote.ts';
import { evidenceRow } from './evidenceRows.ts';

/** A plan as `docs/schemas/promote.schema.json` has it; lines count from 1. */
export function planDocument({ edits, changes, effects, refused, dangers, left, evidence }: Plan): {
  readonly [key: string]: readonly unknown[];
} {
  return {
    edits: edits.map(({ file, line, before = '', after = '' }) => ({
      file,
      line: line + 1,
      before,
      after,
    })),
    changes: changes.map(({ application, at, field, subject, before, after, from }) => ({
      application,
      file: at.file,
      line: at.line + 1,
      field,
      subject,
      before,
      after,
      from: { file: from.file, line: from.line + 1 },
    })),
    effects: effects.map(
      ({ cluster, application, root, resource, path, before, after, change, intended }) => ({
        cluster: cluster ?? null,
        application,
        root,
        resource,
        path,
        before,
        after,
        change,
        intended,
      }),
    ),
    refused: refused.map(noteRow),
    dangers: dangers.map(noteRow),
    ...(evidence !== undefined && { evidence: evidence.map(evidenceRow) }),
    left: left.map(({ application, at, field, reason, source, target }) => ({
      application,
      file: at.file,
      line: at.line + 1,
      field,
      reason,
      source,
      target,
    })),
  };
}

function noteRow(note: PlanNoteRow): Readonly<Record<string, unknown>> {
  const { code, application, cluster, at } = note;
  return {
    application,
    cluster,
    code,
    message: englishPlan(note),
    file: at?.file,
    line: at && at.line + 1,
  };
}
