import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ProgressType } from 'vscode-languageserver/node';
import { commitAll, gitRepository } from '../../test/gitRepository.ts';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import {
  historyMethod,
  planRollbackMethod,
  valuesAtMethod,
  type HistoryEnd,
  type HistoryParams,
  type HistoryPart,
  type ValuesAt,
} from '../protocol/history.ts';
import { rootsOfMethod, type RootsOf } from '../protocol/rootsOf.ts';
import type { PlanAnswer } from '../protocol/plan.ts';

const patch = 'apps/web/clusters/eu/patch.yaml';
const base = 'apps/web/base/web.yaml';

/** A value that a base sets, then a patch of a cluster, and that the patch changes; beside it an object that came. */
function repository(): string {
  const folder = gitRepository(`
    # file: .strata/config.yaml
    deployments:
      - path: apps/{application}/clusters/{cluster}
        application: '{application}'
        cluster: '{cluster}'
    # file: apps/web/base/kustomization.yaml
    resources: [web.yaml]
    # file: apps/web/base/web.yaml
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }
    spec:
      replicas: 1
    # file: apps/web/clusters/eu/kustomization.yaml
    resources: [../../base]
    # file: apps/web/clusters/us/kustomization.yaml
    resources: [../../base]
  `);
  const write = (file: string, text: string): void => {
    writeFileSync(join(folder, file), text);
  };
  write(patch, deployment(3));
  write(
    'apps/web/clusters/eu/kustomization.yaml',
    'resources: [../../base]\npatches: [{ path: patch.yaml }]\n',
  );
  commitAll(folder, 'Three in eu (#4)');
  write(base, `# a comment\n${readFileSync(join(folder, base), 'utf8')}`);
  commitAll(folder, 'Say something');
  write(patch, deployment(5));
  write(
    'apps/web/clusters/eu/data.yaml',
    '{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data } }\n',
  );
  write(
    'apps/web/clusters/eu/kustomization.yaml',
    'resources: [../../base, data.yaml]\npatches: [{ path: patch.yaml }]\n',
  );
  commitAll(folder, 'Five in eu (#6)');
  return folder;
}

function deployment(replicas: number): string {
  return `apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: ${replicas}\n`;
}

interface Told {
  readonly parts: readonly HistoryPart[];
  readonly end: HistoryEnd;
}

async function historyOf(server: LanguageServer, params: HistoryParams): Promise<Told> {
  const parts: HistoryPart[] = [];
  const partialResultToken = 'parts';
  const following = server.connection.onProgress(
    new ProgressType<HistoryPart>(),
    partialResultToken,
    (part) => {
      parts.push(part);
    },
  );
  const asked = { ...params, partialResultToken };
  const end = await server.connection.sendRequest<HistoryEnd>(historyMethod, asked);
  following.dispose();
  return { parts, end };
}

async function started(
  trusted: boolean,
): Promise<{ server: LanguageServer; folder: string; uri: string }> {
  const folder = repository();
  const server = await startLanguageServer(folder, { trusted });
  onTestFinished(() => server.stop());
  const params = { uri: server.uriOf(patch) };
  const { applications } = await server.connection.sendRequest<RootsOf>(rootsOfMethod, params);
  return { server, folder, uri: applications[0]?.uri ?? '' };
}

test('tells the commits that changed an application, a value of it, and plans the way back', async () => {
  const { server, folder, uri } = await started(true);
  const all = await historyOf(server, { uri });
  expect(all.end).toEqual({ kind: 'told', isComplete: true });
  expect(all.parts.flatMap(({ states }) => states)).toMatchObject([
    {
      subject: 'Five in eu (#6)',
      pullRequest: '6',
      changes: [
        { change: 'changed', fields: [{ name: 'replicas', before: '3', after: '5' }] },
        { change: 'created', object: 'PersistentVolumeClaim/data' },
      ],
    },
    { subject: 'Three in eu (#4)', changes: [{ fields: [{ before: '1', after: '3' }] }] },
    { subject: 'all', changes: [{ change: 'created', object: 'Deployment/web' }] },
  ]);

  writeFileSync(join(folder, patch), deployment(7));
  await server.open(patch, deployment(7));
  const at = { uri: server.uriOf(patch), line: 5, character: 4 };
  const { values } = await server.connection.sendRequest<ValuesAt>(valuesAtMethod, at);
  expect(values).toMatchObject([{ uri, cluster: 'eu', field: '/spec/replicas', value: '7' }]);
  const [value] = values;
  if (value === undefined) throw new Error('no value');
  const one = await historyOf(server, { uri, value });
  expect(one.parts[0]).toMatchObject({
    uncommitted: { before: '5', after: '7' },
    layers: [
      { place: `${patch}:6`, value: '5', written: { subject: 'Five in eu (#6)' } },
      { place: `${base}:6`, value: '1', written: { subject: 'all' } },
    ],
  });
  expect(one.parts.flatMap(({ states }) => states.map(({ subject }) => subject))).toEqual([
    'Five in eu (#6)',
    'Three in eu (#4)',
    'all',
  ]);

  const to = all.parts.flatMap(({ states }) => states)[1]?.commit ?? '';
  const back = await server.connection.sendRequest<PlanAnswer>(planRollbackMethod, { uri, to });
  expect(back).toMatchObject({
    kind: 'plan',
    plan: {
      title: `web on eu: back to ${to.slice(0, 7)}`,
      refused: [],
      pruned: [{ text: 'PersistentVolumeClaim/data would be pruned' }],
      cannotGoBack: [{ text: 'What PersistentVolumeClaim/data holds goes with it.' }],
    },
  });
  const wrong = { uri: uri.replace('web.strata', 'api.strata'), to };
  expect(await server.connection.sendRequest(planRollbackMethod, wrong)).toEqual({
    kind: 'refused',
    text: 'This is no application on a cluster.',
  });
});

test('asks git for nothing in a folder that is not trusted', async () => {
  const { server, uri } = await started(false);
  const { parts, end } = await historyOf(server, { uri });
  expect(parts).toEqual([]);
  expect(end).toEqual({
    kind: 'refused',
    text: 'The history is read from git, which Strata runs only in folders that you trust.',
  });
});
