import { describe, expect, test } from 'vitest';
import { semanticTokens } from '../../src/lsp/semanticTokens.ts';
import { fluxAppsWith } from '../fluxSync.ts';
import { nobodyStops, openFixture } from '../languageSession.ts';

/** The tokens of a file as an editor reads them: `line: kind text`, lines counted from 1. */
async function tokensOf(text: string, path: string): Promise<readonly string[]> {
  const { session, fixture, uriOf } = openFixture(text);
  const { data } = await semanticTokens(
    session,
    { textDocument: { uri: uriOf(path) } },
    nobodyStops(),
  );
  const lines = (fixture.files.get(path) ?? '').split('\n');
  const found: string[] = [];
  let [line, column] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    const [down = 0, right = 0, length = 0, kind = 0] = data.slice(at, at + 4);
    line += down;
    column = down === 0 ? column + right : right;
    const name = ['class', 'parameter', 'variable'][kind] ?? '';
    found.push(`${line + 1}: ${name} ${lines[line]?.slice(column, column + length) ?? ''}`);
  }
  return found;
}

describe('what no grammar can tell', () => {
  test('is the name of another object, by the tables of kustomize', async () => {
    const text = `
  # file: a/web.yaml
  apiVersion: apps/v1
  kind: Deployment
  metadata: { name: web }
  spec:
    template:
      spec:
        serviceAccountName: runner
        containers:
        - name: app
          envFrom: [{ configMapRef: { name: settings } }]
`;
    expect(await tokensOf(text, 'a/web.yaml')).toEqual(['7: class runner', '10: class settings']);
  });

  test('is what patches and controllers choose by', async () => {
    const text = `
  # file: a/kustomization.yaml
  patches:
  - path: p.yaml
    target: { kind: Deployment, name: web }
  # file: flux/apps.yaml
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: apps, namespace: flux-system }
  spec:
    dependsOn: [{ name: infra }]
    sourceRef: { kind: GitRepository, name: "fleet" }
`;
    expect(await tokensOf(text, 'a/kustomization.yaml')).toEqual(['3: class web']);
    expect(await tokensOf(text, 'flux/apps.yaml')).toEqual(['5: class infra', '6: class fleet']);
  });

  test('is what an ApplicationSet fills in, and nothing in texts of its functions', async () => {
    const set = (go: boolean, name: string): string => `
  # file: set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: apps, annotations: { a: '{{no}}' } }
  spec:
    goTemplate: ${go}
    template:
      metadata:
        name: '${name}'
`;
    const go = set(
      true,
      '{{ .path.basename }}-{{ index .values "a.b" | default (printf ".c" .d) }}',
    );
    expect(await tokensOf(go, 'set.yaml')).toEqual([
      '8: parameter .path.basename',
      '8: parameter .values',
      '8: parameter .d',
    ]);
    expect(await tokensOf(set(false, '{{path.basename}}-{{ name }}'), 'set.yaml')).toEqual([
      '8: parameter path.basename',
      '8: parameter name',
    ]);
  });

  test('is found in no time, whatever stands in a template', async () => {
    const set = (name: string): string => `
  # file: set.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: ApplicationSet
  metadata: { name: apps }
  spec:
    goTemplate: true
    template:
      metadata:
        name: '${name}'
`;
    expect(await tokensOf(set('{{'.repeat(200_000)), 'set.yaml')).toEqual([]);
    const quotes = `{{ "${String.raw`\"`.repeat(100_000)} }}{{ .a }}`;
    expect(await tokensOf(set(quotes), 'set.yaml')).toEqual(['8: parameter .a']);
  });

  test('is what Flux fills in, where it does', async () => {
    const apps = (more: string): string => `${fluxAppsWith(more)}  # file: apps/settings.yaml
  # \${no}
  apiVersion: v1
  kind: ConfigMap
  metadata: { name: settings }
  data:
    a: \${level:=info}-$\${HOME}
    b: |
      \${zone}
`;
    const filled = apps('postBuild: { substitute: { level: debug } }');
    expect(await tokensOf(filled, 'apps/settings.yaml')).toEqual([
      '6: variable level',
      '8: variable zone',
    ]);
    expect(await tokensOf(apps('prune: true'), 'apps/settings.yaml')).toEqual([]);
  });
});
