import {
  cpSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { howMany } from '../../test/environment.ts';
import { commitAll, git } from '../../test/gitRepository.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';

const repository = join(import.meta.dirname, '..', '..', '..');

interface Document {
  readonly edits: readonly { readonly file: string; readonly after: string | null }[];
  readonly deploys: readonly {
    readonly application: string;
    readonly sameAsSibling?: boolean | null;
    readonly leaves?: string;
  }[];
  readonly declarations: readonly { readonly resource: string; readonly change: string }[];
  readonly questions: readonly {
    readonly kind: string;
    readonly file: string;
    readonly key: string;
    readonly value: string;
  }[];
  readonly mentions: readonly { readonly file: string; readonly line: number }[];
  readonly order: readonly string[];
  readonly checks: readonly { readonly what: string; readonly holds: boolean | 'unknown' }[];
  readonly refused: readonly string[];
  readonly written: boolean;
}

/** What a command prints as JSON, which has the published shape. */
async function plan(folder: string, ...words: readonly string[]): Promise<Document> {
  const { out, err } = await strata([...words, '--json', '--workspace', '.'], { folder });
  expect(err).toBe('');
  const document = JSON.parse(out) as Document;
  const schema = join(repository, 'docs', 'schemas', 'add-cluster.schema.json');
  const ajv = new Ajv2020();
  ajv.validate(JSON.parse(readFileSync(schema, 'utf8')) as object, document);
  expect(ajv.errors ?? []).toEqual([]);
  return document;
}

/** A copy of an example fleet that can be written to. */
function copyOf(fleet: string): string {
  const folder = temporaryTree('# file: empty.txt\n');
  cpSync(realpathSync(join(repository, 'test-fixtures', fleet)), folder, { recursive: true });
  return folder;
}

/** Every file and folder, with the bytes of files. */
function bytesOf(folder: string): ReadonlyMap<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .sort()
      .map((path) => {
        const whole = join(folder, path);
        return [path, statSync(whole).isFile() ? readFileSync(whole, 'latin1') : 'folder'] as const;
      }),
  );
}

async function applicationsOn(folder: string, cluster: string): Promise<readonly string[]> {
  const { out } = await strata(['apps', '--json', '--workspace', '.'], { folder });
  const { applications } = JSON.parse(out) as {
    readonly applications: readonly { readonly name: string; readonly cluster: string | null }[];
  };
  return applications
    .filter((one) => one.cluster === cluster)
    .map(({ name }) => name)
    .sort();
}

/** Other clusters of the fleets, and what one like them is called: for long runs. */
const moreOfArgo = [
  ['dev-eu-1', 'dev-eu-7'],
  ['prod-eu-1', 'prod-eu-2'],
] as const;
const moreOfFlux = [
  ['prod-eu', 'prod-ap'],
  ['staging', 'rehearsal'],
] as const;

/** Milliseconds that a plan may take on a machine that is busy with other things. */
const patience = 60_000;

/**
 * Adds a cluster like another one to a copy of a fleet and retires it again: what is delivered to it is what the plan promised,
 * what was there before is as it was, and in the end every byte is. Gives the first plan, and the copy as it was with it.
 */
async function addAndRetire(
  fleet: string,
  like: string,
  name: string,
): Promise<{ readonly added: Document; readonly with: ReadonlyMap<string, string> }> {
  const folder = copyOf(fleet);
  const before = bytesOf(folder);
  const siblings = await applicationsOn(folder, like);
  const added = await plan(folder, 'add-cluster', name, '--like', like, '--write');
  expect([added.refused, added.written]).toEqual([[], true]);
  const there = await applicationsOn(folder, name);
  expect(there).toEqual(siblings.map((one) => one.replace(like, name)).sort());
  expect(added.deploys.map(({ application }) => application).sort()).toEqual(there);
  expect(added.deploys.map(({ sameAsSibling }) => sameAsSibling)).not.toContain(false);
  const after = bytesOf(folder);
  for (const [path, text] of before) {
    const kept = new Set(after.get(path)?.split('\n'));
    expect(text.split('\n').filter((line) => !kept.has(line))).toEqual([]);
  }
  const retired = await committed(folder, () => plan(folder, 'retire', name, '--write'));
  expect([retired.refused, retired.written]).toEqual([[], true]);
  expect(retired.deploys.map(({ application }) => application).sort()).toEqual(there);
  expect(bytesOf(folder)).toEqual(before);
  return { added, with: after };
}

