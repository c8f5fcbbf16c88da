import type { ArgoProject } from '../../argocd/appProject.ts';
import type { JsonMap } from '../../drift/json.ts';
import { hasWindows, unreadableWindows, windowsAbout } from '../../drift/status/syncWindows.ts';
import { projectsQuery } from '../../layers/fleet/projectFiles.ts';
import {
  jsonOf,
  projectsOf,
  windowedApplication,
  type WindowedApplication,
} from '../../plan/syncWindows.ts';
import type { Reader } from '../../query/database.ts';
import { problem } from '../../text/problem.ts';
import { field } from '../../yaml/nodes.ts';
import { itemsOf, nodeBelow } from './podSpecs.ts';
import type { Placed, PracticeFound } from './placed.ts';

/**
 * What windows of projects make of Applications: those that Argo CD does not sync, as it cannot read a window about them
 * (`argocd.bad-window`), and those of production that it syncs by itself at any time, as no window is about them. These are
 * told each (`practice.synced-anytime`) where other projects have windows, and all of them together
 * (`practice.all-synced-anytime`) where none has. Projects that do not stand here may have windows, and nothing is told of
 * theirs.
 */
export function windowFindings(
  reader: Reader,
  placed: readonly Placed[],
  production: ReadonlySet<string>,
): readonly PracticeFound[] {
  const projects = reader
    .get(projectsQuery, '')
    .map((project) => ({ project, value: jsonOf(project.resource.node) }));
  if (projects.length === 0) return [];
  const windowed = placed.flatMap((one) => windowedOf(one, projects));
  return [
    ...windowed.flatMap(unreadable),
    ...syncedAnytime(
      windowed.filter(({ placed: { cluster } }) => production.has(cluster)),
      projects.some(({ value }) => hasWindows(value)),
    ),
  ];
}

interface Project {
  readonly project: ArgoProject;
  readonly value: JsonMap;
}

/** An Application with the projects that may be its own. */
interface Windowed extends WindowedApplication {
  readonly placed: Placed;
  readonly meant: readonly Project[];
}

function windowedOf(placed: Placed, projects: readonly Project[]): readonly Windowed[] {
  const windowed = windowedApplication(placed.application);
  if (windowed === undefined) return [];
  const own = new Set(
    projectsOf(
      projects.map(({ project }) => project),
      windowed.argo,
    ),
  );
  const meant = projects.filter(({ project }) => own.has(project));
  return meant.length === 0 ? [] : [{ placed, ...windowed, meant }];
}

function unreadable({ placed, value, meant }: Windowed): readonly PracticeFound[] {
  const [own, ...others] = meant;
  if (own === undefined || others.length > 0) return [];
  const { resource, name } = own.project;
  return unreadableWindows(value, own.value).map(({ index, field: key, value: said }) => {
    const window = itemsOf(nodeBelow(resource.node, 'spec', 'syncWindows'))[index];
    const written = field(window, key) ?? window ?? resource.node;
    const at = resource.originOf(written).writtenAt;
    const { code, parameters } = problem('argocd.bad-window', {
      project: name,
      field: key,
      value: said,
    });
    return { code, parameters, at, application: placed.application, cluster: placed.cluster };
  });
}

function syncedAnytime(
  windowed: readonly Windowed[],
  othersHaveWindows: boolean,
): readonly PracticeFound[] {
  const found = windowed.flatMap(({ placed: { application, cluster }, argo, value, meant }) => {
    if (argo.automated?.enabled !== true) return [];
    const isWindowed = meant.some((one) => windowsAbout(value, one.value).length > 0);
    const parameters = { project: argo.project };
    const one = { application, cluster, at: argo.automated.at, parameters };
    return isWindowed ? [] : [{ ...one, code: 'practice.synced-anytime' }];
  });
  const [first] = found;
  if (othersHaveWindows || first === undefined) return found;
  const parameters = { count: String(found.length) };
  return [{ ...first, code: 'practice.all-synced-anytime', parameters }];
}
