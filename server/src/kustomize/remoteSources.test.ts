import { describe, expect, test } from 'vitest';
import { AnalysisHost, type Change } from '../analysis/analysisHost.ts';
import type { TreeEntry } from '../analysis/analysis.ts';
import { writeCanonical } from '../yaml/canonical.ts';

/*
 * Remote sources: a gap until the outer half has them, then files like any other, restricted to their repository.
 */

const overlay = `resources:
- https://example.com/org/repo//deploy/base?ref=v1
- own.yaml
namePrefix: p-
`;
const service = (name: string): string =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\n`;

describe('a remote base', () => {
  test('is a gap with its address, and the rest is rendered', () => {
    const host = hostOf({ 'kustomization.yaml': overlay, 'own.yaml': service('own') });
    const built = complete(host, '');
    expect(built.gaps.map(({ kind, detail }) => [kind, detail])).toEqual([
      ['remote', 'https://example.com/org/repo//deploy/base?ref=v1'],
    ]);
    expect(built.failures.map(({ code }) => code)).toEqual(['kustomize.remote']);
    expect(names(built)).toEqual(['p-own']);
  });

  test('is built once its repository is there, and is no root of the workspace', () => {
    const host = hostOf({ 'kustomization.yaml': overlay, 'own.yaml': service('own') });
    complete(host, '');
    host.apply(
      repository('https://example.com/org/repo@v1', {
        'deploy/base/kustomization.yaml': 'resources:\n- service.yaml\n',
        'deploy/base/service.yaml': service('remote'),
      }),
    );
    const built = complete(host, '');
    expect(built.failures).toEqual([]);
    expect(built.gaps).toEqual([]);
    expect(names(built)).toEqual(['p-own', 'p-remote']);
    expect(host.analysis().roots()).toEqual(['']);
  });

  test('must not lead out of its repository', () => {
    const host = hostOf({
      'kustomization.yaml': 'resources:\n- https://example.com/org/repo//base?ref=v1\n',
      'private/kustomization.yaml': 'resources:\n- own.yaml\n',
      'private/own.yaml': service('own'),
    });
    host.apply(
      repository('https://example.com/org/repo@v1', {
        'base/kustomization.yaml': 'resources:\n- ../../../private\n',
      }),
    );
    expect(complete(host, '').failures.map(({ code }) => code)).toEqual([
      'kustomize.outside-repository',
    ]);
  });
});

test('a remote file is read once it is there', () => {
  const address = 'https://example.com/service.yaml';
  const host = hostOf({ 'kustomization.yaml': `resources:\n- ${address}\n` });
  expect(complete(host, '').gaps.map(({ detail }) => detail)).toEqual([address]);
  host.apply({
    remotes: new Map([[address, { kind: 'file', content: 'fetched' }]]),
    contents: new Map([['fetched', { kind: 'text', text: service('fetched') }]]),
  });
  const built = complete(host, '');
  expect(built.failures).toEqual([]);
  expect(names(built)).toEqual(['fetched']);
});

type Built = Extract<
  ReturnType<ReturnType<AnalysisHost['analysis']>['build']>,
  { kind: 'complete' }
>['value'];

function complete(host: AnalysisHost, root: string): Built {
  const answer = host.analysis().build(root);
  if (answer.kind === 'needs')
    throw new Error(`needs ${answer.needs.map(({ id }) => id).join(' ')}`);
  return answer.value;
}

function names({ resources }: Built): readonly string[] {
  return resources.map(({ node, id }) => ('problem' in writeCanonical(node) ? '' : id.name));
}

function tree(files: Readonly<Record<string, string>>): {
  readonly entries: Map<string, TreeEntry>;
  readonly contents: NonNullable<Change['contents']>;
} {
  const entries = new Map<string, TreeEntry>();
  const contents = new Map<string, { readonly kind: 'text'; readonly text: string }>();
  for (const [path, text] of Object.entries(files)) {
    entries.set(path, { kind: 'file', content: text });
    contents.set(text, { kind: 'text', text });
  }
  return { entries, contents };
}

function hostOf(files: Readonly<Record<string, string>>): AnalysisHost {
  const host = new AnalysisHost();
  host.apply(tree(files));
  return host;
}

function repository(key: string, files: Readonly<Record<string, string>>): Change {
  const { entries, contents } = tree(files);
  return { remotes: new Map([[key, { kind: 'repository', entries }]]), contents };
}
