import type { Resource } from '../kustomize/resource.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** What an object is called where the patches of a root see it. */
export interface NameInLayer {
  readonly name: string;
  /** `undefined` where it names none there. */
  readonly namespace: string | undefined;
}

/**
 * What a rendered object is called before the prefix, the suffix, the namespace and the hashes of the root that renders it;
 * patches, `images` and `replicas` of that root know it by this name.
 */
export function nameInLayer(resource: Resource, root: FileId): NameInLayer {
  const metadata = field(resource.node, 'metadata');
  const before = (key: string): string | undefined => {
    const node = field(metadata, key);
    return node && textBefore(resource, node, root);
  };
  return { name: before('name') ?? resource.id.name, namespace: before('namespace') };
}

/** The steps of a root that give an object another name, after its patches. */
const naming: ReadonlySet<string> = new Set([
  'namePrefix',
  'nameSuffix',
  'namespace',
  'hash',
  'transformer',
]);

function textBefore(resource: Resource, node: ResourceNode, root: FileId): string | undefined {
  let origin: FieldOrigin | undefined = resource.originOf(node);
  let text: string | undefined = rawText(node);
  // A hash is put on at the very end, whichever root asked for it.
  while (
    origin !== undefined &&
    naming.has(origin.by.kind) &&
    (origin.by.root === root || origin.by.kind === 'hash')
  ) {
    origin = origin.previous;
    text = origin?.gave?.value;
  }
  return text;
}
