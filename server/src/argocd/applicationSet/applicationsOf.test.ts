import { describe, expect, test } from 'vitest';
import { here, isHere, treeOf } from '../../../test/argoTree.ts';
import { contentInput, entryInput } from '../../kustomize/files.ts';
import { listingInput } from '../../kustomize/folderListing.ts';
import { readResourceText } from '../../kustomize/objects.ts';
import type { Database } from '../../query/database.ts';
import { type Query } from '../../query/database.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { applicationsOf, type SetApplications, type SetContext } from './applicationsOf.ts';

/** An ApplicationSet in `set.yaml` with these generators. */
function setWith(generators: string, more = ''): string {
  return `
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: {name: web, namespace: argocd}
spec:
  goTemplate: true
  generators:
${generators
  .replace(/^\n/, '')
  .split('\n')
  .map((line) => `  ${line}`)
  .join('\n')}
  template:
    metadata: {name: 'web-{{.name}}'}
    spec:
      project: default
      source: {repoURL: ${here}, path: apps/web}
      destination: {server: '{{.server}}', namespace: web}
${more}`;
}

function expand(text: string, context: Partial<SetContext> = {}): SetApplications {
  const { resources } = readResourceText(text, { file: 'set.yaml', inside: [], root: '' });
  const [set] = resources;
  const more = { reader: treeOf({}), clusters: [], clustersKnown: true, isHere, ...context };
  const made = set && applicationsOf(set, more);
  if (made === undefined) throw new Error('no ApplicationSet');
  return made;
}

function names({ applications }: SetApplications): readonly string[] {
  return applications.map(({ id }) => id.name);
}

function codes({ open }: SetApplications): readonly string[] {
  return open.map(({ code }) => code);
}

const prod = { secretName: 'prod', name: 'prod', server: 'https://prod', labels: { tier: 'prod' } };

test('applications are objects in the namespace of their ApplicationSet', () => {
  const made = expand(setWith('- list: {elements: [{name: a, server: x}, {name: b, server: y}]}'));
  expect(made.applications.map(({ id }) => [id.group, id.kind, id.namespace, id.name])).toEqual([
    ['argoproj.io', 'Application', 'argocd', 'web-a'],
    ['argoproj.io', 'Application', 'argocd', 'web-b'],
  ]);
  expect(made.open).toEqual([]);
});

test('a value says where in the template it stands', () => {
  const text = setWith('- list: {elements: [{name: a, server: x}]}');
  const { resources } = readResourceText(text, { file: 'set.yaml', inside: [], root: '' });
  const [application] = expand(text).applications;
  const walk = (node: ResourceNode | undefined, ...path: readonly string[]) =>
    path.reduce<ResourceNode | undefined>((found, key) => field(found, key), node);
  const server = walk(application?.node, 'spec', 'destination', 'server');
  const written = walk(resources[0]?.node, 'spec', 'template', 'spec', 'destination', 'server');
  expect(rawText(server)).toBe('x');
  expect(written?.ordinal).toBeGreaterThan(0);
  expect(server?.origin?.writtenAt).toEqual({
    kind: 'node',
    file: 'set.yaml',
    ordinal: written?.ordinal,
  });
});

describe('what the repository does not hold is left open', () => {
  test('clusters that are not known', () => {
    const text = setWith('- clusters: {selector: {matchLabels: {tier: prod}}}');
    const made = expand(text, { clusters: [prod], clustersKnown: false });
    expect(names(made)).toEqual(['web-prod']);
    expect(made.open).toEqual([
      { code: 'applicationset.clusters-open', parameters: { selector: 'tier=prod' } },
    ]);
    expect(codes(expand(text, { clusters: [prod] }))).toEqual([]);
  });

  test('a merge is a left join on clusters', () => {
    const text = setWith(`
- merge:
    mergeKeys: [name]
    generators:
    - clusters: {}
    - list: {elements: [{name: prod, server: https://other}, {name: elsewhere}]}`);
    expect(names(expand(text, { clusters: [prod] }))).toEqual(['web-in-cluster', 'web-prod']);
    const made = expand(text, { clustersKnown: false });
    expect([names(made), codes(made)]).toEqual([
      ['web-in-cluster'],
      ['applicationset.all-clusters-open'],
    ]);
  });

  test.each([
    ['plugin: {configMapRef: {name: x}}', 'applicationset.plugin'],
    ['pullRequest: {github: {owner: x, repo: y}}', 'applicationset.pull-request'],
    ['scmProvider: {github: {organization: x}}', 'applicationset.scm-provider'],
    ['clusterDecisionResource: {configMapRef: x}', 'applicationset.cluster-decision'],
    [
      'git: {repoURL: https://git.example.com/x, revision: HEAD, directories: [{path: "*"}]}',
      'applicationset.git-elsewhere',
    ],
    [
      `git: {repoURL: ${here}, revision: release, directories: [{path: "*"}]}`,
      'applicationset.git-other-revision',
    ],
  ])('%s', (generator, code) => {
    const made = expand(setWith(`- ${generator}\n- list: {elements: [{name: a}]}`));
    expect([names(made), codes(made)]).toEqual([['web-a'], [code]]);
  });

  test('a service inside a matrix', () => {
    const made = expand(
      setWith(`
- matrix:
    generators:
    - list: {elements: [{name: a}, {name: b}]}
    - plugin: {configMapRef: {name: x}}`),
    );
    expect([names(made), codes(made)]).toEqual([[], ['applicationset.plugin']]);
  });
});

