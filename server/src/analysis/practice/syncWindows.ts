import { readApplication, type ArgoApplication } from '../../argocd/application.ts';
import type { ArgoProject } from '../../argocd/appProject.ts';
import type { Application } from '../../delivery/application.ts';
import { at, isMap, type JsonMap } from '../../drift/json.ts';
import { hasWindows, unreadableWindows, windowsAbout } from '../../drift/status/syncWindows.ts';
import { projectsQuery } from '../../layers/fleet/projectFiles.ts';
import type { Reader } from '../../query/database.ts';
import { problem } from '../../text/problem.ts';
import { decodeToJson } from '../../yaml/decode.ts';
import { field } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
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
interface Windowed {
  readonly placed: Placed;
  readonly argo: ArgoApplication;
  /** As Argo CD matches windows with it. */
  readonly value: JsonMap;
  readonly meant: readonly Project[];
}

/** An Argo CD has its projects beside it. */
function windowedOf(placed: Placed, projects: readonly Project[]): readonly Windowed[] {
  const { application } = placed;
  const argo = application.object && readApplication(application.object);
  if (argo === undefined || application.object === undefined) return [];
  const named = projects.filter(({ project }) => project.name === argo.project);
  const own = named.filter(({ project }) => project.namespace === argo.namespace);
  const meant = own.length > 0 ? own : named;
  const value = withDestination(jsonOf(application.object.node), application);
  return meant.length === 0 ? [] : [{ placed, argo, value, meant }];
}

/** Windows choose by the name of a cluster and by its address, whichever of them the Application says. */
function withDestination(value: JsonMap, { destination }: Application): JsonMap {
  const spec = at(value, 'spec');
  const own = at(spec, 'destination');
  const { cluster: name = '', server = '' } = destination;
  const known = { name, server, ...(isMap(own) ? own : {}) };
  return { ...value, spec: { ...(isMap(spec) ? spec : {}), destination: known } };
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
    const isWindowed = meant.some((one) => windowsAbout(value, one.value) > 0);
    const parameters = { project: argo.project };
    const one = { application, cluster, at: argo.automated.at, parameters };
    return isWindowed ? [] : [{ ...one, code: 'practice.synced-anytime' }];
  });
  const [first] = found;
  if (othersHaveWindows || first === undefined) return found;
  const parameters = { count: String(found.length) };
  return [{ ...first, code: 'practice.all-synced-anytime', parameters }];
}

function jsonOf(node: ResourceNode): JsonMap {
  const decoded = decodeToJson(node);
  const value = 'value' in decoded ? decoded.value : {};
  return isMap(value) ? value : {};
}
