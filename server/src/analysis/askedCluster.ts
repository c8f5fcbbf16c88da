import { isReadAsFollowed, type Application } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import { clusterKindsOf, kindOf } from '../layers/clusterKinds.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { clusterKey } from '../layers/fleet/ownedObjects.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { isProduction } from '../layers/register/environment.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import {
  checkedCluster,
  type CheckedCluster,
  type CheckedObject,
  type RuleAnswer,
} from '../policy/checkedCluster.ts';
import { ruleParts } from '../policy/clusterRules.ts';
import type { Query } from '../query/database.ts';
import { isSecret, newMasks, withMaskedSecret } from '../secrets/redact.ts';
import { groupBy } from '../util/groupBy.ts';
import { decodeToJson, type JsonValue } from '../yaml/decode.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** The applications of each cluster, by what tells the cluster from others; sorted by its name. */
export const worldsQuery: Query<'', ReadonlyMap<string, readonly Application[]>> = {
  name: 'policyClusters',
  compute: (_key, reader) => {
    const { applications } = reader.get(fleetQuery, '');
    const worlds = groupBy(applications, worldOf);
    return new Map(
      [...worlds].sort(([a, [one]], [b, [other]]) => {
        const [left, right] = [displayName(one), displayName(other)];
        return left === right ? compare(a, b) : compare(left, right);
      }),
    );
  },
};

function displayName(application: Application | undefined): string {
  return application?.destination.cluster ?? '\uffff';
}

/** What may be one cluster is one; what nobody can place stands alone. */
function worldOf(application: Application): string {
  const { certainty, destination, key } = application;
  const known =
    certainty === 'open'
      ? clusterKey({ ...application, certainty: 'inferred' })
      : clusterKey(application);
  return known ?? destination.cluster ?? `? ${key}`;
}

/** A cluster that the rules are asked about. */
export interface AskedCluster {
  readonly facts: { readonly name: string | undefined; readonly isProduction: boolean };
  readonly checked: CheckedCluster;
  /** What the rules ask about it (`ruleParts`). */
  readonly parts: readonly (() => RuleAnswer)[];
  /** The keys of applications that could not be rendered whole: what is missing of them is not checked. */
  readonly incomplete: readonly string[];
  /** The keys of applications that follow another revision, which cannot be read here: they are not checked. */
  readonly elsewhere: readonly string[];
  /** How many objects each application renders to, by its key; without those that are `elsewhere`. */
  readonly objects: ReadonlyMap<string, number>;
}

/** A cluster and what the rules ask about it, by `questionOf`. Renders all that is delivered there. */
export const askedClusterQuery: Query<string, AskedCluster> = {
  name: 'askedCluster',
  // It holds all that is delivered there.
  droppable: true,
  compute: (question, reader) => {
    const { key, minor } = readQuestion(question);
    const applications = reader.get(worldsQuery, '').get(key) ?? [];
    const name = applications[0]?.destination.cluster;
    const row = reader.get(clustersQuery, '').find((one) => one.name === name);
    const facts = {
      name,
      isProduction: row?.environment !== undefined && isProduction(row.environment),
      minor: minor ?? minorOf(row?.kubernetesVersion),
      served: new Set(row?.apiVersions),
    };
    const outputs = applications.filter(isFollowed).map((application) => ({
      application,
      output: reader.get(unitOutputQuery, application.key),
    }));
    const scopes = clusterKindsOf(outputs.flatMap(({ output }) => output.resources));
    const objects = outputs.flatMap(({ application, output }) =>
      output.resources.map((resource) => checkedObject(resource, application, scopes)),
    );
    const checked = checkedCluster(facts, objects);
    return {
      facts,
      checked,
      parts: ruleParts(checked),
      incomplete: outputs
        .filter(({ output }) => output.failures.length + output.gaps.length > 0)
        .map(({ application }) => application.key),
      elsewhere: applications.filter((one) => !isFollowed(one)).map((one) => one.key),
      objects: new Map(
        outputs.map(({ application, output }) => [application.key, output.resources.length]),
      ),
    };
  },
};

