import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { applyRoot, startArgoFleet, type ArgoFleet } from './controllers/argoFleet.ts';
import { argoPrograms } from './controllers/argoPrograms.ts';
import { editObject, readObject } from './controllers/kubeObjects.ts';
import { parseApplicationState, parseDocument } from './controllers/parseObjects.ts';
import { eventually } from './controllers/processes.ts';
import { becomeHealthy } from './controllers/standIns.ts';
import { describeMissingTool } from './tools/missingTool.ts';

const target = join(import.meta.dirname, '..', 'server', 'test', 'controllers', 'recorded');
const applications = '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications';

type Asker = 'admin' | 'reader' | 'nobody' | 'anonymous' | 'stranger';

/** What is asked, and by whom. */
const questions: readonly (readonly [name: string, asker: Asker, path: string])[] = [
  ['version', 'anonymous', '/api/version'],
  ['settings-anonymous', 'anonymous', '/api/v1/settings'],
  ['settings', 'reader', '/api/v1/settings'],
  ['userinfo', 'reader', '/api/v1/session/userinfo'],
  ['userinfo-anonymous', 'anonymous', '/api/v1/session/userinfo'],
  ['userinfo-stranger', 'stranger', '/api/v1/session/userinfo'],
  ['can-sync-reader', 'reader', '/api/v1/account/can-i/applications/sync/shop/*'],
  ['can-sync-admin', 'admin', '/api/v1/account/can-i/applications/sync/shop/*'],
  ['applications', 'admin', '/api/v1/applications'],
  ['applications-reader', 'reader', '/api/v1/applications'],
  ['applications-nobody', 'nobody', '/api/v1/applications'],
  ['applications-anonymous', 'anonymous', '/api/v1/applications'],
  ['applications-stranger', 'stranger', '/api/v1/applications'],
  [
    'applications-fields',
    'admin',
    '/api/v1/applications?fields=metadata.resourceVersion,items.metadata.name,items.status.sync,items.status.health',
  ],
  ['applications-project', 'admin', '/api/v1/applications?projects=payments'],
  ['application', 'admin', '/api/v1/applications/checkout-staging-eu-1'],
  ['application-refresh', 'admin', '/api/v1/applications/checkout-staging-eu-1?refresh=normal'],
  ['application-reader-forbidden', 'reader', '/api/v1/applications/root'],
  ['application-nobody', 'nobody', '/api/v1/applications/checkout-staging-eu-1'],
  ['application-missing', 'reader', '/api/v1/applications/none'],
  ['application-missing-project', 'reader', '/api/v1/applications/none?project=shop'],
  ['resource-tree', 'admin', '/api/v1/applications/checkout-staging-eu-1/resource-tree'],
  ['resource-tree-unreachable', 'admin', '/api/v1/applications/crds-prod-us-1/resource-tree'],
  ['managed-resources', 'admin', '/api/v1/applications/checkout-staging-eu-1/managed-resources'],
  ['managed-resources-failed', 'admin', '/api/v1/applications/crds-prod-us-1/managed-resources'],
  ['sync-windows', 'admin', '/api/v1/applications/checkout-staging-eu-1/syncwindows'],
  ['sync-windows-production', 'admin', '/api/v1/applications/storefront-prod-us-1/syncwindows'],
  ['events', 'admin', '/api/v1/applications/checkout-staging-eu-1/events'],
  [
    'revision',
    'admin',
    '/api/v1/applications/checkout-staging-eu-1/revisions/HEAD_COMMIT/metadata',
  ],
  ['manifests', 'admin', '/api/v1/applications/catalog-staging-eu-1/manifests'],
  ['clusters', 'admin', '/api/v1/clusters'],
  ['clusters-reader', 'reader', '/api/v1/clusters'],
  ['clusters-nobody', 'nobody', '/api/v1/clusters'],
  ['projects', 'admin', '/api/v1/projects'],
  ['projects-reader', 'reader', '/api/v1/projects'],
  ['application-sets', 'admin', '/api/v1/applicationsets'],
  ['unknown-path', 'admin', '/api/v1/nothing'],
];

/**
 * Asks a real Argo CD 3.2 that runs the example fleet, and writes its answers down for tests (`node scripts/run.mjs
 * recordArgo`): one file for each question, with the status, the type and the body as it came. Addresses of this machine
 * become those of the example fleet; tokens are in no answer.
 */
