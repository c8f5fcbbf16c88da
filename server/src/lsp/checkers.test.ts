import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { expect, onTestFinished, test } from 'vitest';
import type { DocumentDiagnosticReport } from 'vscode-languageserver/node';
import { startLanguageServer, type LanguageServer } from '../../test/languageServer.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import { checkersSetting } from '../protocol/checkers.ts';
import { olderFindingsMethod, type OlderFindings } from '../protocol/findings.ts';
import { trustGrantedMethod } from '../protocol/initializationOptions.ts';

const patience = { timeout: 20_000, interval: 100 };
const base = 'web/base/web.yaml';

interface Opened {
  readonly server: LanguageServer;
  /** The findings of the base, as `LINE CODE`. */
  readonly told: () => Promise<readonly string[]>;
  readonly warnings: readonly string[];
  /** How often the checker ran. */
  readonly runs: () => number;
}

/** Opens a fleet in an editor that is set to one checker of some lines of JavaScript; `files` has texts by paths. */
async function open(
  lines: string,
  {
    trusted = true,
    words = '{files}',
    beside = '',
  }: { trusted?: boolean; words?: string; beside?: string } = {},
): Promise<Opened> {
  const folder = temporaryTree(policyFleet() + beside);
  const own = temporaryTree('# file: empty.txt\n');
  const script = join(own, 'checker.mjs');
  writeFileSync(join(own, 'runs.txt'), '');
  writeFileSync(
    script,
    `import { appendFileSync, readdirSync, readFileSync } from 'node:fs';
appendFileSync(new URL('runs.txt', import.meta.url), '.');
const folder = process.argv[2];
const files = Object.fromEntries(
  readdirSync(folder).map((name) => [name, readFileSync(folder + '/' + name, 'utf8')]),
);
${lines}`,
  );
  const warnings: string[] = [];
  const server = await startLanguageServer(folder, {
    capabilities: { workspace: { configuration: true, diagnostics: { refreshSupport: true } } },
    trusted,
    prepare: (connection) => {
      connection.onRequest('workspace/diagnostic/refresh', () => null);
      connection.onRequest(
        'workspace/configuration',
        ({ items }: { readonly items: readonly { readonly section?: string }[] }) =>
          items.map(({ section }) =>
            section === checkersSetting
              ? [`kubeconform=${process.execPath} ${script} ${words}`]
              : null,
          ),
      );
      connection.onRequest('window/showMessageRequest', ({ message }: { message: string }) => {
        warnings.push(message);
        return null;
      });
    },
  });
  onTestFinished(() => server.stop());
  await server.open(base, readFileSync(join(folder, base), 'utf8'));
  return {
    server,
    warnings,
    runs: () => readFileSync(join(own, 'runs.txt'), 'utf8').length,
    told: async () => {
      const report = await server.connection.sendRequest<DocumentDiagnosticReport>(
        'textDocument/diagnostic',
        { textDocument: { uri: server.uriOf(base) } },
      );
      const items = report.kind === 'full' ? report.items : [];
      return items
        .filter(({ code }) => String(code).startsWith('policy.checker'))
        .map(
          ({ code, range, message }) =>
            `${range.start.line + 1} ${String(code)} ${typeof message === 'string' ? message : message.value}`,
        );
    },
  };
}

const refusing = `
const resources = Object.entries(files).flatMap(([filename, text]) =>
  text.includes('image: example.com/app:1')
    ? [{ filename, status: 'statusInvalid', msg: '', validationErrors: [{ path: '/spec/template/spec/containers/0/image', msg: 'no' }] }]
    : []);
console.log(JSON.stringify({ resources }));
process.exitCode = resources.length > 0 ? 1 : 0;`;

const refused =
  '11 policy.checker `kubeconform` refuses Deployment.apps/shop/web (one, two) by `schema`: no';

/** A file with a finding that is told of files that nobody has open. */
const clear = `
# file: elsewhere/login.yaml
apiVersion: v1
kind: Secret
metadata: { name: login }
stringData: { password: zebra-quagga-9 }
`;

test('a checker of the settings is told at the line that it refuses, with all clusters, until that is mended', async () => {
  const { server, told, runs, warnings } = await open(refusing);
  await expect.poll(told, patience).toEqual([refused]);
  const text = policyFleet().split(`# file: ${base}\n`)[1] ?? '';
  const before = runs();
  // Where the objects are what they were, nothing is run again.
  await server.change(base, `# nothing\n${text}`, 2);
  await expect.poll(told, patience).toEqual([refused.replace('11', '12')]);
  await server.change(base, text.replace('app:1', 'app:2'), 3);
  await expect.poll(told, patience).toEqual([]);
  // Both clusters get the same, and are asked about once.
  expect(runs()).toBe(before + 1);
  expect(warnings).toEqual([]);
});

test('nothing is run in folders that nobody trusts, until somebody does', async () => {
  const { server, told, runs } = await open(refusing, { trusted: false, beside: clear });
  // Where files are told that nobody has open, it is the turn of the checkers.
  const older = async (): Promise<number> => {
    const found = await server.connection.sendRequest<OlderFindings>(olderFindingsMethod, {});
    return found.count;
  };
  await expect.poll(older, patience).toBe(1);
  expect(await told()).toEqual([]);
  expect(runs()).toBe(0);
  await server.connection.sendNotification(trustGrantedMethod);
  await expect.poll(told, patience).toEqual([refused]);
  // It ran only now, once for the objects that both clusters get.
  expect(runs()).toBe(1);
});

test('a checker that fails is told once for each cluster, and so is a setting that names none', async () => {
  const { warnings } = await open(`console.log('no report');`);
  await expect
    .poll(() => [...warnings].sort(), patience)
    .toEqual([
      'The checker kubeconform says nothing of one: it printed no JSON.',
      'The checker kubeconform says nothing of two: it printed no JSON.',
    ]);
  const other = await open(refusing, { words: 'elsewhere' });
  await expect
    .poll(() => other.warnings, patience)
    .toEqual([expect.stringContaining('needs {files} in its command')]);
});
