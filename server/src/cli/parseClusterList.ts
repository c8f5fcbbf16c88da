import type { ExpandRequest } from '../analysis/expand.ts';
import { failed, ok, type Result } from '../util/result.ts';

type Clusters = NonNullable<ExpandRequest['clusters']>;

/** Reads a JSON list of the clusters that Argo CD knows; a refusal says in one sentence what is wrong. */
export function parseClusterList(text: string): Result<Clusters, string> {
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return failed('it is no JSON.');
  }
  if (!Array.isArray(list)) return failed('it is no list.');
  const clusters: Clusters[number][] = [];
  for (const [index, entry] of list.entries()) {
    const cluster = readCluster(entry);
    if (cluster === undefined)
      return failed(
        `entry ${index + 1} is no {secretName, namespace?, name, server, project?, labels?, annotations?}.`,
      );
    clusters.push(cluster);
  }
  return ok(clusters);
}

function readCluster(entry: unknown): Clusters[number] | undefined {
  if (!isRecord(entry)) return undefined;
  const { secretName, namespace, name, server, project, labels, annotations } = entry;
  if (typeof name !== 'string' || typeof server !== 'string') return undefined;
  if (!isText(secretName) || !isText(namespace) || !isText(project)) return undefined;
  if (!isTexts(labels) || !isTexts(annotations)) return undefined;
  return {
    secretName: secretName ?? name,
    name,
    server,
    ...(namespace === undefined ? {} : { namespace }),
    ...(project === undefined ? {} : { project }),
    ...(labels === undefined ? {} : { labels }),
    ...(annotations === undefined ? {} : { annotations }),
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isTexts(value: unknown): value is Readonly<Record<string, string>> | undefined {
  return (
    value === undefined ||
    (isRecord(value) && Object.values(value).every((text) => typeof text === 'string'))
  );
}
