import { readApplication, type ArgoApplication } from '../argocd/application.ts';
import type { ArgoProject } from '../argocd/appProject.ts';
import type { Application } from '../delivery/application.ts';
import { at, isMap, type JsonMap } from '../drift/json.ts';
import { closedWindow, windowsAbout, type ClosedWindow } from '../drift/status/syncWindows.ts';
import { projectsQuery } from '../layers/fleet/projectFiles.ts';
import type { Reader } from '../query/database.ts';
import { decodeToJson } from '../yaml/decode.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { NoteMaker } from './promotion.ts';
import type { PlanNote } from './planTypes.ts';

/**
 * When an application is synced, as the windows of its project say: closed until when, or that there are windows; one note at
 * most. Without a time (in ISO form) nobody can tell which of them are open.
 *
 * Source: Argo CD 3.2.0 docs, Sync Windows.
 */
export function syncWindowNotes(
  reader: Reader,
  application: Application | undefined,
  now: string | undefined,
  note: NoteMaker,
): readonly PlanNote[] {
  const windowed = application && windowedApplication(application);
  if (application === undefined || windowed === undefined) return [];
  const { argo, value } = windowed;
  const { cluster } = application.destination;
  const projects = projectsOf(reader.get(projectsQuery, ''), argo).flatMap((project) => {
    const own = jsonOf(project.resource.node);
    const windows = windowsAbout(value, own);
    return windows.length === 0 ? [] : [{ name: project.name, own, windows }];
  });
  const [first] = projects;
  if (first === undefined) return [];
  const parameters = {
    project: first.name,
    application: argo.name,
    window: first.windows.join('; '),
  };
  const closed =
    now === undefined || projects.length > 1 ? undefined : closedWindow(value, first.own, now);
  if (now === undefined || closed === undefined)
    return [note('promote.sync-window', parameters, undefined, cluster)];
  return [closedNote(closed, { now, parameters, note, cluster })];
}

function closedNote(
  { opensAt }: ClosedWindow,
  {
    now,
    parameters,
    note,
    cluster,
  }: {
    readonly now: string;
    readonly parameters: Readonly<Record<string, string>>;
    readonly note: NoteMaker;
    readonly cluster: string | undefined;
  },
): PlanNote {
  if (opensAt === undefined) return note('promote.window-shut', parameters, undefined, cluster);
  const opens = { ...parameters, opens: openingText(opensAt, now) };
  return note('promote.window-closed', opens, undefined, cluster);
}

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** `Mon 09:00 UTC` within a week, else with its date. */
function openingText(opensAt: string, now: string): string {
  const opens = new Date(opensAt);
  const isNear = opens.getTime() - Date.parse(now) < 6 * 86_400_000;
  const day = isNear ? (weekdays[opens.getUTCDay()] ?? '') : opensAt.slice(0, 10);
  return `${day} ${opensAt.slice(11, 16)} UTC`;
}

/** An Application as Argo CD matches windows with it. */
export interface WindowedApplication {
  readonly argo: ArgoApplication;
  readonly value: JsonMap;
}

/** An application as windows see it; `undefined` where it is none of Argo CD. */
export function windowedApplication({
  object,
  destination,
}: Application): WindowedApplication | undefined {
  const argo = object && readApplication(object);
  if (argo === undefined || object === undefined) return undefined;
  // Windows choose by the name of a cluster and by its address, whichever of them the Application says.
  const value = jsonOf(object.node);
  const spec = at(value, 'spec');
  const own = at(spec, 'destination');
  const { cluster: name = '', server = '' } = destination;
  const known = { name, server, ...(isMap(own) ? own : {}) };
  const all = { ...(isMap(spec) ? spec : {}), destination: known };
  return { argo, value: { ...value, spec: all } };
}

/** The projects that may be an Application's own: an Argo CD has its projects beside it. */
export function projectsOf(
  projects: readonly ArgoProject[],
  argo: ArgoApplication,
): readonly ArgoProject[] {
  const named = projects.filter(({ name }) => name === argo.project);
  const own = named.filter(({ namespace }) => namespace === argo.namespace);
  return own.length > 0 ? own : named;
}

/** A node as a map of JSON; empty where it is none. */
export function jsonOf(node: ResourceNode): JsonMap {
  const decoded = decodeToJson(node);
  const value = 'value' in decoded ? decoded.value : {};
  return isMap(value) ? value : {};
}
