import { readClusterSecret } from '../argocd/clusterSecret.ts';
import type { Application } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import { isDeclaring } from '../layers/fleet/declaring.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { lineage } from '../layers/fleet/unitKeys.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { isKustomizationFile } from '../layers/roots.ts';
import { treePathsInput } from '../layers/treePaths.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import {
  draftAddCluster,
  draftRetireCluster,
  nameOfCluster,
  type ClusterDraft,
} from '../plan/clusters/addCluster.ts';
import type { ClusterQuestion } from '../plan/clusters/clusterQuestions.ts';
import { readText } from '../plan/readText.ts';
import type { Reader } from '../query/database.ts';
import { newMasks, writeRedacted } from '../secrets/redact.ts';
import type { ClusterNote } from '../text/clusterWords.en.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { groupBy } from '../util/groupBy.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { wholeProblems } from './configurationFaults.ts';
import { planMasks } from './maskedEdits.ts';
import type { PlanEdit } from './planRows.ts';
import { nameOf, resourceText } from './resourceName.ts';
import type { ApplicationImpact, TreeImpact } from './treeImpact.ts';

/** The edits of a plan for a cluster, as they may be shown, with what it copies and leaves. */
export interface DraftedCluster extends ClusterDraft {
  readonly edits: readonly PlanEdit[];
  /** Files that cannot be read, and that a plan may have to edit. */
  readonly unreadable: readonly FileId[];
}

/** A name of Kubernetes: of a label, of which names of clusters become parts. */
const validName = /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/;

/** Drafts a new cluster like another one; fails where a name means nothing, or too much. */
export function draftedAdd(
  analysis: Analysis,
  request: { readonly name: string; readonly like: string },
): Answer<Result<DraftedCluster, ClusterNote>> {
  return analysis.ask((reader) => {
    const { name, like } = request;
    if (!validName.test(name)) return failed({ code: 'invalid-name', parameters: { name } });
    const known = reader.get(clustersQuery, '').map((one) => one.name);
    if (!known.includes(like)) return failed(noCluster(like));
    if (known.includes(name)) return failed({ code: 'already-there', parameters: { name } });
    const draft = draftAddCluster(reader, request);
    const [taken] = draft.taken;
    if (taken !== undefined) return failed({ code: 'file-there', parameters: { file: taken } });
    return ok(shown(reader, draft, like));
  });
}

/** Drafts the end of a cluster; fails where there is none of the name. */
export function draftedRetirement(
  analysis: Analysis,
  name: string,
): Answer<Result<DraftedCluster, ClusterNote>> {
  return analysis.ask((reader) =>
    reader.get(clustersQuery, '').some((one) => one.name === name)
      ? ok(shown(reader, draftRetireCluster(reader, name), name))
      : failed(noCluster(name)),
  );
}

function noCluster(name: string): ClusterNote {
  return { code: 'no-cluster', parameters: { name } };
}

/** What the edits hide, no question tells. */
function shown(reader: Reader, draft: ClusterDraft, cluster: string): DraftedCluster {
  const { edits } = planMasks(reader, draft.texts);
  const told = groupBy(edits, ({ file }) => file);
  const isTold = ({ file, value }: ClusterQuestion): boolean =>
    told.get(file)?.some(({ after }) => after?.includes(value) === true) === true;
  const questions = draft.questions.map((one) => (isTold(one) ? one : { ...one, value: '' }));
  return { ...draft, questions, edits, unreadable: unreadableFiles(reader, cluster) };
}

