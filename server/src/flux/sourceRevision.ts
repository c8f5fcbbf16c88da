import type { Placed } from '../delivery/placed.ts';
import type { GitReference, OciRepository } from './sources.ts';

/** What a source follows, or stays at. */
export interface SourceRevision {
  readonly kind: 'branch' | 'tag' | 'semver' | 'name' | 'commit' | 'digest';
  readonly text: string;
  /** Whether the object says it, or it is what Flux takes by default. */
  readonly isWritten: boolean;
}

/**
 * The revision of a GitRepository: the first that is not empty of `commit`, `name`, `tag`, `semver` and `branch`, else the
 * branch `master`. The documentation has `semver` before `tag`; the code has not.
 * Source: fluxcd/pkg/git v0.52.0 gogit/client.go `clone`; source-controller v1.9.6 gitrepository_controller.go
 * `gitCheckout`.
 */
export function gitRevision(ref: GitReference | undefined): SourceRevision {
  return (
    written('commit', ref?.commit) ??
    written('name', ref?.name) ??
    written('tag', ref?.tag) ??
    written('semver', ref?.semver) ??
    written('branch', ref?.branch) ?? { kind: 'branch', text: 'master', isWritten: false }
  );
}

/**
 * The revision of an OCIRepository: `digest` before `semver` before `tag`, else the tag `latest`.
 * Source: source-controller v1.9.6 ocirepository_controller.go `getArtifactRef`.
 */
export function ociRevision({ digest, semver, tag }: OciRepository): SourceRevision {
  return (
    written('digest', digest) ??
    written('semver', semver) ??
    written('tag', tag) ?? { kind: 'tag', text: 'latest', isWritten: false }
  );
}

/** The branch that a git revision follows; `undefined` for what stays until somebody moves it. */
export function branchOf({ kind, text }: SourceRevision): string | undefined {
  switch (kind) {
    case 'branch':
      return text;
    case 'name':
      return /^refs\/heads\/(.+)$/.exec(text)?.[1];
    case 'tag':
    case 'semver':
    case 'commit':
    case 'digest':
      return undefined;
  }
}

function written(
  kind: SourceRevision['kind'],
  placed: Placed<string> | undefined,
): SourceRevision | undefined {
  return placed === undefined || placed.value === ''
    ? undefined
    : { kind, text: placed.value, isWritten: true };
}