test('where the controller fails there are no applications', () => {
  const made = expand(
    setWith('- list: {elements: [{name: a}]}\n- git: {repoURL: x, revision: y}'),
    {
      isHere: () => ({ isHere: true, isFollowed: true }),
    },
  );
  expect([names(made), made.failure?.code]).toEqual([[], 'argocd.applicationset-fails']);
  const noText = expand(setWith('- list: {elements: [{name: a, host: {{ .host }}}]}'));
  expect(noText.failure?.parameters).toEqual({ message: 'yaml: invalid map key' });
  const crash = expand(setWith('- list: {elements: [{name: a}]}', '  goTemplateOptions: [x]'));
  expect([names(crash), crash.crashes]).toEqual([[], true]);
});

describe('git generators read the tree', () => {
  const files = {
    'clusters/a/config.yaml': '{name: a, server: x}',
    'clusters/b/config.yaml': '{name: b, server: y}',
    'clusters/b/.hidden/x': '',
    'other/file': '',
    'link -> clusters': '',
  };

  test.each([
    ['clusters/*', ['web-a', 'web-b']],
    ['*', ['web-clusters', 'web-other']],
    ['*/*', ['web-a', 'web-b']],
    ['./clusters/*', []],
    ['link/*', []],
  ])('folders %s', (pattern, expected) => {
    const text = setWith(
      `- git: {repoURL: ${here}, revision: HEAD, directories: [{path: '${pattern}'}], values: {}}`,
    ).replace('{{.name}}', '{{.path.basename}}');
    expect(names(expand(text, { reader: treeOf(files) }))).toEqual(expected);
  });

  test.each([
    ['clusters/*/config.yaml', ['web-a', 'web-b']],
    ['**/config.yaml', ['web-a', 'web-b']],
    ['clusters/a/config.yaml', ['web-a']],
    ['clusters/a', ['web-a']],
    ['clusters/c/config.yaml', []],
  ])('files %s', (pattern, expected) => {
    const text = setWith(
      `- git: {repoURL: ${here}, revision: HEAD, files: [{path: '${pattern}'}]}`,
    );
    expect(names(expand(text, { reader: treeOf(files) }))).toEqual(expected);
  });

  const text = setWith(
    `- git: {repoURL: ${here}, revision: HEAD, files: [{path: 'clusters/*/config.yaml'}]}`,
  );
  const [set] = readResourceText(text, { file: 'set.yaml', inside: [], root: '' }).resources;

  /** The names of the applications as a query, and how often it was computed. */
  function observed(database: Database): {
    readonly ask: () => string;
    readonly count: () => number;
  } {
    let count = 0;
    const query: Query<'', string> = {
      name: 'test',
      compute: (_, reader) => {
        count += 1;
        const more = { reader, clusters: [], clustersKnown: true, isHere };
        return names(
          set === undefined ? expand('') : (applicationsOf(set, more) ?? expand('')),
        ).join();
      },
    };
    return { ask: () => database.get(query, ''), count: () => count };
  }

  test('and only what a pattern can reach', () => {
    const database = treeOf(files);
    const { ask, count } = observed(database);
    expect(ask()).toBe('web-a,web-b');
    database.set(entryInput, 'other/new', { kind: 'file', content: 'x' });
    database.set(listingInput, 'other', ['file', 'new']);
    expect([ask(), count()]).toEqual(['web-a,web-b', 1]);
    database.set(entryInput, 'clusters/c', { kind: 'directory' });
    database.set(entryInput, 'clusters/c/config.yaml', { kind: 'file', content: 'c' });
    database.set(listingInput, 'clusters', ['a', 'b', 'c']);
    database.set(listingInput, 'clusters/c', ['config.yaml']);
    database.set(contentInput, 'c', { kind: 'text', text: 'name: c' });
    expect(ask()).toBe('web-a,web-b,web-c');
  });

  test('a content that is not loaded yet is a need', () => {
    const database = treeOf(files);
    database.set(entryInput, 'clusters/a/config.yaml', { kind: 'file', content: 'unloaded' });
    const made = expand(text, { reader: database });
    expect([made.pending, names(made)]).toEqual([true, []]);
    const query: Query<'', SetApplications> = {
      name: 'test',
      compute: (_, reader) => expand(text, { reader }),
    };
    expect(database.needsOf(query, '')).toEqual([{ kind: 'content', id: 'unloaded' }]);
  });
});
