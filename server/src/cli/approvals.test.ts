import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

interface Matrix {
  readonly codeowners: string | null;
  readonly domains: readonly { readonly name: string; readonly approvers: readonly string[] }[];
  readonly layers: readonly {
    readonly layer: string;
    readonly domains: readonly string[];
    readonly approvals: readonly { readonly owners: readonly string[]; readonly from: string }[];
    readonly unowned: readonly string[];
  }[];
  readonly alone: readonly {
    readonly owner: string;
    readonly domains: readonly string[];
    readonly by: string;
    readonly layers: readonly string[];
  }[];
}

/** What the command prints as JSON, which has the published shape. */
async function matrixOf(folder?: string): Promise<Matrix> {
  const { out } = await strata(
    ['approvals', '--json', '--workspace', '.'],
    folder === undefined ? {} : { folder },
  );
  const value = JSON.parse(out) as Matrix;
  const path = join(import.meta.dirname, '../../../docs/schemas/approvals.schema.json');
  const validator = new Ajv2020();
  validator.validate(JSON.parse(readFileSync(path, 'utf8')) as object, value);
  expect(validator.errors ?? []).toEqual([]);
  return value;
}

test('layers of the example fleet by release domains, each with the rule that counts', async () => {
  const { codeowners, domains, layers, alone } = await matrixOf();
  expect(codeowners).toBe('CODEOWNERS');
  expect(domains.map(({ name }) => name)).toEqual([
    'prod-ap',
    'prod-eu',
    'prod-us',
    'dev',
    'management',
    'staging',
  ]);
  const of = (name: string): unknown => {
    const found = layers.find(({ layer }) => layer === name);
    return found && [found.domains, found.approvals.map(({ owners, from }) => [...owners, from])];
  };
  expect(of('apps/checkout/base')).toEqual([
    ['prod-ap', 'prod-eu', 'prod-us', 'dev', 'staging'],
    [['@acme/checkout', 'CODEOWNERS:5']],
  ]);
  expect(of('apps/checkout/clusters/prod-ap-1')).toEqual([
    ['prod-ap'],
    [['@acme/release', 'CODEOWNERS:11']],
  ]);
  expect(alone).toContainEqual({
    owner: '@acme/checkout',
    domains: ['prod-ap', 'prod-eu', 'prod-us', 'dev', 'staging'],
    by: 'layers',
    layers: ['apps/checkout/base'],
  });
  const { out } = await strata(['approvals', '--workspace', '.']);
  expect(out).toContain('Each file of production has an owner.');
  expect(out).toContain(
    '  @acme/checkout: prod-ap, prod-eu, prod-us, dev, staging at once, by apps/checkout/base\n',
  );
});

const cluster = (name: string): string => `
# file: clusters/${name}.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web-${name}, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web/${name} }
  destination: { name: ${name}, namespace: shop }
# file: web/${name}/kustomization.yaml
resources: [cm.yaml]
# file: web/${name}/cm.yaml
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
`;

const fleet = (owners: string): string => `${['one', 'two', 'test'].map(cluster).join('')}
# file: .strata/clusters.yaml
clusters:
- { name: one, environment: production, releaseDomain: east, approvers: ["@acme/east"] }
- { name: two, environment: production, releaseDomain: west }
- { name: test, environment: test }
# file: CODEOWNERS
${owners}
`;

test('two domains with one approver, and production without an owner', async () => {
  const same = temporaryTree(fleet('* @acme/ops\n/web/two/cm.yaml\n/clusters/test.yaml @acme/dev'));
  const { domains, layers, alone } = await matrixOf(same);
  expect(domains.map(({ name, approvers }) => [name, approvers])).toEqual([
    ['east', ['@acme/east']],
    ['west', []],
    ['test', []],
  ]);
  expect(
    layers
      .filter(({ unowned }) => unowned.length > 0)
      .map(({ layer, unowned }) => [layer, unowned]),
  ).toEqual([['web/two', ['web/two/cm.yaml']]]);
  expect(alone).toEqual([
    {
      owner: '@acme/ops',
      domains: ['east', 'west'],
      by: 'domains',
      layers: ['clusters/one.yaml', 'clusters/two.yaml', 'web/one', 'web/two'],
    },
  ]);
  const run = async (what: string): Promise<number> =>
    (await strata(['approvals', '--fail-on', what], { folder: same })).exitCode;
  expect([await run('no-owner'), await run('one-approver'), await run('nothing')]).toEqual([
    1, 1, 2,
  ]);
  const apart = temporaryTree(fleet('/*/one* @acme/east\n/*/two* @acme/west\n/*/test* @acme/dev'));
  expect((await matrixOf(apart)).alone).toEqual([]);
  expect(
    (await strata(['approvals', '--fail-on', 'no-owner,one-approver'], { folder: apart })).exitCode,
  ).toBe(0);
});

const shared = `
# file: web/base/kustomization.yaml
resources: [cm.yaml]
# file: web/base/cm.yaml
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
# file: web/base/README.md
For people.
${fleet('').replaceAll('resources: [cm.yaml]', 'resources: [../base]')}`;

test('a document that nothing reads does not hide who alone approves the rest of a shared base', async () => {
  const own = '/clusters/one* @acme/east\n/clusters/two* @acme/west';
  const folder = temporaryTree(`${shared}\n* @acme/ops\n*.md @acme/docs\n${own}`);
  expect((await matrixOf(folder)).alone).toEqual([
    {
      owner: '@acme/ops',
      domains: ['east', 'west', 'test'],
      by: 'layers',
      layers: ['web/base'],
    },
  ]);
  const { exitCode } = await strata(['approvals', '--fail-on', 'one-approver'], { folder });
  expect(exitCode).toBe(1);
});

test('one file of a shared base that one owner approves alone is enough, and so is one of each domain', async () => {
  const split = temporaryTree(`${shared}\n* @acme/ops\n/web/base/cm.yaml @acme/shop`);
  expect((await matrixOf(split)).alone.map(({ owner, by }) => [owner, by])).toEqual([
    ['@acme/ops', 'domains'],
    ['@acme/ops', 'layers'],
    ['@acme/shop', 'layers'],
  ]);
  const documents = temporaryTree(
    `${fleet('* @acme/ops\n*.md @acme/docs')}# file: web/one/README.md\nFor people.`,
  );
  expect((await matrixOf(documents)).alone).toMatchObject([{ owner: '@acme/ops', by: 'domains' }]);
});

test('without CODEOWNERS nobody is asked', async () => {
  const folder = temporaryTree(fleet('').replace('# file: CODEOWNERS', '# file: OWNERS'));
  expect((await matrixOf(folder)).codeowners).toBeNull();
  const { out, exitCode } = await strata(['approvals', '--fail-on', 'no-owner'], { folder });
  expect(out).toBe(
    'There is no CODEOWNERS here: nobody is asked for 6 layers, 4 of production among them.\n',
  );
  expect(exitCode).toBe(1);
});
