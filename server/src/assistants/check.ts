import { allFindings, checkDocument } from '../analysis/checkDocument.ts';
import type { PolicyFinding } from '../analysis/clusterPolicy.ts';
import { newFindings } from '../analysis/policyGroups.ts';
import { unreadFindings } from '../analysis/unreadFiles.ts';
import { failed, ok } from '../util/result.ts';
import { checkTree } from '../workspace/check.ts';
import { newTurns } from '../workspace/turns.ts';
import { filesParameter } from './files.ts';
import { refusedCluster } from './fleet.ts';
import type { Question, Tool } from './tool.ts';

/** What is delivered against the rules that hold on each cluster. */
export const checkTool: Tool = {
  name: 'check',
  title: 'Check against the rules',
  description: [
    'Checks the rendered objects against the rules that hold on each cluster: Pod Security, admission policies',
    'of the repository, quotas, projects. Each finding is at the line that set the value, with its clusters.',
    'With files, only what the texts that you propose make worse is told; notEvaluated says what is not checked.',
  ].join(' '),
  parameters: [
    { name: 'cluster', kind: 'text', text: 'Only what is delivered to this cluster.' },
    filesParameter,
  ],
  run: async (question) => {
    const { arguments: given, workspace, tree, proposed } = question;
    const wrong = await refusedCluster(question);
    if (wrong !== undefined) return failed(wrong);
    const after = await checked(tree.complete, question);
    const found = [...(await unread(tree.complete, question)), ...after.flatMap(allFindings)];
    if (given.files.size === 0) return ok(checkDocument(after, found));
    if (proposed.length === 0) return ok(checkDocument(after, []));
    const before = await checked(workspace.complete, question);
    const older = [...(await unread(workspace.complete, question)), ...before.flatMap(allFindings)];
    return ok(checkDocument(after, newFindings(older, found)));
  },
};

function unread(
  complete: Question['tree']['complete'],
  { today, signal }: Question,
): Promise<readonly PolicyFinding[]> {
  return complete((one) => unreadFindings(one, today), signal);
}

function checked(
  complete: Question['tree']['complete'],
  { arguments: { text }, today, signal }: Question,
): ReturnType<typeof checkTree> {
  const cluster = text.get('cluster');
  const pause = newTurns(signal);
  const isAsked = ({ name }: { readonly name: string | undefined }): boolean =>
    cluster === undefined || name === cluster;
  return checkTree(complete, { today, isAsked, pause: () => pause() }, signal);
}
