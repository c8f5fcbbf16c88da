import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DemoName } from '../../../scripts/demo/demoServer.ts';
import { exampleFleet } from '../../test/commandLine.ts';
import { gitFleet } from '../../test/gitRepository.ts';
import { startLanguageServer } from '../../test/languageServer.ts';
import {
  drillMethod,
  drillPlanMethod,
  type DrillPlan,
  type DrillPlanAnswer,
  type DrillReport,
} from '../protocol/liveDrill.ts';
import type { LiveSettings } from '../protocol/live.ts';
import { reportMethod, type Report } from '../protocol/report.ts';
import { playDemoFleet, serveFleet } from '../../test/livingFleet.ts';

const fleet = playDemoFleet();
const server = serveFleet();
const settings: LiveSettings = { contexts: {}, allowed: [] };

async function plan(cluster?: string, { connection } = server()): Promise<DrillPlanAnswer> {
  const answer = await connection.sendRequest<DrillPlanAnswer>(drillPlanMethod, { settings });
  if (cluster === undefined || answer.kind !== 'clusters') return answer;
  const tree = answer.clusters[0]?.tree;
  return connection.sendRequest(drillPlanMethod, { settings, tree, cluster });
}

async function planned(own = server()): Promise<DrillPlan> {
  const answer = await plan('dev-eu-1', own);
  if (answer.kind !== 'plan') throw new Error(JSON.stringify(answer));
  return answer.plan;
}

function run({ id }: DrillPlan, own = server()): Promise<DrillReport | null> {
  return own.connection.sendRequest(drillMethod, { id, settings });
}

/** What was asked of the cluster since a place in the list, that is no reading. */
function writesSince(start: number): readonly string[] {
  return fleet()
    .server.requests.slice(start)
    .filter((one) => !one.startsWith('GET '));
}

/** The object that a plan changes, as the demonstration server names it. */
function nameOf({ resource }: DrillPlan): DemoName {
  const [kind = '', namespace = '', name = ''] = resource.split('/');
  return { apiVersion: 'v1', kind, namespace, name };
}

test('only clusters that are marked as ones for tests are offered, and none is asked anything', async () => {
  const asked = fleet().server.requests.length;
  const offered = await plan();
  if (offered.kind !== 'clusters') throw new Error(offered.kind);
  expect(offered.clusters).toMatchObject([{ name: 'dev-eu-1', context: { name: 'dev-eu-1' } }]);
  expect(await plan('prod-eu-1')).toEqual(offered);
  expect(fleet().server.requests).toHaveLength(asked);
});

test('nothing is asked where the workspace is not trusted', async () => {
  const strange = await startLanguageServer(gitFleet(), { trusted: false });
  onTestFinished(() => strange.stop());
  const asked = fleet().server.requests.length;
  expect(await plan('dev-eu-1', strange)).toEqual({ kind: 'untrusted' });
  expect(await strange.connection.sendRequest(drillMethod, { id: '1', settings })).toBeNull();
  expect(fleet().server.requests).toHaveLength(asked);
});

test('what is planned is only read; what is run is two writes, and a report says when', async () => {
  const asked = fleet().server.requests.length;
  const found = await planned();
  expect(found).toMatchObject({ context: 'dev-eu-1', willRevert: true, drill: 'strata-drill' });
  expect(found.undo).toContain('kubectl --context dev-eu-1 ');
  expect(writesSince(asked)).toEqual([]);
  const going = run(found);
  await vi.waitFor(() => expect(writesSince(asked)).toHaveLength(1), 20_000);
  // In place of the controller.
  const healed = { metadata: { labels: { [found.label]: found.value } } };
  fleet().server.edit('dev-eu-1', nameOf(found), healed, 'argocd-controller');
  const went = await going;
  expect(went).toMatchObject({ outcome: 'healed', asExpected: true, writes: 2 });
  const writes = writesSince(asked);
  expect(writes).toHaveLength(2);
  expect(writes[0]).toMatch(/^PATCH \/clusters\/dev-eu-1\/.*\?fieldManager=strata-drill$/);
  expect(writes[1]).toBe(writes[0]);
  const { text } = await server().connection.sendRequest<Report>(reportMethod, {
    kind: 'drill',
    drill: went,
  });
  expect(text).toMatch(/^strata · Drift drill · dev-eu-1\n/);
  expect(text).toMatch(/healed {7}after \d+\.\d s\n/);
  expect(text).toContain('The controller has healed it.\nAs expected.\n');
  // It was confirmed once, and is run once.
  expect(await run(found)).toBeNull();
  expect(writesSince(asked)).toHaveLength(2);
});

test('who sets up clusters otherwise meanwhile has confirmed something else', async () => {
  const asked = fleet().server.requests.length;
  const { id } = await planned();
  const other = { ...settings, contexts: { 'dev-eu-1': 'prod-eu-1' } };
  const params = { id, settings: other };
  expect(await server().connection.sendRequest(drillMethod, params)).toBeNull();
  expect(writesSince(asked)).toEqual([]);
});

test('a cluster that is no longer marked as one for tests when the drill is confirmed is left alone', async () => {
  const asked = fleet().server.requests.length;
  const own = await startLanguageServer(gitFleet(), { trusted: true });
  onTestFinished(() => own.stop());
  const found = await planned(own);
  const register = '.strata/clusters.yaml';
  const text = readFileSync(join(exampleFleet, register), 'utf8');
  await own.open(register, text.replace(/^ *purpose: test\n/m, ''));
  expect(await run(found, own)).toBeNull();
  expect(writesSince(asked)).toEqual([]);
});

test('whoever closes the window ends the watching, and the label is put back before the server ends', async () => {
  const asked = fleet().server.requests.length;
  const own = await startLanguageServer(gitFleet(), { trusted: true });
  const found = await planned(own);
  const labelNow = async (): Promise<string | undefined> => {
    const [path = ''] = writesSince(asked)[0]?.split(' ').slice(1) ?? [];
    const answer = await fetch(`${fleet().server.url}${path}`);
    const { metadata } = (await answer.json()) as { metadata: { labels: Record<string, string> } };
    return metadata.labels[found.label];
  };
  // Who is gone hears no answer.
  const going = run(found, own).catch(() => undefined);
  await vi.waitFor(() => expect(writesSince(asked)).toHaveLength(1), 20_000);
  expect(await labelNow()).toBe('strata-drill');
  await own.stop();
  expect(await labelNow()).toBe(found.value);
  expect(writesSince(asked)).toHaveLength(2);
  await going;
});
