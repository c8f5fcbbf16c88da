import { trimSpace } from '../template/functions/trim.ts';
import { Fields } from './metadata.ts';
import { baseName } from './chartFile.ts';
import type { HelmRules } from './helmVersion.ts';
import { readYamlFields, unmarshalProblem } from './readYaml.ts';

/** One object that a template made. */
export interface Manifest {
  /** The template, as `# Source:` names it. */
  readonly source: string;
  readonly text: string;
  /** Where it begins in what the template made, in UTF-16 units. */
  readonly start: number;
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  /** What makes it a hook; `undefined` for any other object. */
  readonly hook: Hook | undefined;
}

/** When a hook runs. Source: Helm v4.2.3 pkg/release/v1/hook.go. */
export interface Hook {
  readonly events: readonly string[];
  readonly weight: number;
  readonly deletePolicies: readonly string[];
}

/** Objects and hooks in the order in which `helm template` prints them, or why they cannot be read. */
export type SortedManifests =
  | { readonly manifests: readonly Manifest[]; readonly hooks: readonly Manifest[] }
  | { readonly problem: string; readonly source: string };

/**
 * Splits what templates made into objects, sorted by kind.
 * Source: Helm v4.2.3 pkg/release/v1/util/manifest_sorter.go `SortManifests`.
 */
export function sortManifests(
  files: ReadonlyMap<string, string>,
  rules: HelmRules = 4,
): SortedManifests {
  const manifests: Manifest[] = [];
  const hooks: Manifest[] = [];
  for (const source of [...files.keys()].sort(compareNames)) {
    const content = files.get(source) ?? '';
    if (baseName(source).startsWith('_') || isBlank(content)) {
      continue;
    }
    for (const part of splitManifests(content)) {
      const manifest = readManifest(source, rules === 3 ? withoutEnd(part) : part);
      if (typeof manifest === 'string') {
        return { problem: `YAML parse error on ${source}: ${manifest}`, source };
      }
      if (manifest.hook === undefined) {
        manifests.push(manifest);
      } else if (manifest.hook.events.length > 0) {
        hooks.push(manifest);
      }
    }
  }
  const order = byKind(rules === 3 ? placesOfThree : places);
  return { manifests: manifests.sort(order), hooks: hooks.sort(order) };
}

function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** A part of what a template made. */
export interface ManifestPart {
  readonly text: string;
  readonly start: number;
}

const space = '[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';
const leading = new RegExp(`^${space}+`);
const visible = new RegExp(space.replace('[', '[^'));
/** White space of RE2 is that of ASCII. */
const separator = /(?:^|[\t\n\f\r ]*\n)---[\t\n\f\r ]*/g;

function isBlank(text: string): boolean {
  return !visible.test(text);
}

/**
 * The documents of a stream, without white space before them.
 * Source: Helm v4.2.3 pkg/release/v1/util/manifest.go `SplitManifests`.
 */
export function splitManifests(whole: string): readonly ManifestPart[] {
  const offset = leading.exec(whole)?.[0].length ?? 0;
  const text = whole.slice(offset);
  const parts: ManifestPart[] = [];
  let begin = 0;
  const add = (end: number): void => {
    const part = text.slice(begin, end);
    if (!isBlank(part)) {
      const skipped = leading.exec(part)?.[0].length ?? 0;
      parts.push({ text: part.slice(skipped), start: offset + begin + skipped });
    }
  };
  for (let at = text.indexOf('---'); at >= 0;) {
    const start = separatorStart(text, at, begin);
    if (start === undefined) {
      at = text.indexOf('---', at + 1);
      continue;
    }
    add(start);
    separator.lastIndex = start;
    const end = separator.exec(text)?.[0].length ?? 0;
    begin = start + end;
    at = text.indexOf('---', begin);
  }
  add(text.length);
  return parts;
}

/** Where a separator with dashes at `at` begins: at the start of the text, or with the white space before its line. */
function separatorStart(text: string, at: number, from: number): number | undefined {
  if (at === 0) {
    return 0;
  }
  if (text.charAt(at - 1) !== '\n' || at - 1 < from) {
    return undefined;
  }
  let start = at - 1;
  while (start > from && /[\t\n\f\r ]/.test(text.charAt(start - 1))) {
    start -= 1;
  }
  return start;
}

