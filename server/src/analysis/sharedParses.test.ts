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

const contents: Readonly<Record<string, string>> = {
  K: 'resources:\n- service.yaml\n',
  S1: 'apiVersion: v1\nkind: Service\nmetadata:\n  name: one\n',
  S2: 'apiVersion: v1\nkind: Service\nmetadata:\n  name: two\n',
};

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
