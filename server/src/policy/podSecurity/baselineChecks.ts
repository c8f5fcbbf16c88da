import { at, below, isMap, itemsOf, textOf } from '../../drift/json.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import type { ObjectPath } from '../podTemplate.ts';
import {
  containersText,
  contextOf,
  hasOwnUsers,
  joinQuoted,
  pluralize,
  said,
  settersText,
  sortedSet,
  type CheckedContainer,
  type CheckedPod,
  type Forbidden,
  type ForbiddenPlace,
  type PodCheck,
} from './podSecurityCheck.ts';

/*
 * The checks of the level baseline, each as its file in k8s.io/pod-security-admission policy/ (v0.37.2) has it, with the same
 * words; what is added is where the fields stand.
 */

/** Source: check_appArmorProfile.go. */
export const appArmorProfile: PodCheck = (pod) => {
  const profiles = typesOf(pod, 'appArmorProfile', (type) => !isKnownProfile(type));
  const annotations = pod.annotations.filter(
    ([key, value]) =>
      key.startsWith(containerAppArmor) &&
      !(value === '' || value === 'runtime/default' || value.startsWith('localhost/')),
  );
  if (profiles.places.length + annotations.length === 0) return undefined;
  const synced = syncedAppArmor(pod);
  const values = [
    ...sortedSet([...profiles.types, ...(synced.size > 0 ? ['Unconfined'] : [])]),
    ...annotations.map(([key, value]) => `${key}=${quoted(value)}`).sort(),
  ];
  const setters = [
    settersText(
      profiles.byPod,
      pod.containers.flatMap(({ name }) =>
        profiles.containers.includes(name) || synced.has(name) ? [name] : [],
      ),
    ),
    ...(annotations.length > 0 ? [pluralize('annotation', 'annotations', annotations.length)] : []),
  ].filter((one) => one !== '');
  return {
    reason: pluralize('forbidden AppArmor profile', 'forbidden AppArmor profiles', values.length),
    detail: `${setters.join(' and ')} must not set AppArmor profile type to ${joinQuoted(values)}`,
    places: [
      ...profiles.places,
      ...annotations.map(([key]) => said(['metadata', 'annotations', key])),
    ],
  };
};

const containerAppArmor = 'container.apparmor.security.beta.kubernetes.io/';

/**
 * The containers whose annotation the API server has made a field of, before the admission looks at the pod.
 *
 * Source: kubernetes pkg/registry/core/pod/strategy.go (v1.37.2), `applyAppArmorVersionSkew`.
 */
function syncedAppArmor({ spec, annotations, containers }: CheckedPod): ReadonlySet<string> {
  if (at(spec.os, 'name') === 'windows') return new Set();
  const unconfined = new Set(
    annotations.flatMap(([key, value]) => (value === 'unconfined' ? [key] : [])),
  );
  return new Set(
    containers.flatMap(({ name, value }) =>
      unconfined.has(containerAppArmor + name) && !isMap(at(contextOf(value), 'appArmorProfile'))
        ? [name]
        : [],
    ),
  );
}

const defaultCapabilities: ReadonlySet<string> = new Set([
  'AUDIT_WRITE',
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'FSETID',
  'KILL',
  'MKNOD',
  'NET_BIND_SERVICE',
  'SETFCAP',
  'SETGID',
  'SETPCAP',
  'SETUID',
  'SYS_CHROOT',
]);

/** Source: check_capabilities_baseline.go. */
export const capabilitiesBaseline: PodCheck = ({ containers }) => {
  const bad = containers.flatMap((one) =>
    addedCapabilities(one, (name) => !defaultCapabilities.has(name)),
  );
  if (bad.length === 0) return undefined;
  return {
    reason: 'non-default capabilities',
    detail: `${containersText(ownersOf(bad))} must not include ${joinQuoted(sortedSet(bad.map(({ text }) => text)))} in securityContext.capabilities.add`,
    places: bad.map(({ path }) => said(path)),
  };
};

