import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { JsonMap } from '../../server/src/drift/json.ts';
import { builtInResource, guessedPlural } from '../../server/src/kubernetes/apiResources.ts';
import { groupPath } from '../../server/src/live/discovery.ts';
import type { KubeServer } from '../../server/test/kubeServer.ts';
import { parseDocument, type KubeObject } from './parseObjects.ts';
import { eventually } from './processes.ts';

const applied = { 'Content-Type': 'application/apply-patch+yaml' };

/** Where the server has an object. */
export function objectPath({ apiVersion, kind, metadata }: KubeObject): string {
  const slash = apiVersion.indexOf('/');
  const known = builtInResource(slash < 0 ? '' : apiVersion.slice(0, slash), kind);
  const { name, namespace } = metadata;
  const within = namespace === undefined ? '' : `/namespaces/${namespace}`;
  return `${groupPath(apiVersion)}${within}/${known?.name ?? guessedPlural(kind)}/${name}`;
}

/** Applies an object as an administrator. */
export async function applyObject(server: KubeServer, object: KubeObject): Promise<void> {
  const path = `${objectPath(object)}?fieldManager=tester&force=true`;
  const { status, body } = await server.request('admin', 'PATCH', path, object, applied);
  if (status >= 300) throw new Error(`${path}: ${body}`);
}

/** Changes some fields of an object as somebody with `kubectl edit`; `null` takes a field away. */
export async function editObject(
  server: KubeServer,
  path: string,
  patch: JsonMap,
  manager = 'kubectl-edit',
): Promise<void> {
  const merge = { 'Content-Type': 'application/merge-patch+json' };
  const at = `${path}?fieldManager=${manager}`;
  const { status, body } = await server.request('admin', 'PATCH', at, patch, merge);
  if (status >= 300) throw new Error(`${path}: ${body}`);
}

/** An object, or a list of them; `undefined` where there is none. */
export async function readObject(server: KubeServer, path: string): Promise<JsonMap | undefined> {
  const { status, body } = await server.request('admin', 'GET', path);
  // A kind that was defined just now may not be there to be read.
  if (status === 404 || status === 429) return undefined;
  if (status !== 200) throw new Error(`${path}: ${body}`);
  return parseDocument(body);
}

/** Makes the kinds of a folder of definitions known, and waits until they are served. */
export async function applyDefinitions(server: KubeServer, folder: string): Promise<void> {
  const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml');
  const paths: string[] = [];
  for (const file of files) {
    const text = readFileSync(join(folder, file), 'utf8');
    const [, name = ''] = /^metadata:\n(?: .*\n)*? {2}name: (\S+)$/m.exec(text) ?? [];
    const path = `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/${name}`;
    const query = '?fieldManager=tester&force=true';
    const { status, body } = await server.request('admin', 'PATCH', path + query, text, applied);
    if (status >= 300) throw new Error(`${file}: ${body}`);
    paths.push(path);
  }
  for (const path of paths) {
    await eventually(path, async () => {
      const { body } = await server.request('admin', 'GET', path);
      return body.includes('"type":"Established","status":"True"') || undefined;
    });
  }
}
