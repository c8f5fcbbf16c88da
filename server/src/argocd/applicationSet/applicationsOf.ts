import { reason, type Reason } from '../../delivery/reason.ts';
import { toJson } from '../../kustomize/goJson.ts';
import type { KustomizationProblem } from '../../kustomize/kustomizationProblem.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { plainTag } from '../../yaml/goScalar.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { isArgoKind } from '../application.ts';
import type { SourcePlace, TreeOf } from '../sources.ts';
import { applicationSetType } from './applicationSetTypes.ts';
import type { ClusterSecret } from './clusterGenerator.ts';
import { coercionOf, decodeJson } from './decode.ts';
import { contextOf } from './expandApplicationSet.ts';
import { expansionError, within, type Expanded } from './failure.ts';
import { generateApplications, worstFailure } from './generateApplications.ts';
import type { FileGlobbing } from './gitFiles.ts';
import type { Repository } from './gitGenerator.ts';
import type { Json } from './json.ts';
import { applicationResources } from './applicationResources.ts';
import { trackedRepository } from './trackedRepository.ts';
import { plainJson, problemWords } from './yaml.ts';

/** With what an ApplicationSet of the tree is expanded. */
export interface SetContext {
  readonly reader: Reader;
  readonly clusters: readonly ClusterSecret[];
  /** Whether these are all clusters that Argo CD has. */
  readonly clustersKnown: boolean;
  readonly argocdNamespace?: string;
  /** `revision` is `undefined` for the default branch. */
  readonly isHere: (repository: string, revision: string | undefined) => SourcePlace;
  /** The folder of a tree beside the one at hand; `undefined` where there is none. */
  readonly treeOf?: TreeOf;
  /** Whether git generators that name another revision of the tree's own repository read the tree at hand all the same. */
  readonly ownRevisions?: 'followed' | 'at-hand';
  readonly fileGlobbing?: FileGlobbing;
}

/** What is known of the applications of an ApplicationSet. */
export interface SetApplications {
  /** In the controller's order; each value says where in the ApplicationSet it was written. */
  readonly applications: readonly Resource[];
  /** Why there may be more of them; each reason once. */
  readonly open: readonly Reason[];
  /** Where the controller fails, and so makes and changes none. */
  readonly failure?: Problem;
  /** Whether the controller would panic. */
  readonly crashes?: true;
  /** A content is not loaded yet, which the reader has been told; there are no applications then. */
  readonly pending?: true;
  /** The revisions of the tree's own repository that git generators read, but for the one that the tree stands for. */
  readonly otherRevisions?: readonly string[];
  /** The folders and files that those generators find in the tree at hand, where they read it all the same. */
  readonly foundAtHand?: readonly FileId[];
}

/**
 * The applications that the controller makes of an ApplicationSet. What it takes from clusters that are not known, other
 * repositories, other revisions and services is left out, and told; `undefined` for an object of another kind.
 * Source: Argo CD 3.2.0 applicationset/controllers/template/template.go `GenerateApplications`.
 */
