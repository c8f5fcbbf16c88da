// Records what the example fleets build to, with the real tools:
//
//   node test-fixtures/record.mjs KUBECTL [HELM]
//
// expected/ROOT.yaml             what `kubectl kustomize ROOT` prints, for every kustomization root
//                                (a component is no root: it cannot be built alone)
// expected-charts/FLEET/RUN.yaml what `helm template` prints for the runs below, where HELM is given
//
// Recorded with kubectl 1.36.3 (kustomize 5.8.1) and helm 4.2.3.

import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const kustomizationFiles = ['kustomization.yaml', 'kustomization.yml', 'Kustomization'];

/** One run of `helm template`: `values` and `chart` are relative to the fleet, later values win. */
const storefront = (cluster, environment) => ({
  fleet: 'argocd-fleet',
  run: `storefront-${cluster}`,
  release: 'storefront',
  namespace: 'storefront',
  chart: 'charts/storefront',
  values: [
    'apps/storefront/values.yaml',
    `apps/storefront/values-${environment}.yaml`,
    `apps/storefront/clusters/${cluster}/values.yaml`,
  ],
  set: [`cluster=${cluster}`],
});

const helmRuns = [
  storefront('dev-eu-1', 'dev'),
  storefront('staging-eu-1', 'staging'),
  storefront('prod-ap-1', 'production'),
  storefront('prod-eu-1', 'production'),
  storefront('prod-us-1', 'production'),
  {
    fleet: 'argocd-fleet',
    run: 'storefront-defaults',
    release: 'storefront',
    namespace: 'storefront',
    chart: 'charts/storefront',
    values: [],
    set: [],
  },
  {
    fleet: 'flux-fleet',
    run: 'frontend',
    release: 'frontend',
    namespace: 'weather',
    chart: 'charts/frontend',
    values: ['apps/base/frontend/values.yaml'],
    set: ['replicas=4', 'image.tag=5.1.0'],
  },
];

const [kubectl, helm] = process.argv.slice(2);
if (kubectl === undefined) {
  console.error('usage: node test-fixtures/record.mjs KUBECTL [HELM]');
  process.exit(2);
}

rmSync(join(here, 'expected'), { recursive: true, force: true });
const roots = ['argocd-fleet', 'flux-fleet', 'probe'].flatMap(findRoots);
for (const root of roots) {
  write(`expected/${root}.yaml`, run(kubectl, ['kustomize', root]));
}
console.log(`${roots.length} roots`);

if (helm !== undefined) {
  rmSync(join(here, 'expected-charts'), { recursive: true, force: true });
  for (const { fleet, run: name, release, namespace, chart, values, set } of helmRuns) {
    const options = [
      ...values.flatMap((file) => ['--values', `${fleet}/${file}`]),
      ...set.flatMap((pair) => ['--set', pair]),
    ];
    const output = run(helm, ['template', release, `${fleet}/${chart}`, '--namespace', namespace, ...options]);
    write(`expected-charts/${fleet}/${name}.yaml`, output);
  }
  console.log(`${helmRuns.length} charts`);
}

/** The folders at and below `folder` that hold a kustomization and no component, sorted. */
function findRoots(folder) {
  const entries = readdirSync(join(here, folder), { withFileTypes: true });
  const file = entries.find((entry) => kustomizationFiles.includes(entry.name));
  const isRoot =
    file !== undefined && !/^kind: Component$/m.test(readFileSync(join(here, folder, file.name), 'utf8'));
  const below = entries
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
    .sort();
  return [...(isRoot ? [folder] : []), ...below.flatMap((name) => findRoots(`${folder}/${name}`))];
}

function run(command, commandArguments) {
  // Warnings about deprecated fields go to stderr; a failure throws, with its reason.
  return execFileSync(command, commandArguments, {
    cwd: here,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function write(path, text) {
  const file = join(here, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