/** Something in a container that is forbidden. */
interface InContainer {
  readonly container: CheckedContainer;
  readonly text: string;
  readonly path: ObjectPath;
}

/** The capabilities that a container adds and that are forbidden. */
export function addedCapabilities(
  container: CheckedContainer,
  isForbidden: (name: string) => boolean,
): readonly InContainer[] {
  return itemsOf(below(contextOf(container.value), 'capabilities', 'add')).flatMap((one, index) => {
    const text = textOf(one);
    const path = [...container.path, 'securityContext', 'capabilities', 'add', index];
    return isForbidden(text) ? [{ container, text, path }] : [];
  });
}

/** The names of the containers, each once and in their order. */
export function ownersOf(bad: readonly InContainer[]): readonly string[] {
  return [...new Set(bad.map(({ container }) => container))].map(({ name }) => name);
}

/** Source: check_hostNamespaces.go. */
export const hostNamespaces: PodCheck = ({ spec }) => {
  const bad = ['hostNetwork', 'hostPID', 'hostIPC'].filter((key) => spec[key] === true);
  if (bad.length === 0) return undefined;
  return {
    reason: 'host namespaces',
    detail: bad.map((key) => `${key}=true`).join(', '),
    places: bad.map((key) => said(['spec', key])),
  };
};

/** Source: check_hostPathVolumes.go. */
export const hostPathVolumes: PodCheck = ({ spec }) => {
  const bad = itemsOf(spec.volumes).flatMap((volume, index) =>
    isMap(at(volume, 'hostPath')) ? [{ name: textOf(at(volume, 'name')), index }] : [],
  );
  if (bad.length === 0) return undefined;
  return {
    reason: 'hostPath volumes',
    detail: `${pluralize('volume', 'volumes', bad.length)} ${joinQuoted(bad.map(({ name }) => name))}`,
    places: bad.map(({ index }) => said(['spec', 'volumes', index, 'hostPath'])),
  };
};

/** Source: check_hostPorts.go. */
export const hostPorts: PodCheck = ({ containers }) => {
  const bad = containers.flatMap((container) =>
    itemsOf(container.value.ports).flatMap((port, index): readonly InContainer[] => {
      const host = at(port, 'hostPort') ?? 0;
      if (typeof host === 'object' || Number(host) === 0) return [];
      const path = [...container.path, 'ports', index, 'hostPort'];
      return [{ container, text: String(host), path }];
    }),
  );
  if (bad.length === 0) return undefined;
  const owners = ownersOf(bad);
  const ports = sortedSet(bad.map(({ text }) => text));
  return {
    reason: 'hostPort',
    detail: `${containersText(owners)} ${pluralize('uses', 'use', owners.length)} ${pluralize('hostPort', 'hostPorts', ports.length)} ${ports.join(', ')}`,
    places: bad.map(({ path }) => said(path)),
  };
};

const handlers = [
  ['livenessProbe'],
  ['readinessProbe'],
  ['startupProbe'],
  ['lifecycle', 'postStart'],
  ['lifecycle', 'preStop'],
] as const;

/** Source: check_hostProbesAndhostLifecycle.go. */
export const hostProbesAndLifecycle: PodCheck = ({ containers }) => {
  const bad = containers.flatMap((container) =>
    handlers.flatMap((handler) =>
      ['httpGet', 'tcpSocket'].flatMap((kind): readonly InContainer[] => {
        const text = textOf(below(container.value, ...handler, kind, 'host'));
        const path = [...container.path, ...handler, kind, 'host'];
        return text === '' ? [] : [{ container, text, path }];
      }),
    ),
  );
  if (bad.length === 0) return undefined;
  const owners = sortedSet(bad.map(({ container }) => container.name));
  const hosts = sortedSet(bad.map(({ text }) => text));
  return {
    reason: 'probe or lifecycle host',
    detail: `${containersText(owners)} ${pluralize('uses', 'use', owners.length)} ${pluralize('probe or lifecycle host', 'probe or lifecycle hosts', hosts.length)} ${joinQuoted(hosts)}`,
    places: bad.map(({ path }) => said(path)),
  };
};

