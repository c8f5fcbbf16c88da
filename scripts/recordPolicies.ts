import { writeFileSync } from 'node:fs';
import process from 'node:process';
import { startKubeServer, type KubeServer } from '../server/test/kubeServer.ts';
import {
  readPodSecurityCases,
  tablePath,
  type PodSecurityCase,
} from '../server/test/policyTables.ts';
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

/** One case a line. */
function writeTable(name: string, cases: readonly unknown[]): void {
  const lines = cases.map((one) => JSON.stringify(one));
  writeFileSync(tablePath(name), `[\n${lines.join(',\n')}\n]\n`);
  process.stdout.write(`${name}: ${cases.length} cases\n`);
}

function messageOf(body: string): string {
  const value: unknown = JSON.parse(body);
  return typeof value === 'object' && value !== null && 'message' in value
    ? String(value.message)
    : body;
}
