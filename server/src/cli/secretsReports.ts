import type { SecretFinding } from '../analysis/secretFindings.ts';
import { secretMessage } from '../analysis/secretsDocument.ts';
import { severityLevels, severityStyles } from './annotations.ts';
import { styled, type Output } from './io.ts';
import { version } from './version.ts';

/** The findings for tools that read SARIF 2.1.0, as code scanning of GitHub does. */
export function secretsSarif(findings: readonly SecretFinding[]): object {
  const rules = [...new Set(findings.map(({ rule }) => rule))].sort();
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'Strata', version, rules: rules.map((id) => ({ id })) } },
        results: findings.map((one) => ({
          ruleId: one.rule,
          ruleIndex: rules.indexOf(one.rule),
          level: severityLevels[one.severity],
          message: { text: secretMessage(one) },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: encodeURI(one.file) },
                region: {
                  startLine: one.line + 1,
                  startColumn: one.column + 1,
                  endLine: one.endLine + 1,
                },
              },
            },
          ],
          partialFingerprints: { 'strata/v1': one.fingerprint },
        })),
      },
    ],
  };
}

/** One line for each finding, and how many older ones the baseline holds. */
export function secretsText(
  output: Output,
  findings: readonly SecretFinding[],
  older: number,
): string {
  const lines = findings.map((one) => {
    const word = styled(output, severityStyles[one.severity], one.severity);
    const code = styled(output, 'dim', `[${one.rule}]`);
    return `${one.file}:${one.line + 1}:${one.column + 1}: ${word}: ${secretMessage(one)} ${code}\n`;
  });
  const last = older === 0 ? '' : `${older} older ${older === 1 ? 'finding' : 'findings'}\n`;
  return findings.length + older === 0 ? 'No secret is in clear.\n' : lines.join('') + last;
}
