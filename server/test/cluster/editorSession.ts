import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Trace } from 'vscode-languageserver/node';
import {
  adoptDriftMethod,
  liveChangesMethod,
  liveClustersMethod,
  liveMethod,
  liveSelectMethod,
  liveTextMethod,
  syncCommandMethod,
  type LiveApplication,
  type LiveClusters,
  type LiveSettings,
  type LiveView,
} from '../../src/protocol/live.ts';
import {
  drillMethod,
  drillPlanMethod,
  type DrillPlanAnswer,
} from '../../src/protocol/liveDrill.ts';
import {
  fleetApplicationMethod,
  fleetMethod,
  type FleetAnswer,
} from '../../src/protocol/liveFleet.ts';
import { importClustersMethod, type ImportClustersAnswer } from '../../src/protocol/liveImport.ts';
import {
  argoWriteMethod,
  argoWritePlanMethod,
  type ArgoWritePlanAnswer,
} from '../../src/protocol/liveWrite.ts';
import { renderedDocumentMethod } from '../../src/protocol/renderedDocument.ts';
import { gitRepository } from '../gitRepository.ts';
import type { KubeServer } from '../kubeServer.ts';
import { startLanguageServer, type LanguageServer } from '../languageServer.ts';

/** The server of the tests, on which the Application `web` of a tree delivers a ServiceAccount to `lab`. */
export interface EditorRig {
  readonly server: () => KubeServer;
  readonly tree: string;
  /** Writes a kubeconfig of the user of a token, with contexts for the hub and for `lab`; gives its path. */
  readonly kubeconfigFor: (token: string) => string;
  /** The user of the editor, who may do everything: what is not asked for is left out by Strata itself. */
  readonly user: string;
  /** The path of the ServiceAccount, and the label of it that Git says. */
  readonly account: string;
  readonly label: string;
  /** What is in Secrets of Git and of the cluster. */
  readonly canaries: readonly string[];
}

const settings: LiveSettings = { contexts: {}, allowed: [] };

/** What each thing asks for, beside whether the server is there. */
const expected = {
  open: [],
  follow: [
    'get api',
    'get apis',
    'get configmaps',
    'get serviceaccounts',
    'list applications.argoproj.io',
    'list serviceaccounts',
    'watch applications.argoproj.io',
    'watch serviceaccounts',
  ],
  render: [],
  diff: [],
  adopt: [],
  command: [],
  changes: [],
  see: [],
  fleet: ['get api', 'get apis', 'get configmaps', 'list applications.argoproj.io'],
  cell: ['get applications.argoproj.io', 'get serviceaccounts', 'list events'],
  import: ['list applications.argoproj.io'],
  'plan a drill': ['get applications.argoproj.io', 'get serviceaccounts'],
  drill: ['get applications.argoproj.io', 'get serviceaccounts', 'patch serviceaccounts'],
  'plan a write': [
    'create selfsubjectaccessreviews.authorization.k8s.io',
    'create selfsubjectreviews.authentication.k8s.io',
  ],
  write: ['get applications.argoproj.io', 'patch applications.argoproj.io'],
};

