import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import { gitRepository } from '../../test/gitRepository.ts';
import { policyFleet } from '../../test/policyFleet.ts';
import { temporaryTree } from '../../test/temporaryTree.ts';
import type { CheckDocument } from '../analysis/checkDocument.ts';

/** `file:line code` of what a check tells, and whether `--fail-on error` fails. */
async function told(folder: string, ...words: readonly string[]): Promise<readonly string[]> {
  const { out } = await strata(['check', '--json', ...words], { folder });
  const { exitCode } = await strata(['check', '--fail-on', 'error', ...words], { folder });
  const { findings } = JSON.parse(out) as CheckDocument;
  const rows = findings.map(({ file, line, code }) => `${file}:${line} ${code}`);
  expect(exitCode).toBe(findings.some(({ severity }) => severity === 'error') ? 1 : 0);
  return rows;
}

/** An Application that no YAML reader takes. */
const broken = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: api, namespace: argocd
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: api }
`;

test('an Application that is no YAML is told, on whichever cluster is asked', async () => {
  const folder = temporaryTree(`${policyFleet()}\n# file: apps/api.yaml\n${broken}`);
  const row = ['apps/api.yaml:4 kustomize.yaml-syntax'];
  expect(await told(folder)).toEqual(row);
  expect(await told(folder, '--cluster', 'one')).toEqual(row);
  const { out } = await strata(['check'], { folder });
  expect(out).toContain('    what it would deliver is not known\n');
  expect(out).not.toContain('No rule is broken');
});

test('of templates and of texts about applications nothing is told', async () => {
  const folder = temporaryTree(`${policyFleet()}
# file: charts/apps/Chart.yaml
name: apps
version: 1.0.0
# file: charts/apps/templates/api.yaml
{{- range .Values.apps }}
${broken}
{{- end }}
# file: notes.yaml
just: { a: text
# file: values.yaml
about: "argoproj.io/ kind: Application"
`);
  expect(await told(folder)).toEqual([]);
});

test('a list of Applications that does not build, and a kustomization that is no YAML, are told', async () => {
  const folder = temporaryTree(`${policyFleet()}
# file: more/kustomization.yaml
resources: [api.yaml, gone.yaml]
# file: more/api.yaml
${broken.replace('argocd\n', 'argocd }\n').replace('path: api', 'path: web/base')}  destination: { name: three }
# file: other/kustomization.yaml
resources: [api.yaml
# file: other/api.yaml
{ apiVersion: argoproj.io/v1alpha1, kind: Application, metadata: { name: patched } }
# file: templates/kustomization.yaml
resources: [{{ name }}]
`);
  expect(await told(folder)).toEqual([
    'more/kustomization.yaml:1 kustomize.file-not-found',
    'other/kustomization.yaml:2 kustomize.yaml-syntax',
  ]);
});

test('a change that breaks a declaration is told, and an older one is not', async () => {
  const folder = gitRepository(`${policyFleet()}\n# file: apps/api.yaml\n${broken}`);
  expect(await told(folder, '--changed')).toEqual([]);
  writeFileSync(join(folder, 'apps/one.yaml'), broken);
  expect(await told(folder, '--changed')).toEqual(['apps/one.yaml:4 kustomize.yaml-syntax']);
});

test('what a base that is not fetched may bring is not missed', async () => {
  const overlay = `
# file: web/one/kustomization.yaml
resources: ["https://git.example.com/other/base?ref=v1"]
patches: [{ path: patch.yaml }]
configMapGenerator:
- { name: settings, behavior: merge, literals: [a=b] }
# file: web/one/patch.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: api }
spec: { replicas: 2 }
`;
  const fleet = policyFleet({ clusters: ['one'] }).replace(
    '# file: web/one/kustomization.yaml\nresources: [../base]',
    overlay,
  );
  expect(await told(temporaryTree(fleet))).toEqual([]);
  const here = fleet.replace('"https://git.example.com/other/base?ref=v1"', '../base');
  expect(await told(temporaryTree(here))).toEqual([
    'web/one/kustomization.yaml:2 kustomize.no-match-for-patch',
    'web/one/kustomization.yaml:4 kustomize.generator-nothing-to-merge',
  ]);
});
