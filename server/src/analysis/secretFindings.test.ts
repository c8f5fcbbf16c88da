import { expect, test } from 'vitest';
import { AnalysisHost } from './analysisHost.ts';
import { scannedFiles, secretFindings, secretFindingsOfText } from './secretFindings.ts';

/** A host that holds files; `undefined` takes a file away. */
function edit(host: AnalysisHost, files: Readonly<Record<string, string | undefined>>): void {
  const paths = Object.entries(files);
  host.apply({
    entries: new Map(
      paths.map(([path, text]) => [
        path,
        text === undefined ? undefined : { kind: 'file', content: `id:${text}` },
      ]),
    ),
    contents: new Map(
      paths.flatMap(([, text]) =>
        text === undefined ? [] : [[`id:${text}`, { kind: 'text', text }]],
      ),
    ),
  });
}

/** `file:line rule mask`, lines from 1. */
function found(host: AnalysisHost): readonly string[] {
  const analysis = host.analysis();
  const answer = secretFindings(analysis, scannedFiles(analysis));
  if (answer.kind !== 'complete') return ['needs'];
  return answer.value.map(
    ({ file, line, rule, parameters }) => `${file}:${line + 1} ${rule} ${parameters.mask ?? ''}`,
  );
}

test('what other files make of a file counts, and follows their edits', () => {
  const host = new AnalysisHost();
  edit(host, { 'a/kustomization.yaml': 'resources: []\n', 'a/app.env': 'ANY=zebra\n' });
  expect(found(host)).toEqual([]);
  edit(host, { 'a/kustomization.yaml': 'secretGenerator:\n- name: a\n  envs: [app.env]\n' });
  expect(found(host)).toEqual(['a/app.env:1 secrets.kustomize-generator •••• A']);
  edit(host, { 'a/kustomization.yaml': undefined });
  expect(found(host)).toEqual([]);
});

test('the nearest rules of SOPS count alone, and those that appear count at once', () => {
  const secret = 'apiVersion: v1\nkind: Secret\nmetadata: {name: a}\nstringData: {k: zebra}\n';
  const rules = (path: string): string => `creation_rules:\n- path_regex: ${path}\n  age: a,b\n`;
  const host = new AnalysisHost();
  edit(host, { 'a/b/secret.yaml': secret });
  const plain = 'a/b/secret.yaml:4 secrets.secret-data •••• A';
  expect(found(host)).toEqual([plain]);
  edit(host, { '.sops.yaml': rules('^a/b/') });
  expect(found(host)).toEqual(['a/b/secret.yaml:1 secrets.sops-not-encrypted ', plain]);
  edit(host, { 'a/.sops.yaml': rules('^other/') });
  expect(found(host)).toEqual([plain]);
});

test('equal values have equal masks in one answer', () => {
  const host = new AnalysisHost();
  edit(host, {
    'a.yaml': 'password: zebra-9\ndbPassword: quagga-7\n',
    'b.yaml': 'password: zebra-9\n',
  });
  expect(found(host).map((one) => one.slice(-1))).toEqual(['A', 'B', 'A']);
  expect(JSON.stringify(found(host))).not.toMatch(/zebra|quagga/);
});

test('a text that is not saved is read as the file that it will be', () => {
  const host = new AnalysisHost();
  edit(host, { 'a/kustomization.yaml': 'secretGenerator:\n- name: a\n  envs: [app.env]\n' });
  const answer = secretFindingsOfText(host.analysis(), 'a/app.env', 'ANY=zebra\n');
  expect(answer).toMatchObject({
    kind: 'complete',
    value: [{ rule: 'secrets.kustomize-generator', pointer: 'ANY' }],
  });
});

test('an edit of one file reads no other again', () => {
  const scanned: string[] = [];
  const host = new AnalysisHost({
    observer: {
      computed: (query, key) => {
        if (query === 'secretFindings') scanned.push(key);
      },
    },
  });
  edit(host, {
    'a.yaml': 'a: 1\n',
    'b.yaml': 'b: 1\n',
    'kustomization.yaml': 'resources: [a.yaml]\n',
  });
  found(host);
  scanned.length = 0;
  edit(host, { 'a.yaml': 'a: 2\n' });
  found(host);
  expect(scanned).toEqual(['a.yaml']);
  scanned.length = 0;
  edit(host, { 'kustomization.yaml': 'resources: [a.yaml, b.yaml]\n' });
  found(host);
  expect(scanned).toEqual(['kustomization.yaml']);
});
