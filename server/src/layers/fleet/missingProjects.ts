import { readApplication } from '../../argocd/application.ts';
import type { ArgoProject } from '../../argocd/appProject.ts';
import { contentIdOf, readContent } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { directReadersQuery } from '../namedFiles.ts';
import { topGaps } from '../topObjects.ts';
import { layerOfRootQuery } from '../layers.ts';
import { rootAbove } from './declaring.ts';
import { fleetQuery } from './fleet.ts';
import { projectFiles, projectsQuery } from './projectFiles.ts';

/** The projects of Argo CD that a tree holds, and which of them its Applications belong to. */
export interface HeldProjects {
  /** Those that somebody applies: files that the root above them does not list hold none. */
  readonly listed: readonly ProjectName[];
  /** Whether a root with projects does not build: which ones there are is not known then. */
  readonly fails: boolean;
  /** By the keys of Applications; the project `default` is always there. */
  readonly wanted: ReadonlyMap<string, Wanted>;
}

/** A project by its name; the namespace is empty where it is not said. */
interface ProjectName {
  readonly name: string;
  readonly namespace: string;
}

/** The project of an Application, and what is wrong where it does not exist. */
interface Wanted extends ProjectName {
  readonly missing: Problem;
}

/** What a tree holds of projects. */
export const heldProjectsQuery: Query<'', HeldProjects> = {
  name: 'heldProjects',
  compute: (_key, reader) => ({
    listed: reader.get(projectsQuery, '').filter((one) => isListed(reader, one)),
    fails: topGaps(reader, projectFiles).fails,
    wanted: wantedProjects(reader),
  }),
};

/**
 * Applications whose project is not in the tree (`argocd.missing-project`), where the tree holds other projects of their
 * Argo CD, by their keys. Where projects may come from elsewhere as well, such as a chart or a remote base, nothing is told; nor
 * where the tree lacks more of the projects that are named than it holds: somebody makes them by hand.
 * Source: Argo CD 3.2.0 util/argo/argo.go `ValidatePermissions`: "Application referencing project … which does not exist".
 */
export function missingProjects(reader: Reader): ReadonlyMap<string, Problem> {
  const projects = reader.get(projectsQuery, '');
  if (projects.length === 0 || mayComeFromElsewhere(reader)) return new Map();
  const { wanted: all } = reader.get(heldProjectsQuery, '');
  const held = new Set(projects.map(({ name }) => name));
  const named = new Set([...all.values()].map(({ name }) => name));
  if ([...named].filter((name) => !held.has(name)).length > held.size) return new Map();
  return new Map(
    [...all].flatMap(([key, wanted]) =>
      held.has(wanted.name) || !projects.some(isBeside(wanted))
        ? []
        : [[key, wanted.missing] as const],
    ),
  );
}

/** Applications whose project a tree held and a later one does not hold any more (`argocd.missing-project`), by their keys. */
export function lostProjects(
  before: HeldProjects,
  after: HeldProjects,
): ReadonlyMap<string, Problem> {
  if (before.fails || after.fails) return new Map();
  return new Map(
    [...after.wanted].flatMap(([key, wanted]) => {
      const then = before.listed.filter(({ name }) => name === wanted.name);
      const now = after.listed.filter(({ name }) => name === wanted.name);
      const isLost = then.some(isBeside(wanted)) ? !now.some(isBeside(wanted)) : now.length === 0;
      return then.length > 0 && isLost ? [[key, wanted.missing] as const] : [];
    }),
  );
}

/**
 * The project that an Application now names in the place of another one, where a later tree does not hold it: only its Argo
 * CD knows whether there is one, and what that permits.
 */
export function unknownProject(
  before: Pick<HeldProjects, 'wanted'>,
  after: HeldProjects,
  keys: { readonly before: string; readonly after: string },
): string | undefined {
  const wanted = after.wanted.get(keys.after);
  if (wanted === undefined || wanted.name === before.wanted.get(keys.before)?.name)
    return undefined;
  const isHeld = after.listed.some((one) => one.name === wanted.name && isBeside(wanted)(one));
  return isHeld ? undefined : wanted.name;
}

/** An Argo CD has its projects beside its Applications; what says no namespace may be anywhere. */
function isBeside({ namespace }: ProjectName): (other: ProjectName) => boolean {
  return (other) => other.namespace === namespace || other.namespace === '' || namespace === '';
}

function wantedProjects(reader: Reader): ReadonlyMap<string, Wanted> {
  return new Map(
    reader.get(fleetQuery, '').applications.flatMap(({ key, object, certainty }) => {
      const application = object && readApplication(object);
      if (application === undefined || certainty === 'open') return [];
      const { project: name, namespace, projectAt } = application;
      if (name === 'default' || /\{\{|\$\{/.test(name)) return [];
      const missing = problem('argocd.missing-project', { project: name }, projectAt);
      return [[key, { name, namespace, missing }] as const];
    }),
  );
}

function isListed(reader: Reader, { at: { file } }: ArgoProject): boolean {
  if (reader.get(directReadersQuery, '').has(file)) return true;
  return (
    rootAbove(file, reader.get(layerOfRootQuery, '')) === undefined || isInDirectory(reader, file)
  );
}

/** Whether an application delivers the files of a folder that a file is in or below. */
function isInDirectory(reader: Reader, file: FileId): boolean {
  return reader
    .get(fleetQuery, '')
    .applications.some(({ sources }) =>
      sources.some(
        ({ isHere, build, path }) =>
          isHere && build === 'directory' && path !== undefined && file.startsWith(`${path}/`),
      ),
    );
}

function mayComeFromElsewhere(reader: Reader): boolean {
  const { fails, lacks } = topGaps(reader, projectFiles);
  return (
    fails ||
    lacks ||
    projectFiles(reader).some((file) => {
      const content = contentIdOf(reader, file);
      const value = content === undefined ? undefined : readContent(reader, content);
      return value?.kind === 'text' && value.text.includes('{{');
    })
  );
}
