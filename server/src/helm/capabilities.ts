import { goFunction } from '../template/functionTable.ts';
import {
  boolValue,
  stringValue,
  stringsValue,
  type ObjectValue,
  type Value,
} from '../template/value.ts';
import { knownApis } from './knownApis.ts';
import { kubernetesOfHelm, newestHelm, packageOfHelm, rulesOfHelm } from './helmVersion.ts';
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
 * What `helm template` of a version takes a cluster for, with more versions of APIs.
 * Source: Helm v4.2.3 pkg/chart/common/capabilities.go, v3.19.4 pkg/chartutil/capabilities.go `DefaultCapabilities`.
 */
export function defaultCapabilities(
  kubeVersion: KubeVersion | undefined,
  apiVersions: readonly string[] = [],
  helmVersion: string = newestHelm,
): Capabilities {
  const minor = kubernetesOfHelm(helmVersion);
  const version = `v1.${minor}.0`;
  return {
    kubeVersion: kubeVersion ?? { version, normalized: version, major: '1', minor: `${minor}` },
    apiVersions: [...knownApis(minor), ...apiVersions],
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
  const [major, minor] = numbers;
  if (major === undefined || minor === undefined || numbers.some((each) => /^0[0-9]/.test(each))) {
    return undefined;
  }
  return {
    version: text.startsWith('v') ? text : `v${text}`,
    normalized: `v${numbers.join('.')}`,
    major,
    minor,
  };
}

/**
 * A version as `--kube-version` of Helm 3 reads it, and as Argo CD gives it to any Helm: without what a vendor adds.
 * Source: Helm v3.19.4 pkg/chartutil/capabilities.go `ParseKubeVersion`; Argo CD v3.6.1 reposerver/repository/repository.go
 * `parseKubeVersion`.
 */
export function plainKubeVersion(text: string): KubeVersion | undefined {
  const read = readKubeVersion(text);
  return read && { ...read, version: read.normalized };
}

/** `.Capabilities` as templates see it. */
export function capabilitiesValue({
  kubeVersion,
  apiVersions,
  helmVersion,
  asked,
}: Capabilities): ObjectValue {
  const rules = rulesOfHelm(helmVersion);
  const { version, normalized, major, minor } = kubeVersion;
  const known = new Set(apiVersions);
  const versions: Value = {
    ...stringsValue(apiVersions),
    named: `${packageOfHelm(rules)}.VersionSet`,
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
  const kubernetes = structValue(
    `${packageOfHelm(rules)}.KubeVersion`,
    rules === 3 ? version : normalized,
    [
      ['Version', 'Version', stringValue(version)],
      ['Major', 'Major', stringValue(major)],
      ['Minor', 'Minor', stringValue(minor)],
    ],
    [
      ['GitVersion', stringValue(version)],
      ['String', stringValue(rules === 3 ? version : normalized)],
    ],
  );
  const helm = structValue('version.BuildInfo', `{${helmVersion}   }`, [
    ['Version', 'version', stringValue(helmVersion)],
    ['GitCommit', 'git_commit', stringValue('43e8b7feece8beb0fcba47059ec9b522fd929a64')],
    ['GitTreeState', 'git_tree_state', stringValue('clean')],
    ['GoVersion', 'go_version', stringValue('go1.26.5')],
    ...(rules === 3
      ? []
      : [['KubeClientVersion', 'kube_client_version', stringValue('v1.36')] as const]),
  ]);
  return structValue(`*${packageOfHelm(rules)}.Capabilities`, '', [
    ['KubeVersion', 'KubeVersion', kubernetes],
    ['APIVersions', 'APIVersions', versions],
    ['HelmVersion', 'HelmVersion', helm],
  ]);
}

/** Fields with what JSON calls them, and methods without arguments. */
function structValue(
  type: string,
  text: string,
  fields: readonly (readonly [name: string, json: string, value: Value])[],
  methods: readonly (readonly [string, Value])[] = [],
): ObjectValue {
  return {
    kind: 'object',
    type,
    fields: new Map([...fields.map(([name, , value]) => [name, value] as const), ...methods]),
    text,
    json: fields.map(([, name, value]) => [name, value]),
  };
}
