import type { Objectives } from '../analysis/objectives.ts';

/**
 * A PrometheusRule that alerts where the targets are missed, by metrics of the controllers themselves: an editor cannot alert
 * while it is closed. What their metrics do not tell has no rule, and a comment says so.
 *
 * Source: argo-cd controller/metrics/metrics.go (3.2); fluxcd.io "Flux Prometheus metrics" and "Flux custom Prometheus
 * metrics", whose `gotk_resource_info` comes from kube-state-metrics.
 */
export function sloRules(
  { syncLatency, syncSuccess, driftRate, window }: Objectives,
  controllers: ReadonlySet<string>,
): string {
  const late = durationText(syncLatency.target);
  const over = durationText(window);
  const rules: readonly (readonly string[])[] = [
    ...(controllers.has('argocd')
      ? [
          rule({
            alert: 'DeliveryLate',
            expression: 'argocd_app_info{sync_status="OutOfSync",autosync_enabled="true"} == 1',
            wait: late,
            summary: `{{ $labels.name }} has been out of sync for longer than ${late}`,
          }),
          ...(syncSuccess === undefined
            ? []
            : [
                rule({
                  alert: 'DeliveryFailing',
                  expression: [
                    `sum(increase(argocd_app_sync_total{phase=~"Failed|Error",dry_run!="true"}[${over}]))`,
                    `sum(increase(argocd_app_sync_total{phase=~"Succeeded|Failed|Error",dry_run!="true"}[${over}])) > ${share(1 - syncSuccess)}`,
                  ].join(' / '),
                  wait: undefined,
                  summary: `less than ${percent(syncSuccess)} of syncs succeed over ${over}`,
                }),
              ]),
          ...(driftRate === undefined
            ? []
            : [
                rule({
                  // Argo CD's metrics do not tell drift from a change on its way.
                  alert: 'DeliveryOutOfSync',
                  expression: [
                    `sum(count_over_time(argocd_app_info{sync_status="OutOfSync"}[${over}]))`,
                    `sum(count_over_time(argocd_app_info[${over}])) > ${share(driftRate)}`,
                  ].join(' / '),
                  wait: undefined,
                  summary: `applications are out of sync for more than ${percent(driftRate)} of the time over ${over}, drift and pending changes together`,
                }),
              ]),
        ]
      : []),
    ...(controllers.has('flux')
      ? [
          rule({
            alert: 'DeliveryNotReady',
            expression:
              'gotk_resource_info{customresource_kind=~"Kustomization|HelmRelease",ready!="True",suspended!="true"} == 1',
            wait: late,
            summary: `{{ $labels.customresource_kind }} {{ $labels.exported_namespace }}/{{ $labels.name }} has not been ready for longer than ${late}`,
          }),
        ]
      : []),
  ];
  return [
    '# Made by strata slo --rules of the targets in .strata/config.yaml.',
    ...(controllers.has('flux')
      ? [
          '# gotk_resource_info comes from kube-state-metrics, set up as fluxcd.io/flux/monitoring/custom-metrics says.',
          '# The metrics of Flux tell neither how many attempts failed nor how long something had drifted.',
        ]
      : []),
    'apiVersion: monitoring.coreos.com/v1',
    'kind: PrometheusRule',
    'metadata:',
    '  name: strata-slo',
    'spec:',
    '  groups:',
    '    - name: strata-slo',
    ...(rules.length === 0 ? ['      rules: []'] : ['      rules:', ...rules.flat()]),
    '',
  ].join('\n');
}

function rule({
  alert,
  expression,
  wait,
  summary,
}: {
  readonly alert: string;
  readonly expression: string;
  readonly wait: string | undefined;
  readonly summary: string;
}): readonly string[] {
  return [
    `        - alert: ${alert}`,
    `          expr: '${expression.replaceAll("'", "''")}'`,
    ...(wait === undefined ? [] : [`          for: ${wait}`]),
    '          labels:',
    '            severity: warning',
    '          annotations:',
    `            summary: '${summary.replaceAll("'", "''")}'`,
  ];
}

/** A duration as Prometheus writes it, in the largest unit without a rest. */
function durationText(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000));
  const [size, unit] = (
    [
      [86_400, 'd'],
      [3600, 'h'],
      [60, 'm'],
    ] as const
  ).find(([one]) => seconds % one === 0) ?? [1, 's'];
  return `${seconds / size}${unit}`;
}

function share(value: number): string {
  return String(Number(value.toFixed(6)));
}

function percent(value: number): string {
  return `${share(value * 100)} %`;
}