/** What a part of the rules says, by its number and `questionOf`. */
export const rulePartQuery: Query<string, RuleAnswer> = {
  name: 'rulePart',
  droppable: true,
  compute: (key, reader) => {
    const space = key.indexOf(' ');
    const { parts } = reader.get(askedClusterQuery, key.slice(space + 1));
    return parts[Number(key.slice(0, space))]?.() ?? { breaches: [], unevaluated: [] };
  },
};

/** What is asked about a cluster, by its key: `minor` stands for the minor version of its Kubernetes 1. */
export interface PolicyQuestion {
  readonly key: string;
  readonly minor?: number | undefined;
}

/**
 * How many parts there are of what the rules say of a cluster (`preparePolicyPart`), so that nobody waits for all of them at
 * once. Renders all that is delivered there and was not rendered yet.
 */
export function policyParts(analysis: Analysis, { key, minor }: PolicyQuestion): Answer<number> {
  return analysis.ask(
    (reader) => reader.get(askedClusterQuery, questionOf(key, minor)).parts.length,
  );
}

/** Asks one part, and remembers what it says. */
export function preparePolicyPart(
  analysis: Analysis,
  { key, minor }: PolicyQuestion,
  part: number,
): Answer<null> {
  return analysis.ask((reader) => {
    reader.get(rulePartQuery, `${part} ${questionOf(key, minor)}`);
    return null;
  });
}

/** Renders an application, by its key, and remembers what it renders to. */
export function prepareApplication(analysis: Analysis, key: string): Answer<null> {
  return analysis.ask((reader) => {
    reader.get(unitOutputQuery, key);
    return null;
  });
}

/** What is delivered from another revision is checked as it is there; where it cannot be read, what stands here is another. */
export function isFollowed({ sources }: Application): boolean {
  return sources.every((source) => !source.isHere || isReadAsFollowed(source));
}

/** A cluster by its key, and the minor version that stands for its own, as one text. */
export function questionOf(key: string, minor: number | undefined): string {
  return `${minor ?? ''} ${key}`;
}

function readQuestion(question: string): {
  readonly key: string;
  readonly minor: number | undefined;
} {
  const space = question.indexOf(' ');
  const minor = question.slice(0, space);
  return { key: question.slice(space + 1), minor: minor === '' ? undefined : Number(minor) };
}

/** The minor version of a version of Kubernetes 1, such as `v1.33.4` or `1.33`. */
export function minorOf(version: string | undefined): number | undefined {
  const minor = /^v?1\.(\d+)(?:[.+-]|$)/.exec(version ?? '')?.[1];
  return minor === undefined ? undefined : Number(minor);
}

/** `scopes` are the custom kinds without a namespace. */
function checkedObject(
  resource: Resource,
  application: Application,
  scopes: ReadonlySet<string>,
): CheckedObject {
  const { namespace } = resource.id;
  const clusterScoped = resource.id.clusterScoped || scopes.has(kindOf(resource));
  const placedIn = namespace === '' ? application.destination.namespace : namespace;
  return {
    resource,
    application,
    isSecret:
      withMaskedSecret(resource.node, newMasks()) !== resource.node || isSecret(resource.node),
    namespace: clusterScoped ? '' : placedIn === '' ? 'default' : placedIn,
    value: () => valueOf(resource.node),
  };
}

/** Nodes never change, and an edit leaves most of them as they are. */
const values = new WeakMap<ResourceNode, JsonValue>();

function valueOf(node: ResourceNode): JsonValue {
  const known = values.get(node);
  if (known !== undefined) return known;
  const decoded = decodeToJson(node);
  const value = 'value' in decoded ? decoded.value : {};
  values.set(node, value);
  return value;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
