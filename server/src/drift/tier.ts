import { podPrefix } from './defaults.ts';
import { keysOf, type FieldPath } from './fieldPath.ts';
import { isMap, textOf } from './json.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { Tier } from './verdict.ts';

/** What a tier is told of. */
interface Change {
  readonly group: string;
  readonly kind: string;
  readonly path: FieldPath;
  readonly want: JsonValue | undefined;
  readonly have: JsonValue | undefined;
}

/**
 * How much a difference of a field matters: what opens a door first, then what may stop a service, then what it is
 * configured with, then the rest.
 */
export function tierOf({ group, kind, path, want, have }: Change): Tier {
  const keys = keysOf(path);
  const [first = ''] = keys;
  if (path.length === 0) return tierOfObject(group, kind);
  if (first === 'metadata') return tierOfMetadata(kind, keys);
  if (isSecurityKind(group, kind)) return 'security';
  const pod = podPrefix(kind);
  if (pod?.every((key, index) => keys[index] === key) === true) {
    return tierOfPod(keys.slice(pod.length), { want, have });
  }
  if (kind === 'ConfigMap') return 'config';
  if (kind === 'CronJob' && keys.includes('schedule')) return 'config';
  if (kind === 'CustomResourceDefinition') return 'security';
  if (kind === 'ServiceAccount') {
    return first === 'automountServiceAccountToken' ? 'security' : 'availability';
  }
  return group === '' || builtInGroups.has(group) || group.includes('gateway')
    ? 'availability'
    : 'config';
}

/** A whole object that is missing, or that nobody wants. */
function tierOfObject(group: string, kind: string): Tier {
  if (isSecurityKind(group, kind)) return 'security';
  return kind === 'ConfigMap' ? 'config' : 'availability';
}

function isSecurityKind(group: string, kind: string): boolean {
  return (
    kind === 'Secret' ||
    kind === 'NetworkPolicy' ||
    group === 'rbac.authorization.k8s.io' ||
    group === 'admissionregistration.k8s.io' ||
    /^(?:Validating|Mutating)/.test(kind) ||
    (group === 'argoproj.io' && /^(?:Application|ApplicationSet|AppProject)$/.test(kind)) ||
    group.endsWith('toolkit.fluxcd.io')
  );
}

function tierOfMetadata(kind: string, keys: readonly string[]): Tier {
  const key = keys[2] ?? '';
  if (kind === 'Namespace' && key.startsWith('pod-security.kubernetes.io/')) return 'security';
  if (keys[1] === 'finalizers') return 'availability';
  return keys[1] === 'annotations' && behaving.test(key) ? 'config' : 'cosmetic';
}

/** Annotations by which controllers do something. */
const behaving =
  /(?:^|\.)(?:ingress|service|nginx|traefik|alb|cert-manager|external-dns|networking|prometheus|linkerd|istio|haproxy|keda|argocd|toolkit)[.\w-]*(?:\/|\.)/;

const builtInGroups = new Set([
  'apps',
  'batch',
  'autoscaling',
  'policy',
  'networking.k8s.io',
  'storage.k8s.io',
  'scheduling.k8s.io',
  'apiregistration.k8s.io',
  'node.k8s.io',
  'coordination.k8s.io',
  'discovery.k8s.io',
]);

const securityOfPods = new Set([
  'privileged',
  'hostPath',
  'hostNetwork',
  'hostPID',
  'hostIPC',
  'hostUsers',
  'capabilities',
  'securityContext',
  'automountServiceAccountToken',
  'serviceAccountName',
  'serviceAccount',
]);

function tierOfPod(
  keys: readonly string[],
  { want, have }: { readonly want: JsonValue | undefined; readonly have: JsonValue | undefined },
): Tier {
  if (keys.some((key) => securityOfPods.has(key))) return 'security';
  const [first = '', second = ''] = keys;
  if (!/^(?:initC|c|ephemeralC)ontainers$/.test(first)) return 'availability';
  if (second === 'image')
    return isOtherSource(textOf(want), textOf(have)) ? 'security' : 'availability';
  // A whole container: what it runs is not what Git names.
  if (second === '') return isMap(have) && want === undefined ? 'security' : 'availability';
  return ['env', 'envFrom', 'args', 'command', 'workingDir'].includes(second)
    ? 'config'
    : 'availability';
}

/** Another repository, or another digest: not only another tag. */
function isOtherSource(want: string, have: string): boolean {
  if (want === '' || have === '') return true;
  const [left, right] = [partsOfImage(want), partsOfImage(have)];
  return left.repository !== right.repository || left.digest !== right.digest;
}

function partsOfImage(image: string): { readonly repository: string; readonly digest: string } {
  const [named = '', digest = ''] = image.split('@');
  const slash = named.lastIndexOf('/');
  const colon = named.indexOf(':', slash + 1);
  return { repository: colon < 0 ? named : named.slice(0, colon), digest };
}