/** The files of `.strata/` that cannot be read, and those that name the cluster: what a plan edits in them, nobody knows. */
function unreadableFiles(reader: Reader, cluster: string): readonly FileId[] {
  const name = nameOfCluster(reader, cluster);
  const ofStrata = wholeProblems(reader).flatMap(({ at }) => (at === undefined ? [] : [at.file]));
  const named = reader.read(treePathsInput, '').filter((file) => {
    // Templates of charts are no YAML before they are rendered.
    if (!/\.ya?ml$/.test(file) || /(?:^|\/)templates\//.test(file)) return false;
    const text = readText(reader, file);
    if (text === undefined || !name.isIn(text)) return false;
    const { problems } = isKustomizationFile(file) ? readConfiguration(text) : readObjects(text);
    return problems.length > 0;
  });
  return [...new Set([...ofStrata, ...named])];
}

/** The clusters of the tree, by name, with their environments. */
export function namedClusters(
  analysis: Analysis,
): Answer<readonly { readonly name: string; readonly environment: string | undefined }[]> {
  return analysis.ask((reader) =>
    reader.get(clustersQuery, '').map(({ name, environment }) => ({ name, environment })),
  );
}

/** An application as it is delivered to a cluster. */
export interface DeliveredThere {
  readonly application: string;
  readonly kind: string;
  readonly namespace: string;
  readonly path: string | undefined;
  readonly objects: number;
  /** Whether something of it is not known here. */
  readonly isOpen: boolean;
  /** What it renders to with another name for its cluster, without what tells contents apart in names; for comparing alone. */
  readonly printed: string;
  /** Its name with the other name of the cluster. */
  readonly called: string;
}

/** What is delivered to a cluster, as if the cluster had another name. */
export function deliveredThere(
  analysis: Analysis,
  { cluster, as }: { readonly cluster: string; readonly as: string },
): Answer<readonly DeliveredThere[]> {
  return analysis.ask((reader) => {
    const name = nameOfCluster(reader, cluster);
    return reader
      .get(fleetQuery, '')
      .applications.filter(({ destination }) => destination.cluster === cluster)
      .map((one): DeliveredThere => {
        const { resources, gaps, failures } = reader.get(unitOutputQuery, one.key);
        return {
          application: one.name,
          kind: one.kind,
          namespace: one.namespace,
          path: pathOf(one),
          objects: resources.length,
          isOpen: gaps.length + failures.length > 0,
          printed: name.replaced(printed(resources), as),
          called: name.replaced(`${one.kind}/${one.namespace}/${one.name}`, as),
        };
      });
  });
}

function pathOf({ sources }: Application): string | undefined {
  return sources.find(({ isHere, path }) => isHere && path !== undefined)?.path;
}

/** Objects in an order that does not rest on names, without hashes of contents. */
function printed(resources: readonly Resource[]): string {
  return resources
    .map(({ node }) => {
      const text = writeRedacted(node, newMasks());
      return 'yaml' in text ? text.yaml.replaceAll(contentHash, '#') : '?';
    })
    .sort()
    .join('---\n');
}

/**
 * What tells contents apart, and is another one where these name their cluster: ten letters that kustomize appends to names
 * (api/hasher/hasher.go `encode`), and the checksums that charts put into annotations.
 */
const contentHash = /-[bcdfghkmt2456789]{10}\b|\b[0-9a-f]{64}\b/g;

/** The generators of which nobody can tell what they make. */
export function openGenerators(analysis: Analysis): Answer<readonly string[]> {
  return analysis.ask((reader) => [
    ...new Set(reader.get(fleetQuery, '').openGenerators.map(({ object }) => object.id.name)),
  ]);
}

/** An application of a cluster, by which others come to other clusters. */
export interface Controlling {
  readonly application: string;
  /** How many. */
  readonly count: number;
}

/** The applications on a cluster by which others come to other clusters: nothing delivers these when the cluster is gone. */
export function controllingThere(
  analysis: Analysis,
  cluster: string,
): Answer<readonly Controlling[]> {
  return analysis.ask((reader) => {
    const { applications } = reader.get(fleetQuery, '');
    const elsewhere = applications.filter(({ destination }) => destination.cluster !== cluster);
    return applications
      .filter(({ destination }) => destination.cluster === cluster)
      .map(({ key, name }) => ({
        application: name,
        count: elsewhere.filter((one) => lineage(one.key).includes(key)).length,
      }))
      .filter(({ count }) => count > 0);
  });
}

/**
 * The objects by which Argo CD knows a cluster, and nobody else does: its Secret, or what a controller makes that of, where an
 * application delivers it. They come and go with the cluster.
 */
export function secretsOfCluster(
  analysis: Analysis,
  cluster: string,
): Answer<readonly DeliveredObject[]> {
  return analysis.ask((reader) => {
    const name = nameOfCluster(reader, cluster);
    return reader.get(fleetQuery, '').applications.flatMap((one) =>
      reader.get(unitOutputQuery, one.key).resources.flatMap((resource) => {
        const known = readClusterSecret(resource);
        if (known === undefined) return [];
        const isOwn =
          known.name === undefined ? name.isIn(known.secretName) : known.name.value === cluster;
        return isOwn ? [{ application: one.name, resource: resourceText(nameOf(resource)) }] : [];
      }),
    );
  });
}

/** An object, and the application that delivers it. */
export interface DeliveredObject {
  readonly application: string;
  readonly resource: string;
}

/** What a plan for a cluster does, beside what it promises. */
export interface ClusterEffects {
  /** The applications that appear on the cluster, or go from it. */
  readonly there: readonly ApplicationImpact[];
  /** Objects that declare what is delivered, which change where controllers run. */
  readonly declarations: readonly ChangedObject[];
  /** All else that would change: nobody promised it. */
  readonly others: readonly ChangedObject[];
  /** Roots and applications that would build no longer. */
  readonly broken: readonly string[];
  /** Roots and applications of which nobody would know what they render to. */
  readonly unknown: readonly string[];
}

/** An object that changes. */
export interface ChangedObject {
  readonly application: string;
  readonly cluster: string | undefined;
  readonly resource: string;
  readonly change: string;
}

interface ToldObject {
  readonly told: ChangedObject;
  readonly isDeclaration: boolean;
}

/** Tells what a plan promises from what else it would do; `secrets` are those of the cluster itself. */
export function effectsOn(
  { applications, roots }: TreeImpact,
  { cluster, secrets }: { readonly cluster: string; readonly secrets: readonly DeliveredObject[] },
): ClusterEffects {
  const isThere = ({ row, previousCluster }: ApplicationImpact): boolean =>
    row.cluster === cluster || previousCluster === cluster;
  // Where a root does not build, nothing is told of its objects: that they do not differ means nothing there.
  const worse = (status: 'fails' | 'unknown'): readonly string[] => [
    ...roots.flatMap((one) => (one.status === status && !one.isNew ? [one.root] : [])),
    ...applications.flatMap((one) =>
      one.status === status && !one.isNew && !isThere(one) ? [one.row.name] : [],
    ),
  ];
  const changed = applications.filter(({ status }) => status !== 'touched');
  const elsewhere = changed
    .filter((one) => !isThere(one))
    .flatMap((one): readonly ToldObject[] => {
      const { name: application, cluster: where } = one.row;
      const objects = one.resources.map(({ resource, name, change }) => ({
        told: { application, cluster: where, resource, change },
        isDeclaration:
          isDeclaring(name) ||
          isRecord(name) ||
          secrets.some((own) => own.application === application && own.resource === resource),
      }));
      // Something about it changed that is no object of it.
      return objects.length > 0 || !one.objectChanged
        ? objects
        : [
            {
              told: { application, cluster: where, resource: one.row.kind, change: one.status },
              isDeclaration: false,
            },
          ];
    });
  return {
    there: changed.filter(isThere),
    declarations: elsewhere.filter((one) => one.isDeclaration).map(({ told }) => told),
    others: elsewhere.filter((one) => !one.isDeclaration).map(({ told }) => told),
    broken: worse('fails'),
    unknown: worse('unknown'),
  };
}

/** Objects that hold the clusters that a controller knows, and what projects let it do. */
function isRecord({ group, kind }: { readonly group: string; readonly kind: string }): boolean {
  return group === 'argoproj.io' && kind === 'AppProject';
}
