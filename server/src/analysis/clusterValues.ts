import { whyReads, type ReadingWay } from '../layers/fleet/whyReads.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { environmentRank, isProduction } from '../layers/register/environment.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import type { Query, Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { citationsIn, type Citation } from './citations.ts';
import { citedFilesQuery } from './citedFiles.ts';
import { explainNode } from './explain.ts';
import type { HoverField } from './hover.ts';
import { givesValues } from './links/chartValues.ts';
import { newMaskAccount, type MaskAccount } from './renderedRoot.ts';
import type { SourceTarget } from './sourceTarget.ts';

/** An application on a cluster that reads a file. */
export interface ReadingApplication {
  readonly key: string;
  readonly application: string;
  /** `undefined` where the repository cannot tell. */
  readonly cluster: string | undefined;
  readonly environment: string | undefined;
  readonly isProduction: boolean;
}

/** The applications whose output a file goes into, production first, then the way back from there. */
export function readingApplications(
  analysis: Analysis,
  file: FileId,
): Answer<readonly ReadingApplication[]> {
  return analysis.ask((reader) => reader.get(readingApplicationsQuery, file));
}

const readingApplicationsQuery: Query<FileId, readonly ReadingApplication[]> = {
  name: 'readingApplications',
  equals: deepEqual,
  compute: (file, reader) =>
    rowsOf(
      reader,
      whyReads(reader, file).filter(({ declares }) => !declares),
    ),
};

/** The applications to whose charts a file gives values, also where it is the one that declares them. */
export function chartApplications(
  analysis: Analysis,
  file: FileId,
): Answer<readonly ReadingApplication[]> {
  return analysis.ask((reader) =>
    rowsOf(
      reader,
      whyReads(reader, file).filter(({ application: { key } }) => givesValues(reader, file, key)),
    ),
  );
}

function rowsOf(reader: Reader, ways: readonly ReadingWay[]): readonly ReadingApplication[] {
  const rows = new Map(reader.get(clustersQuery, '').map((row) => [row.name, row]));
  return ways
    .map(({ application }): ReadingApplication => {
      const { key, name, destination } = application;
      const environment = rows.get(destination.cluster ?? '')?.environment;
      const isOne = environment !== undefined && isProduction(environment);
      const { cluster } = destination;
      return { key, application: name, cluster, environment, isProduction: isOne };
    })
    .sort(byWeight);
}

/** Production first, then environments from there back, then by name. */
function byWeight(a: ReadingApplication, b: ReadingApplication): number {
  return (
    Number(b.isProduction) - Number(a.isProduction) ||
    rankOf(b) - rankOf(a) ||
    compare(a.cluster ?? '\uffff', b.cluster ?? '\uffff') ||
    compare(a.application, b.application)
  );
}

function rankOf({ environment }: ReadingApplication): number {
  return environment === undefined ? -1 : environmentRank(environment);
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** What a place becomes on one cluster: the fields that have it in their chain. */
export interface ValueOnCluster {
  readonly on: ReadingApplication;
  /** Whether something of the application cannot be rendered, so that more may come of the place. */
  readonly hasGaps: boolean;
  /** One for each value and place that wins, by a key that is equal where both are. */
  readonly fields: ReadonlyMap<string, CitedField>;
}

/** A field that has a place in its chain, still to be explained. */
export interface CitedField {
  /** Values of Secrets are masked by the account: what is told side by side shares one. */
  readonly explain: (reader: Reader, masks: MaskAccount) => HoverField;
  readonly wins: boolean;
  readonly objects: ReadonlySet<string>;
  readonly value: string | undefined;
}

/** What a place becomes in the output of an application. */
export function valueOnCluster(
  analysis: Analysis,
  target: SourceTarget,
  on: ReadingApplication,
): Answer<ValueOnCluster> {
  return analysis.ask((reader) => {
    const { resources, gaps, failures } = reader.get(unitOutputQuery, on.key);
    const hasGaps = gaps.length + failures.length > 0;
    const indexes = reader.get(citedFilesQuery, on.key).get(target.file) ?? [];
    const fields = new Map<string, CitedField & { readonly objects: Set<string> }>();
    for (const index of indexes) {
      const resource = resources[index];
      if (resource === undefined) continue;
      for (const citation of citationsIn(resource, target)) {
        const key = keyOf(citation);
        const { kind, namespace, name } = resource.id;
        const object = `${kind}/${namespace}/${name}`;
        const known = fields.get(key);
        if (known !== undefined) {
          known.objects.add(object);
          continue;
        }
        const { wins, node, path } = citation;
        fields.set(key, {
          wins,
          objects: new Set([object]),
          value: node.kind === 'scalar' ? node.value : undefined,
          explain: (asked, masks) => ({
            ...explainNode(asked, resource, { path, node }, masks),
            root: on.application,
            wins,
          }),
        });
      }
    }
    return { on, hasGaps, fields };
  });
}

/** Equal for fields that come out the same and are written at the same place. */
function keyOf({ resource, node }: Citation): string {
  const value = node.kind === 'scalar' ? `${node.tag} ${node.value}` : node.kind;
  return JSON.stringify([value, resource.originOf(node).writtenAt]);
}

/** Clusters on which a place becomes the same. */
export interface ClusterGroup {
  readonly on: readonly ReadingApplication[];
  readonly field: HoverField;
}

/** Clusters with the same value from the same place stand together, in the order of the clusters. */
export function groupByValue(
  analysis: Analysis,
  values: readonly ValueOnCluster[],
): Answer<readonly ClusterGroup[]> {
  return analysis.ask((reader) => {
    const groups = new Map<
      string,
      { readonly on: ReadingApplication[]; readonly first: CitedField }
    >();
    for (const { on, fields } of values) {
      for (const [key, first] of fields) {
        const known = groups.get(key);
        if (known === undefined) groups.set(key, { on: [on], first });
        else known.on.push(on);
      }
    }
    const masks = newMaskAccount();
    return [...groups.values()].map(({ on, first }) => ({
      on,
      field: first.explain(reader, masks),
    }));
  });
}
