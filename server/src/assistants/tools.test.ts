import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { exampleFleet } from '../../test/commandLine.ts';
import { git, gitFleet } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { toolNames, toolPrefix } from '../protocol/tool.ts';
import { LiveImpact } from '../workspace/liveImpact.ts';
import { openWorkspace } from '../workspace/workspace.ts';
import { callTool, inputSchema, tools, wholeDescription } from './tools.ts';

interface Asker {
  /** Asks a tool; a refusal is a text. */
  readonly ask: (name: string, sent?: object) => Promise<unknown>;
}

async function askerOf(folder: string): Promise<Asker> {
  const { signal } = new AbortController();
  const workspace = await openWorkspace(folder, { exact: true }, signal);
  const live = new LiveImpact(workspace, {});
  return {
    ask: async (name, sent) => {
      const tool = tools.find((one) => one.name === name);
      if (tool === undefined) throw new Error(`no tool ${name}`);
      const asked = { workspace, live, trusted: true, today: '2026-11-30' };
      const answer = await callTool(tool, sent, asked, signal);
      return answer.kind === 'ok' ? (JSON.parse(answer.value) as object) : answer.failure;
    },
  };
}

const base = 'apps/checkout/base/deployment.yaml';

describe('the example fleet', { timeout: 60_000 }, () => {
  let fleet: Asker;
  const text = readFileSync(join(exampleFleet, base), 'utf8').replace('256Mi', '320Mi');

  beforeAll(async () => {
    fleet = await askerOf(exampleFleet);
  });

  test('impact tells what proposed texts change, and on which clusters', async () => {
    expect(await fleet.ask('impact', { files: [{ path: base, text }] })).toMatchObject({
      before: 'worktree',
      after: 'proposed',
      files: [base],
      counts: { clusters: 1, production: 0, open: 0 },
      clusters: [
        { name: 'staging-eu-1', status: 'changed' },
        { status: 'touched' },
        { status: 'touched' },
        { status: 'touched' },
        { status: 'touched' },
        { status: 'touched' },
      ],
      applications: [{ name: 'checkout-staging-eu-1', restarts: true }],
    });
  });

  test('impact of a cluster tells of that one alone', async () => {
    const files = [{ path: base, text }];
    expect(await fleet.ask('impact', { files, cluster: 'prod-us-1' })).toMatchObject({
      clusters: [{ name: 'prod-us-1', status: 'touched' }],
      applications: [],
      changes: [],
    });
  });

  test('a text that the file has already is no change, and a deleted file is one', async () => {
    const same = readFileSync(join(exampleFleet, base), 'utf8');
    expect(await fleet.ask('impact', { files: [{ path: base, text: same }] })).toMatchObject({
      files: [],
      clusters: [],
    });
    expect(await fleet.ask('impact', { files: [{ path: base, text: null }] })).toMatchObject({
      files: [base],
      counts: { clusters: 6 },
    });
  });

  test('explain and render answer for the proposed texts', async () => {
    const asked = {
      application: 'checkout-staging-eu-1',
      resource: 'Deployment/checkout',
      field: '/spec/template/spec/containers[name=app]/resources/requests/memory',
    };
    expect(await fleet.ask('explain', asked)).toMatchObject({ value: '256Mi' });
    const proposed = { ...asked, files: [{ path: base, text }] };
    expect(await fleet.ask('explain', proposed)).toMatchObject({
      value: '320Mi',
      chain: [{ file: base, step: 'base' }],
    });
    const rendered = await fleet.ask('render', {
      application: 'checkout-staging-eu-1',
      resources: ['Deployment'],
      files: [{ path: base, text }],
    });
    expect(rendered).toMatchObject({
      builds: true,
      yaml: expect.stringContaining('320Mi') as string,
    });
  });

  test('why, applications, clusters, survey and values answer as the command line does', async () => {
    expect(await fleet.ask('why', { file: base, cluster: 'prod-us-1' })).toMatchObject({
      isThere: true,
      clusters: ['prod-us-1'],
      paths: [{ application: 'checkout-prod-us-1' }],
    });
    expect(
      await fleet.ask('applications', { cluster: 'prod-us-1', name: 'checkout' }),
    ).toMatchObject({
      count: 1,
      applications: [{ name: 'checkout-prod-us-1', path: 'apps/checkout/clusters/prod-us-1' }],
    });
    for (const path of ['apps/checkout', './apps/checkout/', 'apps/checkout/clusters/prod-us-1'])
      expect(
        await fleet.ask('applications', { cluster: 'prod-us-1', name: 'checkout', path }),
        path,
      ).toMatchObject({ count: 1 });
    expect(await fleet.ask('clusters', { cluster: 'prod-us-1' })).toMatchObject({
      clusters: [{ name: 'prod-us-1', environment: 'production' }],
    });
    expect(await fleet.ask('survey')).toMatchObject({
      clusters: 7,
      exact: expect.any(Number) as number,
    });
    expect(
      await fleet.ask('values', { application: 'storefront-prod-eu-1', key: 'resources' }),
    ).toMatchObject({
      keys: expect.arrayContaining([
        expect.objectContaining({ path: 'resources.limits.memory' }),
      ]) as unknown[],
    });
  });

  test('check tells what proposed texts make worse', async () => {
    const path = 'apps/checkout/base/deployment.yaml';
    const worse = text.replace(/^( +)containers:$/m, '$1hostNetwork: true\n$1containers:');
    expect(worse).not.toBe(text);
    expect(await fleet.ask('check', { files: [{ path, text: worse }] })).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ file: path, code: expect.stringMatching(/^policy\./) as string }),
      ]) as unknown[],
    });
    expect(await fleet.ask('check', { files: [{ path, text }] })).toMatchObject({ findings: [] });
  });

  test('rights of a project', async () => {
    expect(await fleet.ask('rights', { name: 'payments' })).toMatchObject({ kind: 'project' });
  });

  test.each([
    ['check', { cluster: 'prod-us-9' }, 'There is no cluster prod-us-9. Did you mean prod-us-1?'],
    [
      'rights',
      { name: 'paymnts' },
      'There is no cluster, project or tenant paymnts. Did you mean payments?',
    ],
    [
      'impact',
      { cluster: 'prod-us-9', files: [{ path: base, text: '' }] },
      'There is no cluster prod-us-9. Did you mean prod-us-1?',
    ],
    [
      'impact',
      {
        files: [
          { path: base, text: '' },
          { path: `./${base}`, text: '' },
        ],
      },
      `The file ${base} is named twice.`,
    ],
    ['applications', { path: '../a' }, '../a is no folder of the workspace.'],
    ['impact', { file: [] }, 'There is no argument file. Did you mean files?'],
    ['impact', { files: 'a' }, /^The argument files is a list of objects/],
    ['impact', { files: [{ path: '../a', text: '' }] }, '../a is no file of the workspace.'],
    ['impact', { files: [{ path: 'a/../../b', text: '' }] }, /^a\/..\/..\/b is no file of/],
    ['impact', { files: [{ path: '/etc/x', text: '' }] }, '/etc/x is no file of the workspace.'],
    ['why', { file: '/etc/x' }, '/etc/x is no file of the workspace.'],
    [
      'impact',
      { files: [{ path: '.git/config', text: '' }] },
      '.git/config is no file of the workspace.',
    ],
    [
      'impact',
      { files: [{ path: 'gone.yaml', text: null }] },
      'gone.yaml is no file that could be deleted.',
    ],
    ['explain', { application: 'checkout' }, 'The argument resource is needed.'],
    ['render', {}, 'Name an application, or a root.'],
    [
      'render',
      { root: 'apps/checkout/bas' },
      'apps/checkout/bas has no kustomization file. Did you mean apps/checkout/base?',
    ],
    [
      'render',
      { root: 'apps/checkout/base', resources: ['Deploymnt'] },
      /^apps\/checkout\/base renders no Deploymnt\./,
    ],
    [
      'applications',
      { cluster: 'prod-us-9' },
      'There is no cluster prod-us-9. Did you mean prod-us-1?',
    ],
    [
      'why',
      { file: base, cluster: 'prod-us-9' },
      'There is no cluster prod-us-9. Did you mean prod-us-1?',
    ],
    [
      'values',
      { application: 'chekout-prod-us-1' },
      /^There is no application chekout-prod-us-1\./,
    ],
  ])('%s %j is refused', async (name, sent, expected) => {
    expect(await fleet.ask(name, sent)).toEqual(
      typeof expected === 'string' ? expected : expect.stringMatching(expected),
    );
  });
});

