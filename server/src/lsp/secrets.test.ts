import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type {
  ApplyWorkspaceEditParams,
  CodeAction,
  DocumentDiagnosticReport,
  RegistrationParams,
} from 'vscode-languageserver/node';
import { adoptFindingsMethod, type AdoptFindings } from '../protocol/findings.ts';
import {
  startLanguageServer,
  type LanguageServer,
  type LanguageServerOptions,
} from '../../test/languageServer.ts';
import { commitAll, git, gitRepository } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const capabilities = {
  workspace: {
    applyEdit: true,
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename'] },
  },
} as const satisfies LanguageServerOptions['capabilities'];

async function start(
  fixture: string,
  options: LanguageServerOptions = {},
): Promise<{ readonly server: LanguageServer; readonly folder: string }> {
  const folder = temporaryTree(fixture);
  const server = await startLanguageServer(folder, { capabilities, ...options });
  onTestFinished(() => server.stop());
  return { server, folder };
}

async function diagnostics(server: LanguageServer, path: string) {
  const report = await server.connection.sendRequest<DocumentDiagnosticReport>(
    'textDocument/diagnostic',
    { textDocument: { uri: server.uriOf(path) } },
  );
  return report.kind === 'full' ? report.items : [];
}

async function actionsAt(server: LanguageServer, path: string, line: number) {
  const place = { line, character: 3 };
  return server.connection.sendRequest<CodeAction[]>('textDocument/codeAction', {
    textDocument: { uri: server.uriOf(path) },
    range: { start: place, end: place },
    context: { diagnostics: await diagnostics(server, path) },
  });
}

const deployment = `
  # file: web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: {name: web}
  spec:
    template:
      spec:
        containers:
        - name: web
          env:
          - name: DB_PASSWORD
            value: harbor-quartz-31
`;

test('a secret stands where it is, with a mask, its code, and fixes that an editor can make', async () => {
  const { server } = await start(deployment);
  const [found, ...more] = await diagnostics(server, 'web.yaml');
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    code: 'secrets.environment',
    severity: 2,
    message: 'The variable `DB_PASSWORD` holds a value in clear (•••• A).',
    range: { start: { line: 10, character: 17 }, end: { line: 10, character: 33 } },
  });
  const actions = await actionsAt(server, 'web.yaml', 10);
  expect(actions.map(({ title, isPreferred }) => [title, isPreferred])).toEqual([
    ['Read DB_PASSWORD from Secret web (removes the value here)', undefined],
    ['Silence secrets.environment on this line with a comment', undefined],
    ['Add this finding to the baseline (.strata/baseline.json)', undefined],
  ]);
  expect(actions[0]?.diagnostics).toHaveLength(1);
  expect(actions[2]?.edit?.documentChanges).toMatchObject([
    { kind: 'create', uri: server.uriOf('.strata/baseline.json') },
    { edits: [{ newText: expect.stringContaining('secrets.environment') as string }] },
  ]);
  expect(JSON.stringify([found, actions])).not.toContain('quartz');
});

test('a note on how to replace a secret says where it is and who reads it, and no value', async () => {
  const folder = gitRepository(`${deployment.replace('web.yaml', 'base/web.yaml')}
  # file: base/kustomization.yaml
  resources: [web.yaml]
  # file: clusters/dev/kustomization.yaml
  resources: [../../base]
  # file: clusters/prod/kustomization.yaml
  resources: [../../base]
  # file: .strata/clusters.yaml
  clusters: [{ name: dev, environment: dev }, { name: prod, environment: production }]
  # file: .strata/config.yaml
  deployments:
  - { path: 'clusters/{name}', application: web, cluster: '{name}' }
`);
  const server = await startLanguageServer(folder, {
    capabilities,
    initializationOptions: { copiesNotes: true },
  });
  onTestFinished(() => server.stop());
  const notes = async (): Promise<readonly unknown[]> => {
    const actions = await actionsAt(server, 'base/web.yaml', 10);
    const copied = actions.find(({ command }) => command?.command === 'strata.copyRotationNote');
    const given: readonly unknown[] = copied?.command?.arguments ?? [];
    return [copied?.title, ...given];
  };
  const id = git(folder, 'rev-parse', '--short=7', 'HEAD');
  const steps = [
    '',
    '1. Have a new value issued where this one was, and put it where the clusters read it.',
    '2. Deploy it to each cluster above, and see that nothing uses the old one any more.',
    '3. Revoke the old value: history, forks and clones keep it when the line is gone.',
    '',
  ];
  expect(await notes()).toEqual([
    'Copy a note on how to replace DB_PASSWORD',
    [
      'Replace DB_PASSWORD',
      '',
      '- Found in base/web.yaml:11 (secrets.environment).',
      `- Commit ${id} has it: whoever has a clone has the value.`,
      '- Read by prod, dev.',
      ...steps,
    ].join('\n'),
  ]);
  const text = readFileSync(join(folder, 'base/web.yaml'), 'utf8');
  await server.open('base/web.yaml', text.replace('harbor-quartz-31', 'harbor-cobalt-47'));
  const [, note] = await notes();
  expect(note).toContain('- The last commit does not have it, as far as Strata can tell.');
  expect(note).not.toMatch(/harbor|cobalt|•/);
});

