import type { Application } from '../../delivery/application.ts';
import { repositoryOf } from '../../kustomize/files.ts';
import { fleetQuery } from '../../layers/fleet/fleet.ts';
import { clusterKey } from '../../layers/fleet/ownedObjects.ts';
import { isProduction } from '../../layers/register/environment.ts';
import { clustersQuery } from '../../layers/register/fleetClusters.ts';
import { meantWord } from '../../layers/register/slips.ts';
import type { Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import { groupBy } from '../../util/groupBy.ts';
import { sharedCredentials } from './credentials.ts';
import { environmentBranches } from './environmentBranches.ts';
import { practiceFactsQuery } from './facts.ts';
import { olderBuilds } from './olderKustomize.ts';
import type { Placed, PracticeFound } from './placed.ts';
import { unprovenImages } from './provenImages.ts';
import { windowFindings } from './syncWindows.ts';

/**
 * What the field would do otherwise on the clusters, at the places that make it so, each once: `practice.mutable-tag`,
 * `practice.unproven-image`, `practice.prune-unprotected`, `practice.prunes-many`, `practice.missing-object` (with `-but`),
 * `practice.whole-cluster`, `practice.environment-branch`, `practice.shared-credential`, `practice.static-token`,
 * `practice.older-kustomize` (with `-fails`), and what windows of projects make of Applications. Renders
 * every application that was not rendered yet.
 */
export function practiceFindings(reader: Reader): readonly Problem[] {
  return onceForEachPlace(practiceFound(reader));
}

/** The same, on each cluster. */
export function practiceFound(reader: Reader): readonly PracticeFound[] {
  const placed = placedApplications(reader);
  const production = productionClusters(reader);
  return [
    ...placed.flatMap((one) => (production.has(one.cluster) ? mutableTags(one) : [])),
    ...unprovenImages(reader, placed, production),
    ...placed.flatMap((one) => prunes(one, production)),
    ...[...groupBy(placed, ({ key }) => key).values()].flatMap((all) => [
      ...missingObjects(all),
      ...wholeCluster(all),
    ]),
    ...environmentBranches(placed),
    ...sharedCredentials(reader, placed, reader.get(clustersQuery, '')),
    ...placed.flatMap(staticTokens),
    ...windowFindings(reader, placed, production),
    ...olderBuilds(reader, placed, reader.get(clustersQuery, '')),
  ];
}

function placedApplications(reader: Reader): readonly Placed[] {
  return reader.get(fleetQuery, '').applications.flatMap((application) => {
    const { cluster } = application.destination;
    const key = clusterKey(application);
    if (key === undefined || cluster === undefined || application.suspended) return [];
    return [{ application, cluster, key, facts: reader.get(practiceFactsQuery, application.key) }];
  });
}

/** The clusters of which somebody says that they are production, or that their names do. */
function productionClusters(reader: Reader): ReadonlySet<string> {
  return new Set(
    reader
      .get(clustersQuery, '')
      .filter(({ environment }) => environment !== undefined && isProduction(environment))
      .map(({ name }) => name),
  );
}

function mutableTags({ application, facts, cluster }: Placed): readonly PracticeFound[] {
  return facts.images.map(({ image, at }) => {
    const name = image.split(':').length > 1 ? image : `${image}:latest`;
    return { code: 'practice.mutable-tag', application, at, cluster, parameters: { image: name } };
  });
}

function staticTokens({ application, facts, cluster }: Placed): readonly PracticeFound[] {
  return facts.tokens.map(({ object, account, at }) => ({
    code: 'practice.static-token',
    application,
    at,
    cluster,
    parameters: { object, account },
  }));
}

/** A claim holds data wherever it is; what a type or a namespace holds is told of production. */
function prunes(
  { application, facts, cluster }: Placed,
  production: ReadonlySet<string>,
): readonly PracticeFound[] {
  if (!application.prunes) return [];
  const controller = controllerName(application);
  const told = facts.unprotected
    .filter(({ at }) => repositoryOf(at.file) === undefined)
    .filter(({ kind }) => kind === 'PersistentVolumeClaim' || production.has(cluster));
  return [...groupBy(told, ({ kind }) => kind)].flatMap(([kind, all]): readonly PracticeFound[] => {
    if (all.length > mostPruned) {
      const names = all.map(({ name }) => name).sort();
      const parameters = {
        application: application.name,
        controller,
        count: String(all.length),
        kind,
        names: [...names.slice(0, mostListed), ...(names.length > mostListed ? ['…'] : [])].join(
          ', ',
        ),
      };
      const at = application.declaredAt;
      return [{ code: 'practice.prunes-many', application, at, cluster, parameters }];
    }
    return all.map(({ name, at }) => ({
      code: 'practice.prune-unprotected',
      application,
      at,
      cluster,
      parameters: { object: `${kind}/${name}`, controller },
    }));
  });
}

/** How many objects of one kind are told one by one: of more, their application is told once. */
const mostPruned = 3;

/** How many of those a message names. */
const mostListed = 5;

function controllerName({ controller }: Application): string {
  return controller === 'flux' ? 'Flux' : 'Argo CD';
}

/**
 * What pods need and nothing brings. Where something that is not known may bring it, nothing is told: a chart that is not
 * here, an operator, a Secret that somebody makes by hand. A name that is one slip away from one that is there is told all
 * the same.
 */
function missingObjects(all: readonly Placed[]): readonly PracticeFound[] {
  const made = new Set(all.flatMap((one) => one.facts.makes.map((name) => inNamespace(one, name))));
  const open = new Set(all.flatMap(openNamespaces));
  const byPlace = groupBy([...made], (name) => name.slice(0, name.lastIndexOf('/')));
  return all.flatMap((one) =>
    one.facts.needs.flatMap(({ kind, name, namespace, by, at }): readonly PracticeFound[] => {
      const place = inNamespace(one, `${kind}/${namespace}`);
      if (made.has(`${place}/${name}`) || madeByClusters(kind, name)) return [];
      const known = byPlace.get(place)?.map((each) => each.slice(place.length + 1)) ?? [];
      const candidate = meantWord(name, known);
      const parameters = { by, object: `${kind}/${name}` };
      const where = { application: one.application, at, cluster: one.cluster };
      if (candidate !== undefined) {
        const found = { ...parameters, candidate };
        return [{ code: 'practice.missing-object-but', ...where, parameters: found }];
      }
      const isOpen = kind === 'Secret' || open.has('') || open.has(place.split('/')[1] ?? '');
      if (isOpen) return [];
      return [{ code: 'practice.missing-object', ...where, parameters }];
    }),
  );
}

/** A name in full: what has no namespace of its own is put into that of the application. */
function inNamespace({ application }: Placed, name: string): string {
  const [kind = '', namespace = '', ...rest] = name.split('/');
  const own = namespace === '' ? application.destination.namespace : namespace;
  return [kind, own, ...rest].join('/');
}

/** The namespaces into which an application may bring what is not known; `''` for all. */
function openNamespaces({ application, facts }: Placed): readonly string[] {
  const isElsewhere = application.sources.some(({ isHere, isFollowed }) => !isHere || !isFollowed);
  if (!facts.isOpen && !isElsewhere && !facts.hasCustomObjects) return [];
  return [application.destination.namespace, ...facts.namespaces];
}

/** What Kubernetes, or an OpenShift, puts into each namespace, and what operators make under names that say so. */
function madeByClusters(kind: string, name: string): boolean {
  switch (kind) {
    case 'ServiceAccount':
      return /^(?:default|builder|deployer|pipeline)$/.test(name);
    case 'ConfigMap':
      return /^(?:kube-root-ca\.crt|openshift-service-ca\.crt)$|trusted-ca|ca-bundle|generated/.test(
        name,
      );
    default:
      return false;
  }
}

/** How many namespaces are many for one application. */
const manyNamespaces = 4;

/** One application that alone brings all workloads to a cluster: what fails in one part of it holds up all. */
function wholeCluster(all: readonly Placed[]): readonly PracticeFound[] {
  const [one, ...others] = all.filter(({ facts }) => facts.namespaces.length > 0);
  if (one === undefined || others.length > 0 || one.application.controller !== 'argocd') return [];
  const { application, facts, cluster } = one;
  if (facts.namespaces.length < manyNamespaces) return [];
  const parameters = { application: application.name, count: String(facts.namespaces.length) };
  const at = application.declaredAt;
  return [{ code: 'practice.whole-cluster', application, at, cluster, parameters }];
}

/** How many clusters are named. */
const mostNames = 3;

/** The same at one place is told once, with its clusters. What stands in a remote source cannot be mended here. */
function onceForEachPlace(found: readonly PracticeFound[]): readonly Problem[] {
  const own = found.filter(({ at }) => repositoryOf(at.file) === undefined);
  const groups = groupBy(own, ({ code, at, parameters }) => JSON.stringify([code, at, parameters]));
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const names = [...new Set(group.map(({ cluster }) => cluster))].sort();
    const more = names.length > mostNames ? ', …' : '';
    const clusters = `${names.slice(0, mostNames).join(', ')}${more}`;
    return [problem(first.code, { ...first.parameters, clusters }, first.at)];
  });
}
