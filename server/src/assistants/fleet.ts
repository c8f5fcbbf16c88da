import { applicationJson, whyText } from '../analysis/applicationDocument.ts';
import { applicationRows, type ApplicationRow } from '../analysis/applicationRows.ts';
import { clusters } from '../analysis/clusters.ts';
import { clustersJson } from '../analysis/clustersDocument.ts';
import { suggestion } from '../analysis/suggestion.ts';
import { failed, ok } from '../util/result.ts';
import { writtenPath } from './proposedTree.ts';
import type { Question, Tool } from './tool.ts';

/** The applications on their clusters. */
export const applicationsTool: Tool = {
  name: 'applications',
  title: 'Applications',
  description: [
    'Lists what Argo CD and Flux deliver from this repository: each application on each cluster, with the',
    'folder or chart that it is made of and where it is declared. certainty open means that only a',
    'controller knows the cluster; why says the reason.',
  ].join(' '),
  parameters: [
    { name: 'cluster', kind: 'text', text: 'Only those on this cluster.' },
    { name: 'name', kind: 'text', text: 'Only those whose name contains this.' },
    { name: 'path', kind: 'text', text: 'Only those made of this folder, or of one below it.' },
  ],
  run: async (question) => {
    const {
      arguments: { text },
      workspace,
      tree,
      signal,
    } = question;
    const rows = await tree.complete(applicationRows, signal);
    const [cluster, name, below] = ['cluster', 'name', 'path'].map((one) => text.get(one));
    const path = below === undefined ? undefined : writtenPath(workspace, below);
    if (below !== undefined && path === undefined)
      return failed(`${below} is no folder of the workspace.`);
    const isKnown = rows.some((row) => row.cluster === cluster);
    const wrong = isKnown ? undefined : await refusedCluster(question);
    if (wrong !== undefined) return failed(wrong);
    const found = rows.filter(
      (row) =>
        (cluster === undefined || row.cluster === cluster) &&
        (name === undefined || row.name.includes(name)) &&
        (path === undefined || (row.path !== undefined && isAtOrBelow(row.path, path))),
    );
    const inferred = found.filter(({ certainty }) => certainty === 'inferred');
    return ok({
      count: found.length,
      of: rows.length,
      applications: found.map(briefly),
      inferredBecause: [...new Set(inferred.map(whyText))],
    });
  },
};

function isAtOrBelow(path: string, folder: string): boolean {
  return folder === '' || path === folder || path.startsWith(`${folder}/`);
}

/** A row without what goes without saying; what inferred ones rest on is told once. */
function briefly(row: ApplicationRow): object {
  const told = applicationJson(row);
  const isPlain = row.sources.length === 1 && row.sources.every(({ isHere }) => isHere);
  return {
    ...told,
    declaredIn: undefined,
    pathExists: told.pathExists === false ? false : undefined,
    sources: isPlain ? undefined : told.sources,
    why: row.certainty === 'open' ? told.why : undefined,
  };
}

/** The clusters and what is known of them. */
export const clustersTool: Tool = {
  name: 'clusters',
  title: 'Clusters',
  description: [
    'Lists the clusters of this repository with environment, region, release domain and labels, and where each',
    'fact comes from. certainty inferred means that it follows from a name or a folder.',
  ].join(' '),
  parameters: [{ name: 'cluster', kind: 'text', text: 'Only this one.' }],
  run: async ({ arguments: { text }, tree, today, signal }) => {
    const all = await tree.complete((one) => clusters(one, today), signal);
    const cluster = text.get('cluster');
    const wrong = unknownCluster(
      cluster,
      all.clusters.map(({ name }) => name),
    );
    if (wrong !== undefined) return failed(wrong);
    const rows = all.clusters.filter(({ name }) => cluster === undefined || name === cluster);
    return ok(clustersJson({ ...all, clusters: rows }));
  },
};

/** That there is no such cluster, with the one that may be meant; `undefined` where there is. */
function unknownCluster(cluster: string | undefined, names: readonly string[]): string | undefined {
  if (cluster === undefined || names.includes(cluster)) return undefined;
  const near = suggestion(cluster, names);
  return `There is no cluster ${cluster}.${near === undefined ? ' The tool clusters lists them.' : ` Did you mean ${near}?`}`;
}

/** That the tree knows no cluster of the name that a question has; `undefined` where it does, or none is named. */
export async function refusedCluster({
  arguments: { text },
  tree,
  signal,
}: Question): Promise<string | undefined> {
  const cluster = text.get('cluster');
  if (cluster === undefined) return undefined;
  const { clusters: rows } = await tree.complete((one) => clusters(one), signal);
  return unknownCluster(
    cluster,
    rows.map(({ name }) => name),
  );
}
