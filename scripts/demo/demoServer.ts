import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { isCertainlyClusterScoped } from '../../server/src/kubernetes/scope.ts';
import { isMap, itemsOf, textOf, type JsonMap } from '../../server/src/drift/json.ts';
import type { JsonValue } from '../../server/src/yaml/decode.ts';

/**
 * A demonstration of a Kubernetes API server, ours and no real one: it serves the objects that it is given, with lists,
 * pages, watches, merge patches and the JSON patches of a drill, so that `npm start` and the scenes have a living cluster without binaries. It knows no
 * defaults, no validation and no rights; what must be right is tested against the real one (`npm run test:cluster`).
 */
export interface DemoServer {
  readonly url: string;
  /** Merges a patch into an object, as a field manager would; adds it where it is not there. */
  readonly edit: (cluster: string, name: DemoName, patch: JsonMap, manager: string) => void;
  /** What was asked, such as `GET /clusters/prod-eu-1/api/v1`. */
  readonly requests: readonly string[];
  /** Ends all connections at once, as a server that is killed; it listens again right away. */
  readonly dropConnections: () => void;
  /** From now on a cluster fails whatever it is asked, until what this gives is called. */
  readonly fail: (cluster: string) => () => void;
  readonly close: () => Promise<void>;
}

/** What names an object of the demonstration. */
export interface DemoName {
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

interface Watcher {
  readonly cluster: string;
  readonly list: string;
  readonly response: ServerResponse;
}

/** Serves the objects of some clusters, each below `/clusters/NAME`. */
export async function startDemoServer(
  clusters: ReadonlyMap<string, readonly JsonMap[]>,
): Promise<DemoServer> {
  const store = new Store(clusters);
  const requests: string[] = [];
  const failing = new Set<string>();
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (failing.has(decodeURIComponent(request.url?.split('/')[2] ?? ''))) {
      refuse(response, 500, 'InternalError');
      return;
    }
    void handle(store, request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    edit: (cluster, name, patch, manager) => {
      store.patch(cluster, pathOf(name), patch, manager, name);
    },
    dropConnections: () => {
      server.closeAllConnections();
    },
    fail: (cluster) => {
      failing.add(cluster);
      return () => failing.delete(cluster);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

/** The objects of all clusters, and who watches them. */
class Store {
  private readonly objects = new Map<string, Map<string, JsonMap>>();
  private readonly watchers = new Set<Watcher>();
  private version = 1000;

  constructor(clusters: ReadonlyMap<string, readonly JsonMap[]>) {
    for (const [cluster, objects] of clusters) {
      this.objects.set(
        cluster,
        new Map(objects.map((object) => [pathOf(nameOf(object)), this.stamped(object)])),
      );
    }
  }

  get resourceVersion(): string {
    return String(this.version);
  }

  cluster(name: string): ReadonlyMap<string, JsonMap> | undefined {
    return this.objects.get(name);
  }

  watch(watcher: Watcher): void {
    this.watchers.add(watcher);
    watcher.response.on('close', () => this.watchers.delete(watcher));
  }

  patch(cluster: string, path: string, patch: JsonMap, manager: string, name?: DemoName): JsonMap {
    const objects = this.objects.get(cluster) ?? new Map<string, JsonMap>();
    this.objects.set(cluster, objects);
    const before = objects.get(path) ?? newObject(name);
    const merged = merge(before, patch);
    const after = this.stamped(isMap(merged) ? withManager(merged, patch, manager) : before);
    const type = objects.has(path) ? 'MODIFIED' : 'ADDED';
    objects.set(path, after);
    for (const { cluster: watched, list, response } of this.watchers) {
      if (watched === cluster && isIn(path, list)) {
        response.write(`${JSON.stringify({ type, object: after })}\n`);
      }
    }
    return after;
  }

  private stamped(object: JsonMap): JsonMap {
    this.version += 1;
    const metadata = isMap(object['metadata']) ? object['metadata'] : {};
    const uid = metadata['uid'] ?? `demo-${this.version}`;
    return { ...object, metadata: { ...metadata, uid, resourceVersion: String(this.version) } };
  }
}

async function handle(
  store: Store,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://demo');
  const [, , cluster = '', ...rest] = url.pathname.split('/');
  const path = `/${rest.join('/')}`;
  const objects = store.cluster(decodeURIComponent(cluster));
  if (objects === undefined) {
    refuse(response, 404, 'NotFound');
  } else if (path === '/readyz' || path === '/livez') {
    response.end('ok');
  } else if (path === '/api' || path === '/apis') {
    response.end('{}');
  } else if (/^\/(?:api\/[^/]+|apis\/[^/]+\/[^/]+)$/.test(path)) {
    discover(response, path, objects);
  } else if (request.method === 'POST' && path.endsWith('reviews')) {
    review(response, mapOf(await textOfBody(request)));
  } else if (request.method === 'PATCH') {
    const manager = url.searchParams.get('fieldManager') ?? 'unknown';
    const text = await textOfBody(request);
    const isJsonPatch = request.headers['content-type'] === 'application/json-patch+json';
    const patch = isJsonPatch ? labelPatch(text, objects.get(path)) : mapOf(text);
    if (patch === undefined) refuse(response, 422, 'Invalid');
    else send(response, store.patch(decodeURIComponent(cluster), path, patch, manager));
  } else if (request.method !== 'GET') {
    refuse(response, 405, 'MethodNotAllowed');
  } else {
    read(store, { cluster: decodeURIComponent(cluster), path, url, objects }, response);
  }
}

function read(
  store: Store,
  asked: {
    readonly cluster: string;
    readonly path: string;
    readonly url: URL;
    readonly objects: ReadonlyMap<string, JsonMap>;
  },
  response: ServerResponse,
): void {
  const { cluster, path, url, objects } = asked;
  const one = objects.get(path);
  if (one !== undefined) {
    send(response, one);
    return;
  }
  const items = [...objects].filter(([key]) => isIn(key, path)).map(([, object]) => object);
  if (url.searchParams.get('watch') === '1') {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.flushHeaders();
    store.watch({ cluster, list: path, response });
    return;
  }
  if (isObjectPath(path)) {
    refuse(response, 404, 'NotFound');
    return;
  }
  const limit = Number(url.searchParams.get('limit') ?? items.length);
  const start = Number(url.searchParams.get('continue') ?? 0);
  const end = start + limit;
  send(response, {
    apiVersion: 'v1',
    kind: 'List',
    metadata: {
      resourceVersion: store.resourceVersion,
      ...(end < items.length ? { continue: String(end) } : {}),
    },
    items: items.slice(start, end),
  });
}

/** Whether a path is that of one object: its last part is a name, and the one before a plural. */
function isObjectPath(path: string): boolean {
  const parts = path.split('/').slice(path.startsWith('/apis/') ? 4 : 3);
  const within = parts[0] === 'namespaces' && parts.length > 2 ? parts.slice(2) : parts;
  return within.length > 1;
}

/** Whether an object lies in a list: of its namespace, or of all. */
function isIn(object: string, list: string): boolean {
  const folder = object.slice(0, object.lastIndexOf('/'));
  return folder === list || folder.replace(/\/namespaces\/[^/]+(?=\/)/, '') === list;
}

/** Everybody is the same user here, who may read everything but Secrets, and patch Applications. */
function review(response: ServerResponse, { spec }: JsonMap): void {
  const asked = isMap(spec) && isMap(spec['resourceAttributes']) ? spec['resourceAttributes'] : {};
  const { verb, resource } = asked;
  const isRead = ['get', 'list', 'watch'].includes(textOf(verb)) && resource !== 'secrets';
  const allowed = isRead || (verb === 'patch' && resource === 'applications');
  send(response, { status: { allowed, userInfo: { username: 'demo', groups: [] } } });
}

function discover(
  response: ServerResponse,
  path: string,
  objects: ReadonlyMap<string, JsonMap>,
): void {
  const apiVersion = path.replace(/^\/apis?\//, '');
  const kinds = new Set(
    [...objects.values()]
      .filter((one) => one['apiVersion'] === apiVersion)
      .map((one) => textOf(one['kind'])),
  );
  if (apiVersion === 'v1') ['ConfigMap', 'Secret', 'Service'].forEach((kind) => kinds.add(kind));
  if (kinds.size === 0) {
    refuse(response, 404, 'NotFound');
    return;
  }
  const resources = [...kinds].map((kind) => ({
    name: pluralOf(kind),
    kind,
    namespaced: isNamespaced(apiVersion, kind),
    verbs: ['get', 'list', 'watch'],
  }));
  send(response, {
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: apiVersion,
    resources,
  });
}

function pathOf({ apiVersion, kind, namespace, name }: DemoName): string {
  const group = apiVersion.includes('/') ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const within =
    isNamespaced(apiVersion, kind) && namespace !== '' ? `/namespaces/${namespace}` : '';
  return `${group}${within}/${pluralOf(kind)}/${name}`;
}

function isNamespaced(apiVersion: string, kind: string): boolean {
  return !isCertainlyClusterScoped(apiVersion, kind) && !/^Cluster/.test(kind);
}

function pluralOf(kind: string): string {
  const word = kind.toLowerCase();
  if (/(?:s|x|ch)$/.test(word)) return word === 'endpoints' ? word : `${word}es`;
  return /[^aeiou]y$/.test(word) ? `${word.slice(0, -1)}ies` : `${word}s`;
}

function nameOf(object: JsonMap): DemoName {
  const metadata = isMap(object['metadata']) ? object['metadata'] : {};
  return {
    apiVersion: textOf(object['apiVersion']),
    kind: textOf(object['kind']),
    namespace: textOf(metadata['namespace']),
    name: textOf(metadata['name']),
  };
}

function newObject(named: DemoName | undefined): JsonMap {
  const { apiVersion = '', kind = '', namespace = '', name = '' } = named ?? {};
  return { apiVersion, kind, metadata: { name, ...(namespace === '' ? {} : { namespace }) } };
}

/** A merge patch (RFC 7386). */
function merge(target: JsonValue, patch: JsonValue): JsonValue {
  if (!isMap(patch)) return patch;
  const result: Record<string, JsonValue> = isMap(target) ? { ...target } : {};
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) Reflect.deleteProperty(result, key);
    else result[key] = merge(result[key] ?? null, value);
  }
  return result;
}

/** The manager owns what it has written, and nobody else does any more. */
function withManager(object: JsonMap, patch: JsonMap, manager: string): JsonMap {
  const metadata = isMap(object['metadata']) ? object['metadata'] : {};
  const entries = itemsOf(metadata['managedFields']).filter(isMap);
  const written = plainFields(patch);
  const entry = {
    manager,
    operation: 'Update',
    apiVersion: object['apiVersion'] ?? '',
    time: new Date().toISOString().replace(/\.\d+Z$/, 'Z'),
    fieldsType: 'FieldsV1',
    fieldsV1: written,
  };
  const others = entries.map((one) => ({ ...one, fieldsV1: cut(one['fieldsV1'] ?? {}, written) }));
  return { ...object, metadata: { ...metadata, managedFields: [...others, entry] } };
}

function plainFields(value: JsonValue): JsonMap {
  if (!isMap(value)) return {};
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [`f:${key}`, plainFields(inner)]),
  );
}

function cut(fields: JsonValue, written: JsonMap): JsonValue {
  if (!isMap(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).flatMap(([key, inner]) => {
      const taken = written[key];
      if (!isMap(taken)) return [[key, inner]];
      return Object.keys(taken).length === 0 ? [] : [[key, cut(inner, taken)]];
    }),
  );
}

async function textOfBody(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function mapOf(text: string): JsonMap {
  const body: unknown = JSON.parse(text);
  return isMap(body) ? body : {};
}

/** What a JSON patch (RFC 6902) of a label merges: a test and a replacement; `undefined` where the test fails. */
function labelPatch(text: string, object: JsonMap | undefined): JsonMap | undefined {
  const operations: unknown = JSON.parse(text);
  const [test, replace] = Array.isArray(operations) ? operations.filter(isMap) : [];
  const [, label = ''] = /^\/metadata\/labels\/([^/]+)$/.exec(textOf(test?.['path'])) ?? [];
  const name = label.replaceAll('~1', '/').replaceAll('~0', '~');
  const metadata = isMap(object?.['metadata']) ? object['metadata'] : {};
  const labels = isMap(metadata['labels']) ? metadata['labels'] : {};
  return test?.['value'] === labels[name] && replace?.['path'] === test?.['path']
    ? { metadata: { labels: { [name]: replace?.['value'] ?? null } } }
    : undefined;
}

function send(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'Content-Type': 'application/json' });
  response.end(JSON.stringify(value));
}

function refuse(response: ServerResponse, code: number, reason: string): void {
  response.writeHead(code, { 'Content-Type': 'application/json' });
  response.end(
    JSON.stringify({ kind: 'Status', apiVersion: 'v1', status: 'Failure', reason, code }),
  );
}
