import { matchesDoubleStar } from '../../argocd/applicationSet/doubleStar.ts';
import { matchesGitWildcard } from '../../argocd/applicationSet/wildcards.ts';
import type { Application } from '../../delivery/application.ts';
import { isInOrBelow, parentOf } from '../../kustomize/files.ts';
import { isDeclaring, mentioningFilesQuery } from '../../layers/fleet/declaring.ts';
import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { readsOf } from '../../layers/fleet/reachedApplications.ts';
import { unitOutputQuery } from '../../layers/fleet/units.ts';
import { reachIndexQuery } from '../../layers/reach.ts';
import { rootsInput } from '../../layers/roots.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { readText } from '../readText.ts';
import { clusterEntries } from './clusterEntries.ts';
import type { ClusterName } from './clusterName.ts';

/** The files that are called after a cluster. */
export interface ClusterFiles {
  /** Those that the fleet reads, for this cluster or for none that is known. */
  readonly own: ReadonlySet<FileId>;
  /** Those that something on other clusters is made of as well. */
  readonly shared: ReadonlySet<FileId>;
}

/**
 * The files that are called after a cluster, and that the fleet reads: roots and what they name, folders and values of
 * applications, files of generators and of the register. Whatever else has the name in its path, as documents and workflows
 * for an environment have, is not the cluster's.
 */
export function clusterFiles(
  reader: Reader,
  { cluster, name }: { readonly cluster: string; readonly name: ClusterName },
): ClusterFiles {
  const called = new Set(reader.read(treePathsInput, '').filter((file) => name.isIn(file)));
  const { readers } = reader.get(reachIndexQuery, 'none');
  const roots = reader.read(rootsInput, '').filter((root) => name.isIn(root));
  const patterns = generatorPatterns(reader);
  const own = new Set<FileId>();
  const shared = new Set<FileId>();
  for (const file of called) {
    if (
      file.startsWith('.strata/') ||
      readers.has(file) ||
      roots.some((root) => isInOrBelow(file, root)) ||
      patterns.some((one) => matchesDoubleStar(one, file) || matchesGitWildcard(one, file)) ||
      declaresCluster(reader, file, name)
    )
      own.add(file);
  }
  const { applications, entries } = reader.get(fleetQuery, '');
  for (const { kind, place } of entries) if (kind === 'file' && called.has(place)) own.add(place);
  for (const application of applications) {
    const there = application.destination.cluster;
    const read = readsOf(reader, application, called).filter((file) =>
      isMadeOf(application, file, name),
    );
    const isElsewhere =
      read.length > 0 &&
      there !== undefined &&
      there !== cluster &&
      deliversWorkloads(reader, application);
    for (const file of read) (isElsewhere ? shared : own).add(file);
  }
  return { own, shared };
}

/** Of a folder that is not called after the cluster an application takes manifests, and not documents far below it. */
function isMadeOf({ sources }: Application, file: FileId, name: ClusterName): boolean {
  const around = sources.flatMap(({ isHere, path }) =>
    isHere && path !== undefined && isInOrBelow(file, path) ? [path] : [],
  );
  // It is named: values, or what the roots build on.
  if (around.length === 0) return true;
  return around.some(
    (path) =>
      name.isIn(path) ||
      (/\.(?:ya?ml|json|tpl)$/.test(file) && (path !== '' || parentOf(file) === '')),
  );
}

/** What only declares what others deliver stands where the controller runs, for whatever cluster it is. */
function deliversWorkloads(reader: Reader, { key }: Application): boolean {
  return reader
    .get(unitOutputQuery, key)
    .resources.some(({ id }) => !isDeclaring(id) && id.kind !== 'AppProject');
}

function declaresCluster(reader: Reader, file: FileId, name: ClusterName): boolean {
  const text = /\.ya?ml$/.test(file) ? readText(reader, file) : undefined;
  return (
    text !== undefined && clusterEntries(file, text, name).some(({ kind }) => kind === 'document')
  );
}

/** The patterns by which ApplicationSets read files. */
function generatorPatterns(reader: Reader): readonly string[] {
  return reader.get(mentioningFilesQuery, '').flatMap((file) => {
    const text = readText(reader, file);
    const documents = text?.includes('ApplicationSet') === true ? readObjects(text).documents : [];
    return documents.flatMap(({ root }) =>
      rawText(field(root, 'kind')) === 'ApplicationSet'
        ? patternsBelow(field(field(root, 'spec'), 'generators'))
        : [],
    );
  });
}

function patternsBelow(node: ResourceNode | undefined): readonly string[] {
  if (node?.kind === 'sequence') return node.items.flatMap(patternsBelow);
  if (node?.kind !== 'map') return [];
  return node.keys.flatMap((key, index) => {
    const value = node.values[index];
    if (key !== 'git') return patternsBelow(value);
    const files = field(value, 'files');
    return files?.kind === 'sequence'
      ? files.items.flatMap((one) => {
          const pattern = rawText(field(one, 'path')).replaceAll(/\{\{.*?\}\}/g, '*');
          return pattern === '' ? [] : [pattern];
        })
      : [];
  });
}
