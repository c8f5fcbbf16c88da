import {
  applicationsReading,
  type DeliveredApplication,
} from '../analysis/deliveredApplications.ts';
import { readersOf } from '../analysis/readersOf.ts';
import type { ApplicationOf, RootsOf, RootsOfParams } from '../protocol/rootsOf.ts';
import { renderedUri } from './renderedUri.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** `strata/rootsOf`: the roots whose build reads a file, the nearest first, and the applications that it may reach. */
export async function rootsOf(
  session: Session,
  { uri }: RootsOfParams,
  signal: AbortSignal,
): Promise<RootsOf> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  if (place === undefined) return { roots: [], applications: [] };
  const { tree, path } = place;
  const { complete } = tree.workspace;
  const readers = await complete((analysis) => readersOf(analysis, path), signal);
  const applications = await complete((analysis) => applicationsReading(analysis, path), signal);
  return {
    roots: readers.map(({ distance, layer: { root, role } }) => {
      return {
        path: root,
        role,
        distance,
        uri: renderedUri({ kind: 'root', tree: tree.name, root }),
      };
    }),
    applications: applications.map((one) => applicationOf(tree, one)),
  };
}

/** An application as the client names it. */
export function applicationOf(tree: Tree, application: DeliveredApplication): ApplicationOf {
  const { name, family, kind, cluster, environment, isProduction } = application;
  return {
    name,
    family,
    kind,
    ...(cluster !== undefined && { cluster }),
    ...(environment !== undefined && { environment }),
    isProduction,
    uri: uriOfApplication(tree, application),
  };
}

/** The address of the rendered document of an application, at a revision or in the working tree. */
export function uriOfApplication(
  tree: Tree,
  { cluster, namespace, name, key, isOnly }: DeliveredApplication,
  at?: string,
): string {
  const address = { kind: 'application', tree: tree.name, cluster, namespace, name } as const;
  return renderedUri({ ...address, ...(!isOnly && { key }), ...(at !== undefined && { at }) });
}
