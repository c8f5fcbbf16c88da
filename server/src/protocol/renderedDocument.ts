import type { RedactedYaml } from './redactedYaml.ts';

/** The scheme of rendered documents, and how their names end. */
export const renderedScheme = 'strata';
export const renderedEnding = '.strata.yaml';

/** The request for a rendered document, `strata/renderedDocument`. */
export const renderedDocumentMethod = 'strata/renderedDocument';

/**
 * The address of a rendered document, `strata:/FOLDER/root/PATH.strata.yaml` or
 * `strata:/FOLDER/CLUSTER/NAMESPACE/NAME.strata.yaml`; `strata/rootsOf` gives it. `?at=REVISION` is another side than the
 * working tree.
 */
export interface RenderedDocumentParams {
  readonly uri: string;
}

/** The layers that people tell apart by color. */
export type LayerRole = 'base' | 'component' | 'environment' | 'cluster' | 'generated';

/** All roles, from the ground up. */
export const layerRoles: readonly LayerRole[] = [
  'base',
  'component',
  'environment',
  'cluster',
  'generated',
];

/**
 * A document as the editor shows it: the lines of `header`, each a comment, then `yaml`.
 * Where the sources cannot be read just now, it is the last one that could.
 */
export interface RenderedDocument {
  readonly state: RenderedState;
  readonly header: readonly string[];
  readonly yaml: RedactedYaml;
  /** What lines can be marked with; equal marks are one. */
  readonly marks: readonly LineMark[];
  /** For each line of `yaml` its place in `marks`; −1 where nothing is known. */
  readonly lines: readonly number[];
  /** Words of the header that stand for a role. */
  readonly legend: readonly LegendEntry[];
}

/** What a document shows: what is rendered, or why there is nothing to render. */
export type RenderedState = 'rendered' | 'not delivered' | 'unknown revision';

/** Who wrote a line. */
export interface LineMark {
  readonly role: LayerRole;
  /** For the end of the line, such as `environments/production/kustomization.yaml:14 · patch`. */
  readonly note: string;
}

/** A word of the header that stands for a role: UTF-16 columns, the end exclusive. */
export interface LegendEntry {
  readonly role: LayerRole;
  readonly line: number;
  readonly startColumn: number;
  readonly endColumn: number;
}

/** Tells the client that open rendered documents have another text or other marks than it got last. */
export const renderedChangedMethod = 'strata/renderedChanged';

/** The documents, with what they say now, so that nobody has to ask for it; `null` where no tree has one any more. */
export interface RenderedChangedParams {
  readonly documents: readonly {
    readonly uri: string;
    readonly document: RenderedDocument | null;
  }[];
}
