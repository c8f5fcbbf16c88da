import { readObject } from '../delivery/objectReader.ts';
import type { Placed } from '../delivery/placed.ts';
import type { Reorder } from '../kustomize/build.ts';
import type { LoadRestrictions } from '../kustomize/load.ts';
import type { Resource } from '../kustomize/resource.ts';

/**
 * What an Argo CD instance is set to, as far as it changes what is rendered: its ConfigMap `argocd-cm`.
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

/** Reads an object as the ConfigMap of Argo CD's settings; `undefined` where it is another one. */
export function readArgoSettings(resource: Resource): ArgoSettings | undefined {
  const { group, kind, name, namespace } = resource.id;
  if (group !== '' || kind !== 'ConfigMap' || name !== 'argocd-cm') return undefined;
  const data = new Map(
    readObject(resource, () => undefined)
      .textMap('data')
      .map(({ key, value, at }) => [key, { value, at }] as const),
  );
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
