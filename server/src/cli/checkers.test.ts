import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument, CheckedPolicy } from '../analysis/checkDocument.ts';
import { withCheckers } from '../workspace/checkers.ts';
import { checkTree } from '../workspace/check.ts';

/** A checker that runs some lines of JavaScript: `files` has the text of each object by its path. */
function checkerOf(lines: string): string {
  const folder = temporaryTree('# file: empty.txt\n');
  const script = join(folder, 'checker.mjs');
  writeFileSync(
    script,
    `import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
const folder = process.argv[2];
writeFileSync(new URL('folder.txt', import.meta.url), folder);
const files = Object.fromEntries(
  readdirSync(folder).map((name) => [folder + '/' + name, readFileSync(folder + '/' + name, 'utf8')]),
);
${lines}`,
  );
  return `${process.execPath} ${script} {files}`;
}

const secret = `
apiVersion: v1
kind: Secret
metadata: { name: db }
stringData: { password: fake-hunter2 }`;

const invalid = (): string =>
  checkerOf(`
const resources = Object.entries(files).flatMap(([filename, text]) =>
  text.includes('kind: Deployment')
    ? [{ filename, status: 'statusInvalid', msg: '', validationErrors: [{ path: '/spec/template/spec/containers/0/image', msg: 'not from here' }] }]
    : text.includes('kind: Secret')
      ? [{ filename, status: 'statusInvalid', msg: filename + ' ' + text }]
      : text.includes('kind: Namespace')
        ? [{ filename, status: 'statusError', msg: 'no schema' }]
        : []);
console.log(JSON.stringify({ resources }));
process.exitCode = 1;`);

async function check(command: string, ...words: readonly string[]): Promise<CheckDocument> {
  const folder = temporaryTree(policyFleet({ more: { 'secret.yaml': secret } }));
  const { out } = await strata(['check', '--json', '--checker', command, ...words], { folder });
  return JSON.parse(out) as CheckDocument;
}

test('what a checker says of a field is told at the line that set it, with its clusters', async () => {
  const { findings, notEvaluated } = await check(`kubeconform=${invalid()}`);
  expect(
    findings.map(({ code, file, line, message, clusters }) => [
      `${file}:${line} ${code} (${clusters.join(', ')})`,
      message.slice(0, 90),
    ]),
  ).toEqual([
    [
      'web/base/secret.yaml:2 policy.checker (one, two)',
      '`kubeconform` refuses Secret/shop/db by `schema`: 00001.yaml apiVersion: v1 kind: Secret m',
    ],
    [
      'web/base/web.yaml:11 policy.checker (one, two)',
      '`kubeconform` refuses Deployment.apps/shop/web by `schema`: not from here',
    ],
  ]);
  expect(notEvaluated).toEqual([
    {
      code: 'unchecked.checker-skipped',
      why: 'are left out by kubeconform: no schema',
      clusters: ['one', 'two'],
      count: 2,
    },
  ]);
});

test('no checker sees a value of a Secret, and nothing of it stays', async () => {
  const command = invalid();
  const { findings } = await check(`kubeconform=${command}`);
  const text = JSON.stringify(findings);
  expect(text).not.toContain('hunter2');
  expect(text).toContain('password: bWFza2Vk');
  const [, script = ''] = command.split(' ');
  const folder = readFileSync(join(dirname(script), 'folder.txt'), 'utf8');
  expect([folder.includes('strata-check-'), existsSync(folder)]).toEqual([true, false]);
});

test('a report that names objects means those, and not others that are called alike', async () => {
  const alike = (apiVersion: string, namespace: string): string => `
apiVersion: ${apiVersion}
kind: Service
metadata: { name: web${namespace} }
spec: { clusterIP: None }`;
  const more = {
    'core.yaml': alike('v1', ''),
    'knative.yaml': alike('serving.knative.dev/v1', ''),
    'other.yaml': alike('v1', ', namespace: other'),
  };
  const folder = temporaryTree(policyFleet({ clusters: ['one'], more }));
  const command = `kyverno=${checkerOf(`
const result = (message, kind, name, namespace) => ({
  policy: 'p\\u001b[2J', result: 'fail', message, resources: [{ apiVersion: 'v1', kind, name, namespace }],
});
console.log(JSON.stringify({ results: [
  result('a\\u001b[31m', 'Service', 'web', 'shop'),
  result('b', 'Service', 'web', 'other'),
  result('c', 'Service', 'web', ''),
  result('d', 'Namespace', 'shop', 'default'),
] }));
`)}`;
  const { out } = await strata(['check', '--json', '--checker', command], { folder });
  const { findings, notEvaluated } = JSON.parse(out) as CheckDocument;
  expect(findings.map(({ file, message }) => `${file} ${message}`)).toEqual([
    'web/base/core.yaml `kyverno` refuses Service/shop/web by `p [2J`: a [31m',
    'web/base/namespace.yaml `kyverno` refuses Namespace/shop by `p [2J`: d',
    'web/base/other.yaml `kyverno` refuses Service/other/web by `p [2J`: b',
  ]);
  expect(notEvaluated.find(({ code }) => code === 'unchecked.checker-strange')?.count).toBe(1);
});

