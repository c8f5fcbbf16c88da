import { at, below, isMap, itemsOf, textOf } from '../../drift/json.ts';
import { addedCapabilities, forbiddenSeccomp, isKnownProfile, ownersOf } from './baselineChecks.ts';
import {
  containersText,
  contextOf,
  hasOwnUsers,
  isWindows,
  joinQuoted,
  missing,
  pluralize,
  said,
  settersText,
  sortedSet,
  type PodCheck,
} from './podSecurityCheck.ts';

/*
 * The checks of the level restricted, each as its file in k8s.io/pod-security-admission policy/ (v0.37.2) has it, with the
 * same words; what is added is where the fields stand.
 */

/** A check that pods of Windows need not meet, since 1.25. */
export function exceptWindows(check: PodCheck): PodCheck {
  return (pod) => (isWindows(pod) ? undefined : check(pod));
}

/** A check that pods with users of their own need not meet, since 1.35. */
export function exceptOwnUsers(check: PodCheck): PodCheck {
  return (pod) => (hasOwnUsers(pod) ? undefined : check(pod));
}

/** Source: check_allowPrivilegeEscalation.go. */
export const allowPrivilegeEscalation: PodCheck = ({ containers }) => {
  const bad = containers.filter(
    ({ value }) => at(contextOf(value), 'allowPrivilegeEscalation') !== false,
  );
  if (bad.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersText(bad.map(({ name }) => name))} must set securityContext.allowPrivilegeEscalation=false`,
    places: bad.map(({ path, value }) => {
      const field = [...path, 'securityContext', 'allowPrivilegeEscalation'];
      return at(contextOf(value), 'allowPrivilegeEscalation') === true
        ? said(field)
        : missing(field);
    }),
  };
};

/** Source: check_capabilities_restricted.go. */
export const capabilitiesRestricted: PodCheck = ({ containers }) => {
  const keeping = containers.filter(
    ({ value }) => !itemsOf(below(contextOf(value), 'capabilities', 'drop')).includes('ALL'),
  );
  const adding = containers.flatMap((one) =>
    addedCapabilities(one, (name) => name !== 'NET_BIND_SERVICE'),
  );
  if (keeping.length + adding.length === 0) return undefined;
  const details = [
    ...(keeping.length === 0
      ? []
      : [
          `${containersText(keeping.map(({ name }) => name))} must set securityContext.capabilities.drop=["ALL"]`,
        ]),
    ...(adding.length === 0
      ? []
      : [
          `${containersText(ownersOf(adding))} must not include ${joinQuoted(sortedSet(adding.map(({ text }) => text)))} in securityContext.capabilities.add`,
        ]),
  ];
  return {
    reason: 'unrestricted capabilities',
    detail: details.join('; '),
    places: [
      ...keeping.map(({ path }) => missing([...path, 'securityContext', 'capabilities', 'drop'])),
      ...adding.map(({ path }) => said(path)),
    ],
  };
};

const allowedVolumes = [
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'image',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** In the order in which the admission looks for them. */
const restrictedVolumeTypes = [
  'hostPath',
  'gcePersistentDisk',
  'awsElasticBlockStore',
  'gitRepo',
  'nfs',
  'iscsi',
  'glusterfs',
  'rbd',
  'flexVolume',
  'cinder',
  'cephfs',
  'flocker',
  'fc',
  'azureFile',
  'vsphereVolume',
  'quobyte',
  'azureDisk',
  'photonPersistentDisk',
  'portworxVolume',
  'scaleIO',
  'storageos',
];

/** Source: check_restrictedVolumes.go. A volume that says nothing is an `emptyDir`, as the API server fills it. */
export const restrictedVolumes: PodCheck = ({ spec }) => {
  const bad = itemsOf(spec.volumes).flatMap((volume, index) => {
    const isSet = (key: string): boolean => isMap(at(volume, key));
    if (allowedVolumes.some(isSet)) return [];
    const type = restrictedVolumeTypes.find(isSet);
    return type === undefined ? [] : [{ name: textOf(at(volume, 'name')), type, index }];
  });
  if (bad.length === 0) return undefined;
  const types = sortedSet(bad.map(({ type }) => type));
  return {
    reason: 'restricted volume types',
    detail: `${pluralize('volume', 'volumes', bad.length)} ${joinQuoted(bad.map(({ name }) => name))} ${pluralize('uses', 'use', bad.length)} ${pluralize('restricted volume type', 'restricted volume types', types.length)} ${joinQuoted(types)}`,
    places: bad.map(({ index, type }) => said(['spec', 'volumes', index, type])),
  };
};

/** Source: check_runAsNonRoot.go, `runAsNonRoot1_0`. */
export const runAsNonRoot: PodCheck = ({ spec, containers }) => {
  const reason = 'runAsNonRoot != true';
  const tail = ['securityContext', 'runAsNonRoot'];
  const ofPod = at(contextOf(spec), 'runAsNonRoot');
  const refusing = containers.filter(({ value }) => at(contextOf(value), 'runAsNonRoot') === false);
  if (ofPod === false || refusing.length > 0) {
    const setters = settersText(
      ofPod === false,
      refusing.map(({ name }) => name),
    );
    return {
      reason,
      detail: `${setters} must not set securityContext.runAsNonRoot=false`,
      places: [
        ...(ofPod === false ? [said(['spec', ...tail])] : []),
        ...refusing.map(({ path }) => said([...path, ...tail])),
      ],
    };
  }
  const silent =
    ofPod === true
      ? []
      : containers.filter(({ value }) => typeof at(contextOf(value), 'runAsNonRoot') !== 'boolean');
  if (silent.length === 0) return undefined;
  return {
    reason,
    detail: `pod or ${containersText(silent.map(({ name }) => name))} must set securityContext.runAsNonRoot=true`,
    places: silent.map(({ path }) => missing([...path, ...tail])),
  };
};

/** Source: check_runAsUser.go, `runAsUser1_23`. */
export const runAsUser: PodCheck = ({ spec, containers }) => {
  const tail = ['securityContext', 'runAsUser'];
  const isRoot = (value: typeof spec): boolean => {
    const user = at(contextOf(value), 'runAsUser');
    return user === 0 || user === 0n;
  };
  const bad = containers.filter(({ value }) => isRoot(value));
  if (!isRoot(spec) && bad.length === 0) return undefined;
  const setters = settersText(
    isRoot(spec),
    bad.map(({ name }) => name),
  );
  return {
    reason: 'runAsUser=0',
    detail: `${setters} must not set runAsUser=0`,
    places: [
      ...(isRoot(spec) ? [said(['spec', ...tail])] : []),
      ...bad.map(({ path }) => said([...path, ...tail])),
    ],
  };
};

/** Source: check_seccompProfile_restricted.go, `seccompProfileRestricted_1_19`. */
export const seccompProfileRestricted: PodCheck = (pod) => {
  const forbidden = forbiddenSeccomp(pod);
  if (forbidden !== undefined) return forbidden;
  if (isKnownProfile(textOf(below(contextOf(pod.spec), 'seccompProfile', 'type'))))
    return undefined;
  const silent = pod.containers.filter(
    ({ value }) => !isMap(at(contextOf(value), 'seccompProfile')),
  );
  if (silent.length === 0) return undefined;
  return {
    reason: 'seccompProfile',
    detail: `pod or ${containersText(silent.map(({ name }) => name))} must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"`,
    places: silent.map(({ path }) =>
      missing([...path, 'securityContext', 'seccompProfile', 'type']),
    ),
  };
};
