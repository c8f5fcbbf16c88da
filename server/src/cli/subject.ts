import { applicationRows } from '../analysis/applicationRows.ts';
import type { RenderSource } from '../analysis/analysis.ts';
import { findApplication } from '../analysis/findApplication.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Call, Option } from './command.ts';
import type { Io } from './io.ts';
import { openRoot, openTree, type TreeRefusal } from './tree.ts';

/** What a call is about: a root, or an application on a cluster. */
export interface Subject {
  readonly workspace: Workspace;
  readonly source: RenderSource;
  /** What it is called in what is printed. */
  readonly name: string;
  /** The root where it is one, else the folder of the application. */
  readonly root: string;
}

/** The options that name an application in the place of a folder. */
export const applicationOptions: readonly Option[] = [
  {
    name: 'app',
    value: 'NAME',
    text: 'In the place of a folder: the application of this name.',
  },
  { name: 'cluster', value: 'NAME', text: 'With --app: the cluster that it is delivered to.' },
];

/** Opens the folder that a call names by a word, or the application that it names by `--app` and `--cluster`. */
export async function openSubject(
  call: Call,
  io: Io,
  word: string | undefined,
): Promise<Result<Subject, TreeRefusal>> {
  const name = call.options.get('app');
  if (name === undefined) {
    const open = await openRoot(call, io, word ?? '');
    if (open.kind === 'failed') return open;
    const { workspace, root } = open.value;
    return ok({ workspace, source: root, name: root === '' ? '.' : root, root });
  }
  const tree = await openTree(call, io);
  if (tree.kind === 'failed') return tree;
  const rows = await tree.value.complete(applicationRows, io.signal);
  const found = findApplication(rows, name, call.options.get('cluster'));
  if (found.kind === 'failed') return failed({ exitCode: 2, message: found.failure });
  const { key, cluster, path = '' } = found.value;
  const title = `${found.value.name} on ${cluster ?? 'a cluster that only its controller knows'}`;
  return ok({ workspace: tree.value, source: { application: key }, name: title, root: path });
}