/** Source: check_privileged.go. */
export const privileged: PodCheck = ({ containers }) => {
  const bad = containers.filter(({ value }) => at(contextOf(value), 'privileged') === true);
  if (bad.length === 0) return undefined;
  return {
    reason: 'privileged',
    detail: `${containersText(bad.map(({ name }) => name))} must not set securityContext.privileged=true`,
    places: bad.map(({ path }) => said([...path, 'securityContext', 'privileged'])),
  };
};

/** Source: check_procMount_baseline.go, `procMount_1_0`. */
export const procMount: PodCheck = ({ containers }) => {
  const bad = containers.flatMap((container): readonly InContainer[] => {
    const text = at(contextOf(container.value), 'procMount');
    const path = [...container.path, 'securityContext', 'procMount'];
    return typeof text !== 'string' || text === 'Default' ? [] : [{ container, text, path }];
  });
  if (bad.length === 0) return undefined;
  return {
    reason: 'procMount',
    detail: `${containersText(ownersOf(bad))} must not set securityContext.procMount to ${joinQuoted(sortedSet(bad.map(({ text }) => text)))}`,
    places: bad.map(({ path }) => said(path)),
  };
};

/** Source: check_procMount_baseline.go, `procMount1_35baseline`. */
export const procMountWithoutUsers: PodCheck = (pod) =>
  hasOwnUsers(pod) ? undefined : procMount(pod);

/** Source: check_seLinuxOptions.go. */
export function seLinuxOptions(allowedTypes: readonly string[]): PodCheck {
  return ({ spec, containers }) => {
    const types: string[] = [];
    const places: ForbiddenPlace[] = [];
    const set = new Set<string>();
    const isBad = (context: JsonValue | undefined, path: ObjectPath): boolean => {
      const options = at(context, 'seLinuxOptions');
      const before = places.length;
      const type = textOf(at(options, 'type'));
      if (isMap(options) && type !== '' && !allowedTypes.includes(type)) {
        types.push(type);
        places.push(said([...path, 'securityContext', 'seLinuxOptions', 'type']));
      }
      for (const key of ['user', 'role']) {
        if (textOf(at(options, key)) === '') continue;
        set.add(key);
        places.push(said([...path, 'securityContext', 'seLinuxOptions', key]));
      }
      return places.length > before;
    };
    const byPod = isBad(contextOf(spec), ['spec']);
    const bad = containers.filter(({ value, path }) => isBad(contextOf(value), path));
    if (places.length === 0) return undefined;
    const known = sortedSet(types);
    const data = [
      ...(known.length > 0
        ? [`${pluralize('type', 'types', known.length)} ${joinQuoted(known)}`]
        : []),
      ...['user', 'role'].filter((key) => set.has(key)).map((key) => `${key} may not be set`),
    ];
    const setters = settersText(
      byPod,
      bad.map(({ name }) => name),
    );
    return {
      reason: 'seLinuxOptions',
      detail: `${setters} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`,
      places,
    };
  };
}

const podSeccomp = 'seccomp.security.alpha.kubernetes.io/pod';
const containerSeccomp = 'container.seccomp.security.alpha.kubernetes.io/';