/** Helm 3 takes white space off both ends. Source: Helm v3.19.4 pkg/releaseutil/manifest.go `SplitManifests`. */
function withoutEnd({ text, start }: ManifestPart): ManifestPart {
  return { text: `${trimSpace(text)}\n`, start };
}

/** Source: manifest_sorter.go `sort`, on the struct `SimpleHead` of manifest.go. */
function readManifest(source: string, { text, start }: ManifestPart): Manifest | string {
  const read = readYamlFields(text, ['apiVersion', 'kind', 'metadata']);
  if ('problem' in read) {
    return read.problem;
  }
  const { value } = read;
  const plain = { source, text, start, apiVersion: '', kind: '', name: '', hook: undefined };
  if (value.kind === 'nil') {
    return plain;
  }
  if (value.kind !== 'map') {
    return unmarshalProblem(value, 'util.SimpleHead');
  }
  const fields = new Fields(value, 'SimpleHead');
  const apiVersion = fields.text('apiVersion');
  const kind = fields.text('kind');
  const metadata = fields.struct('metadata');
  const name = metadata?.text('name') ?? '';
  const annotations = metadata?.textMap('annotations');
  const problem = fields.problem ?? metadata?.problem;
  return problem ?? { ...plain, apiVersion, kind, name, hook: hookOf(annotations ?? new Map()) };
}

const events: ReadonlyMap<string, string> = new Map([
  ...[
    'pre-install',
    'post-install',
    'pre-delete',
    'post-delete',
    'pre-upgrade',
    'post-upgrade',
    'pre-rollback',
    'post-rollback',
    'test',
  ].map((name) => [name, name] as const),
  ['test-success', 'test'],
]);

/** A hook with an event that Helm does not know has none at all, and is left out. */
function hookOf(annotations: ReadonlyMap<string, string>): Hook | undefined {
  const types = annotations.get('helm.sh/hook');
  if (types === undefined) {
    return undefined;
  }
  const found = types.split(',').map((type) => events.get(type.trim().toLowerCase()));
  const weight = annotations.get('helm.sh/hook-weight') ?? '';
  const policies = annotations.get('helm.sh/hook-delete-policy');
  return {
    events: found.includes(undefined) ? [] : found.filter((each) => each !== undefined),
    weight: /^[+-]?[0-9]+$/.test(weight) ? Number(weight) : 0,
    deletePolicies: policies?.split(',').map((each) => each.trim().toLowerCase()) ?? [],
  };
}

/** Source: Helm v4.2.3 pkg/release/v1/util/kind_sorter.go `InstallOrder`. */
const installOrder: readonly string[] = [
  'PriorityClass',
  'Namespace',
  'NetworkPolicy',
  'ResourceQuota',
  'LimitRange',
  'PodSecurityPolicy',
  'PodDisruptionBudget',
  'ServiceAccount',
  'Secret',
  'SecretList',
  'ConfigMap',
  'StorageClass',
  'PersistentVolume',
  'PersistentVolumeClaim',
  'CustomResourceDefinition',
  'ClusterRole',
  'ClusterRoleList',
  'ClusterRoleBinding',
  'ClusterRoleBindingList',
  'Role',
  'RoleList',
  'RoleBinding',
  'RoleBindingList',
  'Service',
  'DaemonSet',
  'Pod',
  'ReplicationController',
  'ReplicaSet',
  'Deployment',
  'HorizontalPodAutoscaler',
  'StatefulSet',
  'Job',
  'CronJob',
  'IngressClass',
  'Ingress',
  'APIService',
  'MutatingWebhookConfiguration',
  'ValidatingWebhookConfiguration',
];

const places: ReadonlyMap<string, number> = new Map(
  installOrder.map((kind, index) => [kind, index]),
);

/** Helm 3 knows no place for webhooks. Source: Helm v3.19.4 pkg/releaseutil/kind_sorter.go `InstallOrder`. */
const placesOfThree: ReadonlyMap<string, number> = new Map(
  [...places].filter(([kind]) => !kind.endsWith('WebhookConfiguration')),
);

/** Kinds that have no place come last, by their names. Source: kind_sorter.go `lessByKind`. */
function byKind(order: ReadonlyMap<string, number>): (left: Manifest, right: Manifest) => number {
  return (left, right) => {
    const [first, second] = [order.get(left.kind), order.get(right.kind)];
    if (first === undefined && second === undefined) {
      return compareNames(left.kind, right.kind);
    }
    return (first ?? order.size) - (second ?? order.size);
  };
}
