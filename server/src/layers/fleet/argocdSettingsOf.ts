import {
  readArgoSettings,
  readBuildOptions,
  settingsInValues,
  type ArgoSettings,
  type KustomizeBuildOptions,
} from '../../argocd/argocdSettings.ts';
import { helmOf } from '../../helm/helmVersion.ts';
import { contentQuery } from '../../kustomize/files.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import { configQuery } from '../config/configFile.ts';
import { registeredClustersQuery } from '../register/registeredClusters.ts';
import { filesMentioning } from '../mentions.ts';
import { topObjects } from '../topObjects.ts';

const settingsFiles = filesMentioning('argoSettings');

/** The settings of all instances of Argo CD that the tree holds. */
export const argoSettingsQuery: Query<'', readonly ArgoSettings[]> = {
  name: 'argoSettings',
  compute: (_key, reader) =>
    [...topObjects(reader, settingsFiles), ...valuesFiles(reader)].flatMap((one) => {
      const own = readArgoSettings(one);
      return own === undefined ? settingsInValues(one) : [own];
    }),
};

/** The documents of files that hold no objects, as those of values do. */
function valuesFiles(reader: Reader): readonly Resource[] {
  return settingsFiles(reader).flatMap((file) => {
    if (reader.get(fileObjectsQuery, file).nodes.length > 0) return [];
    const content = reader.get(contentQuery, file);
    const { documents } = readObjects(content?.kind === 'text' ? content.text : '');
    return documents.map(({ root }) => new Resource(root, { file, inside: [], root: '' }));
  });
}

/** How an instance of Argo CD builds. */
export interface ArgoBuild {
  readonly options: KustomizeBuildOptions;
  readonly disabled: ArgoSettings['disabled'];
  /** The version of Helm that it ships. */
  readonly helmVersion: string;
}

/**
 * How the instance builds that reads Applications of a namespace: as `.strata/config.yaml` says, else as the settings in
 * the tree say: those of the namespace, or the only ones. Where there are several instances and none has the namespace, or
 * two that differ, nothing is known and Argo CD's defaults count.
 */
export function argoBuildOf(reader: Reader, namespace: string): ArgoBuild {
  return reader.get(argoBuildQuery, namespace);
}

const argoBuildQuery: Query<string, ArgoBuild> = {
  name: 'argoBuild',
  // Every application of an instance rests on it.
  equals: (a, b) => a.options.written?.value === b.options.written?.value && keyOf(a) === keyOf(b),
  compute: (namespace, reader) => {
    const { argocd } = reader.get(configQuery, '').build;
    const settings = settingsOf(reader.get(argoSettingsQuery, ''), namespace);
    const options =
      argocd.buildOptions === undefined
        ? (settings?.buildOptions ?? defaultOptions)
        : readBuildOptions(argocd.buildOptions);
    const restrictions = argocd.loadRestrictions?.value ?? options.restrictions;
    return {
      options: { ...options, restrictions },
      disabled: settings?.disabled ?? new Set(),
      helmVersion: argocd.helmVersion?.value ?? helmOf('argocd', reader.get(argoVersionQuery, '')),
    };
  },
};

/** The version of Argo CD that the register tells, where all that it tells are the same. */
const argoVersionQuery: Query<'', string | undefined> = {
  name: 'argoVersion',
  compute: (_key, reader) => {
    const told = reader
      .get(registeredClustersQuery, '')
      .flatMap(({ controllers }) => controllers.argocd ?? []);
    return new Set(told).size === 1 ? told[0] : undefined;
  },
};

const defaultOptions = readBuildOptions(undefined);

/** All that changes how Applications of a namespace are built, as one text: where it differs, what they yield may differ. */
export function argoBuildKey(reader: Reader, namespace: string): string {
  return keyOf(argoBuildOf(reader, namespace));
}

function keyOf({ options, disabled, helmVersion }: ArgoBuild): string {
  const { restrictions, reorder, managedByLabel, helm } = options;
  const build = [restrictions, reorder, managedByLabel, helm, helmVersion];
  return [...build, ...[...disabled].sort()].join(' ');
}

function settingsOf(all: readonly ArgoSettings[], namespace: string): ArgoSettings | undefined {
  const own = all.filter((one) => one.namespace === namespace && namespace !== '');
  const [first, ...more] = own.length > 0 ? own : all;
  return more.every((one) => first !== undefined && buildsAlike(one, first)) ? first : undefined;
}

function buildsAlike(a: ArgoSettings, b: ArgoSettings): boolean {
  const words = ({ buildOptions }: ArgoSettings): string => buildOptions.written?.value ?? '';
  return words(a) === words(b) && [...a.disabled].join() === [...b.disabled].join();
}
