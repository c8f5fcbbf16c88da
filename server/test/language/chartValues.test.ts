import { describe, expect, test } from 'vitest';
import { hoverAtCursor } from './hoverText.ts';

const fleet = `
# file: .strata/clusters.yaml
clusters:
- { name: prod-1, environment: production }
- { name: prod-2, environment: production }
- { name: dev-1, environment: dev }
# file: argocd/apps.yaml
apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: web, namespace: argocd }
spec:
  generators:
  - list:
      elements:
      - { cluster: prod-1, env: prod }
      - { cluster: prod-2, env: prod }
      - { cluster: dev-1, env: dev }
  template:
    metadata: { name: 'web-{{cluster}}' }
    spec:
      source:
        repoURL: https://git.example.com/acme/fleet.git
        path: charts/web
        helm:
          valueFiles: ['values-{{env}}.yaml']
      destination: { name: '{{cluster}}', namespace: web }
# file: charts/web/Chart.yaml
apiVersion: v2
name: web
version: 1.0.0
dependencies:
- { name: redis, version: 1.0.0, alias: cache, condition: cache.enabled }
# file: charts/web/values.yaml
log: { level: info }
debug: false
password: quartz-harbor-1
cache: { enabled: true }
hosts: [a.example.com]
# file: charts/web/values-prod.yaml
log: { level: warn }
password: zebra-quagga-9
global: { region: eu }
cache: { port: 7000 }
# file: charts/web/values-dev.yaml
debug: true
queue: postgres://app:onyx-lantern-7@db.internal/app
# file: charts/web/templates/web.yaml
apiVersion: v1
kind: ConfigMap
metadata: { name: web }
data:
  {{- with .Values.log }}
  level: "level={{ .level }}"
  {{- end }}
  {{- if .Values.debug }}
  trace: all
  {{- end }}
# file: charts/web/charts/redis/Chart.yaml
apiVersion: v2
name: redis
version: 1.0.0
# file: charts/web/charts/redis/values.yaml
port: 6379
global: { region: none }
# file: charts/web/charts/redis/templates/redis.yaml
apiVersion: v1
kind: Service
metadata: { name: redis }
spec: { ports: [{ port: {{ .Values.port }} }] }
`;

/** What a hover says before a text of a file of the fleet. */
async function hoverBefore(file: string, text: string): Promise<string> {
  const at = fleet.indexOf(text, fleet.indexOf(`# file: ${file}\n`));
  return hoverAtCursor(`${fleet.slice(0, at)}$0${fleet.slice(at)}`);
}

describe('a hover on a value of a chart', () => {
  test('tells which clusters get which value, not the field in which it ends', async () => {
    expect(await hoverBefore('charts/web/values.yaml', 'info')).toMatchInlineSnapshot(`
      "**log.level** · effective on 3 clusters
      ≠ prod-1, prod-2 · \`warn\` · values-prod.yaml:1
      dev-1 · \`info\` · here
      Chain on prod-1: values.yaml:1 = \`info\` → values-prod.yaml:1 = \`warn\`"
    `);
  });
  test('of a layer names the clusters that get it, and what it replaces', async () => {
    expect(await hoverBefore('charts/web/values-prod.yaml', 'warn')).toMatchInlineSnapshot(`
      "**log.level** · effective on 2 clusters
      prod-1, prod-2 · \`warn\` · here
      Chain on prod-1: values.yaml:1 = \`info\` → values-prod.yaml:1 = \`warn\`"
    `);
  });
  test('that only decides and stands nowhere in the output', async () => {
    expect(await hoverBefore('charts/web/values-dev.yaml', 'debug')).toMatchInlineSnapshot(`
      "**debug** · effective on 1 cluster
      dev-1 · \`true\` · here
      Chain on dev-1: values.yaml:2 = \`false\` → values-dev.yaml:1 = \`true\`"
    `);
  });
  test('of a subchart under an alias', async () => {
    expect(await hoverBefore('charts/web/charts/redis/values.yaml', '6379')).toMatchInlineSnapshot(`
      "**cache.port** · effective on 3 clusters
      ≠ prod-1, prod-2 · \`7000\` · values-prod.yaml:4
      dev-1 · \`6379\` · here
      Chain on prod-1: values.yaml:1 = \`6379\` → values-prod.yaml:4 = \`7000\`"
    `);
  });
  test('of a global that a subchart has a default of', async () => {
    expect(await hoverBefore('charts/web/charts/redis/values.yaml', 'none')).toMatchInlineSnapshot(`
      "**global.region** · effective on 3 clusters
      ≠ prod-1, prod-2 · \`eu\` · values-prod.yaml:3
      dev-1 · \`none\` · here
      Chain on prod-1: values.yaml:2 = \`none\` → values-prod.yaml:3 = \`eu\`"
    `);
  });
  test('with the key of a secret is masked', async () => {
    const told = await hoverBefore('charts/web/values.yaml', 'quartz');
    expect(told).toMatchInlineSnapshot(`
      "**password** · effective on 3 clusters
      ≠ prod-1, prod-2 · \`•••• A\` · values-prod.yaml:2
      dev-1 · \`•••• B\` · here
      Chain on prod-1: values.yaml:3 = \`•••• B\` → values-prod.yaml:2 = \`•••• A\`"
    `);
    expect(told).not.toMatch(/quartz|zebra/);
  });
  test('with a password in its URL is masked', async () => {
    const told = await hoverBefore('charts/web/values-dev.yaml', 'postgres:');
    expect(told).toContain('**queue** · effective on 1 cluster\ndev-1 · `•••• A` · here');
    expect(told).not.toContain('onyx');
  });
});
