import { expect, test } from 'vitest';
import { expectMarkedFleetProblems } from '../../../test/marks.ts';
import { application, register } from '../../../test/practiceFleet.ts';
import { unreadableWindows } from '../../drift/status/syncWindows.ts';

const web = `
  # file: web/web.yaml
  { apiVersion: v1, kind: ConfigMap, metadata: { name: web } }`;

/** A project with windows; the Applications of the fleet belong to the project `default`. */
const project = (windows: string, name = 'default'): string => `
  # file: projects/${name}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: AppProject
  metadata: { name: ${name}, namespace: argocd }
  spec:
    sourceRepos: ['*']
    destinations: [{ name: '*', namespace: '*' }]
    syncWindows: ${windows}`;

const night = '{ kind: allow, schedule: "0 22 * * *", duration: 1h, clusters: [prod-eu-1] }';
const automated = (mark = ''): string => `syncPolicy:
      automated: { prune: false }${mark}`;
const anytime = (message: string): string => `
  #   ^^^^^^^^^ ${message}`;

test('production that is synced at any time is told once where no project has a window', () => {
  const mark = anytime(
    'practice.all-synced-anytime Argo CD syncs 2 applications of production by itself at any time: no project has a window.',
  );
  expectMarkedFleetProblems(
    `${register}${application('web', 'prod-eu-1', automated(mark))}${application('web', 'prod-us-1', automated())}${application('web', 'staging-1', automated())}${web}${project('[]')}`,
    /anytime$/,
  );
});

test('and each where others have windows', () => {
  const mark = anytime(
    'practice.synced-anytime Argo CD syncs this production by itself at any time: no window of the project `default` is about it.',
  );
  expectMarkedFleetProblems(
    `${register}${application('web', 'prod-eu-1', automated())}${application('web', 'prod-us-1', automated(mark))}${web}${project(`[${night}]`)}`,
    /anytime$/,
  );
});

test('whoever syncs by hand, or has a project elsewhere, is left alone', () => {
  const byHand = 'syncPolicy: { automated: { enabled: false } }';
  expectMarkedFleetProblems(
    `${register}${application('web', 'prod-eu-1', byHand)}${web}${project('[]')}`,
    /anytime$/,
  );
  expectMarkedFleetProblems(
    `${register}${application('web', 'prod-eu-1', automated())}${web}${project('[]', 'other')}`,
    /anytime$/,
  );
});

test('a window that Argo CD cannot read is told where it stands', () => {
  const windows = `
    - kind: deny
      schedule: "0 25 * * *"
  #             ^^^^^^^^^^^^ argocd.bad-window Argo CD cannot read \`schedule: 0 25 * * *\` of a window of the project \`default\`, and syncs nothing that the window is about.
      duration: 1h
      clusters: [prod-eu-1]`;
  expectMarkedFleetProblems(
    `${register}${application('web', 'prod-eu-1')}${web}${project(windows)}`,
    /^argocd\.bad-window/,
  );
});

test.each([
  ['0 22 * * *', '1h', undefined],
  ['TZ=Europe/Berlin 0 22 * * *', '1h30m', undefined],
  ['0 22 * * MON-FRI', '0', undefined],
  ['@daily', '1h', 'schedule'],
  ['0 22 * *', '1h', 'schedule'],
  ['0 22 * * *', '1d', 'duration'],
  ['0 22 * * *', '', 'duration'],
])('a window at %j for %j: %j', (schedule, duration, expected) => {
  const window = { kind: 'allow', schedule, duration, applications: ['*'] };
  const found = unreadableWindows(
    { metadata: { name: 'web' } },
    { spec: { syncWindows: [window, { ...window, applications: ['other'] }] } },
  );
  expect(found[0]?.field).toBe(expected);
});
