import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { at, itemsOf, textOf, type JsonMap } from '../server/src/drift/json.ts';
import type { JsonValue } from '../server/src/yaml/decode.ts';
import { startKubeServer, type KubeServer } from '../server/test/kubeServer.ts';
import {
  admissionObjects,
  parseJson,
  readAdmissionCases,
  readPodSecurityCases,
  readSchemaCases,
  readSchemaDefinition,
  tablePath,
  widgetDefinition,
  type AdmissionCase,
  type AdmissionVerdict,
  type PodSecurityCase,
  type SchemaCase,
} from '../server/test/policyTables.ts';
import { placesOf } from './schemas/places.ts';
import { kubeBinaries } from './tools/kubeApiserver.ts';
import { describeMissingTool } from './tools/missingTool.ts';

/**
 * `npm run record-policies`: asks a real kube-apiserver for its verdict on the cases of the tables in test-fixtures/policies
 * and writes it beside them. New cases are added to a table with any verdict.
 */
export async function main(): Promise<number> {
  const found = await kubeBinaries({ build: true });
  if (found.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(found.failure)}\n`);
    return 1;
  }
  const server = await startKubeServer(found.value);
  try {
    await recordPodSecurity(server);
    await recordServed(server);
    await recordAdmission(server);
    await recordSchemaCases(server);
  } finally {
    server.close();
  }
  return 0;
}

/** What stands before the verdict in the answer of the admission. */
const violates = /violates PodSecurity "[^"]*": /;

async function recordPodSecurity(server: KubeServer): Promise<void> {
  const cases = readPodSecurityCases();
  const namespaces = new Set<string>();
  const recorded: PodSecurityCase[] = [];
  for (const [name, level, version, pod] of cases) {
    const namespace = `${level}-${version.replaceAll('.', '-')}`;
    if (!namespaces.has(namespace)) await makeNamespace(server, namespace, level, version);
    namespaces.add(namespace);
    const body = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'pod', ...pod.metadata },
      spec: pod.spec,
    };
    const path = `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
    const answer = await server.request('admin', 'POST', path, body);
    if (answer.status !== 201 && answer.status !== 403) {
      process.stdout.write(`left out: ${name}: ${answer.status} ${messageOf(answer.body)}\n`);
      continue;
    }
    const verdict = answer.status === 201 ? '' : (messageOf(answer.body).split(violates)[1] ?? '');
    recorded.push([name, level, version, pod, verdict]);
  }
  writeTable('podSecurity', recorded);
}

async function makeNamespace(
  server: KubeServer,
  name: string,
  level: string,
  version: string,
): Promise<void> {
  const prefix = 'pod-security.kubernetes.io/enforce';
  const labels = { [prefix]: level, [`${prefix}-version`]: version };
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } };
  await server.request('admin', 'POST', '/api/v1/namespaces', body);
}

/** What the API server serves when nobody asks for more: `group/version Kind`, sorted. */
async function recordServed(server: KubeServer): Promise<void> {
  const get = async (path: string): Promise<JsonValue> =>
    parseJson((await server.request('admin', 'GET', path)).body);
  const groups = itemsOf(at(await get('/apis'), 'groups')).flatMap((group) =>
    itemsOf(at(group, 'versions')).map((one) => `apis/${textOf(at(one, 'groupVersion'))}`),
  );
  const served = new Set<string>();
  for (const path of ['api/v1', ...groups]) {
    for (const one of itemsOf(at(await get(`/${path}`), 'resources'))) {
      if (textOf(at(one, 'name')).includes('/')) continue;
      served.add(`${path.replace(/^apis?\//, '')} ${textOf(at(one, 'kind'))}`);
    }
  }
  writeTable('served', [...served].sort());
}