test('what is typed counts, and what the baseline holds does not', async () => {
  const { server, folder } = await start(deployment);
  const text = readFileSync(join(folder, 'web.yaml'), 'utf8');
  await server.open('web.yaml', text);
  await server.change('web.yaml', text.replace('DB_PASSWORD', 'GREETING'), 2);
  expect(await diagnostics(server, 'web.yaml')).toEqual([]);
  await server.change('web.yaml', text, 3);
  expect(await diagnostics(server, 'web.yaml')).toHaveLength(1);
  const entry = { rule: 'secrets.environment', file: 'web.yaml' };
  const pointer = '0/spec/template/spec/containers/0/env/name=DB_PASSWORD/value';
  await server.open('.strata/baseline.json', JSON.stringify({ findings: [{ ...entry, pointer }] }));
  expect(await diagnostics(server, 'web.yaml')).toEqual([]);
});

test('what git ignores is where secrets may be, from the moment on that it does', async () => {
  const folder = gitRepository('\n# file: a.env\nPASSWORD=harbor-quartz-31\n');
  const server = await startLanguageServer(folder, { capabilities });
  onTestFinished(() => server.stop());
  writeFileSync(join(folder, 'b.env'), 'PASSWORD=harbor-quartz-31\n');
  await server.open('b.env', 'PASSWORD=harbor-quartz-31\n');
  expect(await diagnostics(server, 'b.env')).toHaveLength(1);
  expect(await diagnostics(server, 'a.env')).toHaveLength(1);
  writeFileSync(join(folder, '.gitignore'), '*.env\n');
  await server.connection.sendNotification('workspace/didChangeWatchedFiles', {
    changes: [{ uri: server.uriOf('.gitignore'), type: 1 }],
  });
  // What is tracked is committed all the same.
  await vi.waitFor(async () => {
    expect(await diagnostics(server, 'b.env')).toEqual([]);
  });
  expect(await actionsAt(server, 'b.env', 0)).toEqual([]);
  expect(await diagnostics(server, 'a.env')).toHaveLength(1);
});

test('a client that can be asked is asked for diagnostics and fixes of files of any language', async () => {
  const methods: string[] = [];
  await start(deployment, {
    capabilities: {
      textDocument: {
        diagnostic: { dynamicRegistration: true },
        codeAction: { dynamicRegistration: true },
      },
    },
    prepare: (connection) => {
      connection.onRequest('client/registerCapability', ({ registrations }: RegistrationParams) => {
        methods.push(...registrations.map(({ method }) => method));
        return null;
      });
    },
  });
  await vi.waitFor(() => {
    expect(methods).toEqual(['textDocument/diagnostic', 'textDocument/codeAction']);
  });
});

test('where git may not be asked, .gitignore files are read', async () => {
  const { server } = await start(
    '\n# file: .gitignore\n*.env\n# file: a.env\nPASSWORD=harbor-quartz-31\n# file: b.conf\npassword=harbor-quartz-31\n',
    { trusted: false },
  );
  expect(await diagnostics(server, 'a.env')).toEqual([]);
  expect(await diagnostics(server, 'b.conf')).toHaveLength(1);
});

test('what is committed already has to be replaced, and the message says so', async () => {
  const folder = gitRepository('\n# file: a.yaml\nuser: app\ndbPassword: harbor-quartz-31\n');
  const server = await startLanguageServer(folder, { capabilities });
  onTestFinished(() => server.stop());
  await server.open('a.yaml', 'mailPassword: copper-willow-88\n  \ndbPassword: harbor-quartz-31\n');
  const found = await diagnostics(server, 'a.yaml');
  expect(found.map(({ message }) => message)).toEqual([
    '`mailPassword` holds a value in clear (•••• A).',
    '`dbPassword` holds a value in clear (•••• B). It is committed already: replace it.',
  ]);
  // No editor tells of a commit.
  writeFileSync(join(folder, 'a.yaml'), 'mailPassword: copper-willow-88\n');
  commitAll(folder);
  const [first] = await diagnostics(server, 'a.yaml');
  expect(first?.message).toContain('It is committed already');
});

