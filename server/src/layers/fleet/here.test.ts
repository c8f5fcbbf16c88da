import { describe, expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { applicationRows } from '../../analysis/applicationRows.ts';

const sourced = 'sourceRef: { kind: GitRepository, name: config }';

/** A repository that Flux reads by an address that no remote has; the first Kustomization is started by hand. */
function fixture(url: string, apps: readonly string[], patched = ''): string {
  const kustomizations = apps.map(
    (path, index) => `
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: app-${String(index)}, namespace: flux-system }
  spec: { path: ${path}, ${patched === '' ? sourced : ''} }`,
  );
  return `
  # file: clusters/eu/kustomization.yaml
  resources: [source.yaml, apps.yaml]
  ${patched}
  # file: clusters/eu/source.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: config, namespace: flux-system }
  spec: { url: "${url}", ref: { branch: main } }
  # file: clusters/eu/apps.yaml${kustomizations.join('')}
  # file: apps/web/kustomization.yaml
  namePrefix: web-
  # file: apps/api/kustomization.yaml
  namePrefix: api-
  `;
}

function rows(text: string, remotes: readonly string[]): readonly string[] {
  const { analysis, host } = analyzeFixture(text);
  host.apply({ repository: { remotes, defaultBranch: 'main', branch: 'main' } });
  return completed(applicationRows(analysis)).map(({ name, path, certainty, why }) =>
    [name, path ?? '-', certainty, ...why.map(({ code }) => code)].join(' '),
  );
}

describe('a repository whose address Flux has is known in a fork and in a mirror', () => {
  const original = 'https://git.example.com/acme/fleet';
  const mirror = 'git@mirror.example.com:acme/fleet.git';

  test('by the folders that its Kustomizations read, and says so', () => {
    const text = fixture(original, ['./apps/web', './apps/api']);
    expect(rows(text, [mirror]).map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual([
      'app-0 apps/web',
      'app-1 apps/api',
    ]);
    expect(rows(text, [mirror]).join('\n')).not.toContain('source.elsewhere');
    expect(rows(text, [original]).join('\n')).not.toContain('by-folders');
  });

  test('also where a patch says the source of all', () => {
    const patch = `patches:
  - target: { kind: Kustomization }
    path: all.yaml
  # file: clusters/eu/all.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: all }
  spec: { ${sourced} }`;
    const text = fixture(original, ['./apps/web', './apps/api'], patch);
    expect(rows(text, [mirror]).join('\n')).not.toContain('source.elsewhere');
  });

  test('and not where most of its folders are not here', () => {
    const text = fixture(original, ['./apps/web', './other', './more']);
    expect(rows(text, [mirror]).filter((row) => !row.includes('source.elsewhere'))).toEqual([]);
  });

  test('and not where a remote is that of another source', () => {
    const other = `# file: clusters/eu/other.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: other, namespace: flux-system }
  spec: { url: "${mirror}", ref: { branch: main } }
  `;
    const text = fixture(original, ['./apps/web']) + other;
    expect(rows(text, [mirror]).filter((row) => !row.includes('source.elsewhere'))).toEqual([]);
  });
});
