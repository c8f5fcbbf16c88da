import { dictType, dictValue, stringValue, type MapValue } from '../../template/value.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { ok } from '../../util/result.ts';
import { within, type Expanded } from './failure.ts';
import { fieldOf, listAt, textsAt, type Json } from './json.ts';
import { sanitizeName } from './names.ts';
import { addValues, textMapValue, textParameters, type Parameters } from './parameters.ts';
import type { TemplateMode } from './render.ts';
import { matchesSelector, readSelector } from './selector.ts';

/** A cluster that Argo CD knows by a Secret: the Secret's name, namespace, labels and annotations, and what is in it. */
export interface ClusterSecret {
  readonly secretName: string;
  /** The namespace of the Secret; that of Argo CD where it is not given. */
  readonly namespace?: string;
  readonly name: string;
  /** The address of its API server; empty where `isServerUnknown`. */
  readonly server: string;
  /** Nobody says its address: who asks for that cannot be answered. */
  readonly isServerUnknown?: true;
  /** The project to which the cluster is bound. */
  readonly project?: string;
  /** A Secret counts as a cluster by the label `argocd.argoproj.io/secret-type: cluster`, which is taken for given. */
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** The address of the cluster in which Argo CD runs. */
export const localServer = 'https://kubernetes.default.svc';

/** The name of the cluster in which Argo CD runs, where no Secret gives it another. */
export const localName = 'in-cluster';

const typeLabel = 'argocd.argoproj.io/secret-type';

/** The clusters that Argo CD lists, by their names and addresses. Source: applicationset/utils/clusterUtils.go. */
export function listClusters(
  clusters: readonly ClusterSecret[],
  argocdNamespace: string,
): readonly { readonly name: string; readonly server: string }[] {
  const listed = inOrder(clusters)
    .filter(
      (cluster) =>
        (cluster.namespace ?? argocdNamespace) === argocdNamespace &&
        labelsOf(cluster).get(typeLabel) === 'cluster',
    )
    .map(({ name, server }) => ({ name, server: server.replace(/\/+$/, '') }));
  return listed.some(({ server }) => server === localServer)
    ? listed
    : [...listed, { name: localName, server: localServer }];
}

function inOrder(clusters: readonly ClusterSecret[]): readonly ClusterSecret[] {
  return clusters.toSorted((left, right) => compareBytes(left.secretName, right.secretName));
}

function labelsOf({ labels = {} }: ClusterSecret): ReadonlyMap<string, string> {
  return new Map([[typeLabel, 'cluster'], ...Object.entries(labels)]);
}

/** How parameters of clusters are made. */
export interface ClusterReading {
  readonly mode: TemplateMode;
  /** What to do about clusters whose address is asked for and not known, by their names; a failure ends the expansion. */
  readonly needServer?: (names: readonly string[]) => Expanded<undefined>;
}

/**
 * The parameters of a clusters generator: clusters without a Secret first, then the Secrets that the selector takes.
 * Source: Argo CD 3.2.0 applicationset/generators/cluster.go.
 */
export function clusterParameters(
  generator: Json,
  clusters: readonly ClusterSecret[],
  argocdNamespace: string,
  { mode, needServer }: ClusterReading,
): Expanded<readonly Parameters[]> {
  const selector = fieldOf(generator, 'selector');
  const read = within(
    readSelector(selector, 'labels'),
    'error getting cluster secrets: error converting label selector',
  );
  if (read.kind === 'failed') {
    return read;
  }
  const ignoresLocal =
    textsAt(selector, 'matchLabels').size > 0 || listAt(selector, 'matchExpressions').length > 0;
  const secrets = new Map(
    inOrder(clusters)
      .filter(
        (cluster) =>
          labelsOf(cluster).get(typeLabel) === 'cluster' &&
          matchesSelector(read.value, labelsOf(cluster)),
      )
      .map((cluster) => [cluster.name, cluster] as const),
  );
  const listed = listClusters(clusters, argocdNamespace);
  const picked = listed.flatMap(({ name }) => secrets.get(name) ?? []);
  const silent = picked.filter(({ isServerUnknown }) => isServerUnknown === true);
  const isLeftOut = needServer !== undefined && silent.length > 0;
  const asked = isLeftOut ? needServer(silent.map(({ name }) => name)) : ok(undefined);
  if (asked.kind === 'failed') return asked;
  const withSecret = isLeftOut ? picked.filter((one) => !silent.includes(one)) : picked;
  const local = ignoresLocal ? [] : listed.filter(({ name }) => !secrets.has(name));
  const values = textsAt(generator, 'values');
  const sets: Parameters[] = [];
  for (const set of [
    ...local.map(localParameters),
    ...withSecret.map((each) => secretParameters(each, mode)),
  ]) {
    const added = within(
      addValues(set, values, mode),
      'error appending templated values for cluster: failed to replace templated string',
    );
    if (added.kind === 'failed') {
      return added;
    }
    sets.push(added.value);
  }
  return ok(fieldOf(generator, 'flatList') === true ? [flatList(sets)] : sets);
}

function flatList(sets: readonly Parameters[]): Parameters {
  return dictValue([['clusters', { kind: 'list', element: dictType, items: sets }]]);
}

function localParameters({
  name,
  server,
}: {
  readonly name: string;
  readonly server: string;
}): Parameters {
  return textParameters([
    ['name', name],
    ['nameNormalized', name],
    ['server', server],
    ['project', ''],
  ]);
}

function secretParameters(cluster: ClusterSecret, mode: TemplateMode): Parameters {
  const set = textParameters([
    ['name', cluster.name],
    ['nameNormalized', sanitizeName(cluster.name)],
    ['server', cluster.server],
    ['project', cluster.project ?? ''],
  ]);
  const annotations = Object.entries(cluster.annotations ?? {});
  const labels = [...labelsOf(cluster)];
  if (mode.goTemplate) {
    set.entries.set('metadata', metadata(annotations, labels));
    return set;
  }
  for (const [key, text] of annotations) {
    set.entries.set(`metadata.annotations.${key}`, stringValue(text));
  }
  for (const [key, text] of labels) {
    set.entries.set(`metadata.labels.${key}`, stringValue(text));
  }
  return set;
}

type Texts = readonly (readonly [string, string])[];

function metadata(annotations: Texts, labels: Texts): MapValue {
  const value = dictValue();
  if (annotations.length > 0) {
    value.entries.set('annotations', textMapValue(annotations));
  }
  value.entries.set('labels', textMapValue(labels));
  return value;
}
