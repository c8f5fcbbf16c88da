import type { Reader } from '../query/database.ts';
import { build } from '../kustomize/build.ts';
import type { Findings } from '../kustomize/collector.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { StepMemo } from '../kustomize/stepMemo.ts';
import type { PendingTarget } from '../kustomize/target.ts';
import { problemAt, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { setCommonMetadata } from './commonMetadata.ts';
import { editKustomization } from './editKustomization.ts';
import type { FluxKustomization } from './kustomization.ts';
import { findRootFile } from './rootFile.ts';
import { folderOfPath } from './sourcePath.ts';
import { substituteVariables } from './substitute.ts';
import type { VariableLookup } from './variables.ts';

/** What a Kustomization of Flux renders to, in the controller's order, and what stood in the way. */
export interface RenderedKustomization extends Findings {
  readonly kind: 'rendered';
  /** The folder that was built; `''` where its path leads nowhere. */
  readonly root: FileId;
  /** Whether the folder has a kustomization file, or the controller makes one. */
  readonly kustomizationFile: 'created' | 'unchanged' | undefined;
  readonly resources: readonly Resource[];
}

/** With what a Kustomization is rendered. */
export interface RenderOptions {
  /** The tree is the source: nothing outside of it is read. */
  readonly reader: Reader;
  readonly lookup: VariableLookup;
  /** The controller's feature gate `StrictPostBuildSubstitutions`, off by default. */
  readonly strict?: boolean;
  readonly memo?: StepMemo | undefined;
  /** The folder that its path leads to, where the source is not the tree as a whole. */
  readonly folder?: FileId | undefined;
}

/**
 * What kustomize calls itself as a library of a program that is built outside of its repository.
 * Source: kustomize api v0.21.1 provenance/provenance.go.
 */
const libraryVersion = '(devel)';

/**
 * Renders a Kustomization as the controller does: the kustomization file is edited, or made where there is none; the root
 * is built, where any file of the source may be read; variables are replaced in each object; labels and annotations are set.
 * `pending` where a content is not loaded yet, which the reader has been told.
 *
 * What the controller leaves to the API server is not done here: owner labels, ordering, pruning, decryption.
 * Source: kustomize-controller v1.9.6 kustomization_controller.go `reconcile`, `build`; fluxcd/pkg/kustomize v1.41.0.
 */
export function renderFluxKustomization(
  object: FluxKustomization,
  {
    reader,
    lookup,
    strict = false,
    memo,
    folder = folderOfPath(object.path?.value),
  }: RenderOptions,
): RenderedKustomization | PendingTarget {
  const found = findRootFile(reader, folder);
  if (found.kind === 'pending') return found;
  if (found.kind === 'problem')
    return failed(problemAt(found, object.path?.at ?? object.at), folder);
  const target = editKustomization(object, found, reader);
  if (target.kind === 'problem') return failed(target, found.root);
  const built = build(found.root, {
    reader,
    restrictions: 'none',
    reorder: 'none',
    managedByLabel: false,
    version: libraryVersion,
    memo,
    target,
  });
  const failures: Problem[] = [...built.failures];
  const gaps: RenderGap[] = [...built.gaps];
  const substituted = substituteVariables(built.resources, {
    postBuild: object.postBuild,
    namespace: object.namespace,
    lookup,
    strict,
    root: found.root,
    report: (problem) => void failures.push(problem),
    gap: (gap) => void gaps.push(gap),
  });
  return {
    kind: 'rendered',
    root: found.root,
    kustomizationFile: found.kind,
    resources: setCommonMetadata(substituted, object.commonMetadata, found.root),
    failures,
    notes: built.notes,
    gaps,
  };
}

function failed(failure: Problem, root: FileId): RenderedKustomization {
  return {
    kind: 'rendered',
    root,
    kustomizationFile: undefined,
    resources: [],
    failures: [failure],
    notes: [],
    gaps: [],
  };
}
