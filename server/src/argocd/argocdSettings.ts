import { readObject } from '../delivery/objectReader.ts';
import type { Placed, PlacedEntry } from '../delivery/placed.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { field } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';
import type { Reorder } from '../kustomize/build.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import type { Resource } from '../kustomize/resource.ts';

/**
 * What an Argo CD instance is set to, as far as it changes what is rendered: its ConfigMap `argocd-cm`, or the object
 * `ArgoCD` of its operator.
 * Source: Argo CD 3.2.0 util/settings/settings.go `GetKustomizeSettings`, `GetEnabledSourceTypes`.
 */
export interface ArgoSettings {
  readonly resource: Resource;
  /** The namespace of Argo CD; `''` where the ConfigMap has none. */
  readonly namespace: string;
  /** What every build by kustomize is told; Argo CD reads options for single versions, and does not use them. */
  readonly buildOptions: KustomizeBuildOptions;
  /** The versions of kustomize that a source may name. */
  readonly versions: readonly string[];
  /** What is switched off. */
  readonly disabled: ReadonlySet<'kustomize' | 'helm'>;
}

/** The options of `kustomize build` that change what comes out. */
export interface KustomizeBuildOptions {
  /** As they are written; `undefined` where there are none. */
  readonly written: Placed<string> | undefined;
  readonly restrictions: LoadRestrictions;
  readonly reorder: Reorder;
  readonly managedByLabel: boolean;
  /** Whether charts are inflated. */
  readonly helm: boolean;
}

/**
 * Reads an object as the settings of an Argo CD: its ConfigMap, or the object from which the operator writes it.
 * `undefined` where it is another one.
 */
export function readArgoSettings(resource: Resource): ArgoSettings | undefined {
  const data = settingsData(resource);
  return data && settingsOf(resource, resource.id.namespace, data);
}

function settingsOf(
  resource: Resource,
  namespace: string,
  data: ReadonlyMap<string, Placed<string>>,
): ArgoSettings {
  const isOff = (key: string): boolean => {
    const value = data.get(key)?.value ?? '';
    return value !== '' && value !== 'true';
  };
  return {
    resource,
    namespace,
    buildOptions: readBuildOptions(data.get('kustomize.buildOptions')),
    versions: [...data.keys()].flatMap((key) => versionOf(key) ?? []),
    disabled: new Set((['kustomize', 'helm'] as const).filter((build) => isOff(`${build}.enable`))),
  };
}

/**
 * The settings that values of the chart `argo-cd` give to its ConfigMap, wherever they stand in a document: in a file of
 * values, or in the object of whoever deploys the chart. They say nothing of the namespace.
 * Source: argo-helm charts/argo-cd values.yaml `configs.cm`.
 */
export function settingsInValues(resource: Resource): readonly ArgoSettings[] {
  return mapsAt(resource.node, ['configs', 'cm']).map((map) => {
    const at = (index: number): SourcePointer =>
      resource.originOf(map.values[index] ?? map).writtenAt;
    const entries = map.keys.flatMap((key, index): readonly PlacedEntry[] => {
      const value = map.values[index];
      return value?.kind === 'scalar' ? [{ key, value: value.value, at: at(index) }] : [];
    });
    return settingsOf(resource, '', byKey(entries));
  });
}

/** The maps at the end of a path of keys that begins anywhere in a tree. */
function mapsAt(node: ResourceNode, path: readonly string[]): readonly MapNode[] {
  if (node.kind === 'sequence') return node.items.flatMap((item) => mapsAt(item, path));
  if (node.kind !== 'map') return [];
  const [first = '', ...rest] = path;
  const found = field(node, first);
  const own = rest.reduce<ResourceNode | undefined>((at, key) => field(at, key), found);
  return [
    ...(own?.kind === 'map' ? [own] : []),
    ...node.values.flatMap((value) => mapsAt(value, path)),
  ];
}

/**
 * The data of the ConfigMap. The operator takes `extraConfig` before its own fields.
 * Source: argocd-operator v0.14 controllers/argocd/configmap.go `reconcileArgoConfigMap`.
 */
function settingsData(resource: Resource): ReadonlyMap<string, Placed<string>> | undefined {
  const { group, kind, name } = resource.id;
  const object = readObject(resource, () => undefined);
  if (group === '' && kind === 'ConfigMap' && name === 'argocd-cm') {
    return byKey(object.textMap('data'));
  }
  if (group !== 'argoproj.io' || kind !== 'ArgoCD') return undefined;
  const spec = object.map('spec');
  const options = spec?.text('kustomizeBuildOptions');
  return new Map([
    ...(options === undefined ? [] : [['kustomize.buildOptions', options] as const]),
    ...(spec?.list('kustomizeVersions') ?? []).flatMap((entry) => {
      const version = entry.text('version');
      return version === undefined
        ? []
        : ([[`kustomize.version.${version.value}`, version]] as const);
    }),
    ...byKey(spec?.textMap('extraConfig') ?? []),
  ]);
}

function byKey(entries: readonly PlacedEntry[]): ReadonlyMap<string, Placed<string>> {
  return new Map(entries.map(({ key, value, at }) => [key, { value, at }]));
}

/** The version that a key gives the path of. Source: settings.go `addKustomizeVersion`. */
function versionOf(key: string): string | undefined {
  const prefix = ['kustomize.version', 'kustomize.path'].find((one) => key.startsWith(one));
  return prefix === undefined ? undefined : key.slice(prefix.length + 1);
}

/**
 * Reads the options of `kustomize build`; of one that is given twice the last counts.
 * Source: Argo CD 3.2.0 util/kustomize/kustomize.go `parseKustomizeBuildOptions`; kustomize v5.8.1 commands/build.
 */
export function readBuildOptions(written: Placed<string> | undefined): KustomizeBuildOptions {
  const words = (written?.value ?? '').split(/\s+/).filter((word) => word !== '');
  const value = (name: string): string | undefined => {
    const index = words.findLastIndex(
      (word) => word === `--${name}` || word.startsWith(`--${name}=`),
    );
    const word = words[index];
    return word === `--${name}` ? words[index + 1] : word?.slice(name.length + 3);
  };
  const isOn = (name: string): boolean =>
    words.some((word) => word === `--${name}` || word === `--${name}=true`);
  const restrictor = (value('load-restrictor') ?? value('load_restrictor') ?? '').toLowerCase();
  return {
    written,
    restrictions: restrictor === 'loadrestrictionsnone' || restrictor === 'none' ? 'none' : 'root',
    reorder: value('reorder') === 'none' ? 'none' : 'legacy',
    managedByLabel: isOn('enable-managedby-label'),
    helm: isOn('enable-helm'),
  };
}
