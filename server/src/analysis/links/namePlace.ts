import { gvkOf } from '../../kubernetes/gvk.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { pointerIn, type SourceDocument } from './documents.ts';

/** A place in a file that holds the name of an object. */
export interface NamePlace {
  /**
   * - `object`: `metadata.name` of an object or of a patch.
   * - `generator`: the name of a generator, which makes an object or changes one of a base.
   * - `selector`: what a patch, a replacement, `replicas` or `vars` chooses by.
   * - `reference`: a field of another object, as kustomize follows them.
   * - `controller`: a field of an object of Argo CD or Flux, which no build changes.
   */
  readonly how: 'object' | 'generator' | 'selector' | 'reference' | 'controller';
  /** The scalar, which holds nothing but the name. */
  readonly at: SourcePointer;
  readonly name: string;
  /** The types that can be meant; a group or a kind of `''` is any. */
  readonly types: readonly NamedType[];
  /** `''` where none is said. */
  readonly namespace: string;
}

/** A type as far as a place says it. */
export interface NamedType {
  readonly group: string;
  readonly kind: string;
}

/** Whether a type can be one that a place means. */
export function isOfTypes({ group, kind }: NamedType, types: readonly NamedType[]): boolean {
  return types.some(
    (one) => (one.group === '' || one.group === group) && (one.kind === '' || one.kind === kind),
  );
}

/** A place at a node that is a scalar with a plain name. */
export function namePlace(
  document: SourceDocument,
  node: ResourceNode | undefined,
  rest: Pick<NamePlace, 'how' | 'types' | 'namespace'>,
): readonly NamePlace[] {
  if (node?.kind !== 'scalar' || !isName(node.value)) return [];
  return [{ ...rest, at: pointerIn(document, node), name: node.value }];
}

/** Whether a text is a name, and no pattern or placeholder. */
export function isName(text: string): boolean {
  return /^[\w][\w.:-]*$/.test(text);
}

/** The selectors of a file of replacements: a map or a list of them. */
export function replacementNames(document: SourceDocument): readonly NamePlace[] {
  const { node } = document;
  const items = node.kind === 'sequence' ? node.items : [node];
  return items.flatMap((item) => {
    const targets = field(item, 'targets');
    if (targets === undefined) return [];
    const selectors = (targets.kind === 'sequence' ? targets.items : []).flatMap((target) => {
      const reject = field(target, 'reject');
      return [field(target, 'select'), ...(reject?.kind === 'sequence' ? reject.items : [])];
    });
    return [field(item, 'source'), ...selectors].flatMap((selector) =>
      selectorName(document, selector),
    );
  });
}

/** The name that a map of `kind`, `name` and more chooses by. */
export function selectorName(
  document: SourceDocument,
  selector: ResourceNode | undefined,
): readonly NamePlace[] {
  const { group } = gvkOf(rawText(field(selector, 'apiVersion')), '');
  const own = rawText(field(selector, 'group'));
  const types = [{ group: own === '' ? group : own, kind: rawText(field(selector, 'kind')) }];
  const plain = types.filter((type) => isName(type.kind) || type.kind === '');
  return namePlace(document, field(selector, 'name'), {
    how: 'selector',
    types: plain.length === 0 ? [{ group: '', kind: '' }] : plain,
    namespace: rawText(field(selector, 'namespace')),
  });
}
