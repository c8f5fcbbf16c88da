import { problemJson } from '../analysis/problemJson.ts';
import type { OpenKind } from '../analysis/survey.ts';
import { surveyCommands, surveyReasons } from '../text/surveyWords.en.ts';
import type { Survey } from './survey.ts';

/** Why applications are open, and what closes it: a command, or a sentence. */
export interface Closing {
  readonly why: string;
  readonly close: string | undefined;
}

/** A survey as JSON has it; see docs/schemas/survey.schema.json. */
export function surveyJson({ open, findings, ...survey }: Survey): object {
  return {
    ...survey,
    open: open.map((part) => ({ ...part, ...closingOf(part.kind) })),
    findings: findings.map(problemJson),
  };
}

/** Why applications of a kind are open, in English. */
export function closingOf(kind: OpenKind): Closing {
  return { why: surveyReasons[kind], close: surveyCommands[kind] ?? sentences[kind] };
}

const sentences: Readonly<Partial<Record<OpenKind, string>>> = {
  artifacts: 'say what they are made of: `artifacts` in .strata/config.yaml',
  undelivered: 'delete them, or say that it is on purpose: `silence` in .strata/config.yaml',
};
