import { englishMessage } from '../text/messages.ts';
import type { SecretFinding } from './secretFindings.ts';

/** The findings as JSON; lines and columns count from 1. Its shape is `docs/schemas/secrets.schema.json`. */
export function secretsJson(findings: readonly SecretFinding[]): object {
  return {
    findings: findings.map((one) => ({
      file: one.file,
      line: one.line + 1,
      endLine: one.endLine + 1,
      column: one.column + 1,
      rule: one.rule,
      severity: one.severity,
      fingerprint: one.fingerprint,
      message: secretMessage(one),
    })),
  };
}

/** What a finding says, without its value. */
export function secretMessage({ rule, parameters }: SecretFinding): string {
  return englishMessage({ code: rule, parameters });
}
