import type { Application } from '../../delivery/application.ts';
import { repositoryOf } from '../../kustomize/files.ts';
import type { Kustomization, Selector } from '../../kustomize/kustomization.ts';
import { pointerTo } from '../../kustomize/resource.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { configQuery } from '../../layers/config/configFile.ts';
import { foldersBelow } from '../../layers/reach.ts';
import type { ClusterRow } from '../../layers/register/clusterRow.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import type { Placed, PracticeFound } from './placed.ts';

/**
 * What an older controller makes of a kustomization otherwise than kustomize 5.8.1 (`practice.older-kustomize`), or cannot
 * build (`practice.older-kustomize-fails`), on the clusters whose controllers the register or the configuration tells.
 *
 * Source: docs/kustomize-versions.md, which was measured.
 */
export function olderBuilds(
  reader: Reader,
  placed: readonly Placed[],
  clusters: readonly ClusterRow[],
): readonly PracticeFound[] {
  return placed.flatMap((one): readonly PracticeFound[] => {
    const { application, cluster } = one;
    const shipped = kustomizeOn(reader, application, clusters);
    if (shipped === undefined || !isOlder(shipped.kustomize, newest)) return [];
    const features = rootsOf(application)
      .flatMap((root) => foldersBelow(reader, root, 'none'))
      .flatMap((folder) => featuresBelow(reader, folder, one))
      .filter(({ since }) => isOlder(shipped.kustomize, since));
    return features.map(({ fails, what, at }) => ({
      code: fails ? 'practice.older-kustomize-fails' : 'practice.older-kustomize',
      application,
      at,
      cluster,
      parameters: { ...shipped, what },
    }));
  });
}

/** A version by its numbers. */
type Version = readonly [major: number, minor: number, patch: number];

const newest = '5.8.1';

function isOlder(version: string, than: string): boolean {
  const [own, other] = [numbersOf(version), numbersOf(than)];
  if (own === undefined || other === undefined) return false;
  const at = own.findIndex((part, index) => part !== other[index]);
  return at >= 0 && (own[at] ?? 0) < (other[at] ?? 0);
}

function numbersOf(version: string): Version | undefined {
  const [, major, minor, patch = '0'] =
    /^v?(\d{1,4})\.(\d{1,4})(?:\.(\d{1,4}))?(?:[+-]|$)/.exec(version) ?? [];
  return major === undefined || minor === undefined
    ? undefined
    : [Number(major), Number(minor), Number(patch)];
}

/** Who builds an application, and with which kustomize; `undefined` where nobody tells. */
function kustomizeOn(
  reader: Reader,
  { controller, destination }: Application,
  clusters: readonly ClusterRow[],
): { readonly builder: string; readonly kustomize: string } | undefined {
  if (controller === 'plain') return undefined;
  const name = controller === 'argocd' ? 'Argo CD' : 'Flux';
  const configured = reader.get(configQuery, '').build[controller].kustomizeVersion?.value;
  if (configured !== undefined) return { builder: name, kustomize: configured };
  const own = clusters.find((row) => row.name === destination.cluster)?.controllers[controller];
  // An Argo CD builds where it runs, for whatever cluster: it is known where all that is told is one version.
  const told = new Set(clusters.flatMap((row) => row.controllers[controller] ?? []));
  const [only] = told;
  const version = controller === 'flux' ? own : told.size === 1 ? only : own;
  const kustomize = version === undefined ? undefined : shippedBy(controller, version);
  return kustomize === undefined ? undefined : { builder: `${name} ${version}`, kustomize };
}

/** The kustomize of a release of a controller; `undefined` for one that was not looked up. */
function shippedBy(controller: 'argocd' | 'flux', version: string): string | undefined {
  const release = /^v?(\d{1,4}\.\d{1,4})(?:[.+-]|$)/.exec(version)?.[1] ?? '';
  return ships[controller][release];
}

const ships: Readonly<Record<'argocd' | 'flux', Readonly<Partial<Record<string, string>>>>> = {
  argocd: { '2.14': '5.4.3', '3.0': '5.6.0', '3.1': '5.7.0', '3.2': '5.7.0' },
  flux: { '2.5': '5.6.0', '2.6': '5.6.0', '2.7': '5.7.1' },
};