/** Does something while a folder is a repository with one commit: nothing else is deleted. */
async function committed<Value>(folder: string, act: () => Promise<Value>): Promise<Value> {
  git(folder, 'init', '--quiet');
  commitAll(folder);
  const value = await act();
  rmSync(join(folder, '.git'), { recursive: true });
  return value;
}

test(
  'a cluster of Argo CD has what its sibling has, and each copied fact that is probably not true is a question',
  async () => {
    for (const [like, name] of moreOfArgo.slice(0, howMany({ fixed: 0, long: 2 })))
      await addAndRetire('argocd-fleet', like, name);
    const { added } = await addAndRetire('argocd-fleet', 'prod-us-1', 'prod-us-3');
    const { questions, mentions, checks, declarations } = added;
    const asked = questions.map(({ kind, file, key, value }) => `${kind} ${file} ${key}: ${value}`);
    expect(asked).toEqual(
      expect.arrayContaining([
        'address .strata/clusters.yaml server: https://prod-us-3.k8s.example.com',
        'place .strata/clusters.yaml region: us',
        'release .strata/clusters.yaml releaseDomain: prod-us',
        'size apps/checkout/clusters/prod-us-3/capacity.yaml replicas: 8',
        'address apps/storefront/clusters/prod-us-3/values.yaml host: storefront.us.shop.example.com',
      ]),
    );
    // That another cluster mirrors this one, and calls it, says nothing of the new one.
    expect(mentions.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        '.strata/clusters.yaml',
        'apps/payments/clusters/prod-us-2/standby.yaml',
      ]),
    );
    expect(checks.map(({ what, holds }) => [what, holds])).toEqual([
      ['rights', true],
      ['rules', true],
      ['network', 'unknown'],
      ['alerts', true],
      ['rollback', true],
    ]);
    expect(declarations.map(({ resource, change }) => `${resource} ${change}`).sort()).toEqual([
      'AppProject.argoproj.io/argocd/payments changed',
      'Application.argoproj.io/argocd/payments-prod-us-3 created',
      'ApplicationSet.argoproj.io/argocd/storefront changed',
    ]);
  },
  patience,
);

test(
  'a cluster of Flux has what its sibling has, and what SOPS encrypted is copied as it is and asked for',
  async () => {
    for (const [like, name] of moreOfFlux.slice(0, howMany({ fixed: 0, long: 2 })))
      await addAndRetire('flux-fleet', like, name);
    const { added, with: files } = await addAndRetire('flux-fleet', 'prod-us', 'prod-ap');
    const file = 'clusters/prod-ap/cluster-secret-vars.sops.yaml';
    expect(added.questions).toContainEqual({ kind: 'secret', file, line: 1, key: '', value: '' });
    expect(files.get(file)).toBe(files.get(file.replace('prod-ap', 'prod-us')));
  },
  patience,
);

test('an application whose name does not tell the cluster refuses the plan', async () => {
  const folder = temporaryTree(`
# file: apps/web.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web }
  destination: { name: one, namespace: shop }
# file: .strata/clusters.yaml
clusters:
- { name: one }
# file: web/web.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
`);
  const before = bytesOf(folder);
  const words = ['add-cluster', 'two', '--like', 'one', '--write', '--workspace', '.'];
  const { exitCode, out } = await strata(words, { folder });
  expect(exitCode).toBe(1);
  expect(out).toContain('web would take the place of that of one');
  expect(bytesOf(folder)).toEqual(before);
});

