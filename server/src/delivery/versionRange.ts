import { compareVersions, parseVersion, type Version } from '../template/functions/semver.ts';
import { checkConstraints, parseConstraints } from '../template/functions/semverConstraint.ts';

/** Who looks a range of versions up among tags: Flux takes whole versions alone, and Argo CD also `v1.2`. */
export type RangeReader = 'argocd' | 'flux';

/**
 * Whether Argo CD reads a revision as a range of versions, and not as a name.
 * Source: Argo CD 3.2.0 util/versions/tags.go `MaxVersion`: what is a version is a name.
 */
export function isVersionRange(text: string): boolean {
  return 'problem' in parseVersion(text) && 'alternatives' in parseConstraints(text);
}

/**
 * The tag with the greatest version in a range, of those of one version the last; `undefined` where none is in it.
 * Source: Argo CD 3.2.0 util/versions/tags.go `MaxVersion`; fluxcd/pkg/git v0.52.0 gogit/clone.go `cloneSemVer`, which sorts
 * equal versions by the times of their commits, and fluxcd/pkg/version `ParseVersion`.
 */
export function tagInRange(
  range: string,
  tags: readonly string[],
  reader: RangeReader,
): string | undefined {
  const constraints = parseConstraints(range);
  if ('problem' in constraints) return undefined;
  let best: Version | undefined;
  for (const tag of tags) {
    if (reader === 'flux' && !wholeVersion.test(tag)) continue;
    const version = parseVersion(tag);
    if ('problem' in version || !checkConstraints(constraints.alternatives, version)) continue;
    const order = best === undefined ? 1 : compareVersions(version, best);
    if (order > 0 || (order === 0 && reader === 'flux')) best = version;
  }
  return best?.original;
}

const wholeVersion = /^v?\d+\.\d+\.\d+(?:[-+]|$)/;
