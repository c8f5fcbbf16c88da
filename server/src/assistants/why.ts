import { mayRead, why } from '../analysis/why.ts';
import { readingPathJson } from '../analysis/whyDocument.ts';
import { failed, ok } from '../util/result.ts';
import { filesParameter } from './files.ts';
import { refusedCluster } from './fleet.ts';
import { writtenPath } from './proposedTree.ts';
import type { Tool } from './tool.ts';

/** Which clusters read a file, and on which way. */
export const whyTool: Tool = {
  name: 'why',
  title: 'Who reads a file',
  description: [
    'Says which applications on which clusters read a file, and on which way through the layers; also for a',
    'file that is not there yet. What a change of it really changes is a question for impact.',
  ].join(' '),
  parameters: [
    {
      name: 'file',
      kind: 'text',
      required: true,
      text: 'The path from the top of the repository.',
    },
    { name: 'cluster', kind: 'text', text: 'Only the ways to this cluster.' },
    filesParameter,
  ],
  run: async (question) => {
    const {
      arguments: { text },
      workspace,
      tree,
      signal,
    } = question;
    const written = text.get('file') ?? '';
    const file = writtenPath(workspace, written);
    if (file === undefined || file === '') return failed(`${written} is no file of the workspace.`);
    const cluster = text.get('cluster');
    const known = await tree.complete((one) => why(one, file), signal);
    const open = await tree.complete((one) => mayRead(one, file), signal);
    const paths = [...known, ...open].filter(
      (one) => cluster === undefined || one.open || one.cluster === cluster,
    );
    const wrong = paths.every((one) => one.open) ? await refusedCluster(question) : undefined;
    if (wrong !== undefined) return failed(wrong);
    return ok({
      file,
      isThere: tree.host.analysis().files.has(file),
      clusters: [...new Set(paths.map((one) => one.cluster ?? null))],
      paths: paths.map(readingPathJson),
    });
  },
};
