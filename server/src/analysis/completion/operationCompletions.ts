import type { Kustomization, Patch } from '../../kustomize/kustomization.ts';
import type { Resource } from '../../kustomize/resource.ts';
import { select } from '../../kustomize/selector.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { CompletionItem } from './completionItem.ts';
import type { CompletionContext } from './context.ts';
import { valueCompletions } from './objectCompletions.ts';

/** Whether a place is in a JSON patch: a list of operations. */
export function isInOperations({ path, document }: CompletionContext): boolean {
  return path[0] === '-' && !document.has('kind');
}

/** The objects that patches of a kustomization are for: those that their targets choose, or all where they say none. */
export function targetsOf(
  { patches, patchesJson6902 }: Kustomization,
  objects: readonly Resource[],
  isMeant: (patch: Patch) => boolean,
): readonly Resource[] {
  const chosen = new Set<Resource>();
  for (const { target } of [...patches, ...patchesJson6902].filter(isMeant)) {
    const selected = target && select(objects, target);
    const indexes = selected?.kind === 'selected' ? selected.indexes : objects.keys();
    for (const index of indexes) {
      const object = objects[index];
      if (object !== undefined) chosen.add(object);
    }
  }
  return [...chosen];
}

/** What can be written into an operation of a JSON patch for these objects: its keys, and which fields there are. */
export function operationCompletions(
  objects: readonly Resource[],
  { path, writes, prefix, siblings }: CompletionContext,
): readonly CompletionItem[] {
  if (path.length === 1 && writes !== 'value') {
    return ['op', 'path', 'value', 'from']
      .filter((name) => !siblings.has(name))
      .map((label) => ({ label, kind: 'field', insert: `${label}: ` }));
  }
  if (path.length !== 2 || writes === 'key') return [];
  switch (path[1]) {
    case 'op':
      return operations.map((label) => ({ label, kind: 'value' }));
    case 'path':
    case 'from':
      return pointerCompletions(objects, prefix, siblings.get('op') === 'add');
    case 'value':
      return valueCompletions(objects, stepsOf(siblings.get('path') ?? ''), new Map());
    default:
      return [];
  }
}

/** Source: RFC 6902, section 4. */
const operations = ['add', 'remove', 'replace', 'move', 'copy', 'test'] as const;

function stepsOf(pointer: string): readonly string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The fields below what is written already, as `/spec/template`; of items of lists the detail has the name. */
function pointerCompletions(
  objects: readonly Resource[],
  prefix: string,
  adds: boolean,
): readonly CompletionItem[] {
  const found = new Map<string, CompletionItem>();
  const offer = (label: string, detail: string): void => {
    if (label.startsWith(prefix) && !found.has(label)) {
      found.set(label, { label, kind: 'field', ...(detail !== '' && { detail }) });
    }
  };
  const visit = (node: ResourceNode, way: string): void => {
    // Only what leads on from what is written, and one level beyond it.
    const below = way === '' ? '' : `${way}/`;
    if (found.size >= mostPointers || (way !== '' && !prefix.startsWith(below))) return;
    if (node.kind === 'map') {
      for (const [index, key] of node.keys.entries()) {
        const step = `${below === '' ? '/' : below}${key.replaceAll('~', '~0').replaceAll('/', '~1')}`;
        const value = node.values[index];
        offer(step, '');
        if (value !== undefined) visit(value, step);
      }
    }
    if (node.kind === 'sequence') {
      for (const [index, item] of node.items.entries()) {
        offer(`${below}${index}`, rawText(field(item, 'name')));
        visit(item, `${below}${index}`);
      }
      if (adds) offer(`${below}-`, '');
    }
  };
  for (const { node } of objects) visit(node, '');
  return [...found.values()];
}

const mostPointers = 500;
