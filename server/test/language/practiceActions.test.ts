import { describe, expect, test } from 'vitest';
import { practiceActions } from '../../src/lsp/practiceActions.ts';
import { byFile, fleetProblems, renderedProblems } from '../../src/analysis/fleetProblems.ts';
import { completed } from '../fixtureAnalysis.ts';
import { editedFiles, nobodyStops, openFixture } from '../languageSession.ts';

const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
const other = `sha256:${'fedcba9876543210'.repeat(4)}`;

/** The actions at the cursor, each with the files that it leaves. */
async function actionsAtCursor(
  text: string,
): Promise<
  readonly { readonly title: string; readonly files: Readonly<Record<string, string>> }[]
> {
  const opened = openFixture(text);
  const { host } = opened.tree.workspace;
  const found = [
    ...completed(fleetProblems(host.analysis())),
    ...completed(renderedProblems(host.analysis())),
  ];
  host.apply({ fleetProblems: byFile(found) });
  const { path = '', line = 0, column: character = 0 } = opened.fixture.cursor ?? {};
  const at = { line, character };
  const actions = await practiceActions(
    opened.session,
    { tree: opened.tree, path },
    { range: { start: at, end: at }, context: { diagnostics: [] } },
    nobodyStops(),
  );
  return actions.map(({ title, edit }) => ({
    title,
    files: Object.fromEntries(editedFiles(opened, edit ?? null)),
  }));
}

describe('an image is pinned to the digest that another file has', () => {
  const seen = (value = digest): string => `
  # file: other/pod.yaml
  { apiVersion: v1, kind: Pod, metadata: { name: other }, spec: { containers: [{ name: a, image: "web:1.4@${value}" }] } }`;
  const pod = (image: string): string => `
  # file: web/kustomization.yaml
  resources: [pod.yaml]
  # file: web/pod.yaml
  apiVersion: v1
  kind: Pod
  metadata: { name: web }
  spec:
    containers:
    - name: web
      image: ${image}
`;

  test.each([
    ['web:$01.4', `      image: web:1.4@${digest}\n`],
    ['"web:$01.4" # the newest', `      image: "web:1.4@${digest}" # the newest\n`],
  ])('%s', async (image, line) => {
    const [action, ...more] = await actionsAtCursor(`${pod(image)}${seen()}`);
    expect(more).toEqual([]);
    expect(action?.title).toBe(
      'Pin web:1.4 to the digest that other/pod.yaml has (sha256:0123456789ab…)',
    );
    expect(action?.files['web/pod.yaml']).toContain(line.replace(/^ {2}/, ''));
  });

  test.each([
    [
      'an entry of images',
      `  images:
  - name: web
    new$0Tag: "1.4"
`,
      `images:\n- name: web\n  newTag: "1.4"\n  digest: ${digest}\n`,
    ],
    [
      'an entry in braces',
      `  images: [{ name: web, new$0Tag: "1.4" }]
`,
      `images: [{ name: web, newTag: "1.4", digest: ${digest} }]\n`,
    ],
  ])('in %s', async (_name, images, expected) => {
    const text = `${pod('web:1.0').replace('resources: [pod.yaml]\n', `resources: [pod.yaml]\n${images}`)}${seen()}`;
    const [action] = await actionsAtCursor(text);
    expect(action?.files['web/kustomization.yaml']).toBe(`resources: [pod.yaml]\n${expected}`);
  });

  test.each([
    ['no other file has one', pod('web:$01.4')],
    [
      'two others differ',
      `${pod('web:$01.4')}${seen()}\n  # file: more/pod.yaml\n  image: "web:1.4@${other}"`,
    ],
    ['it has one already', `${pod(`web:$01.4@${digest}`)}${seen()}`],
    ['another tag is meant', `${pod('web:$01.5')}${seen()}`],
  ])('not where %s', async (_name, text) => {
    expect(await actionsAtCursor(text)).toEqual([]);
  });
});

describe('an object is kept from being pruned', () => {
  const delivered = (metadata: string): string => `
  # file: apps/web.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: web, namespace: argocd }
  spec:
    source: { repoURL: https://git.example.com/acme/fleet.git, path: web }
    destination: { name: one, namespace: shop }
    syncPolicy: { automated: { prune: true } }
  # file: web/kustomization.yaml
  resources: [data.yaml]
  # file: web/data.yaml
  api$0Version: v1
  kind: PersistentVolumeClaim
  metadata:${metadata}
`;
  const annotation = 'argocd.argoproj.io/sync-options: Prune=false';

  test.each([
    ['\n    name: data', `\n  annotations:\n    ${annotation}\n  name: data\n`],
    [' { name: data }', ` { annotations: { ${annotation} }, name: data }\n`],
    [
      '\n    name: data\n    annotations:\n      a: b',
      `\n  name: data\n  annotations:\n    ${annotation}\n    a: b\n`,
    ],
    [
      '\n    name: data\n    annotations: { a: b }',
      `\n  name: data\n  annotations: { ${annotation}, a: b }\n`,
    ],
  ])('with metadata:%s', async (metadata, expected) => {
    const [action, ...more] = await actionsAtCursor(delivered(metadata));
    expect(more).toEqual([]);
    expect(action?.title).toBe(
      `Keep PersistentVolumeClaim/data from being pruned: annotate it with ${annotation}`,
    );
    expect(action?.files['web/data.yaml']).toBe(
      `apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:${expected}`,
    );
  });

  test('not where nothing would prune it', async () => {
    const text = delivered(' { name: data }').replace(/\n {4}syncPolicy.*/, '');
    expect(await actionsAtCursor(text)).toEqual([]);
  });

  test('not where a layer above takes the annotation away', async () => {
    const text = `${delivered(' { name: data }')}
  # file: up/kustomization.yaml
  resources: [../web]
  patches:
  - target: { kind: PersistentVolumeClaim }
    patch: '[{ op: test, path: /metadata/annotations/a, value: b }]'`;
    expect(await actionsAtCursor(text)).toEqual([]);
  });
});
