import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { provenFix } from '../../../test/provenFix.ts';
import { applyEdits } from '../../text/textEdit.ts';
import { diagnosticsFor } from '../diagnosticsFor.ts';

const objects = `
# file: base/kustomization.yaml
resources: [web.yaml]
# file: base/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: app, image: web }] }
# file: overlay/two.yaml
apiVersion: v1
kind: ConfigMap
metadata: { name: two }
# file: overlay/replicas.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec: { replicas: 2 }
# file: overlay/operations.yaml
- op: add
  path: /spec/paused
  value: true
# file: overlay/web.env
A=1
# file: overlay/kustomization.yaml
`;

const file = 'overlay/kustomization.yaml';

/** The file after the fix of every deprecated field in it, one after the other; or the codes of what has none. */
function fixed(kustomization: string): string {
  let text = kustomization;
  const refused = new Set<string>();
  for (;;) {
    const { analysis } = analyzeFixture(objects + text.replace(/\n$/, ''));
    const fields = completed(diagnosticsFor(analysis, file)).filter(
      ({ code }) => code === 'kustomization.deprecated-field',
    );
    const first = fields.find(({ parameters }) => !refused.has(parameters.field ?? ''));
    if (first === undefined) break;
    const fix = provenFix(analysis, file, first.parameters);
    if (fix?.kind !== 'fix') {
      refused.add(first.parameters.field ?? '');
      text += `# ${fix?.code} ${JSON.stringify(fix?.parameters)}\n`;
      continue;
    }
    expect(applyEdits(text, fix.edits)).toBe(fix.text);
    text = fix.text;
  }
  return text;
}

test('bases become resources', () => {
  expect(fixed('bases: # what it stands on\n- ../base\n')).toBe(
    'resources: # what it stands on\n- ../base\n',
  );
  expect(fixed('bases: [../base]\nresources: [two.yaml]\n')).toBe(
    'resources: [two.yaml, ../base]\n',
  );
  expect(
    fixed(`# The overlay.
bases: # ground
  # the web
  - "../base" # there

resources:
- two.yaml # 2
# - three.yaml

namePrefix: a-
`),
  ).toBe(`# The overlay.

resources:
- two.yaml # 2
# ground
# the web
- "../base" # there
# - three.yaml

namePrefix: a-
`);
});

test('a list in one line becomes a block where comments come to it', () => {
  expect(fixed('resources: [two.yaml] # 2\n\n# ground\nbases:\n- ../base\n')).toBe(
    'resources: # 2\n- two.yaml\n# ground\n- ../base\n',
  );
  expect(fixed('resources: []\nbases:\n  - ../base\n')).toBe('resources:\n  - ../base\n');
});

test('imageTags become images', () => {
  expect(
    fixed(
      'bases: [../base]\nimages:\n  - name: db\n    newTag: "1"\nimageTags:\n- name: web\n  newTag: "2"\n',
    ),
  ).toBe(
    'resources: [../base]\nimages:\n  - name: db\n    newTag: "1"\n  - name: web\n    newTag: "2"\n',
  );
});

test('commonLabels become labels with selectors', () => {
  expect(fixed('resources:\n- ../base\ncommonLabels: # all\n  a: b # why\n  c: d\n')).toBe(
    `resources:
- ../base
labels:
- pairs: # all
    a: b # why
    c: d
  includeSelectors: true
`,
  );
  expect(fixed('resources: [../base]\ncommonLabels: {a: b}\nlabels:\n  - pairs: {c: d}\n')).toBe(
    'resources: [../base]\nlabels:\n  - pairs: {c: d}\n  - pairs: {a: b}\n    includeSelectors: true\n',
  );
});

test('patchesStrategicMerge become patches, before those that are there', () => {
  expect(
    fixed(`resources:
- ../base
patches:
- patch: |-
    - { op: replace, path: /spec/replicas, value: 3 }
  target: { kind: Deployment }
patchesStrategicMerge:
- replicas.yaml # two
- |-
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }

  spec:
    paused: true
`),
  ).toBe(`resources:
- ../base
patches:
- path: replicas.yaml # two
- patch: |-
    apiVersion: apps/v1
    kind: Deployment
    metadata: { name: web }

    spec:
      paused: true
- patch: |-
    - { op: replace, path: /spec/replicas, value: 3 }
  target: { kind: Deployment }
`);
});

test('patchesJson6902 become patches where the order of steps allows it', () => {
  const patches = `patchesJson6902:
- path: operations.yaml
  target: { group: apps, version: v1, kind: Deployment, name: web }
`;
  expect(fixed(`resources: [../base]\n${patches}`)).toBe(
    `resources: [../base]\n${patches.replace('patchesJson6902', 'patches')}`,
  );
  const withLabels = `resources: [../base]
labels:
- pairs: { team: a }
patchesJson6902:
- patch: '[{ "op": "add", "path": "/metadata/labels/more", "value": "b" }]'
  target: { group: apps, version: v1, kind: Deployment, name: web }
`;
  expect(fixed(withLabels)).toBe(
    `${withLabels}# changes-output {"field":"patchesJson6902","replacement":"patches","root":"overlay"}\n`,
  );
});

test('env becomes an item of envs', () => {
  expect(fixed('configMapGenerator:\n- name: a\n  env: web.env # one\n')).toBe(
    'configMapGenerator:\n- name: a\n  envs:\n  - web.env # one\n',
  );
  expect(fixed('secretGenerator:\n- env: web.env\n  envs: []\n  name: a\n')).toContain('# layout');
  expect(fixed('secretGenerator:\n- {name: a, env: web.env}\n')).toBe(
    'secretGenerator:\n- {name: a, envs: [web.env]}\n',
  );
});

test('vars have no fix, and it is said why', () => {
  expect(
    fixed(
      'resources: [../base]\nvars:\n- name: A\n  objref: { apiVersion: v1, kind: Pod, name: a }\n',
    ),
  ).toContain('# by-hand {"field":"vars","replacement":"replacements"}');
});

test('line breaks of two characters and a missing one at the end stay', () => {
  const { analysis } = analyzeFixture(objects + 'bases: [../base]');
  const text = 'bases:\r\n- ../base\r\nresources:\r\n- two.yaml';
  expect(analysis.roots()).toContain('overlay');
  const { host } = analyzeFixture(objects + 'bases: [../base]');
  host.apply({
    entries: new Map([[file, { kind: 'file', content: 'windows' }]]),
    contents: new Map([['windows', { kind: 'text', text }]]),
  });
  const fix = provenFix(host.analysis(), file, { field: 'bases', replacement: 'resources' });
  expect(fix).toMatchObject({ kind: 'fix', text: 'resources:\r\n- two.yaml\r\n- ../base' });
});
