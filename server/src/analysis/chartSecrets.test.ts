import { expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../test/fixtureAnalysis.ts';
import { expectMarkedFleetProblems } from '../../test/marks.ts';
import { fluxAppsWith } from '../../test/fluxSync.ts';
import { secretsWithRendered } from './secretDiagnostics.ts';

const chart = `
  # file: charts/web/Chart.yaml
  apiVersion: v2
  name: web
  version: 1.0.0
  # file: charts/web/values.yaml
  entry: amber-lantern-5
  host: db
  # file: charts/web/templates/secret.yaml
  apiVersion: v1
  kind: Secret
  metadata: { name: web }
  data:
    entry: {{ .Values.entry | b64enc }}
    {{- if .Values.more }}
    more: {{ .Values.more | b64enc | quote }}
    {{- end }}
  stringData:
    address: "{{ .Values.host }}-{{ .Values.zone }}-9"
`;

const argo = `
  # file: apps/a.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: a, namespace: argocd }
  spec:
    source:
      repoURL: https://git.example.com/acme/fleet.git
      path: charts/web
      helm: { valueFiles: [/values/a.yaml] }
    destination: { name: one, namespace: shop }
${chart}`;

const kinds = /^secrets\./;

test('a value that becomes one of a Secret is told where it stands, and that of the chart itself is not', () => {
  expectMarkedFleetProblems(
    `${argo}  # file: values/a.yaml
  more: copper-willow-8
  #     ^^^^^^^^^^^^^^^ secrets.chart-value In clear in Secret/shop/web, as the chart in \`charts/web\` makes it: \`more\`.
  zone: eu
`,
    kinds,
  );
});

test('of a release of Flux, in its object', () => {
  expectMarkedFleetProblems(
    `${fluxAppsWith('prune: true')}  # file: apps/release.yaml
  apiVersion: helm.toolkit.fluxcd.io/v2
  kind: HelmRelease
  metadata: { name: web, namespace: shop }
  spec:
    chart:
      spec:
        chart: ./charts/web
        sourceRef: { kind: GitRepository, name: flux-system, namespace: flux-system }
    values:
      more: copper-willow-8
  #         ^^^^^^^^^^^^^^^ secrets.chart-value In clear in Secret/web, as the chart in \`charts/web\` makes it: \`more\`.
${chart}`,
    kinds,
  );
});

test('not what the text shows anyway, a comment silences or several values make', () => {
  expectMarkedFleetProblems(
    `${argo}  # file: values/a.yaml
  # strata:ignore[chart-value] made anew each day
  entry: copper-willow-8
  more: changeme
  zone: silver-meadow-4
`,
    kinds,
  );
});

test('`strata secrets --rendered` tells it as well, its value masked', () => {
  const { analysis } = analyzeFixture(`${argo}  # file: values/a.yaml
  more: copper-willow-8
`);
  const files = ['values/a.yaml', 'charts/web/values.yaml'];
  const found = completed(
    secretsWithRendered(analysis, { files, roots: [] }, { today: '2026-01-31' }),
  );
  expect(found.map(({ file, line, rule, parameters }) => [file, line, rule, parameters])).toEqual([
    [
      'values/a.yaml',
      0,
      'secrets.chart-value',
      { chart: 'charts/web', resource: 'Secret/shop/web', name: 'more', mask: '•••• A' },
    ],
  ]);
});