test('a cluster of a list in one line is added, and what deletes goes while the cluster is reached', async () => {
  const folder = temporaryTree(`
# file: .strata/clusters.yaml
clusters:
- { name: one }
# file: sets/all.yaml
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all, namespace: argocd }
spec:
  generators:
  - list: { elements: [{ cluster: one }] }
  template:
    metadata: { name: 'web-{{cluster}}' }
    spec:
      project: default
      source: { repoURL: 'https://git.example.com/acme/fleet.git', path: web }
      destination: { name: '{{cluster}}', namespace: shop }
# file: web/web.yaml
{ apiVersion: v1, kind: PersistentVolumeClaim, metadata: { name: data } }
`);
  const added = await plan(folder, 'add-cluster', 'two', '--like', 'one', '--write');
  expect([added.refused, added.written]).toEqual([[], true]);
  expect(readFileSync(join(folder, 'sets/all.yaml'), 'utf8')).toContain(
    '[{ cluster: one }, { cluster: two }]',
  );
  const { deploys, order } = await plan(folder, 'retire', 'two');
  expect(deploys.map(({ application, leaves }) => [application, leaves])).toEqual([
    ['web-two', 'deleted'],
  ]);
  expect(order[1]).toBe(
    'be sure that this may be: PersistentVolumeClaim/shop/data goes away, and the data of its volume may go with it',
  );
  expect(order[2]).toContain('while the controller still reaches the cluster');
});

test('a file that is called after the new cluster is not written over', async () => {
  const folder = temporaryTree(`
# file: .strata/clusters.yaml
clusters:
- { name: one }
# file: one/kustomization.yaml
resources: [web.yaml]
# file: one/web.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
# file: two/web.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: other } }
`);
  const words = ['add-cluster', 'two', '--like', 'one', '--write', '--workspace', '.'];
  const { exitCode, err } = await strata(words, { folder });
  expect([exitCode, err]).toEqual([2, 'strata: error: the file two/web.yaml is there already.\n']);
});

test('what git could not bring back is not deleted', async () => {
  const folder = temporaryTree(`
# file: .strata/clusters.yaml
clusters:
- { name: one }
- { name: two }
# file: one/kustomization.yaml
resources: [web.yaml]
# file: one/web.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
`);
  git(folder, 'init', '--quiet');
  commitAll(folder);
  writeFileSync(
    join(folder, 'one/web.yaml'),
    '{ apiVersion: v1, kind: Secret, metadata: { name: w } }\n',
  );
  const before = readFileSync(join(folder, 'one/web.yaml'), 'utf8');
  const { refused, written } = await plan(folder, 'retire', 'one', '--write');
  expect(refused).toContain(
    'The file one/web.yaml would be deleted, but git does not hold it as it is: commit it first.',
  );
  expect(written).toBe(false);
  expect(readFileSync(join(folder, 'one/web.yaml'), 'utf8')).toBe(before);
  commitAll(folder);
  expect((await plan(folder, 'retire', 'one', '--write')).written).toBe(true);
});

test('a retired cluster that others name is told with these lines, and with an order', async () => {
  const folder = copyOf('argocd-fleet');
  const { mentions, order, deploys, refused } = await plan(folder, 'retire', 'prod-us-1');
  expect(refused).toEqual([]);
  expect(mentions.map(({ file }) => file)).toContain('.strata/clusters.yaml');
  expect(order[1]).toContain('nothing is deleted there by that');
  expect(order[0]).toBe('take traffic away from prod-us-1, and save what its volumes hold');
  expect(order.at(-1)).toContain('take the credential of prod-us-1 from the controller');
  expect(new Set(deploys.map(({ leaves }) => leaves))).toEqual(new Set(['stays']));
});

