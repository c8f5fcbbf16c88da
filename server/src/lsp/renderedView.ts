import type { Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { stepRole, type StepRole } from '../analysis/layerRole.ts';
import { layers } from '../analysis/layers.ts';
import { locateProblem, type LocatedProblem } from '../analysis/locatedProblem.ts';
import { renderedLines } from './renderedLines.ts';
import { renderedRoot, renderedText } from '../analysis/renderedRoot.ts';
import { rangeOfPointer, type SourceRange } from '../analysis/sourceRange.ts';
import type { RedactedYaml } from '../protocol/redactedYaml.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** A root as a document shows it, still without words. */
export interface RenderedView {
  readonly root: FileId;
  readonly yaml: RedactedYaml;
  /** For each line of the YAML; `undefined` for what nothing wrote. */
  readonly lines: readonly (ViewLine | undefined)[];
  /** Where kustomize would fail, gaps among them. */
  readonly failures: readonly LocatedProblem[];
}

/** Who wrote a line. */
export interface ViewLine {
  /** The object, `Kind[.group]/[namespace/]name`, and the field in it, as `explain` takes them. */
  readonly resource: string;
  readonly field: string;
  readonly path: readonly (string | number)[];
  readonly role: StepRole;
  /** The step, such as `patch` or `images`. */
  readonly step: string;
  readonly writtenAt: SourceRange;
}

/** Renders a root and tells of each line who wrote it. */
export function renderedView(analysis: Analysis, root: FileId): Answer<RenderedView> {
  const rendered = renderedRoot(analysis, root);
  const text = renderedText(analysis, root);
  const all = layers(analysis);
  if (rendered.kind === 'needs') return rendered;
  if (text.kind === 'needs') return text;
  if (all.kind === 'needs') return all;
  const layerOf = new Map(all.value.map((layer) => [layer.root, layer]));
  return analysis.ask((reader) => ({
    root,
    yaml: text.value.yaml,
    failures: rendered.value.failures.map((failure) => locateProblem(reader, failure)),
    lines: renderedLines(rendered.value).map((line) => {
      if (line === undefined) return undefined;
      const { origin, path } = line.node;
      return {
        resource: line.resource.label,
        path,
        field: `/${path.map(escapeKey).join('/')}`,
        role: stepRole(origin.by, { rendered: root, path }, layerOf),
        step: origin.by.kind,
        writtenAt: rangeOfPointer(reader, origin.writtenAt),
      };
    }),
  }));
}

function escapeKey(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
