import { contentQuery } from '../kustomize/files.ts';
import type { Reader } from '../query/database.ts';
import { diagnosticRow } from '../text/diagnostics.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { defaultRenderOptions, type Analysis, type RenderOptions } from './analysis.ts';
import { baselineQuery } from './baseline.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { chartFindings, chartSecretsOf } from './chartSecrets.ts';
import { rootsReading } from './hover.ts';
import type { LocatedProblem } from './locatedProblem.ts';
import { renderedFindings, rootsThatTell } from './renderedSecrets.ts';
import {
  fileFindingsQuery,
  fingerprintOfEntry,
  secretFindings,
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
      const older = reader.get(baselineQuery, '');
      const isNew = ({ rule, pointer }: TellableFinding): boolean =>
        !older.has(fingerprintOfEntry({ rule, file, pointer }));
      const found = withRendered(reader, file, { roots, options });
      return teller(reader, today)(file, found.filter(isNew));
    }),
  );
}

/** As `secretFindings`, without those of the baseline. */
export function newSecretFindings(
  analysis: Analysis,
  files: readonly FileId[],
  today: string,
): Answer<readonly SecretFinding[]> {
  return chainAnswer(secretFindings(analysis, files, today), (found) =>
    analysis.ask((reader) => {
      const older = reader.get(baselineQuery, '');
      return found.filter(({ fingerprint }) => !older.has(fingerprint));
    }),
  );
}

/** As `secretFindings`, with what `roots` and the charts of the fleet make of the files; those of the baseline are told as well. */
export function secretsWithRendered(
  analysis: Analysis,
  { files, roots }: { readonly files: readonly FileId[]; readonly roots: readonly FileId[] },
  { today, options = defaultRenderOptions }: SecretOptions,
): Answer<readonly SecretFinding[]> {
  return analysis.ask((reader) => {
    const told = teller(reader, today);
    const telling = rootsThatTell(reader, roots, options);
    const ofCharts = chartSecretsOf(reader);
    return files.flatMap((file) => {
      const own = withRendered(reader, file, { roots: telling.get(file) ?? [], options });
      return told(file, [...own, ...chartFindings(reader, file, ofCharts)].sort(inOrder));
    });
  });
}

/** The findings of a file and those of what roots make of it, in the order of the text. */
function withRendered(
  reader: Reader,
  file: FileId,
  { roots, options }: { readonly roots: readonly FileId[]; readonly options: RenderOptions },
): readonly TellableFinding[] {
  const known = reader.get(fileFindingsQuery, file);
  const content = reader.get(contentQuery, file);
  if (roots.length === 0 || content?.kind !== 'text') return known;
  const place = { file, text: content.text };
  const rendered = renderedFindings(reader, place, { roots, options, known });
  const own = known.filter(
    ({ rule, line }) => rule !== 'secrets.unused-suppression' || rendered.unused.has(line),
  );
  return [...own, ...rendered.findings].sort(inOrder);
}

function inOrder(a: TellableFinding, b: TellableFinding): number {
  return a.line - b.line || a.column - b.column;
}

/** The same as problems at their places. */
export function secretProblems(
  analysis: Analysis,
  file: FileId,
  options: SecretOptions,
): Answer<readonly LocatedProblem[]> {
  return mapAnswer(secretsIn(analysis, file, options), (all) => all.map(locatedSecret));
}

/** A finding of secrets as a problem at its place. */
export function locatedSecret(finding: SecretFinding): LocatedProblem {
  const { file, line, column, endLine, endColumn, rule, severity, parameters } = finding;
  const { kustomize } = diagnosticRow(rule);
  const [start, end] = [
    { line, column },
    { line: endLine, column: endColumn },
  ];
  return { code: rule, severity, kustomize, parameters, range: { file, start, end } };
}
