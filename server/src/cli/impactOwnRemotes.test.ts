import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { git, gitRepository } from '../../test/gitRepository.ts';
import { writeTree } from '../../test/temporaryTree.ts';
import type { ImpactDocument } from '../analysis/impactDocument.ts';

/** A fleet with a root that names an entry, beside a base on another folder and a file. */
function fleet(entry: string): string {
  const folder = gitRepository(`
# file: argocd/web.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web, namespace: argocd }
spec:
  destination: { name: in-cluster, namespace: web }
  source: { repoURL: https://github.com/acme/fleet, path: web }
# file: web/kustomization.yaml
resources: ["${entry}"]
# file: base/kustomization.yaml
resources: [../common]
# file: common/kustomization.yaml
resources: [map.yaml]
# file: common/map.yaml
{ apiVersion: v1, kind: ConfigMap, metadata: { name: map } }
# file: common/notes.md
nothing`);
  git(folder, 'remote', 'add', 'origin', 'git@github.com:acme/fleet.git');
  return folder;
}

const otherMap =
  '# file: common/map.yaml\n{ apiVersion: v1, kind: ConfigMap, metadata: { name: other } }';

async function statuses(folder: string): Promise<readonly (readonly [string, string])[]> {
  const { out } = await strata(['impact', '--base', 'HEAD', '--json'], { folder });
  const { applications } = JSON.parse(out) as ImpactDocument;
  return applications.map(({ name, status }) => [name, status]);
}

test.each([
  'https://github.com/acme/fleet//base?ref=main',
  'git@github.com:acme/fleet.git//base',
  'https://raw.githubusercontent.com/acme/fleet/main/common/map.yaml',
  'https://github.com/acme/fleet/raw/main/common/map.yaml',
])('what %s names of the own repository is unknown where it changes here', async (entry) => {
  const folder = fleet(entry);
  writeTree(folder, '# file: common/notes.md\nother');
  expect(await statuses(folder)).toEqual([]);
  writeTree(folder, otherMap);
  expect(await statuses(folder)).toEqual([['web', 'unknown']]);
});

test.each(['https://github.com/acme/fleet//base?ref=v1', 'https://github.com/acme/other//base'])(
  'what %s names stays as it is',
  async (entry) => {
    const folder = fleet(entry);
    writeTree(folder, otherMap);
    expect(await statuses(folder)).toEqual([]);
  },
);

test('the way to a file leads through the address of the own repository', async () => {
  const folder = fleet('https://github.com/acme/fleet//base?ref=main');
  const { out } = await strata(['why', 'common/map.yaml'], { folder });
  expect(out).toContain('web → base → common → common/map.yaml');
});
