import type { Findings } from '../kustomize/collector.ts';
import { joinPath } from '../kustomize/files.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import type { ChartName } from './fetchedChart.ts';
import type { Certainty, Reason } from './reason.ts';

/** Who brings an application to its cluster; `plain` where rules of `.strata/config.yaml` say what is deployed. */
export type Controller = 'argocd' | 'flux' | 'plain';

/** One source (or several) delivered to one destination: an Application, a Kustomization or HelmRelease of Flux. */
export interface Application {
  /** Tells it from all others of the tree, and stays the same as long as its object keeps its name and its parents. */
  readonly key: string;
  readonly controller: Controller;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string;
  readonly destination: Destination;
  readonly sources: readonly ApplicationSource[];
  /** The root, or the file, whose build yields the object. */
  readonly declaredIn: FileId;
  readonly declaredAt: SourcePointer;
  /** The application whose build yields the object; `undefined` where somebody applies it by hand. */
  readonly parent: string | undefined;
  readonly certainty: Certainty;
  readonly why: Reason;
  /** The object itself, as its parents render it; `undefined` for a controller `plain`. */
  readonly object: Resource | undefined;
  /** Whether what vanishes from its output is deleted in the cluster, as far as the object says. */
  readonly prunes: boolean;
  /** Whether deleting the object deletes what it has deployed. */
  readonly cascades: boolean;
  readonly suspended: boolean;
}

/** Where an application is delivered to. */
export interface Destination {
  /** The name of the cluster; `undefined` where only the cluster's own data would tell. */
  readonly cluster: string | undefined;
  /** The address of its API server, where the object says it. */
  readonly server: string | undefined;
  /** The namespace of objects that name none; `''` where it does not matter. */
  readonly namespace: string;
}

/** Where an application takes its files from. */
export interface ApplicationSource {
  /** The address as it is written; `''` where there is none. */
  readonly repository: string;
  /** Whether it is the repository of the tree. */
  readonly isHere: boolean;
  /** The revision as it is written; `undefined` where the object names none. */
  readonly revision: string | undefined;
  /** Whether the tree stands for that revision: what is read there is what the controller reads. */
  readonly isFollowed: boolean;
  /** The folder, in the tree where `isHere`. */
  readonly path: FileId | undefined;
  /** Whether the folder is there, in the tree that is read. */
  readonly pathExists: boolean;
  /**
   * The folder of the tree beside the one at hand that is read instead of it: that of the revision that is followed, of
   * another repository, or of a chart that was fetched; `undefined` where it is the tree at hand that is read, or nothing.
   */
  readonly tree?: FileId | undefined;
  readonly build: SourceBuild;
  /** The chart by its name, where it comes from a repository of charts. */
  readonly chart: string | undefined;
  /** The chart as it is fetched from there, where its address is known. */
  readonly wants?: ChartName | undefined;
  /** The name under which other sources of the application refer to its files (`$name`). */
  readonly ref: string | undefined;
  /** The branch that a hydrator writes and the controller reads, where the source is what it is written from. */
  readonly hydratedTo?: string | undefined;
}

/** Whether what a source holds can be read, wherever it stands. */
export function isRead({ isHere, tree }: Pick<ApplicationSource, 'isHere' | 'tree'>): boolean {
  return isHere || tree !== undefined;
}

/** Whether what is read of a source is what the controller reads. */
export function isReadAsFollowed({
  isHere,
  isFollowed,
  tree,
}: Pick<ApplicationSource, 'isHere' | 'isFollowed' | 'tree'>): boolean {
  return (isHere && isFollowed) || tree !== undefined;
}

/** The folder of a source where it is read, of a fetched chart all of it; `undefined` where it is not, or has none. */
export function readFolder(
  source: Pick<ApplicationSource, 'isHere' | 'tree' | 'path' | 'chart'>,
): FileId | undefined {
  const { tree, path, chart } = source;
  if (chart !== undefined) return tree;
  if (path === undefined || !isRead(source)) return undefined;
  return tree === undefined ? path : joinPath(tree, path);
}

/** What is made of the files of a source; `files` where other sources only read them. */
export type SourceBuild = 'kustomize' | 'directory' | 'helm' | 'plugin' | 'files' | 'unknown';

/** What an application renders to, in order, and what stood in the way. */
export interface RenderedApplication extends Findings {
  readonly resources: readonly Resource[];
}

/** An application that renders to nothing, with nothing in the way. */
export const nothingRendered: RenderedApplication = {
  resources: [],
  failures: [],
  notes: [],
  gaps: [],
};
