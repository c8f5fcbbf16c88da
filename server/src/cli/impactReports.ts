import type { ImpactDocument } from '../analysis/impactDocument.ts';
import { gitHub, gitLab, sarif, type Annotation } from './annotations.ts';
import { findingRules, findingsOf } from './impactFindings.ts';

/** The findings for tools that read SARIF 2.1.0, as code scanning of GitHub does. */
export function impactSarif(document: ImpactDocument): string {
  return sarif(annotationsOf(document), (code) => findingRules[code] ?? code);
}

/** The findings as commands of a GitHub workflow, which shows them in the change. */
export function impactGitHub(document: ImpactDocument): string {
  return gitHub(annotationsOf(document));
}

/** The findings as a code quality report of GitLab. */
export function impactGitLab(document: ImpactDocument): string {
  return gitLab(annotationsOf(document));
}

function annotationsOf(document: ImpactDocument): readonly Annotation[] {
  return findingsOf(document).map(({ level, code, message, origin, fingerprint }) => ({
    level,
    code,
    message,
    place: origin && { file: origin.file, line: origin.line },
    fingerprint,
  }));
}
