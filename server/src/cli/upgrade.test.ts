import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';

const schemas = join(import.meta.dirname, '..', '..', '..', 'docs', 'schemas');

const budget = (name: string, spec: string, version = 'policy/v1'): string => `
apiVersion: ${version}
kind: PodDisruptionBudget
metadata: { name: ${name}, namespace: shop }
spec: { ${spec} }`;

const register = `clusters:
- { name: one, kubernetesVersion: "v1.24.9" }
- { name: two }`;

const fleet = policyFleet({
  register,
  labels: 'pod-security.kubernetes.io/enforce: baseline',
  pod: 'securityContext: { sysctls: [{ name: net.ipv4.tcp_rmem, value: "1" }] }',
  more: {
    'old.yaml': budget(
      'old',
      'selector: { matchLabels: { app: web } }, minAvailable: 1',
      'policy/v1beta1',
    ),
  },
});

async function upgrade(folder: string, ...words: readonly string[]): Promise<CheckDocument> {
  const { out, err } = await strata(['upgrade', ...words, '--json'], { folder });
  expect(err).toBe('');
  const document = JSON.parse(out) as CheckDocument;
  const ajv = new Ajv2020();
  ajv.validate(
    JSON.parse(readFileSync(join(schemas, 'upgrade.schema.json'), 'utf8')) as object,
    document,
  );
  expect(ajv.errors ?? []).toEqual([]);
  return document;
}

function told({ findings }: CheckDocument): readonly string[] {
  return findings.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test('what a newer version no longer serves, and budgets that let no pod go, by line', async () => {
  const folder = temporaryTree(fleet);
  expect(told(await upgrade(folder, 'one', '1.25'))).toEqual([
    'web/base/old.yaml:2 Kubernetes 1.25 and newer do not serve `policy/v1beta1` of PodDisruptionBudget.policy/shop/old: use `policy/v1`.',
    'web/base/old.yaml:5 `minAvailable: 1` of PodDisruptionBudget.policy/shop/old lets no pod go: no node with one can be emptied.',
  ]);
  const { exitCode, out } = await strata(['upgrade', 'one', '1.25', '--fail-on', 'error'], {
    folder,
  });
  expect(exitCode).toBe(1);
  expect(out).toMatch(/^one: from 1\.24 to 1\.25\n/);
});

test('what is refused today is no reason against a newer version, and what it allows is none', async () => {
  const folder = temporaryTree(fleet);
  expect(told(await upgrade(folder, 'two', '1.36')).join('\n')).not.toContain('tcp_rmem');
  const { out } = await strata(['check', '--cluster', 'one', '--json'], { folder });
  const { findings } = JSON.parse(out) as CheckDocument;
  expect(findings.map(({ code }) => code)).toEqual([
    'policy.pod-security',
    'policy.budget-blocks',
    'policy.deprecated-api-but',
  ]);
});

test('a version beyond the tables is known as far as it is announced', async () => {
  const { notEvaluated } = await upgrade(temporaryTree(fleet), 'two', '1.39');
  expect(notEvaluated.map(({ code }) => code)).toEqual(['unchecked.newer-version']);
});

test.each([
  [['one'], 'name a cluster and a version'],
  [['one', 'newest'], 'newest is no version such as 1.37'],
  [['one', '1.37.3.4'], '1.37.3.4 is no version such as 1.37'],
  [
    ['one', '9.99'],
    '9.99 is no version such as 1.37; known are those of Kubernetes 1, up to 1.37.',
  ],
  [['nowhere', '1.37'], 'there is no cluster nowhere'],
  [['one', '1.24'], 'one runs 1.24 already'],
])('%j is wrong use', async (words, message) => {
  const { exitCode, err } = await strata(['upgrade', ...words], { folder: temporaryTree(fleet) });
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});

test('a build that fails stops an upgrade', async () => {
  const folder = temporaryTree(policyFleet({ more: { 'bad.yaml': '{ kind: Broken' } }));
  const { findings } = await upgrade(folder, 'one', '1.37');
  expect(findings.map(({ file, severity }) => [file, severity])).toEqual([
    ['web/base/bad.yaml', 'error'],
  ]);
  const words = ['upgrade', 'one', '1.37', '--fail-on', 'error'];
  expect((await strata(words, { folder })).exitCode).toBe(1);
});

test('control planes go one minor version at a time', async () => {
  const folder = temporaryTree(fleet);
  const far = await strata(['upgrade', 'one', '1.26'], { folder });
  expect(far.out).toContain(
    'to 1.26\nControl planes go one minor version at a time: to 1.25 first.\n\n',
  );
  const near = await strata(['upgrade', 'one', '1.25'], { folder });
  expect(near.out).not.toContain('at a time');
});

test('where nobody knows what runs today, all that the newer version refuses is told', async () => {
  const pod = 'hostNetwork: true';
  const labels = 'pod-security.kubernetes.io/enforce: baseline';
  const folder = temporaryTree(policyFleet({ register, labels, pod }));
  expect(told(await upgrade(folder, 'one', '1.25'))).toEqual([]);
  expect(told(await upgrade(folder, 'two', '1.25'))).toEqual([
    'web/base/web.yaml:9 Pod Security `baseline` of `shop` refuses the pods of Deployment.apps/shop/web: host namespaces (hostNetwork=true).',
  ]);
  const { out } = await strata(['upgrade', 'two', '1.25'], { folder });
  expect(out).toContain('the register has no kubernetesVersion');
});
