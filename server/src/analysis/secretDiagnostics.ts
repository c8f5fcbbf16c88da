import { contentQuery } from '../kustomize/files.ts';
import { diagnosticRow } from '../text/diagnostics.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { defaultRenderOptions, type Analysis, type RenderOptions } from './analysis.ts';
import { baselineQuery } from './baseline.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { rootsReading } from './hover.ts';
import type { LocatedProblem } from './locatedProblem.ts';
import { renderedFindings } from './renderedSecrets.ts';
import {
  fileFindingsQuery,
  fingerprintOfEntry,
  teller,
  type SecretFinding,
  type TellableFinding,
} from './secretFindings.ts';

/** How findings are looked for. */
export interface SecretOptions {
  /** `YYYY-MM-DD`, for what is silenced until a day. */
  readonly today: string;
  readonly options?: RenderOptions;
}

/**
 * What an editor tells of secrets in a file: what its text shows, and what the roots that read it make of it; without what
 * comments, the configuration and the baseline silence.
 */
export function secretsIn(
  analysis: Analysis,
  file: FileId,
  { today, options = defaultRenderOptions }: SecretOptions,
): Answer<readonly SecretFinding[]> {
  return chainAnswer(rootsReading(analysis, file), (roots) =>
    analysis.ask((reader) => {
      const content = reader.get(contentQuery, file);
      if (content?.kind !== 'text') return [];
      const known = reader.get(fileFindingsQuery, file);
      const place = { file, text: content.text };
      const rendered = renderedFindings(reader, place, { roots, options, known });
      const own = known.filter(
        ({ rule, line }) => rule !== 'secrets.unused-suppression' || rendered.unused.has(line),
      );
      const older = reader.get(baselineQuery, '');
      const isNew = ({ rule, pointer }: TellableFinding): boolean =>
        !older.has(fingerprintOfEntry({ rule, file, pointer }));
      return teller(reader, today)(file, [...own, ...rendered.findings].filter(isNew)).toSorted(
        (a, b) => a.line - b.line || a.column - b.column,
      );
    }),
  );
}

/** The same as problems at their places. */
export function secretProblems(
  analysis: Analysis,
  file: FileId,
  options: SecretOptions,
): Answer<readonly LocatedProblem[]> {
  return mapAnswer(secretsIn(analysis, file, options), (all) => all.map(located));
}

function located(finding: SecretFinding): LocatedProblem {
  const { file, line, column, endLine, endColumn, rule, severity, parameters } = finding;
  const { kustomize } = diagnosticRow(rule);
  const [start, end] = [
    { line, column },
    { line: endLine, column: endColumn },
  ];
  return { code: rule, severity, kustomize, parameters, range: { file, start, end } };
}