test('a plan after which a root no longer builds is refused', async () => {
  const folder = temporaryTree(`
# file: .strata/clusters.yaml
clusters:
- { name: one }
# file: argocd/kustomization.yaml
resources:
- one.yaml
# file: argocd/one.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: facts } }
`);
  const before = bytesOf(folder);
  const added = await plan(folder, 'add-cluster', 'two', '--like', 'one', '--write');
  expect([added.refused, added.written]).toEqual([['argocd would no longer build.'], false]);
  const retired = await committed(folder, () => plan(folder, 'retire', 'one', '--write'));
  expect([retired.refused, retired.written]).toEqual([['argocd would no longer build.'], false]);
  expect(bytesOf(folder)).toEqual(before);
});

/** A fleet that Argo CD delivers itself, with a Secret for each cluster in files of other names. */
const withSecrets = `
# file: argocd/root.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: root, namespace: argocd }
spec:
  project: default
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: argocd }
  destination: { server: "https://kubernetes.default.svc", namespace: argocd }
# file: argocd/kustomization.yaml
resources:
- root.yaml
- set.yaml
- access
# file: argocd/set.yaml
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: web, namespace: argocd }
spec:
  generators: [{ clusters: { selector: { matchLabels: { env: prod } } } }]
  template:
    metadata: { name: "web-{{name}}" }
    spec:
      project: default
      source: { repoURL: "https://git.example.com/acme/fleet.git", path: web }
      destination: { name: "{{name}}", namespace: shop }
# file: argocd/access/kustomization.yaml
resources:
- first
- second.yaml
# file: argocd/access/first/kustomization.yaml
resources:
- secret.yaml
# file: argocd/access/first/secret.yaml
apiVersion: v1
kind: Secret
metadata:
  name: cluster-one
  namespace: argocd
  labels: { argocd.argoproj.io/secret-type: cluster, env: prod }
stringData:
  name: one
  server: https://one.example.com
# file: argocd/access/second.yaml
apiVersion: v1
kind: Secret
metadata:
  name: cluster-two
  namespace: argocd
  labels: { argocd.argoproj.io/secret-type: cluster, env: prod }
stringData:
  name: two
  server: https://two.example.com
# file: web/web.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
`;

test('a cluster that Argo CD knows by a Secret in Git is added and retired, and undone to the byte', async () => {
  const folder = temporaryTree(withSecrets);
  const before = bytesOf(folder);
  const added = await plan(folder, 'add-cluster', 'three', '--like', 'two', '--write');
  expect([added.refused, added.written]).toEqual([[], true]);
  expect(added.declarations).toContainEqual(
    expect.objectContaining({ resource: 'Secret/argocd/cluster-three', change: 'created' }),
  );
  expect(added.deploys).toMatchObject([{ application: 'web-three', sameAsSibling: true }]);
  expect(added.questions).toContainEqual(
    expect.objectContaining({ file: 'argocd/access/second.yaml', key: 'server' }),
  );
  const retired = await committed(folder, () => plan(folder, 'retire', 'three', '--write'));
  expect([retired.refused, retired.written]).toEqual([[], true]);
  expect(bytesOf(folder)).toEqual(before);
});

test('a Secret of a cluster in base64 is copied with another name in it, and asks for its credential', async () => {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const config = JSON.stringify({
    bearerToken: 'not-a-token',
    tlsClientConfig: { insecure: false, caData: 'bm90LWEtY2VydGlmaWNhdGU=' },
  });
  const folder = temporaryTree(
    withSecrets.replace(
      `stringData:
  name: two
  server: https://two.example.com`,
      `data:
  name: ${base64('two')}
  server: "${base64('https://two.example.com')}"
  config: ${base64(config)}`,
    ),
  );
  const before = bytesOf(folder);
  const added = await plan(folder, 'add-cluster', 'three', '--like', 'two', '--write');
  expect([added.refused, added.written]).toEqual([[], true]);
  expect(added.deploys).toMatchObject([{ application: 'web-three', sameAsSibling: true }]);
  const asked = added.questions.map(({ kind, key, value }) => `${kind} ${key} ${value}`);
  expect(asked).toEqual(['address server ', 'credential bearerToken ', 'credential caData ']);
  const text = String(bytesOf(folder).get('argocd/access/second.yaml'));
  expect(text).toContain(`\n  name: ${base64('three')}\n`);
  expect(text).toContain(`\n  server: "${base64('https://three.example.com')}"\n`);
  const retired = await committed(folder, () => plan(folder, 'retire', 'three', '--write'));
  expect([retired.refused, retired.written]).toEqual([[], true]);
  expect(bytesOf(folder)).toEqual(before);
});

