import type { BranchNode, Operand, TemplateNode } from './nodes.ts';

/** Whether a branch, one way or the other, may write on the line on which it begins. */
export function mayWriteInline({ list, otherwise }: BranchNode): boolean {
  return startsInline(list) || startsInline(otherwise ?? []);
}

function startsInline(nodes: readonly TemplateNode[]): boolean {
  for (const node of nodes) {
    switch (node.kind) {
      case 'text':
        if (node.text !== '') return !node.text.startsWith('\n');
        break;
      case 'action':
        // What is given to a variable is not written.
        if (node.pipe.variables.length === 0)
          return !beginsLine(node.pipe.commands.at(-1)?.words[0]);
        break;
      case 'if':
      case 'with':
      case 'range':
        return mayWriteInline(node);
      case 'template':
        return true;
      case 'break':
      case 'continue':
        return false;
    }
  }
  return false;
}

/** `nindent` begins with a line break. */
function beginsLine(word: Operand | undefined): boolean {
  return word?.kind === 'identifier' && word.name === 'nindent';
}
