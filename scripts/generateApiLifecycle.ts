/**
 * Packs since when Kubernetes serves, deprecates and no longer serves its own APIs: reads what its Go types say of
 * themselves, adds those that are gone from the sources by the deprecation guide, and prints
 * `server/src/policy/apis/apiLifecycleData.ts` on standard output.
 *
 * Usage: node scripts/run.mjs generateApiLifecycle MODULES VERSION, where MODULES is the folder of Go's module cache for
 * `k8s.io` and VERSION that of `api`, `apiextensions-apiserver` and `kube-aggregator`, as `v0.37.2`.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

/** Where each module keeps its types. */
const places = [
  ['api', ''],
  ['apiextensions-apiserver', 'pkg/apis'],
  ['kube-aggregator', 'pkg/apis'],
] as const;

/** Folders of Go that are called otherwise than their group. */
const groups: Readonly<Record<string, string>> = {
  admissionregistration: 'admissionregistration.k8s.io',
  apiextensions: 'apiextensions.k8s.io',
  apiregistration: 'apiregistration.k8s.io',
  apiserverinternal: 'internal.apiserver.k8s.io',
  authentication: 'authentication.k8s.io',
  authorization: 'authorization.k8s.io',
  certificates: 'certificates.k8s.io',
  coordination: 'coordination.k8s.io',
  core: '',
  discovery: 'discovery.k8s.io',
  events: 'events.k8s.io',
  flowcontrol: 'flowcontrol.apiserver.k8s.io',
  networking: 'networking.k8s.io',
  node: 'node.k8s.io',
  rbac: 'rbac.authorization.k8s.io',
  resource: 'resource.k8s.io',
  scheduling: 'scheduling.k8s.io',
  storage: 'storage.k8s.io',
  storagemigration: 'storagemigration.k8s.io',
};

/**
 * What the sources no longer have: kind, introduced, deprecated, removed, replacement.
 * Source: https://kubernetes.io/docs/reference/using-api/deprecation-guide/
 */
const gone = `
autoscaling/v2beta1 HorizontalPodAutoscaler 8 22 25 autoscaling/v2
autoscaling/v2beta2 HorizontalPodAutoscaler 12 23 26 autoscaling/v2
extensions/v1beta1 PodSecurityPolicy 3 11 16 policy/v1beta1
policy/v1beta1 PodSecurityPolicy 10 21 25 -
rbac.authorization.k8s.io/v1alpha1 ClusterRole 5 17 22 rbac.authorization.k8s.io/v1
rbac.authorization.k8s.io/v1alpha1 ClusterRoleBinding 5 17 22 rbac.authorization.k8s.io/v1
rbac.authorization.k8s.io/v1alpha1 Role 5 17 22 rbac.authorization.k8s.io/v1
rbac.authorization.k8s.io/v1alpha1 RoleBinding 5 17 22 rbac.authorization.k8s.io/v1
scheduling.k8s.io/v1alpha1 PriorityClass 8 14 17 scheduling.k8s.io/v1
apiregistration.k8s.io/v1beta1 APIService 7 19 22 apiregistration.k8s.io/v1`;

/** Types that are never delivered: lists, options, and what is only asked. */
const notDelivered =
  /(?:List|Options|Review|Proxy|Status|Rollback|Discovery|Reference)$|^(?:TokenRequest|EvictionRequest|Eviction|Scale|Binding|RangeAllocation)$/;

/** Prints the table. */
export function main(words: readonly string[]): Promise<number> {
  const [modules, version] = words;
  if (modules === undefined || version === undefined) {
    process.stderr.write('Usage: generateApiLifecycle MODULES VERSION\n');
    return Promise.resolve(2);
  }
  const rows = new Set([
    ...places.flatMap(([name, below]) => rowsIn(join(modules, `${name}@${version}`, below))),
    ...gone.trim().split('\n'),
  ]);
  const lines = [...rows].sort();
  process.stdout.write(
    `// Made by scripts/generateApiLifecycle.ts from the sources of Kubernetes ${version}; do not edit.\n\n` +
      '/** `group/version Kind introduced deprecated removed replacement`, minor versions of Kubernetes 1; `-` for none. */\n' +
      `export const apiLifecycleText = \`\n${lines.join('\n')}\n\`;\n`,
  );
  return Promise.resolve(0);
}

function rowsIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => /^[^/]+\/v[^/]+\/zz_generated\.prerelease-lifecycle\.go$/.test(path))
    .flatMap((path) => {
      const [directory = '', version = ''] = path.split('/');
      const group = groups[directory] ?? directory;
      const source = readFileSync(join(folder, path), 'utf8');
      const kinds = new Set(
        [...source.matchAll(/func \(in \*(\w+)\) APILifecycleIntroduced/g)].map(
          ([, kind = '']) => kind,
        ),
      );
      return [...kinds]
        .filter((kind) => !notDelivered.test(kind))
        .map((kind) => {
          const minor = (what: string): string =>
            new RegExp(
              `\\*${kind}\\) APILifecycle${what}\\(\\) \\(major, minor int\\) \\{\\s*return 1, (\\d+)`,
            ).exec(source)?.[1] ?? '-';
          const [, newGroup = '', newVersion = ''] =
            new RegExp(
              `\\*${kind}\\) APILifecycleReplacement\\(\\)[^{]*\\{\\s*return schema\\.GroupVersionKind\\{Group: "([^"]*)", Version: "([^"]*)"`,
            ).exec(source) ?? [];
          const replacement = newVersion === '' ? '-' : apiVersion(newGroup, newVersion);
          return [
            apiVersion(group, version),
            kind,
            minor('Introduced'),
            minor('Deprecated'),
            minor('Removed'),
            replacement,
          ].join(' ');
        });
    });
}

function apiVersion(group: string, version: string): string {
  return group === '' ? version : `${group}/${version}`;
}
