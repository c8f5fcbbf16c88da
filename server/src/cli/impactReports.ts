import type { ImpactDocument } from '../analysis/impactDocument.ts';
import { findingRules, findingsOf, type ImpactFinding } from './impactFindings.ts';
import { toJson } from './json.ts';
import { version } from './version.ts';

/** The findings for tools that read SARIF 2.1.0, as code scanning of GitHub does. */
export function impactSarif(document: ImpactDocument): string {
  const findings = findingsOf(document);
  const codes = [...new Set(findings.map(({ code }) => code))].sort();
  return toJson({
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'Strata',
            version,
            rules: codes.map((code) => ({
              id: code,
              shortDescription: { text: findingRules[code] ?? code },
            })),
          },
        },
        results: findings.map(({ level, code, message, origin, fingerprint }) => ({
          ruleId: code,
          ruleIndex: codes.indexOf(code),
          level,
          message: { text: message },
          locations:
            origin === undefined
              ? []
              : [
                  {
                    physicalLocation: {
                      artifactLocation: { uri: encodeURI(origin.file) },
                      region: { startLine: origin.line },
                    },
                  },
                ],
          partialFingerprints: { 'strata/v1': fingerprint },
        })),
      },
    ],
  });
}

/** The findings as commands of a GitHub workflow, which shows them in the change. */
export function impactGitHub(document: ImpactDocument): string {
  const commands = { error: 'error', warning: 'warning', note: 'notice' } as const;
  return findingsOf(document)
    .map(({ level, code, message, origin }) => {
      const place =
        origin === undefined ? [] : [`file=${property(origin.file)}`, `line=${origin.line}`];
      const properties = [...place, `title=${property(code)}`].join(',');
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

/** The findings as a code quality report of GitLab. Source: GitLab docs, “Code Quality report format”. */
export function impactGitLab(document: ImpactDocument): string {
  const severities: Readonly<Record<ImpactFinding['level'], string>> = {
    error: 'critical',
    warning: 'major',
    note: 'info',
  };
  return toJson(
    findingsOf(document).map(({ level, code, message, origin, fingerprint }) => ({
      description: message,
      check_name: code,
      fingerprint,
      severity: severities[level],
      location: { path: origin?.file ?? '.', lines: { begin: origin?.line ?? 1 } },
    })),
  );
}
