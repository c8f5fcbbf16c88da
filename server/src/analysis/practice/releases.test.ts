import { describe, expect, test } from 'vitest';
import { expectMarkedFleetProblems } from '../../../test/marks.ts';
import { application, register, repository } from '../../../test/practiceFleet.ts';
import { isEnvironmentBranch } from './environmentBranches.ts';

const [a, b] = ['a', 'b'].map((one) => `sha256:${one.repeat(64)}`);

describe('an image that another stage runs by a digest', () => {
  const pod = (folder: string, image: string, mark = ''): string => `
  # file: ${folder}/web.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: web }
  spec:
    containers:
    - image: ${image}${mark}
      name: web`;
  const both = `${register}${application('live', 'prod-eu-1')}${application('trial', 'staging-1')}`;

  test.each([
    ['another digest', `web:1.2@${a}`, `web:1.2@${b}`, true],
    ['no digest', `web:1.2@${a}`, 'web:1.2', true],
    ['the same digest', `web:1.2@${a}`, `web:1.2@${a}`, false],
    ['another tag', `web:1.2@${a}`, 'web:1.1', false],
    ['no digest anywhere', 'web:1.2', 'web:1.2', false],
    // The other stage only trusts the tag.
    ['a digest in production alone', 'web:1.2', `web:1.2@${a}`, false],
  ])('%s in production', (_name, proven, image, isTold) => {
    const mark = `
  #          ${'^'.repeat(image.length)} practice.unproven-image \`web:1.2\` of production (prod-eu-1) is not held to \`sha256:aaaaaaaaaaaa\`, which \`staging-1\` runs.`;
    expectMarkedFleetProblems(
      both + pod('trial', proven) + pod('live', image, isTold ? mark : ''),
      /^practice\.unproven/,
    );
  });
});

describe('a branch of an environment', () => {
  test('is told where it is named, in production or not', () => {
    const follows = (branch: string, mark = ''): string => `
  # file: apps/${branch.replace('/', '-')}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source:
      repoURL: ${repository}
      path: web
      targetRevision: ${branch}${mark}
    destination: { name: staging-1, namespace: shop }`;
    expectMarkedFleetProblems(
      `${register}${follows('main')}${follows(
        'env/staging',
        `
  #                   ^^^^^^^^^^^ practice.environment-branch \`web\` follows the branch \`env/staging\`: what tells environments apart stands in branches, where nothing compares it.`,
      )}
  # file: web/web.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: web } }`,
      /^practice\.environment/,
    );
  });

  test.each([
    ['staging', true],
    ['refs/heads/production', true],
    ['prod-eu', true],
    ['environments/dev', true],
    ['main', false],
    ['HEAD', false],
    ['feature/test-login', false],
    ['release/prod', false],
    ['v1.2.0-dev', false],
    ['refs/tags/prod', false],
    ['0a1b2c3d4e5f60718293a4b5c6d7e8f901234567', false],
    ['{{branch}}-prod', false],
  ])('%s is one: %j', (revision, expected) => {
    expect(isEnvironmentBranch(revision)).toBe(expected);
  });
});

