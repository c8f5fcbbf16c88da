import type { Application } from '../delivery/application.ts';
import { isInOrBelow } from '../kustomize/files.ts';
import type { Fleet } from '../layers/fleet/fleet.ts';
import { lineage, type UnitKey } from '../layers/fleet/unitKeys.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';

/**
 * The applications that stay as they are since the folder is gone that their root is delivered from, by their keys in the
 * earlier tree, with what their controller says. A root that delivers its own object learns of another folder from that
 * object alone: where the old folder is gone with it, the one on the cluster still asks for the old one, and fails.
 *
 * Source: kustomize-controller v1.9.6 internal/controller/kustomization_controller.go `reconcile` (“kustomization path not
 * found”, before anything is pruned); Argo CD 3.2.0 controller/state.go `CompareAppState` (ComparisonError).
 */
export function stuckApplications(
  { fleet: { applications } }: { readonly fleet: Fleet },
  { holdsFolder }: { readonly holdsFolder: (path: FileId) => boolean },
): ReadonlyMap<UnitKey, Problem> {
  const stuck = new Map<UnitKey, Problem>();
  for (const one of applications) {
    const folder = one.parent === undefined ? ownFolder(one) : undefined;
    if (folder === undefined || holdsFolder(folder)) continue;
    const code = one.controller === 'flux' ? 'flux.path-not-found' : 'argocd.path-not-found';
    stuck.set(one.key, problem(code, { path: folder }));
  }
  if (stuck.size === 0) return stuck;
  for (const { key } of applications) {
    const root = lineage(key).find((unit) => stuck.has(unit));
    const cause = root === undefined ? undefined : stuck.get(root);
    if (cause !== undefined) stuck.set(key, cause);
  }
  return stuck;
}

/** The folder that an application is made of, where the file that declares it lies in it. */
function ownFolder({ sources, declaredAt }: Application): FileId | undefined {
  return sources.find(
    ({ isHere, isFollowed, path, pathExists }) =>
      isHere &&
      isFollowed &&
      pathExists &&
      path !== undefined &&
      isInOrBelow(declaredAt.file, path),
  )?.path;
}
