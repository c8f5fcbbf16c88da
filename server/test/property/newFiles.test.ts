import { expect, test } from 'vitest';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { applicationPairs, reachedFleet } from '../../src/analysis/impactApplications.ts';
import { changedPaths, reachOf } from '../../src/analysis/impactReach.ts';
import { fleetQuery } from '../../src/layers/fleet/fleet.ts';
import { unitOutputQuery } from '../../src/layers/fleet/units.ts';
import { writeCanonical } from '../../src/yaml/canonical.ts';
import { Random } from '../differential/generate/random.ts';
import { howMany, testSeed } from '../environment.ts';
import { changeOf, completed } from '../fixtureAnalysis.ts';
import type { Files } from '../mutate.ts';

const address = 'https://git.example.com/acme/fleet.git';

/** An Application of Argo CD that is made of a folder. */
function application(name: string, path: string, more = ''): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  source: { repoURL: "${address}", path: ${path}${more} }
  destination: { name: eu, namespace: shop }
`;
}

const set = `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: set, namespace: argocd }
spec:
  generators:
    - git:
        repoURL: "${address}"
        directories:
          - { path: found/* }
          - { path: found/not-*, exclude: true }
  template:
    metadata: { name: "set-{{path.basename}}" }
    spec:
      project: default
      source: { repoURL: "${address}", path: "{{path}}" }
      destination: { name: eu, namespace: shop }
`;

function map(name: string): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\n`;
}

/** Folders that applications are made of, some as they are, some as roots, some as a chart. */
const folders = ['plain', 'plain/deep', 'roots/base', 'roots/prod', 'found/one', 'found/not-two'];

function tree(random: Random): Files {
  const files: Record<string, string> = {
    'control/plain.yaml': application('plain', 'plain', ', directory: { recurse: true }'),
    'control/flat.yaml': application('flat', 'plain'),
    'control/prod.yaml': application('prod', 'roots/prod'),
    'control/set.yaml': set,
    'roots/prod/kustomization.yaml': 'resources: [../base]\nnamePrefix: prod-\n',
    'roots/base/kustomization.yaml': 'resources: [a.yaml]\n',
  };
  for (const folder of folders) {
    files[`${folder}/a.yaml`] = map(folder.replaceAll('/', '-'));
    if (random.chance(0.3)) files[`${folder}/templates/b.yaml`] = map('b');
  }
  return files;
}

/** The kinds of files that change a build without being named by anything. */
const kinds: readonly ((random: Random) => Files)[] = [
  (random) => ({
    [`${random.pick(folders)}/kustomization.yaml`]: 'resources: [a.yaml]\nnameSuffix: -x\n',
  }),
  (random) => ({
    [`${random.pick(folders)}/${random.pick(['kustomization.yml', 'Kustomization'])}`]:
      'namePrefix: y-\nresources: [a.yaml]\n',
  }),
  (random) => ({
    [`${random.pick(folders)}/Chart.yaml`]: 'apiVersion: v2\nname: c\nversion: 1.0.0\n',
  }),
  (random) => {
    const names = ['', '-plain', '-flat', '-prod', '-set-one'];
    const file = `${random.pick(folders)}/.argocd-source${random.pick(names)}.yaml`;
    const option = random.pick(['kustomize: { namePrefix: z- }', 'directory: { include: b.yaml }']);
    return { [file]: `${option}\n` };
  },
  (random) => ({ [`found/${random.pick(['three', 'four', 'not-five'])}/c.yaml`]: map('c') }),
];

const trees = howMany({ fixed: 150, long: 6_000 });

test(`of ${trees} fleets, a file that was not there reaches every application that it makes, changes or takes away`, () => {
  const first = testSeed() * 1_000_003;
  const changed = kinds.map(() => 0);
  for (let seed = first; seed < first + trees; seed += 1) {
    const random = new Random(seed);
    const kind = (seed - first) % kinds.length;
    const without = tree(random);
    for (const more of kinds) if (random.chance(0.2)) Object.assign(without, more(random));
    const withFile = { ...without, ...kinds[kind]?.(random) };
    const [old, fresh] = random.chance(0.5) ? [without, withFile] : [withFile, without];
    const [before, after] = [hostOf(old), hostOf(fresh)];
    const files = changedPaths(before.analysis(), after.analysis());
    const reach = completed(reachOf(before.analysis(), after.analysis(), files, 'none'));
    const pairs = applicationPairs(
      completed(reachedFleet(before.analysis(), reach.changed)),
      completed(reachedFleet(after.analysis(), reach.changed)),
    );
    const told = new Set(pairs.flatMap((one) => [one.before?.key, one.after?.key]));
    const [then, now] = [outputs(before), outputs(after)];
    const place = `seed ${seed}: ${files.join(', ')}\n${JSON.stringify([old, fresh])}`;
    for (const key of new Set([...then.keys(), ...now.keys()])) {
      if (then.get(key) === now.get(key)) continue;
      changed[kind] = (changed[kind] ?? 0) + 1;
      expect(told.has(key), `${key} is not reached: ${place}`).toBe(true);
    }
  }
  process.stdout.write(
    `new files, from seed ${first}: ${changed.join(', ')} applications changed\n`,
  );
  // Each kind of file changes something in some of the trees.
  for (const count of changed) expect(count).toBeGreaterThan(0);
});

function hostOf(files: Files): AnalysisHost {
  const host = new AnalysisHost();
  host.apply(changeOf(new Map(Object.entries(files))));
  return host;
}

/** What each application renders to, in full, and its object, by its key. */
function outputs(host: AnalysisHost): ReadonlyMap<string, string> {
  return completed(
    host.analysis().ask((reader) => {
      const { applications } = reader.get(fleetQuery, '');
      return new Map(
        applications.map(({ key, object }) => {
          const { resources, failures, gaps } = reader.get(unitOutputQuery, key);
          const printed = [...(object === undefined ? [] : [object]), ...resources].map(
            ({ node }) => writeCanonical(node),
          );
          const problems = failures.map(({ code, parameters }) => [code, parameters]);
          const missing = gaps.map(({ kind, detail }) => [kind, detail]);
          return [key, JSON.stringify([printed, problems, missing])];
        }),
      );
    }),
  );
}
