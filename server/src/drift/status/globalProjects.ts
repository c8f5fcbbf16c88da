import { argoGlobalProjects } from '../argoSettings.ts';
import { at, below, isMap, itemsOf, textOf, type JsonMap } from '../json.ts';
import { meetsSelector } from '../jsonSelector.ts';
import { labelsIn } from '../labels.ts';
import type { JsonValue } from '../../yaml/decode.ts';

/**
 * A project with the sync windows of the global projects that it is matched by; those that are not known, of which nobody can
 * tell, add none.
 *
 * Source: argo-cd 3.2 util/argo/argo.go `GetGlobalProjects`, `mergeVirtualProject`.
 */
export function withGlobalWindows(
  project: JsonMap,
  projects: readonly JsonMap[],
  argocd: JsonMap | undefined,
): JsonMap {
  const name = textOf(below(project, 'metadata', 'name'));
  const namespace = textOf(below(project, 'metadata', 'namespace'));
  const labels = labelsIn(project);
  const windows = argoGlobalProjects(argocd).flatMap((one): readonly JsonValue[] => {
    if (one.project === name || !meetsSelector(one.selector, labels)) return [];
    const found = projects.find(
      ({ metadata }) =>
        textOf(at(metadata, 'name')) === one.project &&
        textOf(at(metadata, 'namespace')) === namespace,
    );
    return itemsOf(below(found, 'spec', 'syncWindows'));
  });
  if (windows.length === 0) return project;
  const spec = isMap(project['spec']) ? project['spec'] : {};
  return {
    ...project,
    spec: { ...spec, syncWindows: [...itemsOf(at(spec, 'syncWindows')), ...windows] },
  };
}