test('a proposal has the impact that the same edit has, and writes nothing', async () => {
  const folder = gitFleet();
  const path = 'apps/checkout/environments/production/kustomization.yaml';
  const now = readFileSync(join(folder, path), 'utf8');
  const text = now.replace(/count: \d+/, 'count: 9');
  expect(text).not.toBe(now);
  const { ask } = await askerOf(folder);
  const proposed = await ask('impact', { files: [{ path, text }] });
  const withBase = await ask('impact', { files: [{ path, text }], base: 'HEAD' });
  expect(git(folder, 'status', '--porcelain')).toBe('');
  writeFileSync(join(folder, path), text);
  const written = await (await askerOf(folder)).ask('impact', { base: 'HEAD' });
  expect(written).toMatchObject({ counts: { clusters: 2 } });
  const sides = { before: '', after: '' };
  expect({ ...(proposed as object), ...sides }).toEqual({ ...(written as object), ...sides });
  expect({ ...(withBase as object), ...sides }).toEqual({ ...(written as object), ...sides });
}, 60_000);

test('values of Secrets are masked, and a proposed secret is found before it is written', async () => {
  const { ask } = await askerOf(
    temporaryTree(`
# file: kustomization.yaml
resources:
- secret.yaml
# file: secret.yaml
apiVersion: v1
kind: Secret
metadata:
  name: database
stringData:
  password: not-a-real-password
`),
  );
  const rendered = JSON.stringify(await ask('render', { root: '.' }));
  expect(rendered).toContain('•••• A');
  const field = '/stringData/password';
  const explained = JSON.stringify(
    await ask('explain', { root: '.', resource: 'Secret/database', field }),
  );
  const changed = {
    path: 'secret.yaml',
    text: 'apiVersion: v1\nkind: Secret\nmetadata:\n  name: database\nstringData:\n  password: another-fake-password\n',
  };
  const impact = JSON.stringify(await ask('impact', { files: [changed] }));
  const found = JSON.stringify(await ask('secrets', { files: [changed] }));
  expect(found).toContain('secrets.secret-data');
  for (const told of [rendered, explained, impact, found])
    expect(told).not.toMatch(/not-a-real-password|another-fake-password/);
});

test('VS Code offers the same tools to language models', () => {
  const manifest = readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8');
  const { contributes } = JSON.parse(manifest) as {
    contributes: { languageModelTools: readonly object[] };
  };
  expect(toolNames).toEqual(tools.map(({ name }) => name));
  expect(contributes.languageModelTools).toMatchObject(
    tools.map((tool) => ({
      name: `${toolPrefix}${tool.name}`,
      modelDescription: wholeDescription(tool),
      inputSchema: { ...inputSchema(tool), properties: expect.any(Object) as object },
    })),
  );
});