describe('one credential', () => {
  const domains = `
  # file: .strata/clusters.yaml
  clusters:
  - { name: one, environment: production, releaseDomain: north }
  - { name: two, environment: production, releaseDomain: south }
  - { name: spare, environment: production, releaseDomain: south }`;
  const object = (file: string, type: string, rest: string, name?: string): string => {
    const [apiVersion = '', kind = ''] = type.split(' ');
    const first = `apiVersion: ${apiVersion}`;
    const mark =
      name === undefined
        ? ''
        : `
  # <${'-'.repeat(first.length)} practice.shared-credential ${kind}/${name} gives one credential to clusters of several release domains: north, south.`;
    return `
  # file: ${file}
  ${first}${mark}
  kind: ${kind}
  ${rest}`;
  };
  const reads = (folder: string, key: string, name?: string): string =>
    object(
      `${folder}/secret.yaml`,
      'external-secrets.io/v1 ExternalSecret',
      `metadata: { name: db }
  spec: { secretStoreRef: { name: vault }, data: [{ secretKey: a, remoteRef: { key: ${key} } }] }`,
      name,
    );
  const store = (folder: string, server: string): string => `
  # file: ${folder}/store.yaml
  apiVersion: external-secrets.io/v1
  kind: SecretStore
  metadata: { name: vault }
  spec: { provider: { vault: { server: "${server}" } } }`;
  const fleet = `${domains}${application('left', 'one')}${application('right', 'two')}`;
  const shared = /^practice\.shared/;

  test('that two clusters read from one entry of one store', () => {
    const stores = store('left', 'vault') + store('right', 'vault');
    expectMarkedFleetProblems(
      fleet + stores + reads('left', 'db', 'db') + reads('right', 'db', 'db'),
      shared,
    );
    expectMarkedFleetProblems(fleet + stores + reads('left', 'db') + reads('right', 'web'), shared);
  });

  test('is none in two stores, or in one that nobody shows', () => {
    const both = reads('left', 'db') + reads('right', 'db');
    const stores = store('left', 'north') + store('right', 'south');
    expectMarkedFleetProblems(fleet + stores + both, shared);
    expectMarkedFleetProblems(fleet + both, shared);
  });

  test('that a Secret brings, encrypted or not; within one release domain it is nobody’s trouble', () => {
    const sealed = (folder: string, value: string, name?: string): string =>
      object(
        `${folder}/sealed.yaml`,
        'bitnami.com/v1alpha1 SealedSecret',
        `metadata: { name: db }
  spec: { encryptedData: { password: ${value} } }`,
        name,
      );
    expectMarkedFleetProblems(
      fleet + sealed('left', 'AgBfake', 'db') + sealed('right', 'AgBfake', 'db'),
      shared,
    );
    expectMarkedFleetProblems(
      fleet + sealed('left', 'AgBfake') + sealed('right', 'AgBother'),
      shared,
    );
    const near = `${domains}${application('left', 'two')}${application('right', 'spare')}`;
    expectMarkedFleetProblems(
      near + sealed('left', 'AgBfake') + sealed('right', 'AgBfake'),
      shared,
    );
  });

  test('is none in what only says where a repository is, and one in its password', () => {
    const repository = (folder: string, more: string, name?: string): string =>
      object(
        `${folder}/repository.yaml`,
        'v1 Secret',
        `metadata: { name: repo, labels: { argocd.argoproj.io/secret-type: repository } }
  stringData: { type: git, url: "https://git.example.com/acme/fleet.git"${more} }`,
        name,
      );
    expectMarkedFleetProblems(fleet + repository('left', '') + repository('right', ''), shared);
    const secret = ', password: not-a-real-one';
    expectMarkedFleetProblems(
      fleet + repository('left', secret, 'repo') + repository('right', secret, 'repo'),
      shared,
    );
  });

  test('that the accounts of two clusters lend from one cloud', () => {
    const account = (folder: string, role: string, name?: string): string =>
      object(
        `${folder}/account.yaml`,
        'v1 ServiceAccount',
        `metadata: { name: app, annotations: { eks.amazonaws.com/role-arn: "${role}" } }`,
        name,
      );
    const [one, two] = ['arn:aws:iam::000000000000:role/one', 'arn:aws:iam::000000000000:role/two'];
    expectMarkedFleetProblems(
      fleet + account('left', one, 'app') + account('right', one, 'app'),
      shared,
    );
    expectMarkedFleetProblems(fleet + account('left', one) + account('right', two), shared);
  });
});

test('a token that never ends is told where a Secret asks for it', () => {
  expectMarkedFleetProblems(
    `
  # file: .strata/clusters.yaml
  clusters: [{ name: one }]
  ${application('left', 'one')}
  # file: left/token.yaml
  apiVersion: v1
  # <-------------- practice.static-token Secret/ci keeps a token of ServiceAccount/ci that never ends: whoever reads it once has it for good.
  kind: Secret
  metadata: { name: ci, annotations: { kubernetes.io/service-account.name: ci } }
  type: kubernetes.io/service-account-token`,
    /^practice\.static/,
  );
});

describe('the token by which an Argo CD comes to a cluster', () => {
  const cluster = (data: string, mark = ''): string => `
  # file: .strata/clusters.yaml
  clusters: [{ name: one }]
  ${application('left', 'one')}
  # file: left/cluster.yaml
  apiVersion: v1
${mark}  kind: Secret
  metadata: { name: cluster-two, labels: { argocd.argoproj.io/secret-type: cluster } }
  ${data}`;
  const mark = `  # <-------------- practice.static-token Secret/cluster-two keeps a token of two that never ends: whoever reads it once has it for good.
`;
  const kept = { bearerToken: 'not-a-token' };
  const base64 = (text: string): string => Buffer.from(text).toString('base64');

  test.each([
    `stringData: { name: two, config: '${JSON.stringify(kept)}' }`,
    `data: { name: ${base64('two')}, config: ${base64(JSON.stringify(kept))} }`,
  ])('is told: %s', (data) => {
    expectMarkedFleetProblems(cluster(data, mark), /^practice\.static/);
  });

  test.each([
    `stringData: { name: two, config: '{"awsAuthConfig":{"clusterName":"two"}}' }`,
    `stringData: { name: two, config: '{"bearerToken":"<path:argo/data/two#token>"}' }`,
    `stringData: { name: two, config: '{"bearerToken":"$TOKEN"}' }`,
    `stringData: { name: two, config: 'ENC[fake]' }`,
  ])('is not told where it is short-lived, or filled in: %s', (data) => {
    expectMarkedFleetProblems(cluster(data), /^practice\.static/);
  });
});