export function applicationsOf(set: Resource, context: SetContext): SetApplications | undefined {
  if (!isArgoKind(set, 'ApplicationSet')) return undefined;
  const at = set.originOf(set.node).writtenAt;
  const decoded = decodeSet(set.node);
  if (decoded.kind === 'failed') return failed(decoded.failure.message, at);
  const pending = new Set<'pending'>();
  const open = new Map<string, Reason>();
  const report = (found: Reason): void => void open.set(JSON.stringify(found), found);
  const repositoryIn = (tree: FileId): Repository =>
    trackedRepository(context.reader, () => void pending.add('pending'), tree);
  const repository = repositoryIn('');
  const otherRevisions = new Set<string>();
  const foundAtHand = new Set<FileId>();
  const { applications, failures } = generateApplications(
    decoded.value,
    contextOf(decoded.value, {
      clusters: context.clusters,
      ...(context.argocdNamespace === undefined
        ? {}
        : { argocdNamespace: context.argocdNamespace }),
      ...(context.fileGlobbing === undefined ? {} : { fileGlobbing: context.fileGlobbing }),
      repository,
      openness: {
        clustersKnown: context.clustersKnown,
        repositoryAt: (address, revision) => {
          const { isHere, isFollowed } = context.isHere(address, revisionOf(revision));
          if (isHere && !isFollowed) {
            otherRevisions.add(revision);
            if (context.ownRevisions === 'at-hand') return recorded(repository, foundAtHand);
          }
          const tree = placeOf(address, revision, context);
          return tree === '' ? repository : typeof tree === 'string' ? repositoryIn(tree) : tree;
        },
        report,
      },
    }),
  );
  const revisions = {
    ...(otherRevisions.size === 0 ? {} : { otherRevisions: [...otherRevisions] }),
    ...(foundAtHand.size === 0 ? {} : { foundAtHand: [...foundAtHand] }),
  };
  if (pending.size > 0) return { applications: [], open: [], pending: true, ...revisions };
  const failure = worstFailure(failures.filter(({ kind }) => kind !== 'outside'));
  for (const { kind, message } of failures)
    if (kind === 'outside') report(reason('applicationset.outside', { message }));
  if (failure !== undefined) {
    const found = { ...failed(failure.message, at), ...revisions };
    return failure.kind === 'crash' ? { ...found, crashes: true } : found;
  }
  return {
    applications: applicationResources(set, applications),
    open: [...open.values()],
    ...revisions,
  };
}

/** A repository that tells what is found in it. */
function recorded(repository: Repository, found: Set<FileId>): Repository {
  const record = (paths: readonly string[]): void => {
    for (const path of paths) found.add(path);
  };
  return {
    folders: (pattern) => {
      const folders = repository.folders(pattern);
      record(folders);
      return folders;
    },
    files: (pattern, globbing) => {
      const files = repository.files(pattern, globbing);
      if (files.kind === 'ok') record(files.value);
      return files;
    },
    parse: repository.parse,
  };
}

/** `undefined` for the default branch. */
function revisionOf(written: string): string | undefined {
  return written === '' || written === 'HEAD' ? undefined : written;
}

function failed(message: string, at: Problem['at']): SetApplications {
  return {
    applications: [],
    open: [],
    failure: problem('argocd.applicationset-fails', { message }, at),
  };
}

/** The folder of the tree that holds a revision of a repository, `''` for the tree at hand. */
function placeOf(
  address: string,
  written: string,
  { isHere, treeOf }: SetContext,
): FileId | Reason {
  const revision = revisionOf(written);
  const place = isHere(address, revision);
  if (place.isFollowed) return '';
  return (
    treeOf?.(address, revision) ??
    (place.isHere
      ? reason('applicationset.git-other-revision', { revision: written })
      : reason('applicationset.git-elsewhere', { repository: address }))
  );
}

function decodeSet(node: ResourceNode): Expanded<Json> {
  const found: KustomizationProblem[] = [];
  const json = toJson(asPrinted(node), coercionOf(applicationSetType), {
    version: 2,
    numbers: 'yaml',
    duplicates: 'warn',
    report: (one) => void found.push(one),
  });
  const bad = found.find(({ severity }) => severity === 'error');
  if (bad !== undefined) return expansionError(`yaml: ${problemWords(bad)}`);
  const decoded = within(
    decodeJson(applicationSetType, plainJson(json)),
    'error unmarshaling JSON: while decoding JSON',
  );
  return decoded.kind === 'failed' ? decoded : { kind: 'ok', value: decoded.value ?? {} };
}

/** Scalars that are no texts as Argo CD reads what is printed of them: by the rules of YAML 1.1. */
function asPrinted(node: ResourceNode): ResourceNode {
  switch (node.kind) {
    case 'scalar':
      return node.tag === '!!str' ? node : { ...node, tag: plainTag(node.value, 2) };
    case 'map':
      return { ...node, values: node.values.map(asPrinted) };
    case 'sequence':
      return { ...node, items: node.items.map(asPrinted) };
    case 'alias':
      return node;
  }
}
