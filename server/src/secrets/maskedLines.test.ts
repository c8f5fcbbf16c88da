import { expect, test } from 'vitest';
import { maskedLines } from './maskedLines.ts';
import type { FileContext } from './scanFile.ts';

function shown(path: string, text: string, context: FileContext = {}): string {
  return maskedLines(path, text, context).join('\n');
}

test('shows the keys of a Secret, and no value of it in whichever form', () => {
  const text = `apiVersion: v1
kind: Secret
metadata: {name: db}
stringData:
  password: fake-one # fake-two
  # fake-three
  key: |
    fake-four
    fake-five
  folded: "fake-six
    fake-seven"
  flow: {a: fake-eight, b: fake-nine}
data: {a: ZmFrZQ==}
---
kind: ConfigMap
apiVersion: v1
data:
  color: blue
`;
  expect(shown('a/sec.yaml', text)).toMatchInlineSnapshot(`
    "apiVersion: v1
    kind: Secret
    metadata: {name: db}
    stringData:
      password: ••••
      # ••••
      key: ••••
        ••••
        ••••
      folded: ••••
        ••••
      flow: {a: ••••
    data: {a: ••••
    ---
    kind: ConfigMap
    apiVersion: v1
    data:
      color: blue
    "
  `);
  expect(shown('a/sec.yaml', text)).not.toMatch(/fake|ZmF/);
  expect(shown('a/sec.yaml', text.replaceAll('\n', '\r\n'))).toBe(shown('a/sec.yaml', text));
});

test('hides files of generators, and literals behind their keys', () => {
  expect(shown('a/x.env', '# OLD=fake\nUSER=fake\nfake\n', { generator: 'env' })).toBe(
    '# OLD=••••\nUSER=••••\n••••\n',
  );
  expect(shown('a/x.json', '{\n  "a": "fake"\n}\n', { generator: 'file' })).not.toMatch(/fake/);
  const text = `secretGenerator:
- name: a
  literals:
  - user=fake
  - 'password=fake'
  - |-
    key=fake
    fake
configMapGenerator:
- name: b
  literals: [color=blue]
`;
  const masked = shown('a/kustomization.yaml', text);
  expect(masked).toContain('  - user=••••\n');
  expect(masked).toContain('color=blue');
  expect(masked).not.toMatch(/fake/);
});

test('hides patches of Secrets, Secrets in lists and in texts, and what cannot be read', () => {
  const patch = `patches:
- target: {kind: Secret, name: a}
  patch: |-
    - op: replace
      path: /data/a
      value: ZmFrZQ==
- patch: |-
    kind: Secret
    apiVersion: v1
    stringData: {a: fake}
`;
  expect(shown('a/kustomization.yaml', patch)).not.toMatch(/fake|ZmF/);
  const operations = '- op: add\n  path: /stringData/a\n  value: fake\n';
  expect(shown('a/patch.yaml', operations)).toContain('  value: ••••');
  const list =
    'kind: List\napiVersion: v1\nitems:\n- kind: Secret\n  apiVersion: v1\n  data: {a: ZmFr}\n';
  expect(shown('a/list.yaml', list)).not.toMatch(/ZmFr/);
  expect(shown('a/bad.yaml', 'kind: Secret\nstringData:\n  a: fake\n b: [fake\n')).not.toMatch(
    /fake/,
  );
  const chart = 'kind: Secret\n{{- if .Values.a }}\nstringData:\n  a: fake\n{{- end }}\n';
  expect(shown('chart/templates/a.yaml', chart)).not.toMatch(/fake/);
});

test('shows what is no secret as it stands', () => {
  const text = '# a: b\nimages:\n- name: shop/web\n  newTag: "1.1"\n';
  expect(shown('a/kustomization.yaml', text)).toBe(text);
});