test('a credential that is copied in clear is a question, and is not shown', async () => {
  const config = `stringData:
  config: '{"bearerToken":"not-a-token","tlsClientConfig":{"caData":"bm90","keyData":"bm90"}}'
  name: two`;
  const folder = temporaryTree(withSecrets.replace('stringData:\n  name: two', config));
  const { questions } = await plan(folder, 'add-cluster', 'three', '--like', 'two');
  expect(questions.map(({ kind, key, value }) => `${kind} ${key} ${value}`)).toEqual([
    'credential bearerToken ',
    'credential caData ',
    'credential keyData ',
    'address server ',
  ]);
});

test('a root that only the retired cluster is made of goes with all that it lists', async () => {
  const folder = temporaryTree(`
# file: .strata/clusters.yaml
clusters:
- { name: one }
# file: apps/one.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: access }
  destination: { name: one, namespace: shop }
# file: access/kustomization.yaml
resources: [one.yaml]
# file: access/one.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: facts } }
`);
  const retired = await committed(folder, () => plan(folder, 'retire', 'one', '--write'));
  expect([retired.refused, retired.written]).toEqual([[], true]);
  expect([...bytesOf(folder).keys()]).toEqual(['.strata', '.strata/clusters.yaml']);
  // What is deleted stays nowhere.
  expect(retired.mentions).toEqual([]);
});

test('a sealed Secret of a cluster is copied with the question to seal it anew, and what SOPS signed is left', async () => {
  const sealed = `apiVersion: bitnami.com/v1alpha1
kind: SealedSecret
metadata: { name: cluster-two, namespace: argocd }
spec:
  encryptedData:
    config: AgBfake
  template:
    metadata:
      labels: { argocd.argoproj.io/secret-type: cluster, env: prod }
    data: { name: two, server: "https://two.example.com" }
`;
  const start = withSecrets.indexOf(
    'apiVersion',
    withSecrets.indexOf('# file: argocd/access/second'),
  );
  const end = withSecrets.indexOf('# file: web/');
  const fleet = (text: string): string =>
    `${withSecrets.slice(0, start)}${text}${withSecrets.slice(end)}`;
  const words = ['add-cluster', 'three', '--like', 'two'];
  const added = await plan(temporaryTree(fleet(sealed)), ...words);
  expect(added.refused).toEqual([]);
  expect(added.questions).toContainEqual(
    expect.objectContaining({ kind: 'secret', file: 'argocd/access/second.yaml' }),
  );
  const encrypted = `apiVersion: v1
kind: Secret
metadata: { name: two, namespace: argocd, labels: { argocd.argoproj.io/secret-type: cluster } }
stringData: { name: "ENC[fake]" }
sops: { mac: "ENC[fake]" }
# file: .strata/clusters.yaml
clusters: [{ name: two, environment: dev }, { name: one }]
`;
  const left = await plan(temporaryTree(fleet(encrypted)), ...words);
  expect(left.edits.map(({ file }) => file)).not.toContain('argocd/access/second.yaml');
  expect(left.mentions.map(({ file }) => file)).toContain('argocd/access/second.yaml');
});

test('a Secret whose file and folder are not called after its cluster leaves no list that names them', async () => {
  const folder = temporaryTree(withSecrets);
  const retired = await committed(folder, () => plan(folder, 'retire', 'one', '--write'));
  expect([retired.refused, retired.written]).toEqual([[], true]);
  expect(retired.declarations).toContainEqual(
    expect.objectContaining({ resource: 'Secret/argocd/cluster-one', change: 'deleted' }),
  );
  const after = bytesOf(folder);
  expect([...after.keys()].filter((path) => path.startsWith('argocd/access'))).toEqual([
    'argocd/access',
    'argocd/access/kustomization.yaml',
    'argocd/access/second.yaml',
  ]);
  expect(after.get('argocd/access/kustomization.yaml')).toBe('resources:\n- second.yaml\n');
  expect(await applicationsOn(folder, 'two')).toEqual(['web-two']);
});

