import type { ValuesLayer } from '../layerValues.ts';

/** What a deployer gives Helm for one chart: values from the weakest to the strongest, and what it left out. */
export interface ChartInputs {
  /** On top of the chart's own values, which `ownValues` may replace. */
  readonly layers: readonly ValuesLayer[];
  /** Set where the chart's values.yaml is replaced before Helm sees it; the layers that make the new one. */
  readonly ownValues?: readonly ValuesLayer[];
  /** Layers that were written and do not count, each with the reason. */
  readonly ignored: readonly IgnoredLayer[];
  /** The version of Helm that the deployer ships, such as `3.19.4`; the newest where nobody tells. */
  readonly helmVersion?: string | undefined;
}

/** A layer that does not count. */
export interface IgnoredLayer {
  readonly layer: ValuesLayer;
  readonly reason: IgnoredReason;
}

/**
 * `replacedByObject`: Argo CD reads `values` only where there is no `valuesObject`. `namedAgain`: a later entry has the same
 * name. `replaced`: kustomize's `valuesMerge: replace` takes the inline values alone.
 */
export type IgnoredReason = 'replacedByObject' | 'namedAgain' | 'replaced';

/** A file by the name that it has in the object, and what it says. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
}