/** Source: check_seccompProfile_baseline.go, `seccompProfileBaseline_1_0`. */
export const seccompAnnotations: PodCheck = ({ annotations, containers }) => {
  const asked = new Set([podSeccomp, ...containers.map(({ name }) => containerSeccomp + name)]);
  const bad = annotations.filter(
    ([key, value]) =>
      asked.has(key) &&
      !['runtime/default', 'docker/default'].includes(value) &&
      !value.startsWith('localhost/'),
  );
  if (bad.length === 0) return undefined;
  const texts = bad.map(([key, value]) => `${key}=${quoted(value)}`).sort();
  return {
    reason: 'seccompProfile',
    detail: `forbidden ${pluralize('annotation', 'annotations', texts.length)} ${texts.join(', ')}`,
    places: bad.map(([key]) => said(['metadata', 'annotations', key])),
  };
};

/** Source: check_seccompProfile_baseline.go, `seccompProfileBaseline_1_19`. */
export const seccompProfileBaseline: PodCheck = (pod) => forbiddenSeccomp(pod);

/** The profiles of seccomp that are set and forbidden. */
export function forbiddenSeccomp(pod: CheckedPod): Forbidden | undefined {
  const { types, places, byPod, containers } = typesOf(
    pod,
    'seccompProfile',
    (type) => !isKnownProfile(type),
  );
  if (places.length === 0) return undefined;
  return {
    reason: 'seccompProfile',
    detail: `${settersText(byPod, containers)} must not set securityContext.seccompProfile.type to ${joinQuoted(sortedSet(types))}`,
    places,
  };
}

/** Whether a type of profile is allowed, of AppArmor and of seccomp alike. */
export function isKnownProfile(type: string): boolean {
  return type === 'RuntimeDefault' || type === 'Localhost';
}

/** The forbidden `type` of a profile in security contexts. */
function typesOf(
  { spec, containers }: CheckedPod,
  key: string,
  isForbidden: (type: string) => boolean,
): {
  readonly types: readonly string[];
  readonly places: readonly ForbiddenPlace[];
  readonly byPod: boolean;
  readonly containers: readonly string[];
} {
  const found = [{ name: undefined, path: ['spec'], value: spec }, ...containers].flatMap(
    ({ name, path, value }) => {
      const profile = at(contextOf(value), key);
      const type = textOf(at(profile, 'type'));
      const place = said([...path, 'securityContext', key, 'type']);
      return isMap(profile) && isForbidden(type) ? [{ name, type, place }] : [];
    },
  );
  return {
    types: found.map(({ type }) => type),
    places: found.map(({ place }) => place),
    byPod: found.some(({ name }) => name === undefined),
    containers: found.flatMap(({ name }) => (name === undefined ? [] : [name])),
  };
}

/** Source: check_sysctls.go. */
export function sysctls(allowed: readonly string[]): PodCheck {
  return ({ spec }) => {
    const bad = itemsOf(at(contextOf(spec), 'sysctls')).flatMap((one, index) => {
      const name = textOf(at(one, 'name'));
      return allowed.includes(name) ? [] : [{ name, index }];
    });
    if (bad.length === 0) return undefined;
    return {
      reason: 'forbidden sysctls',
      detail: bad.map(({ name }) => name).join(', '),
      places: bad.map(({ index }) => said(['spec', 'securityContext', 'sysctls', index, 'name'])),
    };
  };
}

/** Source: check_windowsHostProcess.go. */
export const windowsHostProcess: PodCheck = ({ spec, containers }) => {
  const isBad = (value: JsonValue | undefined): boolean =>
    below(value, 'windowsOptions', 'hostProcess') === true;
  const byPod = isBad(contextOf(spec));
  const bad = containers.filter(({ value }) => isBad(contextOf(value)));
  if (!byPod && bad.length === 0) return undefined;
  const tail = ['securityContext', 'windowsOptions', 'hostProcess'];
  const setters = settersText(
    byPod,
    bad.map(({ name }) => name),
  );
  return {
    reason: 'hostProcess',
    detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true`,
    places: [
      ...(byPod ? [said(['spec', ...tail])] : []),
      ...bad.map(({ path }) => said([...path, ...tail])),
    ],
  };
};

/** A text as Go's `%q` prints it, as far as annotations hold it. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
