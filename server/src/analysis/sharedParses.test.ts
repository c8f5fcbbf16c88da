import { expect, test } from 'vitest';
import { AnalysisHost, type Change } from './analysisHost.ts';

/*
 * The working tree and the tree of a commit hold mostly the same contents: what is read of a content is read once.
 */

test('two trees share every parse of the contents that they have in common', () => {
  const parsed: string[] = [];
  const observer = {
    computed: (query: string, key: string): void => {
      if (query === 'objects' || query === 'kustomization') parsed.push(`${query} ${key}`);
    },
  };
  const working = new AnalysisHost({ observer });
  working.apply(change({ 'a/kustomization.yaml': 'K', 'a/service.yaml': 'S1' }));
  const commit = new AnalysisHost({ observer }, working);
  commit.apply(change({ 'a/kustomization.yaml': 'K', 'a/service.yaml': 'S2' }));
  expect(nameIn(working)).toBe('one');
  expect(parsed).toEqual(['kustomization K', 'objects S1']);
  expect(nameIn(commit)).toBe('two');
  expect(parsed).toEqual(['kustomization K', 'objects S1', 'objects S2']);
  working.apply(change({ 'a/service.yaml': 'S2' }));
  expect(nameIn(working)).toBe('two');
  expect(parsed).toHaveLength(3);
  expect(nameIn(commit)).toBe('two');
});

test('the versions that typing leaves behind are forgotten, what a tree holds is not', () => {
  const host = new AnalysisHost();
  host.apply(change({ 'a/kustomization.yaml': 'K', 'a/service.yaml': 'S1' }));
  for (let version = 0; version < 1000; version++) {
    const id = `version-${version}`;
    host.apply({
      entries: new Map([['a/service.yaml', { kind: 'file', content: id }]]),
      contents: new Map([[id, { kind: 'text', text: serviceNamed(id) }]]),
    });
    expect(nameIn(host)).toBe(id);
  }
  expect(host.hasContent('version-999')).toBe(true);
  expect(host.hasContent('version-998')).toBe(true);
  expect(host.hasContent('version-100')).toBe(false);
  expect(host.hasContent('K')).toBe(true);
});

const contents: Readonly<Record<string, string>> = {
  K: 'resources:\n- service.yaml\n',
  S1: serviceNamed('one'),
  S2: serviceNamed('two'),
};

function serviceNamed(name: string): string {
  return `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`;
}

function change(files: Readonly<Record<string, string>>): Change {
  return {
    entries: new Map(
      Object.entries(files).map(([path, content]) => [path, { kind: 'file', content }]),
    ),
    contents: new Map(
      Object.values(files).map((id) => [id, { kind: 'text', text: contents[id] ?? '' }]),
    ),
  };
}

function nameIn(host: AnalysisHost): string | undefined {
  const answer = host.analysis().build('a');
  return answer.kind === 'complete' ? answer.value.resources[0]?.id.name : undefined;
}
