import type { Placed } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { readSpec, type FluxObject } from './fluxObject.ts';
import { readReference, type ObjectReference } from './reference.ts';

/**
 * Puts ExternalArtifacts together of the files of sources.
 * Source: source-watcher api v2.3.1 v1beta1/artifactgenerator_types.go.
 */
export interface ArtifactGenerator extends FluxObject {
  readonly kind: 'ArtifactGenerator';
  readonly sources: readonly AliasedSource[];
  /** A pattern of folders of which each makes an artifact. */
  readonly pathPattern: Placed<string> | undefined;
  readonly artifacts: readonly OutputArtifact[];
}

/** A source by the name that copies use. */
export interface AliasedSource extends ObjectReference {
  readonly alias: string;
}

/** One ExternalArtifact, in the namespace of the generator unless it says another. */
export interface OutputArtifact {
  readonly at: SourcePointer;
  readonly name: Placed<string> | undefined;
  readonly namespace: Placed<string> | undefined;
  readonly revision: Placed<string> | undefined;
  readonly originRevision: Placed<string> | undefined;
  readonly copy: readonly CopyOperation[];
}

/** Files of a source (`@alias/pattern`) and where they go (`@artifact/path`). */
export interface CopyOperation {
  readonly from: Placed<string> | undefined;
  readonly to: Placed<string> | undefined;
  readonly exclude: readonly Placed<string>[];
  /** `Overwrite`, `Merge` or `Extract`; `undefined` stands for the first. */
  readonly strategy: Placed<string> | undefined;
  readonly optional: Placed<boolean> | undefined;
}

/** Reads an object as an ArtifactGenerator; `undefined` where it is none. */
export function readArtifactGenerator(resource: Resource): ArtifactGenerator | undefined {
  const type = { group: 'source.extensions.fluxcd.io', kind: 'ArtifactGenerator' };
  const read = readSpec(resource, type);
  if (read === undefined) return undefined;
  const { object, spec } = read;
  return {
    ...object,
    kind: 'ArtifactGenerator',
    sources: (spec?.list('sources') ?? []).map((entry) => ({
      ...readReference(entry, '', object.namespace),
      alias: entry.text('alias')?.value ?? '',
    })),
    pathPattern: spec?.text('pathPattern'),
    artifacts: (spec?.list('artifacts') ?? []).map((entry) => ({
      at: entry.at,
      name: entry.text('name'),
      namespace: entry.text('namespace'),
      revision: entry.text('revision'),
      originRevision: entry.text('originRevision'),
      copy: entry.list('copy').map((operation) => ({
        from: operation.text('from'),
        to: operation.text('to'),
        exclude: operation.texts('exclude'),
        strategy: operation.text('strategy'),
        optional: operation.flag('optional'),
      })),
    })),
  };
}
