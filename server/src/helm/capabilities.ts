import { goFunction } from '../template/functionTable.ts';
import {
  boolValue,
  stringValue,
  stringsValue,
  type ObjectValue,
  type Value,
} from '../template/value.ts';
import { newestHelm } from './helmVersion.ts';
import { textOf } from '../template/functions/arguments.ts';

/** What the cluster of a release can do. */
export interface Capabilities {
  readonly kubeVersion: KubeVersion;
  /** Groups with versions, and kinds in them: `apps/v1`, `apps/v1/Deployment`. */
  readonly apiVersions: readonly string[];
  /** Such as `v4.2.3`. */
  readonly helmVersion: string;
  /** Takes the APIs that were asked for and are not there. */
  readonly asked?: Set<string> | undefined;
}

/** A version of Kubernetes: in full, and as constraints are checked against it. */
export interface KubeVersion {
  readonly version: string;
  readonly normalized: string;
  readonly major: string;
  readonly minor: string;
}

/**
 * What `helm template` takes a cluster for, with more versions of APIs.
 * Source: Helm v4.2.3 pkg/chart/common/capabilities.go `DefaultCapabilities`.
 */
export function defaultCapabilities(
  kubeVersion: KubeVersion | undefined,
  apiVersions: readonly string[] = [],
  helmVersion: string = newestHelm,
): Capabilities {
  return {
    kubeVersion: kubeVersion ?? {
      version: 'v1.36.0',
      normalized: 'v1.36.0',
      major: '1',
      minor: '36',
    },
    apiVersions: [...knownVersions, ...apiVersions],
    helmVersion: `v${helmVersion.replace(/^v/, '')}`,
  };
}

/**
 * Reads a version of Kubernetes; `undefined` where it is none.
 * Source: capabilities.go `ParseKubeVersion`; apimachinery v0.36 pkg/util/version/version.go `ParseGeneric`.
 */
export function readKubeVersion(text: string): KubeVersion | undefined {
  const match = /^\s*v?([0-9]+(?:\.[0-9]+)*)/.exec(text);
  const numbers = match?.[1]?.split('.') ?? [];
  const [major, minor, ...rest] = numbers;
  if (major === undefined || minor === undefined || numbers.some((each) => /^0[0-9]/.test(each))) {
    return undefined;
  }
  return {
    version: text.startsWith('v') ? text : `v${text}`,
    normalized: `v${[major, minor, ...(rest.length === 0 ? ['0'] : rest)].join('.')}`,
    major,
    minor,
  };
}

/** `.Capabilities` as templates see it. */
export function capabilitiesValue({
  kubeVersion,
  apiVersions,
  helmVersion,
  asked,
}: Capabilities): ObjectValue {
  const { version, normalized, major, minor } = kubeVersion;
  const known = new Set(apiVersions);
  const versions: Value = {
    ...stringsValue(apiVersions),
    named: 'common.VersionSet',
    methods: new Map([
      [
        'Has',
        goFunction('string', 'bool', ([value]) => {
          const name = textOf(value);
          if (!known.has(name)) asked?.add(name);
          return boolValue(known.has(name));
        }),
      ],
    ]),
  };
  return structValue('*common.Capabilities', '', {
    KubeVersion: structValue('common.KubeVersion', normalized, {
      Version: stringValue(version),
      GitVersion: stringValue(version),
      String: stringValue(normalized),
      Major: stringValue(major),
      Minor: stringValue(minor),
    }),
    APIVersions: versions,
    HelmVersion: structValue('version.BuildInfo', `{${helmVersion}   }`, {
      Version: stringValue(helmVersion),
      GitCommit: stringValue('43e8b7feece8beb0fcba47059ec9b522fd929a64'),
      GitTreeState: stringValue('clean'),
      GoVersion: stringValue('go1.26.5'),
      KubeClientVersion: stringValue('v1.36'),
    }),
  });
}

function structValue(
  type: string,
  text: string,
  fields: Readonly<Record<string, Value>>,
): ObjectValue {
  return { kind: 'object', type, fields: new Map(Object.entries(fields)), text };
}

/** Source: capabilities.go `allKnownVersions`, with client-go v0.36.1. */
const knownVersions: readonly string[] = `
v1
admissionregistration.k8s.io/v1 admissionregistration.k8s.io/v1alpha1 admissionregistration.k8s.io/v1beta1
internal.apiserver.k8s.io/v1alpha1 apps/v1 apps/v1beta1 apps/v1beta2
authentication.k8s.io/v1 authentication.k8s.io/v1alpha1 authentication.k8s.io/v1beta1
authorization.k8s.io/v1 authorization.k8s.io/v1beta1 autoscaling/v1 autoscaling/v2 batch/v1 batch/v1beta1
certificates.k8s.io/v1 certificates.k8s.io/v1beta1 certificates.k8s.io/v1alpha1
coordination.k8s.io/v1alpha2 coordination.k8s.io/v1beta1 coordination.k8s.io/v1 discovery.k8s.io/v1
discovery.k8s.io/v1beta1 events.k8s.io/v1 events.k8s.io/v1beta1 extensions/v1beta1
flowcontrol.apiserver.k8s.io/v1 flowcontrol.apiserver.k8s.io/v1beta1 flowcontrol.apiserver.k8s.io/v1beta2
flowcontrol.apiserver.k8s.io/v1beta3 networking.k8s.io/v1 networking.k8s.io/v1beta1 node.k8s.io/v1
node.k8s.io/v1alpha1 node.k8s.io/v1beta1 policy/v1 policy/v1beta1 rbac.authorization.k8s.io/v1
rbac.authorization.k8s.io/v1beta1 rbac.authorization.k8s.io/v1alpha1 resource.k8s.io/v1 resource.k8s.io/v1beta2
resource.k8s.io/v1beta1 resource.k8s.io/v1alpha3 scheduling.k8s.io/v1alpha2 scheduling.k8s.io/v1beta1
scheduling.k8s.io/v1 storage.k8s.io/v1beta1 storage.k8s.io/v1 storage.k8s.io/v1alpha1
storagemigration.k8s.io/v1beta1 apiextensions.k8s.io/v1beta1 apiextensions.k8s.io/v1
`
  .trim()
  .split(/\s+/);
