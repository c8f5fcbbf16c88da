import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chartObjects } from '../../server/src/delivery/chartObjects.ts';
import { argoCdValues } from '../../server/src/helm/deployers/argoCdValues.ts';
import { readyChart } from '../../server/src/helm/renderRelease.ts';
import { chartOnDisk } from '../../server/src/workspace/chartFolder.ts';
import { processorTime } from './processorTime.ts';

/** What rendering charts costs, in milliseconds of processor time. */
export interface ChartFigures {
  /** All charts, in one process from its start. */
  readonly strata: number;
  /** All charts, a process for each, from a sample. */
  readonly helm: number;
  readonly charts: number;
}

/** Writes charts with a values file each, as `create` of Helm makes them, and gives their folders. */
export function writeCharts(folder: string, charts: number, templates: number): readonly string[] {
  return Array.from({ length: charts }, (_, index) => {
    const home = join(folder, `chart-${index}`);
    for (const [path, text] of chartFiles(`chart-${index}`, templates)) {
      mkdirSync(dirname(join(home, path)), { recursive: true });
      writeFileSync(join(home, path), text);
    }
    return home;
  });
}

/**
 * One process of Strata for all charts, with compiled code kept from an earlier run as the command `strata` keeps it, and one
 * of helm for some of them.
 */
export function measureCharts(
  homes: readonly string[],
  tools: { readonly program: string; readonly helm: string; readonly temporary: string },
): ChartFigures {
  const list = join(tools.temporary, 'charts.jsonl');
  const line = (home: string): string =>
    JSON.stringify({
      chart: home,
      release: 'r',
      namespace: 'n',
      values: [join(home, 'values-production.yaml')],
      out: join(home, 'rendered.yaml'),
    });
  writeFileSync(list, homes.map(line).join('\n'));
  const kept = `NODE_COMPILE_CACHE=${join(tools.temporary, 'compiled')}`;
  const run = (words: readonly string[]): number =>
    processorTime('env', [kept, process.execPath, tools.program, 'chart', ...words]);
  run(['--batch', list]);
  const sample = homes.slice(0, 20);
  const render = (home: string): number =>
    processorTime(tools.helm, ['template', 'r', home, '-f', join(home, 'values-production.yaml')]);
  // Half before and half after: what else a machine does changes what processor time is worth.
  const before = sample.slice(0, 10).map(render);
  const strata = run(['--batch', list]);
  const helm = [...before, ...sample.slice(10).map(render)];
  const each = helm.reduce((sum, time) => sum + time, 0) / sample.length;
  return { strata, helm: each * homes.length, charts: homes.length };
}

/** From an edit of a value to the objects of a chart, again and again. */
export function measureValuesEdits(home: string, edits: number): readonly number[] {
  const chart = readyChart(chartOnDisk(home));
  return Array.from({ length: edits }, (_, revision) => {
    const before = process.cpuUsage();
    const made = chartObjects({
      folder: home,
      chart,
      release: {
        name: 'r',
        namespace: 'n',
        inputs: argoCdValues({
          valueFiles: [{ name: 'values.yaml', text: `image:\n  tag: v${revision}\n` }],
          parameters: [],
          fileParameters: [],
        }),
        includesDefinitions: true,
        includesHooks: true,
        includesTests: true,
      },
      sources: new Map(),
      knowsApis: true,
    });
    if (made.kind === 'gap') throw new Error(made.message);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
}

function chartFiles(name: string, templates: number): ReadonlyMap<string, string> {
  return new Map([
    ['Chart.yaml', `apiVersion: v2\nname: ${name}\nversion: 1.0.0\nappVersion: "2.1"\n`],
    ['values.yaml', values],
    ['values-production.yaml', 'replicaCount: 3\nimage:\n  tag: v2\n'],
    ['templates/_helpers.tpl', helpers.replaceAll('NAME', name)],
    ...Array.from({ length: templates }, (_, index): readonly [string, string] => [
      `templates/part-${index}.yaml`,
      deployment.replaceAll('NAME', name).replaceAll('INDEX', String(index)),
    ]),
  ]);
}

const values = `replicaCount: 1
image:
  repository: registry.example.com/app
  tag: ""
  pullPolicy: IfNotPresent
nameOverride: ""
podAnnotations: {}
resources:
  requests: { cpu: 100m, memory: 128Mi }
  limits: { memory: 256Mi }
env:
  LOG_LEVEL: info
  REGION: eu
nodeSelector: {}
tolerations: []
service:
  type: ClusterIP
  port: 80
`;

const helpers = `{{- define "NAME.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- define "NAME.fullname" -}}
{{- printf "%s-%s" .Release.Name (include "NAME.name" .) | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- define "NAME.selectorLabels" -}}
app.kubernetes.io/name: {{ include "NAME.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "NAME.labels" -}}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{ include "NAME.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}
`;

const deployment = `apiVersion: apps/v1
kind: Deployment
metadata:
  name: {{ include "NAME.fullname" . }}-INDEX
  labels:
    {{- include "NAME.labels" . | nindent 4 }}
spec:
  replicas: {{ .Values.replicaCount }}
  selector:
    matchLabels:
      {{- include "NAME.selectorLabels" . | nindent 6 }}
  template:
    metadata:
      {{- with .Values.podAnnotations }}
      annotations:
        {{- toYaml . | nindent 8 }}
      {{- end }}
      labels:
        {{- include "NAME.selectorLabels" . | nindent 8 }}
    spec:
      containers:
        - name: {{ .Chart.Name }}
          image: "{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}"
          imagePullPolicy: {{ .Values.image.pullPolicy }}
          ports:
            - name: http
              containerPort: {{ .Values.service.port }}
          env:
            {{- range $name, $value := .Values.env }}
            - name: {{ $name }}
              value: {{ $value | quote }}
            {{- end }}
          resources:
            {{- toYaml .Values.resources | nindent 12 }}
      {{- with .Values.nodeSelector }}
      nodeSelector:
        {{- toYaml . | nindent 8 }}
      {{- end }}
`;
