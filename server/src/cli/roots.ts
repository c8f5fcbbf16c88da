import { layers, type Layer, type Role } from '../analysis/layers.ts';
import { wantsJson, type Command } from './command.ts';
import { styled, type Output, type Style } from './io.ts';
import { toJson } from './json.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata roots`: every kustomization root in its role. */
export const rootsCommand: Command = {
  name: 'roots',
  summary: 'Lists the kustomization roots with their roles',
  forms: ['roots [options]'],
  details: [
    'A root is a component by its kind; else an overlay if it has bases; else a base if others use it;',
    'else it stands alone.',
  ],
  options: [],
  examples: [
    { line: 'strata roots', text: 'All roots of the workspace' },
    {
      line: 'strata roots --workspace apps/checkout --json',
      text: 'Those of one folder, for scripts',
    },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) {
      return wrongUse(io, 'roots', 'it takes no words; --workspace DIR names a smaller tree.');
    }
    const tree = await openTree(call, io);
    if (tree.kind === 'failed') return refuse(io, tree.failure);
    const roots = await tree.value.complete(layers, io.signal);
    io.out.write(wantsJson(call) ? toJson({ roots }) : rootsText(io.out, roots));
    return 0;
  },
};

const styles: Readonly<Record<Role, Style>> = {
  component: 'cyan',
  overlay: 'green',
  base: 'bold',
  standalone: 'dim',
};

/** Roots in columns: role, folder, and what they build on. */
export function rootsText(output: Output, roots: readonly Layer[]): string {
  const width = Math.max(...roots.map(({ root }) => nameOf(root).length), 0);
  return roots
    .map(({ root, role, bases }) => {
      const name = nameOf(root);
      const below =
        bases.length === 0 ? '' : `  ${styled(output, 'dim', `← ${bases.map(nameOf).join(', ')}`)}`;
      const line = `${styled(output, styles[role], role.padEnd(10))}  ${below === '' ? name : name.padEnd(width)}${below}`;
      return `${line}\n`;
    })
    .join('');
}

function nameOf(root: string): string {
  return root === '' ? '.' : root;
}
