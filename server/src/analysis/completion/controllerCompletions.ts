import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { ownAddressesQuery } from '../../layers/fleet/here.ts';
import { clustersQuery } from '../../layers/register/fleetClusters.ts';
import { folderOfPath } from '../../flux/sourcePath.ts';
import { repositoryInput } from '../../delivery/repository.ts';
import type { Reader } from '../../query/database.ts';
import { declaredObjectsQuery } from '../links/declaredObjects.ts';
import type { CompletionItem } from './completionItem.ts';
import type { CompletionContext } from './context.ts';
import { pathCompletions, type PathPlace } from './pathCompletions.ts';

/** What can be written into an object of Argo CD or Flux that only the repository knows. */
export function controllerCompletions(
  reader: Reader,
  context: CompletionContext,
): readonly CompletionItem[] {
  const { path, document, writes } = context;
  const apiVersion = document.get('apiVersion') ?? '';
  const keys = path.filter((step) => step !== '-');
  const way = keys.join('/');
  const isValue = writes !== 'key';
  if (apiVersion.startsWith('argoproj.io/')) {
    return isValue ? argoValues(reader, way, context) : argoKeys(reader, way);
  }
  if (/\.toolkit\.fluxcd\.io\//.test(apiVersion) && isValue) {
    return fluxValues(reader, way, context);
  }
  return [];
}

function argoValues(
  reader: Reader,
  way: string,
  context: CompletionContext,
): readonly CompletionItem[] {
  const { prefix, siblings } = context;
  if (/(?:^|\/)spec\/project$/.test(way)) {
    return ['default', ...declared(reader, 'AppProject')].map(asObject);
  }
  if (/destinations?\/name$/.test(way)) return clusterNames(reader);
  if (/destinations?\/server$/.test(way)) {
    return reader
      .get(clustersQuery, '')
      .flatMap(({ name, server }): readonly CompletionItem[] =>
        server === undefined ? [] : [{ label: server, kind: 'cluster', detail: name }],
      );
  }
  if (/destinations?\/namespace$/.test(way)) return namespaces(reader);
  if (/(?:source|sources|drySource)\/path$|directories\/path$/.test(way)) {
    return pathCompletions(reader, 'folder', prefix, atTop);
  }
  if (/files\/path$/.test(way)) return pathCompletions(reader, 'manifest', prefix, atTop);
  if (/helm\/valueFiles$/.test(way)) {
    const base = folderOfPath(context.document.get('spec/source/path'));
    return pathCompletions(reader, 'manifest', prefix, { ...atTop, base });
  }
  if (/repoURL$|^spec\/sourceRepos$/.test(way)) return ownAddresses(reader);
  if (/matchExpressions\/key$/.test(way)) return labelKeys(reader);
  if (/matchExpressions\/operator$/.test(way)) {
    return ['In', 'NotIn', 'Exists', 'DoesNotExist'].map((label) => ({ label, kind: 'value' }));
  }
  if (/matchExpressions\/values$/.test(way)) return labelValues(reader, siblings.get('key'));
  const label = /matchLabels\/(.+)$/.exec(way)?.[1];
  return label === undefined ? [] : labelValues(reader, label);
}

const atTop: PathPlace = { base: '', root: undefined, taken: new Set() };

/** Keys of labels of clusters, in the selectors of generators. */
function argoKeys(reader: Reader, way: string): readonly CompletionItem[] {
  if (!/clusters\/selector\/matchLabels$/.test(way)) return [];
  return labelKeys(reader).map((item) => ({ ...item, insert: `${item.label}: ` }));
}

function fluxValues(
  reader: Reader,
  way: string,
  { prefix, siblings, document }: CompletionContext,
): readonly CompletionItem[] {
  if (way === 'spec/path') {
    const dotted = prefix.startsWith('./') ? './' : '';
    return pathCompletions(reader, 'folder', prefix.slice(dotted.length), atTop).map((item) => ({
      ...item,
      label: `./${item.label}`,
    }));
  }
  const kind = siblings.get('kind');
  if (/sourceRef\/name$|chartRef\/name$/.test(way)) {
    const kinds = ['GitRepository', 'OCIRepository', 'Bucket', 'HelmRepository', 'HelmChart'];
    return declared(reader, ...(kind === undefined ? kinds : [kind])).map(asObject);
  }
  if (/dependsOn\/name$/.test(way))
    return declared(reader, document.get('kind') ?? '').map(asObject);
  if (/(?:valuesFrom|substituteFrom)\/name$/.test(way)) {
    return declared(reader, kind ?? 'ConfigMap').map(asObject);
  }
  return /targetNamespace$/.test(way) ? namespaces(reader) : [];
}

function asObject(label: string): CompletionItem {
  return { label, kind: 'object' };
}

function declared(reader: Reader, ...kinds: readonly string[]): readonly string[] {
  const names = reader
    .get(declaredObjectsQuery, '')
    .filter(({ kind }) => kinds.includes(kind))
    .map(({ name }) => name);
  return [...new Set(names)].sort();
}

/** The clusters that the register or the repository know, with their environments. */
export function clusterNames(reader: Reader): readonly CompletionItem[] {
  return reader.get(clustersQuery, '').map(({ name, environment }) => ({
    label: name,
    kind: 'cluster',
    ...(environment !== undefined && { detail: environment }),
  }));
}

/** The namespaces that applications deliver to, and those that the tree declares. */
function namespaces(reader: Reader): readonly CompletionItem[] {
  const delivered = reader
    .get(fleetQuery, '')
    .applications.map(({ destination }) => destination.namespace);
  const all = [...delivered, ...declared(reader, 'Namespace')].filter((name) => name !== '');
  return [...new Set(all)].sort().map(asObject);
}

function ownAddresses(reader: Reader): readonly CompletionItem[] {
  const { remotes } = reader.read(repositoryInput, '');
  const { keys } = reader.get(ownAddressesQuery, '');
  const found = remotes.length > 0 ? remotes : keys;
  return found.map((label) => ({ label, kind: 'value' }));
}

/** The keys of labels of clusters, with their values. */
export function labelKeys(reader: Reader): readonly CompletionItem[] {
  const found = new Map<string, Set<string>>();
  for (const { labels } of reader.get(clustersQuery, '')) {
    for (const [key, value] of Object.entries(labels)) {
      found.set(key, (found.get(key) ?? new Set()).add(value));
    }
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, values]) => ({ label, kind: 'label', detail: [...values].sort().join(', ') }));
}

/** The values that clusters have of a label. */
export function labelValues(reader: Reader, key: string | undefined): readonly CompletionItem[] {
  const counts = new Map<string, number>();
  for (const { labels } of reader.get(clustersQuery, '')) {
    const value = key === undefined ? undefined : labels[key];
    if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label]) => ({ label, kind: 'label' }));
}