/** A whole session of an editor by the audit log of a real kube-apiserver. */
export function testEditorSession(rig: EditorRig): void {
  const { server, user, account, label } = rig;

  /** What Strata asked since the last time: verb and kind of each, without the question whether the server is there. */
  function asked(): readonly string[] {
    const lines = server().audit();
    const own = lines.slice(counted).filter((one) => one.user === user && one.agent === 'strata');
    counted = lines.length;
    return [...new Set(own.map(({ verb, uri }) => `${verb} ${kindOf(uri)}`))]
      .filter((one) => one !== 'get readyz')
      .sort();
  }
  let counted = 0;

  test('each thing that an editor does asks the server exactly what it needs, and shows no secret value', async () => {
    const from = server().audit().length;
    counted = from;
    vi.stubEnv('KUBECONFIG', rig.kubeconfigFor(user));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const told: string[] = [];
    const editor = await open(rig.tree, { trusted: true, told });
    const send = <Answer>(method: string, params: object): Promise<Answer> =>
      editor.connection.sendRequest<Answer>(method, params);
    const log: Record<string, readonly string[]> = {};
    const step = async <Answer>(name: string, act: () => Promise<Answer>): Promise<Answer> => {
      const answer = await act();
      log[name] = asked();
      return answer;
    };

    const tree = await step('open', async () => {
      const known = await send<LiveClusters>(liveClustersMethod, settings);
      await send(drillPlanMethod, { settings });
      await send(importClustersMethod, { settings });
      await send(fleetMethod, { settings, ask: 'know' });
      return known.kind === 'clusters' ? (known.clusters[0]?.tree ?? '') : '';
    });
    const merge = { 'Content-Type': 'application/merge-patch+json' };
    const setLabel = (value: string): Promise<unknown> => {
      const body = { metadata: { labels: { [label]: value } } };
      return server().request(
        'admin',
        'PATCH',
        `${account}?fieldManager=kubectl-edit`,
        body,
        merge,
      );
    };
    await setLabel('mine');
    onTestFinished(async () => {
      await setLabel('shop');
    });
    const web = await step('follow', async () => {
      await send(liveSelectMethod, { cluster: 'lab', settings });
      const found = await seen(
        editor,
        ({ rows, status }) => rows.length > 0 && status !== undefined,
      );
      // What is compared was listed; that it is watched from there on may come a moment later.
      await followed(['applications.argoproj.io', 'serviceaccounts']);
      return found;
    });
    const [row] = web.rows;
    expect(row).toMatchObject({ verdict: 'drift', owner: 'kubectl-edit' });
    const { id } = web;
    const { resource = '', path = '' } = row ?? {};
    await step('render', () => send(renderedDocumentMethod, { uri: web.uri }));
    await step('diff', () => send(liveTextMethod, { id, resource }));
    await step('adopt', () => send(adoptDriftMethod, { id, rows: [{ resource, path }] }));
    await step('command', () => send(syncCommandMethod, { id }));
    await step('changes', () => send(liveChangesMethod, {}));
    await setLabel('shop');
    await step('see', () => seen(editor, ({ rows }) => rows.length === 0));
    await step('fleet', async () => {
      let answer = await send<FleetAnswer>(fleetMethod, { settings, ask: 'read' });
      while (answer.kind === 'fleet' && answer.reading !== undefined) {
        await sleep(50);
        answer = await send<FleetAnswer>(fleetMethod, { settings, ask: 'know' });
      }
    });
    const cell = {
      cluster: 'lab',
      kind: 'Application',
      namespace: 'argocd',
      name: 'web',
      tree,
    };
    await step('cell', () => send(fleetApplicationMethod, { settings, ...cell, ask: 'drift' }));
    await send(fleetMethod, { settings, ask: 'end' });
    await step('import', async () => {
      const known = await send<ImportClustersAnswer>(importClustersMethod, { settings });
      const source = known.kind === 'sources' ? known.sources[0] : undefined;
      await send(importClustersMethod, { settings, source });
    });
    const drill = await step('plan a drill', () =>
      send<DrillPlanAnswer>(drillPlanMethod, { settings, tree, cluster: 'lab' }),
    );
    expect(drill.kind).toBe('plan');
    await step('drill', async () => {
      const healed = (async () => {
        for (;;) {
          const { body } = await server().request('admin', 'GET', account);
          if (body.includes('strata-drill')) break;
          await sleep(50);
        }
        await sleep(300);
        await setLabel('shop');
      })();
      await send(drillMethod, { id: drill.kind === 'plan' ? drill.plan.id : '', settings });
      await healed;
    });
    const write = await step('plan a write', () =>
      send<ArgoWritePlanAnswer>(argoWritePlanMethod, {
        settings,
        mayWrite: true,
        action: 'refresh',
        ids: [id],
      }),
    );
    expect(write.kind).toBe('plan');
    await step('write', () =>
      send(argoWriteMethod, {
        id: write.kind === 'plan' ? write.plan.id : '',
        settings,
        mayWrite: true,
      }),
    );
    await send(liveSelectMethod, { settings });
    await sleep(500);
    // A watch is written down again when it ends.
    expect(asked().filter((one) => !one.startsWith('watch '))).toEqual([]);
    expect(log).toEqual(expected);
    const writes = server()
      .audit()
      .slice(from)
      .filter((one) => one.agent === 'strata' && one.verb === 'patch');
    const application = '/apis/argoproj.io/v1alpha1/namespaces/argocd/applications/web';
    expect(writes.map(({ uri }) => uri)).toEqual([
      `${account}?fieldManager=strata-drill`,
      `${account}?fieldManager=strata-drill`,
      `${application}?fieldManager=strata`,
    ]);
    const text = told.join('\n');
    expect(text).toContain('kind: Secret');
    for (const value of rig.canaries) {
      expect(text).not.toContain(value);
      expect(text).not.toContain(Buffer.from(value).toString('base64'));
    }
  });

  test('an editor asks the server for nothing where its workspace is not trusted', async () => {
    vi.stubEnv('KUBECONFIG', rig.kubeconfigFor(user));
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    const from = server().audit().length;
    const editor = await open(rig.tree, { trusted: false, told: [] });
    const send = (method: string, params: object): Promise<unknown> =>
      editor.connection.sendRequest(method, params);
    const untrusted = { kind: 'untrusted' };
    expect(await send(liveClustersMethod, settings)).toEqual(untrusted);
    expect(await send(liveSelectMethod, { cluster: 'lab', settings })).toEqual({
      kind: 'refused',
      why: 'untrusted',
    });
    const web = { cluster: 'lab', kind: 'Application', namespace: 'argocd', name: 'web', tree: '' };
    expect(await send(fleetMethod, { settings, ask: 'read' })).toEqual(untrusted);
    expect(await send(fleetApplicationMethod, { settings, ...web, ask: 'drift' })).toBeNull();
    expect(await send(importClustersMethod, { settings })).toEqual(untrusted);
    expect(await send(drillPlanMethod, { settings, cluster: 'lab' })).toEqual(untrusted);
    expect(await send(drillMethod, { id: '1', settings })).toBeNull();
    const write = { settings, mayWrite: true, action: 'sync', ids: ['web'] };
    expect(await send(argoWritePlanMethod, write)).toEqual(untrusted);
    expect(await send(argoWriteMethod, { id: '1', settings, mayWrite: true })).toBeNull();
    const row = { resource: 'ServiceAccount/shop/web', path: '/metadata' };
    expect(await send(liveMethod, {})).toBeNull();
    expect(await send(liveTextMethod, { id: 'web', ...row })).toBeNull();
    expect(await send(adoptDriftMethod, { id: 'web', rows: [row] })).toBeNull();
    expect(await send(syncCommandMethod, { id: 'web' })).toBeNull();
    expect(await send(liveChangesMethod, {})).toBeNull();
    await sleep(300);
    expect(
      server()
        .audit()
        .slice(from)
        .filter((one) => one.user === user || one.agent === 'strata'),
    ).toEqual([]);
  });

  /** Waits until some kinds are watched. */
  async function followed(kinds: readonly string[]): Promise<void> {
    const isWatched = (kind: string): boolean =>
      server()
        .audit()
        .slice(counted)
        .some((one) => one.user === user && one.verb === 'watch' && kindOf(one.uri) === kind);
    for (let tries = 0; tries < 1200 && !kinds.every(isWatched); tries++) await sleep(50);
  }

  /** The only application, once it is as wanted. */
  async function seen(
    { connection }: LanguageServer,
    isWanted: (application: LiveApplication) => boolean,
  ): Promise<LiveApplication> {
    for (let tries = 0; tries < 1200; tries++) {
      const view = await connection.sendRequest<LiveView | null>(liveMethod, {});
      const found = view?.applications.find(({ name }) => name === 'web');
      if (found !== undefined && isWanted(found)) return found;
      await sleep(50);
    }
    throw new Error('it is not seen');
  }
}

/** Opens a tree; all that the server says is kept in `told`. */
async function open(
  tree: string,
  { trusted, told }: { readonly trusted: boolean; readonly told: string[] },
): Promise<LanguageServer> {
  const editor = await startLanguageServer(gitRepository(tree), {
    trusted,
    prepare: (connection) => {
      void connection.trace(Trace.Verbose, {
        log: (message: unknown, data?: string) =>
          told.push(`${JSON.stringify(message)} ${data ?? ''}`),
      });
    },
  });
  onTestFinished(() => editor.stop());
  return editor;
}

/** What a request is about: the plural and the group of a kind, or the word of another address. */
function kindOf(uri: string): string {
  const path = uri.replace(/\?.*$/, '');
  const found = /^\/(?:api\/v1|apis\/([^/]+)\/[^/]+)(?:\/namespaces\/[^/]+(?=\/))?\/([^/]+)/.exec(
    path,
  );
  if (found === null) return path.split('/')[1] ?? '';
  const [, group = '', plural = ''] = found;
  return group === '' ? plural : `${plural}.${group}`;
}