describe('adopting what is there', () => {
  test('is an edit of the baseline, with every finding of the tree', async () => {
    const { server } = await start(`${deployment}
  # file: other/a.env
  API_TOKEN=p7wq91kzmx4tb2
`);
    const edits: ApplyWorkspaceEditParams[] = [];
    server.connection.onRequest('workspace/applyEdit', (edit: ApplyWorkspaceEditParams) => {
      edits.push(edit);
      return { applied: true };
    });
    const answer = await server.connection.sendRequest<AdoptFindings>(adoptFindingsMethod, {});
    expect(answer).toEqual({ kind: 'adopted', count: 2 });
    const told = JSON.stringify(edits);
    expect(told).toContain('other/a.env');
    expect(told).not.toMatch(/quartz|p7wq91/);
  });

  test('is refused where nothing may be written', async () => {
    const { server } = await start(deployment, { trusted: false });
    expect(await server.connection.sendRequest<AdoptFindings>(adoptFindingsMethod, {})).toEqual({
      kind: 'refused',
      reason: 'Strata writes nothing and runs nothing in a folder that is not trusted.',
    });
  });
});

describe('SOPS', () => {
  const secret = `
    # file: .sops.yaml
    creation_rules: [{path_regex: enc, age: "a,b"}]
    # file: db.enc.yaml
    apiVersion: v1
    kind: Secret
    metadata: {name: db}
    stringData:
      key: harbor-quartz-31
  `;

  /** A program `sops` that notes how it was called and writes something else into the file. */
  function fakeSops(): string {
    const folder = temporaryTree('\n# file: calls\n');
    const script = `#!/bin/sh\necho "$PWD $*" >> '${folder}/calls'\necho 'sops: {mac: "ENC[a]"}' > "$3"\n`;
    writeFileSync(join(folder, 'sops'), script);
    chmodSync(join(folder, 'sops'), 0o755);
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env.PATH ?? ''}`);
    onTestFinished(() => {
      vi.unstubAllEnvs();
    });
    return join(folder, 'calls');
  }

  async function encrypt(server: LanguageServer): Promise<string | undefined> {
    const actions = await actionsAt(server, 'db.enc.yaml', 4);
    const command = actions.find(({ title }) => title === 'Encrypt db.enc.yaml with SOPS')?.command;
    if (command === undefined) return 'not offered';
    let refusal: string | undefined;
    server.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      refusal = message;
    });
    await server.connection.sendRequest('workspace/executeCommand', command);
    return refusal;
  }

  test('encrypts a file in its place, and is told no value', async () => {
    const calls = fakeSops();
    const { server, folder } = await start(secret);
    expect(await encrypt(server)).toBeUndefined();
    expect(readFileSync(calls, 'utf8')).toMatch(/ --encrypt --in-place \.\/db\.enc\.yaml\n$/);
    expect(readFileSync(join(folder, 'db.enc.yaml'), 'utf8')).toContain('sops:');
  });

  test('is not run on a file that is not saved', async () => {
    const calls = fakeSops();
    const { server, folder } = await start(secret);
    const text = readFileSync(join(folder, 'db.enc.yaml'), 'utf8');
    await server.open('db.enc.yaml', `${text}# more\n`);
    expect(await encrypt(server)).toContain('Save db.enc.yaml first');
    expect(readFileSync(calls, 'utf8')).toBe('');
  });

  test('is not offered in a folder that is not trusted, or where there is none', async () => {
    const calls = fakeSops();
    const { server } = await start(secret, { trusted: false });
    expect(await encrypt(server)).toBe('not offered');
    // A client may ask all the same.
    const command = 'strata.encryptWithSops';
    const words = { command, arguments: [server.uriOf('db.enc.yaml')] };
    await server.connection.sendRequest('workspace/executeCommand', words);
    expect(readFileSync(calls, 'utf8')).toBe('');
    const empty = temporaryTree('\n# file: a\n');
    mkdirSync(join(empty, 'programs'));
    vi.stubEnv('PATH', join(empty, 'programs'));
    const other = await start(secret, { trusted: true });
    expect(await encrypt(other.server)).toBe('not offered');
  });
});