export async function main(): Promise<number> {
  const programs = await argoPrograms();
  if (programs.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(programs.failure)}\n`);
    return 1;
  }
  const fleet = await startArgoFleet(programs.value.kube, programs.value.argo);
  try {
    await applyRoot(fleet);
    await settle(fleet);
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { recursive: true });
    const commit = fleet.repository.head();
    for (const [name, asker, asked] of questions) {
      const path = asked.replace('HEAD_COMMIT', commit);
      const answer = await fetch(`${fleet.argo.url}${path}`, { headers: headersOf(fleet, asker) });
      const text = await answer.text();
      const isJson = answer.headers.get('content-type') === 'application/json';
      await write(fleet, name, {
        asker,
        path,
        status: answer.status,
        type: answer.headers.get('content-type'),
        body: isJson ? parseDocument(text) : text,
      });
    }
    await recordStreams(fleet);
    process.stdout.write(`${questions.length} answers and 3 streams are in ${target}\n`);
    return 0;
  } finally {
    await fleet.close();
  }
}

function headersOf({ argo }: ArgoFleet, asker: Asker): Record<string, string> {
  if (asker === 'anonymous') return {};
  const token = asker === 'stranger' ? `${argo.tokens.nobody}x` : argo.tokens[asker];
  return { Authorization: `Bearer ${token}` };
}

/** Waits until everything on staging is synced and healthy, but for one edit that stays, and what cannot be reached failed. */
async function settle(fleet: ArgoFleet): Promise<void> {
  const { hub, staging } = fleet;
  const read = async (name: string): Promise<string> => {
    const { sync, health } = parseApplicationState(
      await readObject(hub, `${applications}/${name}`),
    );
    return `${sync} ${health}`;
  };
  for (const name of ['checkout', 'catalog', 'storefront', 'payments', 'monitoring']) {
    await eventually(`${name} on staging`, async () => {
      await becomeHealthy(staging);
      return (await read(`${name}-staging-eu-1`)) === 'Synced Healthy' || undefined;
    });
  }
  await eventually(
    'prod-us-1 fails',
    async () => (await read('crds-prod-us-1')).startsWith('Unknown') || undefined,
  );
  // What is edited here stays.
  await editObject(hub, `${applications}/checkout-staging-eu-1`, {
    spec: { syncPolicy: { automated: { selfHeal: false } } },
  });
}

/** Streams of events: all that comes at the beginning, and what comes after a change. */
async function recordStreams(fleet: ArgoFleet): Promise<void> {
  const { staging } = fleet;
  const stream = async (
    name: string,
    asker: Asker,
    path: string,
    act: () => Promise<void>,
    lines: number,
  ): Promise<void> => {
    const stop = new AbortController();
    const answer = await fetch(`${fleet.argo.url}${path}`, {
      headers: headersOf(fleet, asker),
      signal: stop.signal,
    });
    const told: string[] = [];
    const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
    const reading = (async () => {
      let rest = '';
      for (let part = await reader?.read(); part?.done === false; part = await reader?.read()) {
        rest += part.value;
        const parts = rest.split('\n');
        rest = parts.pop() ?? '';
        told.push(...parts);
      }
    })().catch(() => undefined);
    await act();
    const until = Date.now() + 20_000;
    while (told.length < lines && Date.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 100));
    stop.abort();
    await reading;
    await write(fleet, name, {
      asker,
      path,
      status: answer.status,
      type: answer.headers.get('content-type'),
      lines: told.slice(0, lines),
    });
  };
  const scale = (replicas: number) => () =>
    editObject(staging, '/apis/apps/v1/namespaces/checkout/deployments/checkout', {
      spec: { replicas },
    });
  const watch = '/api/v1/stream/applications';
  await stream('stream-applications', 'reader', watch, scale(7), 12);
  await stream('stream-application', 'admin', `${watch}?name=checkout-staging-eu-1`, scale(6), 3);
  await stream(
    'stream-resource-tree',
    'admin',
    `${watch}/checkout-staging-eu-1/resource-tree`,
    scale(5),
    2,
  );
}

async function write(fleet: ArgoFleet, name: string, answer: object): Promise<void> {
  const text = Object.entries(fleet.addresses).reduce(
    (all, [address, shown]) => all.replaceAll(address, shown),
    JSON.stringify(answer),
  );
  for (const token of Object.values(fleet.argo.tokens)) {
    if (text.includes(token)) throw new Error(`${name} holds a token`);
  }
  writeFileSync(
    join(target, `${name}.json`),
    await format(text, { parser: 'json', printWidth: 100 }),
  );
}
