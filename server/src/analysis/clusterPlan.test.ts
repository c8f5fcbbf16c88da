import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { draftedAdd, draftedRetirement } from './clusterPlan.ts';

test('no question about what was copied tells what the edits hide', () => {
  const { analysis } = analyzeFixture(`${policyFleet()}
# file: web/one/secret.yaml
apiVersion: v1
"kind": "Secret"
metadata: { name: db }
stringData:
  url: https://fake-quartz.example.com
# file: web/one/settings.yaml
url: https://shop.example.com
`);
  const drafted = completed(draftedAdd(analysis, { name: 'three', like: 'one' }));
  const questions = drafted.kind === 'ok' ? drafted.value.questions : [];
  expect(questions.map(({ file, key, value }) => [file, key, value])).toEqual(
    expect.arrayContaining([
      ['web/three/secret.yaml', 'url', ''],
      ['web/three/settings.yaml', 'url', 'https://shop.example.com'],
    ]),
  );
  expect(JSON.stringify(drafted)).toContain('shop.example.com');
  expect(JSON.stringify(questions)).not.toContain('quartz');
});

test('of a list in one line all items of a retired cluster go, and no other', () => {
  const { analysis } = analyzeFixture(`${policyFleet()}
# file: project.yaml
apiVersion: argoproj.io/v1alpha1
kind: AppProject
metadata: { name: shop, namespace: argocd }
spec:
  destinations: [{ name: one, namespace: a }, { name: one, namespace: b }, { name: two, namespace: a }, { name: one, namespace: c }]
`);
  const drafted = completed(draftedRetirement(analysis, 'one'));
  const after = drafted.kind === 'ok' ? drafted.value.texts.get('project.yaml')?.after : undefined;
  expect(after).toContain('  destinations: [{ name: two, namespace: a }]\n');
});

/** A fleet with a cluster that is called like an environment, beside documents and workflows of that environment. */
const devFleet = `${policyFleet({ clusters: ['dev', 'two'] })}
# file: docs/dev/guide.md
How to work.
# file: docs/dev/example.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: example }
# file: .github/workflows/dev.yaml
on: push
jobs: { check: { environment: dev } }
# file: web/dev/README.md
Of the cluster dev.
`;

test('a cluster that is called like an environment takes no document and no workflow along', () => {
  const { analysis } = analyzeFixture(devFleet);
  const drafted = completed(draftedRetirement(analysis, 'dev'));
  const { texts, mentions } =
    drafted.kind === 'ok' ? drafted.value : { texts: new Map(), mentions: [] };
  expect([...texts.keys()].sort()).toEqual([
    'apps/dev.yaml',
    'web/dev/README.md',
    'web/dev/kustomization.yaml',
  ]);
  expect(mentions).toEqual([
    { file: '.github/workflows/dev.yaml', line: 1 },
    { file: 'docs/dev/example.yaml', line: 0 },
    { file: 'docs/dev/guide.md', line: 0 },
  ]);
});

test('a new cluster gets no copy of what is only called like its sibling', () => {
  const { analysis } = analyzeFixture(devFleet);
  const drafted = completed(draftedAdd(analysis, { name: 'dev2', like: 'dev' }));
  const texts = drafted.kind === 'ok' ? drafted.value.texts : new Map();
  expect([...texts.keys()].sort()).toEqual([
    'apps/dev2.yaml',
    'web/dev2/README.md',
    'web/dev2/kustomization.yaml',
  ]);
});

test('what another cluster is made of as well stays when one is retired', () => {
  const { analysis } = analyzeFixture(`${policyFleet({ clusters: ['dev'] })}
# file: apps/two.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web-two, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web/dev }
  destination: { name: two, namespace: shop }
`);
  const drafted = completed(draftedRetirement(analysis, 'dev'));
  const texts = drafted.kind === 'ok' ? drafted.value.texts : new Map();
  expect([...texts.keys()]).toEqual(['apps/dev.yaml']);
});

test('a file that a generator reads is of the cluster that it is called after', () => {
  const { analysis } = analyzeFixture(`${policyFleet({ clusters: ['one', 'two'] })}
# file: sets/all.yaml
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: all, namespace: argocd }
spec:
  generators:
  - git: { repoURL: "https://git.example.com/acme/fleet.git", files: [{ path: "facts/*/facts.json" }] }
  template: { metadata: { name: x }, spec: {} }
# file: facts/one/facts.json
{ "a": "b" }
`);
  const drafted = completed(draftedRetirement(analysis, 'one'));
  const texts = drafted.kind === 'ok' ? drafted.value.texts : new Map();
  expect([...texts.keys()]).toContain('facts/one/facts.json');
});

test('a copy takes the place of no file with other bytes, also where it has all lines of that one', () => {
  const there = `${policyFleet({ clusters: ['one'] })}
# file: web/one/settings.yaml
a: b
c: d
# file: web/three/settings.yaml
`;
  const draft = (text: string): unknown =>
    completed(draftedAdd(analyzeFixture(text).analysis, { name: 'three', like: 'one' }));
  expect(draft(`${there}c: d\n`)).toMatchObject({
    kind: 'failed',
    failure: { code: 'file-there', parameters: { file: 'web/three/settings.yaml' } },
  });
  expect(draft(`${there}a: b\nc: d\n`)).toMatchObject({ kind: 'ok' });
});