test.each([
  ['is not there', undefined, 'gator failed: no-such-program-here cannot be run'],
  ['prints rubbish', "console.log('panic: out of luck');", 'gator failed: it printed no JSON'],
  ['fails', 'process.exitCode = 3;', 'gator failed: it ended with 3'],
  [
    'fails and has nothing to say',
    "console.log('[]'); process.exitCode = 1;",
    'gator failed: it ended with 1 and refused nothing',
  ],
])('a checker that %s is told, and counts whatever is asked for', async (_name, lines, why) => {
  const program = lines === undefined ? 'no-such-program-here {files}' : checkerOf(lines);
  const command = `gator=${program}`;
  const { findings, notEvaluated } = await check(command);
  expect(findings).toEqual([]);
  expect(notEvaluated).toMatchObject([
    { code: 'unchecked.checker-failed', why: `not evaluated: ${why}`, clusters: ['one', 'two'] },
  ]);
  const folder = temporaryTree(policyFleet());
  const words = ['check', '--checker', command, '--fail-on', 'error'];
  expect((await strata(words, { folder })).exitCode).toBe(1);
});

test('a refusal of nothing that was given counts whatever is asked for', async () => {
  const combined = [{ filename: 'Combined', namespace: 'main', failures: [{ msg: 'no owner' }] }];
  const checker = checkerOf(`console.log(${JSON.stringify(JSON.stringify(combined))});`);
  const folder = temporaryTree(policyFleet());
  const words = ['check', '--checker', `conftest=${checker}`, '--fail-on', 'error'];
  const { exitCode, out } = await strata(words, { folder });
  expect(out).toContain('results of conftest are about nothing that it was given');
  expect(exitCode).toBe(1);
});

/** Has one checker judge a fleet of one cluster. */
async function judgedBy(command: string, patience: number): Promise<CheckedPolicy | undefined> {
  const { analysis } = analyzeFixture(policyFleet({ clusters: ['one'] }));
  const complete = <T>(
    ask: (one: typeof analysis) => Parameters<typeof completed<T>>[0],
  ): Promise<T> => Promise.resolve(completed(ask(analysis)));
  const { signal } = new AbortController();
  const today = '2026-01-01';
  const pause = (): Promise<void> => Promise.resolve();
  const all = await checkTree(complete, { today, isAsked: () => true, pause }, signal);
  const checkers = [{ name: 'slow', format: 'sarif' as const, command: command.split(' ') }];
  const options = { checkers, folder: tmpdir(), today, pause, patience };
  const [judged] = await withCheckers(complete, all, options, signal);
  return judged;
}

test.each([
  ['with what it has started', 'false'],
  ['and what left its group is not waited for', "process.platform !== 'win32'"],
])('a checker that hangs is ended, %s', async (_name, leaves) => {
  const hanging = checkerOf(`
const { spawn } = await import('node:child_process');
spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20_000)'], { stdio: 'inherit', detached: ${leaves} });
setInterval(() => {}, 1000);`);
  const judged = await judgedBy(hanging, 400);
  expect(judged?.policy.unevaluated).toEqual([
    {
      code: 'unchecked.checker-failed',
      parameters: { checker: 'slow', why: 'it took longer than 0 s' },
      objects: 2,
    },
  ]);
});

test('what a checker leaves behind keeps nobody from its report', async () => {
  const leaving = checkerOf(`
console.log('{"version": "2.1.0", "runs": [{ "tool": { "driver": { "name": "a" } }, "results": [] }]}');
const { spawn } = await import('node:child_process');
spawn(process.execPath, ['-e', 'setTimeout(() => {}, 40_000)'], { stdio: 'inherit' }).unref();`);
  const judged = await judgedBy(leaving, 20_000);
  expect(judged?.policy.unevaluated).toEqual([]);
});

test.each([
  ['opa=opa {files}', 'FORMAT=COMMAND with one of conftest, gator, kubeconform, kyverno, sarif'],
  ['conftest=', 'FORMAT=COMMAND'],
  ['conftest=conftest test .', 'needs {files} in its command'],
])('%s is wrong use', async (command, message) => {
  const words = ['check', '--checker', command];
  const { exitCode, err } = await strata(words, { folder: temporaryTree(policyFleet()) });
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});
