import { rightsFor } from '../analysis/rights.ts';
import { rightsJson } from '../analysis/rightsDocument.ts';
import { failed, ok } from '../util/result.ts';
import { filesParameter } from './files.ts';
import type { Tool } from './tool.ts';

/** The least rights that controllers need. */
export const rightsTool: Tool = {
  name: 'rights',
  title: 'Least rights',
  description: [
    'Says the least RBAC rules and the least AppProject that controllers need for exactly what is rendered for a',
    'cluster, a project of Argo CD or a tenant, and which lines of the repository grant more.',
  ].join(' '),
  parameters: [
    {
      name: 'name',
      kind: 'text',
      required: true,
      text: 'A cluster, a project of Argo CD, or a tenant.',
    },
    filesParameter,
  ],
  run: async ({ arguments: { text }, tree, signal }) => {
    const name = text.get('name') ?? '';
    const answer = await tree.complete((one) => rightsFor(one, name), signal);
    if (answer.kind === 'rights') return ok(rightsJson(answer.rights));
    const hint =
      answer.near === undefined
        ? 'The tool clusters lists clusters.'
        : `Did you mean ${answer.near}?`;
    return failed(`There is no cluster, project or tenant ${name}. ${hint}`);
  },
};