function rootsOf({ sources }: Application): readonly FileId[] {
  return sources.flatMap(({ isHere, path }) => (isHere && path !== undefined ? [path] : []));
}

/** Something in a kustomization that older versions make another thing of, or fail at. */
interface Feature {
  /** The first version that does as 5.8.1 does. */
  readonly since: string;
  readonly fails: boolean;
  /** As it is written. */
  readonly what: string;
  readonly at: SourcePointer;
}

function featuresBelow(reader: Reader, folder: FileId, { facts }: Placed): readonly Feature[] {
  const { features, namespace, isChart } = reader.get(featuresQuery, folder);
  if (namespace === undefined) return features;
  const hasChart =
    isChart ||
    foldersBelow(reader, folder, 'none').some((one) => reader.get(featuresQuery, one).isChart);
  // Older ones write over the namespace of what a chart puts elsewhere.
  const isElsewhere = facts.makes.some((made) => {
    const own = made.split('/')[1] ?? '';
    return own !== '' && own !== namespace.value;
  });
  if (!hasChart || !isElsewhere) return features;
  const what = '`namespace` over `helmCharts`';
  return [...features, { since: '5.8.0', fails: false, what, at: namespace.at }];
}

interface FolderFeatures {
  readonly features: readonly Feature[];
  readonly namespace: { readonly value: string; readonly at: SourcePointer } | undefined;
  readonly isChart: boolean;
}

const featuresQuery: Query<FileId, FolderFeatures> = {
  name: 'kustomizeFeatures',
  equals: deepEqual,
  compute: (folder, reader) => {
    const target = loadTarget(reader, folder, 'none');
    if (target.kind !== 'target' || repositoryOf(target.source.file) !== undefined)
      return { features: [], namespace: undefined, isChart: false };
    const { kustomization, source } = target;
    const { namespace, helmCharts } = kustomization;
    return {
      features: featuresOf(kustomization).map(({ ordinal, ...one }) => ({
        ...one,
        at: pointerTo(source, ordinal),
      })),
      namespace: namespace && {
        value: namespace.value,
        at: pointerTo(source, namespace.ordinal),
      },
      isChart: helmCharts.length > 0,
    };
  },
};

function featuresOf({
  replacements,
  buildMetadata,
  helmCharts,
}: Kustomization): readonly (Omit<Feature, 'at'> & { readonly ordinal: number })[] {
  const selectors = replacements.flatMap(({ targets }) =>
    targets.flatMap((target) => [target?.select ?? [], target?.reject ?? []].flat()),
  );
  return [
    ...selectors.flatMap((selector) => {
      const pattern = selector === undefined ? undefined : patternIn(selector);
      return selector === undefined || pattern === undefined
        ? []
        : [
            {
              since: '5.8.0',
              fails: false,
              what: `\`${pattern}\` of \`replacements\``,
              ordinal: selector.ordinal,
            },
          ];
    }),
    ...replacements.flatMap(({ sourceValue }) =>
      sourceValue === undefined
        ? []
        : [
            {
              since: '5.7.0',
              fails: true,
              what: '`sourceValue` of `replacements`',
              ordinal: sourceValue.ordinal,
            },
          ],
    ),
    ...helmCharts
      .filter(({ devel }) => devel)
      .map(({ ordinal }) => ({
        since: '5.7.0',
        fails: true,
        what: '`devel` of `helmCharts`',
        ordinal,
      })),
    ...buildMetadata
      .filter(({ value }) => value === 'managedByLabel')
      .map(({ ordinal }) => ({
        since: newest,
        fails: false,
        what: '`managedByLabel` of `buildMetadata`',
        ordinal,
      })),
  ];
}

/** A part of a selector that is more than a name with dots, which hardly any other name matches. */
function patternIn({ group, version, kind, name, namespace }: Selector): string | undefined {
  const parts = Object.entries({ group, version, kind, name, namespace });
  const found = parts.find(([, text]) => /[*+?()[\]{}|^$\\]/.test(text));
  return found === undefined ? undefined : `${found[0]}: ${found[1]}`;
}
