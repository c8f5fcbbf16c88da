import type { BranchNode, TemplateNode } from './nodes.ts';

/** The variables that a branch may give another value, whichever way it goes. */
export function assignedVariables(node: BranchNode): ReadonlySet<string> {
  const names = new Set<string>();
  const visit = (nodes: readonly TemplateNode[]): void => {
    for (const each of nodes) {
      if (each.kind === 'action' && each.pipe.assigns) {
        each.pipe.variables.forEach((name) => names.add(name));
      }
      if (each.kind === 'if' || each.kind === 'with' || each.kind === 'range') {
        visit(each.list);
        visit(each.otherwise ?? []);
      }
    }
  };
  visit(node.list);
  visit(node.otherwise ?? []);
  return names;
}
