import { defaultRenderOptions } from '../analysis/analysis.ts';
import type { ApplicationRow } from '../analysis/impactApplicationRows.ts';
import { documentOf, type ImpactDocument } from '../analysis/impactDocument.ts';
import { groupRoots } from '../analysis/impactGroups.ts';
import { changes, countImpact, rankOfCluster } from '../analysis/impactHeadline.ts';
import type { TreeImpact } from '../analysis/treeImpact.ts';
import { failed, mapResult, ok, type Result } from '../util/result.ts';
import { impactOf } from '../workspace/impact.ts';
import { LiveImpact } from '../workspace/liveImpact.ts';
import { sideOfTree } from '../workspace/planFork.ts';
import { nameSides, openSidesBeside, type Side } from '../workspace/sides.ts';
import { newTurns } from '../workspace/turns.ts';
import { filesParameter } from './files.ts';
import { refusedCluster } from './fleet.ts';
import type { Question, Tool } from './tool.ts';

/** Which clusters a change really changes: of proposed texts, or of what is not committed yet. */
export const impactTool: Tool = {
  name: 'impact',
  title: 'Impact of a change',
  description: [
    'Says which clusters, applications, objects and fields a change of this GitOps repository really changes,',
    'by rendering before and after. Ask it before you say that an edit of YAML is done: with files, the',
    'texts that you propose are compared with the files as they are, and nothing is written. Without files,',
    'the working tree is compared with what it shares with the default branch, or with base.',
    'Clusters that are not listed do not change; status unknown, a cluster of null and gaps say what cannot be told.',
  ].join(' '),
  parameters: [
    filesParameter,
    {
      name: 'base',
      kind: 'text',
      text: 'A commit, branch or tag to compare with, exactly.',
    },
    { name: 'cluster', kind: 'text', text: 'Only what concerns this cluster.' },
  ],
  run: async (question) => {
    const compared = await compare(question);
    if (compared.kind === 'failed') return compared;
    const document = documentOf(compared.value, undefined);
    const cluster = question.arguments.text.get('cluster');
    // Of a cluster that is gone, only the comparison knows; a name that is mistaken would seem to be left as it is.
    const wrong = document.clusters.some(({ name }) => name === cluster)
      ? undefined
      : await refusedCluster(question);
    if (wrong !== undefined) return failed(wrong);
    return ok({
      ...told(document, compared.value, cluster),
      newFiles: newFilesOf(question),
    });
  },
};

/** Proposed files that are not there yet: one whose path is mistaken would seem to change nothing. */
function newFilesOf({ proposed, workspace }: Question): readonly string[] | undefined {
  const { files } = workspace.host.analysis();
  const fresh = proposed.filter((path) => !files.has(path));
  return fresh.length > 0 ? fresh : undefined;
}

async function compare(question: Question): Promise<Result<TreeImpact, string>> {
  const { arguments: given, proposed, live, workspace, tree, trusted, signal } = question;
  const base = given.text.get('base');
  const asksFor = given.files.size > 0;
  if (asksFor && base === undefined) {
    return ok(await between(sideOfTree('worktree', workspace), question));
  }
  if (!trusted) return failed('The folder is not trusted, so that git is not asked.');
  if (!asksFor || proposed.length === 0) {
    const own = base === undefined ? live : new LiveImpact(workspace, { base });
    own.forgetNames();
    try {
      return mapResult(await own.compare(signal), ({ impact }) => impact);
    } finally {
      if (own !== live) own.dispose();
    }
  }
  const named = await nameSides(workspace.top, { base }, signal);
  if (named.kind === 'failed') return named;
  const sides = await openSidesBeside(workspace, named.value, { signal });
  if (sides.kind === 'failed') return sides;
  try {
    await sideOfTree('proposed', tree).prepareReach(signal);
    return ok(await between(sides.value.base, question));
  } finally {
    sides.value.base.host.dispose();
  }
}

function between(base: Side, { tree, signal }: Question): Promise<TreeImpact> {
  const sides = { base, head: sideOfTree('proposed', tree), workspace: undefined };
  const pause = newTurns(signal);
  const shard = { index: 0, count: 1 };
  const options = { render: defaultRenderOptions, shard, pause: () => pause() };
  return impactOf(sides, options, signal);
}

function told(
  document: ImpactDocument,
  { reach }: TreeImpact,
  cluster: string | undefined,
): object {
  const { base, head, roots, applications, clusters, mergesTo, looseEnds, crossings } = document;
  const here = (name: string | null): boolean =>
    cluster === undefined || name === cluster || name === null;
  const groups = groupRoots(document).map(({ roots: own, row }) => ({
    ...row,
    root: undefined,
    roots: own,
  }));
  const own = applications.filter((row) => here(row.cluster));
  const paths = new Set(own.map(({ path }) => path));
  const declaredIn = own.map(({ declaredAt }) => declaredAt.replace(/:\d+$/, ''));
  const names = new Set([
    ...declaredIn,
    ...own.map(({ name, cluster: on }) => `${name} on ${on ?? ''}`),
  ]);
  return {
    before: base,
    after: head,
    files: filesOf(reach.changed),
    counts: { ...countImpact(document, [], filesOf(reach.changed).length), roots: undefined },
    clusters: clusters
      .filter(({ name }) => here(name))
      .toSorted(
        (a, b) => Number(changes(b)) - Number(changes(a)) || rankOfCluster(b) - rankOfCluster(a),
      ),
    applications: own.filter(hasMore).map(applicationTold),
    changes:
      cluster === undefined
        ? groups
        : groups.filter(({ roots: all }) => all.some((one) => paths.has(one) || names.has(one))),
    touched: {
      applications: own.filter((row) => !hasMore(row)).length,
      roots: roots.filter(({ status }) => status === 'touched').length,
    },
    mergesTo,
    looseEnds,
    crossings,
  };
}

/** The changed paths without folders that came or went with what is in them. */
function filesOf(changed: ReadonlySet<string>): readonly string[] {
  const sorted = [...changed].sort();
  const folders = new Set(
    sorted.flatMap((path) => path.split('/').map((_, at, parts) => parts.slice(0, at).join('/'))),
  );
  return sorted.filter((path) => !folders.has(path));
}

function hasMore({ status, object, gaps }: ApplicationRow): boolean {
  return status !== 'touched' || object || gaps.some(({ changed }) => changed);
}

/** An application without its objects, which are told with its root: other applications of the root change in the same way. */
function applicationTold(row: ApplicationRow): object {
  const { name, namespace, controller, cluster, path, status, object, dangers, approvals } = row;
  return {
    name,
    namespace,
    controller,
    cluster,
    path,
    status,
    object: object ? true : undefined,
    restarts: row.resources.some(({ restarts }) => restarts) ? true : undefined,
    previousPath: row.previousPath,
    previousCluster: row.previousCluster,
    followsRevision: row.followsRevision,
    suspended: row.suspended,
    certainty: row.certainty,
    why: row.certainty === 'known' ? undefined : row.why,
    dangers: dangers.length > 0 ? dangers : undefined,
    approvals: approvals.length > 0 ? approvals : undefined,
    gaps: row.gaps.length > 0 ? row.gaps : undefined,
  };
}
