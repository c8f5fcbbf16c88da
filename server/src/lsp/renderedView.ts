import { defaultRenderOptions, type Analysis } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { stepRole, type StepRole } from '../analysis/layerRole.ts';
import { layers } from '../analysis/layers.ts';
import { locateProblem, type LocatedProblem } from '../analysis/locatedProblem.ts';
import { renderedLines } from './renderedLines.ts';
import {
  noText,
  renderedRoot,
  renderedText,
  type MaskAccount,
  type RenderedRoot,
} from '../analysis/renderedRoot.ts';
import { rangeOfPointer, type SourceRange } from '../analysis/sourceRange.ts';
import type { RedactedYaml } from '../protocol/redactedYaml.ts';
import type { RenderedSubject } from './renderedSubject.ts';

/** A root or an application as a document shows it, still without words. */
export interface RenderedView {
  readonly yaml: RedactedYaml;
  /** For each line of the YAML; `undefined` for what nothing wrote. */
  readonly lines: readonly (ViewLine | undefined)[];
  /** Where kustomize would fail, gaps among them. */
  readonly failures: readonly LocatedProblem[];
  /** What of an application cannot be rendered, by its kind; that of a root stands among the failures. */
  readonly gaps: readonly Gap[];
}

/** A part that cannot be rendered, and where it is asked for. */
export interface Gap {
  readonly kind: RenderedRoot['gaps'][number]['kind'];
  readonly detail: string;
  readonly range: SourceRange | undefined;
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

/** Renders what a document is about, and tells of each line who wrote it. */
export function renderedView(
  analysis: Analysis,
  { source, folder, declaredIn }: Pick<RenderedSubject, 'source' | 'folder' | 'declaredIn'>,
  masks: MaskAccount,
): Answer<RenderedView> {
  if (source === undefined) return { kind: 'complete', value: nothing() };
  const rendered = renderedRoot(analysis, source, defaultRenderOptions, masks);
  const text = renderedText(analysis, source, defaultRenderOptions, masks);
  const all = layers(analysis);
  if (rendered.kind === 'needs') return rendered;
  if (text.kind === 'needs') return text;
  if (all.kind === 'needs') return all;
  const layerOf = new Map(all.value.map((layer) => [layer.root, layer]));
  const { failures, gaps } = rendered.value;
  return analysis.ask((reader) => ({
    yaml: text.value.yaml,
    failures: failures.map((failure) => locateProblem(reader, failure)),
    gaps: gapsBeside(failures, gaps).map(({ kind, detail, at }) => {
      return { kind, detail, range: at && rangeOfPointer(reader, at) };
    }),
    lines: renderedLines(rendered.value).map((line) => {
      if (line === undefined) return undefined;
      const { origin, path } = line.node;
      const role = stepRole(origin.by, { rendered: folder, path }, layerOf);
      // What the object of an application says, it says for its cluster.
      const isAdded = origin.writtenAt.file === declaredIn && role !== 'generated';
      return {
        resource: line.resource.label,
        path,
        field: `/${path.map(escapeKey).join('/')}`,
        role: isAdded ? 'cluster' : role,
        step: origin.by.kind,
        writtenAt: rangeOfPointer(reader, origin.writtenAt),
      };
    }),
  }));
}

function nothing(): RenderedView {
  return { yaml: noText(), lines: [], failures: [], gaps: [] };
}

/** The gaps that no failure tells already: a build tells both at one place. */
function gapsBeside(
  failures: RenderedRoot['failures'],
  gaps: RenderedRoot['gaps'],
): RenderedRoot['gaps'] {
  const told = new Set(failures.map(({ at }) => JSON.stringify(at)));
  return gaps.filter(({ at }) => at === undefined || !told.has(JSON.stringify(at)));
}

function escapeKey(key: string | number): string {
  return String(key).replaceAll('~', '~0').replaceAll('/', '~1');
}
