import type { Severity } from '../text/diagnostics.ts';
import type { Style } from './io.ts';
import { toJson } from './json.ts';
import { version } from './version.ts';

/** Something that a reviewer should look at, for tools that show it at its line. */
export interface Annotation {
  readonly level: 'error' | 'warning' | 'note';
  /** Never changes. */
  readonly code: string;
  readonly message: string;
  /** `undefined` where it has no line of its own; lines and columns count from 1. */
  readonly place:
    { readonly file: string; readonly line: number; readonly column?: number } | undefined;
  /** Tells it from all others, and stays the same while it is there. */
  readonly fingerprint: string;
}

/** How much a severity weighs for tools of others. */
export const severityLevels: Readonly<Record<Severity, Annotation['level']>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

/** How the word of a severity looks on a terminal. */
export const severityStyles: Readonly<Record<Severity, Style>> = {
  error: 'red',
  warning: 'yellow',
  information: 'cyan',
  hint: 'dim',
};

/** For tools that read SARIF 2.1.0, as code scanning of GitHub does; `describe` says what a code means. */
export function sarif(
  annotations: readonly Annotation[],
  describe: (code: string) => string,
): string {
  const codes = [...new Set(annotations.map(({ code }) => code))].sort();
  return toJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Strata',
            version,
            rules: codes.map((code) => ({ id: code, shortDescription: { text: describe(code) } })),
          },
        },
        results: annotations.map(({ level, code, message, place, fingerprint }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level,
          message: { text: message },
          locations: place === undefined ? [] : [sarifPlace(place)],
          partialFingerprints: { 'strata/v1': fingerprint },
        })),
      },
    ],
  });
}

function sarifPlace({ file, line, column }: NonNullable<Annotation['place']>): object {
  const region =
    column === undefined ? { startLine: line } : { startLine: line, startColumn: column };
  return { physicalLocation: { artifactLocation: { uri: encodeURI(file) }, region } };
}

/** Commands of a GitHub workflow, which shows them in the change. */
export function gitHub(annotations: readonly Annotation[]): string {
  const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;
  return annotations
    .map(({ level, code, message, place }) => {
      const where =
        place === undefined ? [] : [`file=${property(place.file)}`, `line=${place.line}`];
      const column = place?.column === undefined ? [] : [`col=${place.column}`];
      const properties = [...where, ...column, `title=${property(code)}`].join(',');
      return `::${commands[level]} ${properties}::${data(message)}\n`;
    })
    .join('');
}

/** Source: GitHub actions/toolkit packages/core/src/command.ts `escapeData`. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Source: GitHub actions/toolkit packages/core/src/command.ts `escapeProperty`. */
function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** A code quality report of GitLab. Source: GitLab docs, “Code Quality report format”. */
export function gitLab(annotations: readonly Annotation[]): string {
  const severities: Readonly<Record<Annotation['level'], string>> = {
    error: 'critical',
    warning: 'major',
    note: 'info',
  };
  return toJson(
    annotations.map(({ level, code, message, place, fingerprint }) => ({
      description: message,
      check_name: code,
      fingerprint,
      severity: severities[level],
      location: { path: place?.file ?? '.', lines: { begin: place?.line ?? 1 } },
    })),
  );
}