/** Where objects of a kind are created. */
const places: Readonly<Record<string, readonly [api: string, plural: string]>> = {
  ClusterRole: ['apis/rbac.authorization.k8s.io/v1', 'clusterroles'],
  ConfigMap: ['api/v1', 'configmaps'],
  CronJob: ['apis/batch/v1', 'cronjobs'],
  CustomResourceDefinition: ['apis/apiextensions.k8s.io/v1', 'customresourcedefinitions'],
  DaemonSet: ['apis/apps/v1', 'daemonsets'],
  Deployment: ['apis/apps/v1', 'deployments'],
  Endpoints: ['api/v1', 'endpoints'],
  HorizontalPodAutoscaler: ['apis/autoscaling/v2', 'horizontalpodautoscalers'],
  Ingress: ['apis/networking.k8s.io/v1', 'ingresses'],
  Job: ['apis/batch/v1', 'jobs'],
  Namespace: ['api/v1', 'namespaces'],
  NetworkPolicy: ['apis/networking.k8s.io/v1', 'networkpolicies'],
  PersistentVolumeClaim: ['api/v1', 'persistentvolumeclaims'],
  Secret: ['api/v1', 'secrets'],
  Service: ['api/v1', 'services'],
  StatefulSet: ['apis/apps/v1', 'statefulsets'],
  ValidatingAdmissionPolicy: [
    'apis/admissionregistration.k8s.io/v1',
    'validatingadmissionpolicies',
  ],
  ValidatingAdmissionPolicyBinding: [
    'apis/admissionregistration.k8s.io/v1',
    'validatingadmissionpolicybindings',
  ],
  Widget: ['apis/example.com/v1', 'widgets'],
};

/** Creates an object; gives the status, the body and what the server warns of. */
async function create(
  server: KubeServer,
  object: JsonMap,
  query = '',
): Promise<Awaited<ReturnType<KubeServer['request']>>> {
  const [api, plural] = places[textOf(object.kind)] ?? ['', ''];
  const namespace = textOf(at(object.metadata, 'namespace'));
  const below = namespace === '' ? '' : `namespaces/${namespace}/`;
  return server.request('admin', 'POST', `/${api}/${below}${plural}${query}`, object);
}

async function recordAdmission(server: KubeServer): Promise<void> {
  await create(server, widgetDefinition);
  const cases = readAdmissionCases();
  const bad = new Set<number>();
  // The last one denies whatever comes: once it does, all are in force.
  const sentinel: AdmissionCase = {
    name: 'sentinel',
    policy: {
      matchConstraints: {
        resourceRules: [
          { apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] },
        ],
      },
      validations: [{ expression: 'false' }],
    },
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'sentinel' } },
    verdict: null,
  };
  for (const [index, one] of [...cases, sentinel].entries()) {
    const { namespace, params, policy, binding } = admissionObjects(one, index);
    for (const object of [namespace, ...params, policy, binding]) {
      const answer = await create(server, object);
      if (answer.status === 201) continue;
      process.stdout.write(`left out: ${one.name}: ${messageOf(answer.body)}\n`);
      bad.add(index);
    }
  }
  const last = admissionObjects(sentinel, cases.length).object;
  while ((await create(server, last, '?dryRun=All')).status === 201) await sleep(200);
  await sleep(3000);
  const recorded: AdmissionCase[] = [];
  for (const [index, one] of cases.entries()) {
    if (bad.has(index)) continue;
    const answer = await create(server, admissionObjects(one, index).object, '?dryRun=All');
    const denied =
      answer.status === 201
        ? null
        : (messageOf(answer.body).split(/ denied request: /s)[1] ?? undefined);
    if (denied === undefined) {
      process.stdout.write(`left out: ${one.name}: ${messageOf(answer.body)}\n`);
      continue;
    }
    const verdict: AdmissionVerdict = { denied, warned: answer.warnings };
    recorded.push({ ...one, verdict });
  }
  writeTable('admission', recorded);
}

/** What the server says of objects that it reads strictly, as kubectl and Argo CD have it do. */
async function recordSchemaCases(server: KubeServer): Promise<void> {
  await create(server, readSchemaDefinition());
  let places = await placesOf(server);
  while (!places.has('example.com/v1 Gadget')) {
    await sleep(200);
    places = await placesOf(server);
  }
  await sleep(3000);
  const recorded: SchemaCase[] = [];
  for (const [name, object] of readSchemaCases()) {
    const place = places.get(`${textOf(object.apiVersion)} ${textOf(object.kind)}`);
    if (place === undefined) continue;
    const path = `${place.url}?dryRun=All&fieldValidation=Strict`;
    const answer = await server.request('admin', 'POST', path, object);
    recorded.push([name, object, answer.status === 201 ? '' : messageOf(answer.body)]);
  }
  writeTable('schemas', recorded);
}

/** One case a line. */
function writeTable(name: string, cases: readonly unknown[]): void {
  const lines = cases.map((one) => JSON.stringify(one));
  writeFileSync(tablePath(name), `[\n${lines.join(',\n')}\n]\n`);
  process.stdout.write(`${name}: ${cases.length} cases\n`);
}

function messageOf(body: string): string {
  const message = textOf(at(parseJson(body), 'message'));
  return message === '' ? body : message;
}
