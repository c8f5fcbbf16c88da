import { problem } from '../../text/problem.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { pointerTo, type Resource } from '../resource.ts';
import type { StepContext } from '../step.ts';

/**
 * Says which directives of a patch mean nothing to kustomize, which knows `$patch` alone: it takes the others for fields and
 * prints them, and Kubernetes refuses or drops them then.
 * Source: kubernetes.io, "Update API Objects in Place Using kubectl patch"; kyaml v0.21.1 yaml/merge2/smpdirective.go.
 */
export function noteDirectives(patch: Resource, context: StepContext): void {
  visit(patch.node, (directive, ordinal) => {
    context.report.note(
      problem(
        'kustomize.directive-without-meaning',
        { directive },
        pointerTo(patch.source, ordinal),
      ),
    );
  });
}

const unknown = /^\$(?:retainKeys$|setElementOrder\/|deleteFromPrimitiveList\/)/;

function visit(node: ResourceNode, tell: (directive: string, ordinal: number) => void): void {
  if (node.kind === 'sequence') for (const item of node.items) visit(item, tell);
  if (node.kind !== 'map') return;
  for (const [index, value] of node.values.entries()) {
    const key = node.keys[index] ?? '';
    // The key stands before its value.
    if (unknown.test(key)) tell(key, value.ordinal - 1);
    else visit(value, tell);
  }
}
