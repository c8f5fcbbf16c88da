import type { PodTemplate } from '../podTemplate.ts';
import {
  appArmorProfile,
  capabilitiesBaseline,
  hostNamespaces,
  hostPathVolumes,
  hostPorts,
  hostProbesAndLifecycle,
  privileged,
  procMount,
  procMountWithoutUsers,
  seccompAnnotations,
  seccompProfileBaseline,
  seLinuxOptions,
  sysctls,
  windowsHostProcess,
} from './baselineChecks.ts';
import type { Level, LevelVersion } from './namespaceLevels.ts';
import { checkedPod, type Forbidden, type PodCheck } from './podSecurityCheck.ts';
import {
  allowPrivilegeEscalation,
  capabilitiesRestricted,
  exceptOwnUsers,
  exceptWindows,
  restrictedVolumes,
  runAsNonRoot,
  runAsUser,
  seccompProfileRestricted,
} from './restrictedChecks.ts';

/** What a check of a level forbids in a pod. */
export interface LevelViolation extends Forbidden {
  /** The name of the check in the admission. */
  readonly check: string;
}

/**
 * What the Pod Security admission holds against a pod at a level, in its order and words. `served` is the minor version of
 * the API server, which knows no newer checks than its own; `undefined` is the newest.
 *
 * Source: k8s.io/pod-security-admission policy/registry.go (v0.37.2), `EvaluatePod` and `populate`.
 */
export function violationsOf(
  template: PodTemplate,
  { level, minor }: LevelVersion,
  served?: number,
): readonly LevelViolation[] {
  if (level === 'privileged') return [];
  const version = Math.min(minor ?? newest, served ?? newest, newest);
  const active = checks.flatMap((check) => {
    const variant = check.variants.findLast(({ since }) => since <= version);
    return variant === undefined ? [] : [{ ...variant, id: check.id, level: check.level }];
  });
  const overridden = new Set(
    level === 'restricted'
      ? active.flatMap((one) => (one.level === 'restricted' ? (one.overrides ?? []) : []))
      : [],
  );
  const pod = checkedPod(template);
  return active.flatMap(({ id, level: own, run }) => {
    if (overridden.has(id) || (level === 'baseline' && own === 'restricted')) return [];
    const forbidden = run(pod);
    return forbidden === undefined ? [] : [{ check: id, ...forbidden }];
  });
}

interface Check {
  readonly id: string;
  readonly level: Exclude<Level, 'privileged'>;
  /** What it does since which minor version, the oldest first. */
  readonly variants: readonly Variant[];
}

interface Variant {
  readonly since: number;
  readonly run: PodCheck;
  /** Checks of the baseline that it is stricter than. */
  readonly overrides?: readonly string[];
}

/** The newest minor version that changes a check. */
const newest = 37;

const seLinuxTypes = ['container_t', 'container_init_t', 'container_kvm_t'];

const firstSysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
];
const since27 = [...firstSysctls, 'net.ipv4.ip_local_reserved_ports'];
const since29 = [
  ...since27,
  'net.ipv4.tcp_keepalive_time',
  'net.ipv4.tcp_fin_timeout',
  'net.ipv4.tcp_keepalive_intvl',
  'net.ipv4.tcp_keepalive_probes',
];
const since32 = [...since29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem'];
const since37 = [...since32, 'net.ipv4.tcp_slow_start_after_idle', 'net.ipv4.tcp_notsent_lowat'];

function always(id: string, run: PodCheck): Check {
  return { id, level: 'baseline', variants: [{ since: 0, run }] };
}

/** All checks, in the order of the admission: those of the baseline by name, then those of restricted. */
const checks: readonly Check[] = [
  always('appArmorProfile', appArmorProfile),
  always('capabilities_baseline', capabilitiesBaseline),
  always('hostNamespaces', hostNamespaces),
  always('hostPathVolumes', hostPathVolumes),
  always('hostPorts', hostPorts),
  {
    id: 'hostProbesAndHostLifecycle',
    level: 'baseline',
    variants: [{ since: 34, run: hostProbesAndLifecycle }],
  },
  always('privileged', privileged),
  {
    id: 'procMount',
    level: 'baseline',
    variants: [
      { since: 0, run: procMount },
      { since: 35, run: procMountWithoutUsers },
    ],
  },
  {
    id: 'seLinuxOptions',
    level: 'baseline',
    variants: [
      { since: 0, run: seLinuxOptions(seLinuxTypes) },
      { since: 31, run: seLinuxOptions([...seLinuxTypes, 'container_engine_t']) },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    level: 'baseline',
    variants: [
      { since: 0, run: seccompAnnotations },
      { since: 19, run: seccompProfileBaseline },
    ],
  },
  {
    id: 'sysctls',
    level: 'baseline',
    variants: [
      { since: 0, run: sysctls(firstSysctls) },
      { since: 27, run: sysctls(since27) },
      { since: 29, run: sysctls(since29) },
      { since: 32, run: sysctls(since32) },
      { since: 37, run: sysctls(since37) },
    ],
  },
  always('windowsHostProcess', windowsHostProcess),
  {
    id: 'allowPrivilegeEscalation',
    level: 'restricted',
    variants: [
      { since: 8, run: allowPrivilegeEscalation },
      { since: 25, run: exceptWindows(allowPrivilegeEscalation) },
    ],
  },
  {
    id: 'capabilities_restricted',
    level: 'restricted',
    variants: [
      { since: 22, run: capabilitiesRestricted, overrides: ['capabilities_baseline'] },
      {
        since: 25,
        run: exceptWindows(capabilitiesRestricted),
        overrides: ['capabilities_baseline'],
      },
    ],
  },
  {
    id: 'procMount_restricted',
    level: 'restricted',
    variants: [{ since: 35, run: procMount, overrides: ['procMount'] }],
  },
  {
    id: 'restrictedVolumes',
    level: 'restricted',
    variants: [{ since: 0, run: restrictedVolumes, overrides: ['hostPathVolumes'] }],
  },
  {
    id: 'runAsNonRoot',
    level: 'restricted',
    variants: [
      { since: 0, run: runAsNonRoot },
      { since: 35, run: exceptOwnUsers(runAsNonRoot) },
    ],
  },
  {
    id: 'runAsUser',
    level: 'restricted',
    variants: [
      { since: 23, run: runAsUser },
      { since: 35, run: exceptOwnUsers(runAsUser) },
    ],
  },
  {
    id: 'seccompProfile_restricted',
    level: 'restricted',
    variants: [
      { since: 19, run: seccompProfileRestricted, overrides: ['seccompProfile_baseline'] },
      {
        since: 25,
        run: exceptWindows(seccompProfileRestricted),
        overrides: ['seccompProfile_baseline'],
      },
    ],
  },
];