test('a list that is empty then goes with its key, and what else the root says stays', async () => {
  const text = `# Who may come in.
resources: # one of each
- secret.yaml
configMapGenerator:
- { name: facts, literals: [a=b] }`;
  const folder = temporaryTree(withSecrets.replace('resources:\n- secret.yaml', text));
  const retired = await committed(folder, () => plan(folder, 'retire', 'one', '--write'));
  expect([retired.refused, retired.written]).toEqual([[], true]);
  expect(bytesOf(folder).get('argocd/access/first/kustomization.yaml')).toBe(
    '# Who may come in.\nconfigMapGenerator:\n- { name: facts, literals: [a=b] }\n',
  );
});

test('a file that cannot be read and may have to change refuses a plan', async () => {
  const folder = temporaryTree(`
# file: .strata/clusters.yaml
clusters:
  - { name: one }
  - {name: [
# file: apps/web.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web-one, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web }
  destination: { name: one, namespace: shop }
# file: apps/broken.yaml
name: one
  other: [
# file: web/web.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
`);
  const before = bytesOf(folder);
  for (const words of [
    ['add-cluster', 'two', '--like', 'one'],
    ['retire', 'one'],
  ]) {
    const { exitCode, out } = await strata([...words, '--write', '--workspace', '.'], { folder });
    expect(exitCode).toBe(1);
    expect(out).toContain('The file .strata/clusters.yaml cannot be read');
    expect(out).toContain('The file apps/broken.yaml cannot be read');
  }
  expect(bytesOf(folder)).toEqual(before);
});

test('a cluster that a project does not deliver to is not added', async () => {
  const folder = temporaryTree(`
# file: .strata/clusters.yaml
clusters:
- { name: one }
# file: argocd/project.yaml
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: shop, namespace: argocd }
spec:
  sourceRepos: ['*']
  destinations: [{ server: 'https://1.example.com', namespace: '*' }]
# file: argocd/web.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web-one, namespace: argocd }
spec:
  project: shop
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web }
  destination: { name: one, namespace: shop }
# file: web/web.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: web } }
`);
  const { refused, written } = await plan(folder, 'add-cluster', 'two', '--like', 'one', '--write');
  expect(refused).toEqual([expect.stringContaining('The project `shop` does not deliver')]);
  expect(written).toBe(false);
});

test('a cluster by which applications come to others does not retire', async () => {
  const folder = copyOf('argocd-fleet');
  const { refused, written } = await plan(folder, 'retire', 'in-cluster', '--write');
  expect(refused).toContainEqual(
    expect.stringMatching(
      /^root on in-cluster delivers \d+ applications to other clusters, which nothing would deliver then/,
    ),
  );
  expect(written).toBe(false);
});

test.each([
  [['add-cluster'], 'name the new cluster'],
  [['add-cluster', 'two'], 'by --like'],
  [['add-cluster', 'prod-us-3', '--like', 'nowhere'], 'there is no cluster nowhere'],
  [['add-cluster', 'prod-us-2', '--like', 'prod-us-1'], 'there is a cluster prod-us-2 already'],
  [['add-cluster', 'Two', '--like', 'prod-us-1'], 'no cluster can be called Two'],
  [['retire'], 'name a cluster'],
  [['retire', 'nowhere'], 'there is no cluster nowhere'],
])('%j is wrong use', async (words, message) => {
  const folder = realpathSync(join(repository, 'test-fixtures', 'argocd-fleet'));
  const { exitCode, err } = await strata([...words, '--workspace', '.'], { folder });
  expect(exitCode).toBe(2);
  expect(err).toContain(message);
});
