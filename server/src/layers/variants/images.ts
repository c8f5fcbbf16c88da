import type { Resource } from '../../kustomize/resource.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';

/** An image that an application runs, taken apart. */
export interface RunningImage {
  /** With its registry, without tag and digest. */
  readonly name: string;
  /** The tag, else the digest; `''` where it has neither. */
  readonly version: string;
}

/**
 * The images of the containers of all workloads, each once, the main one first: the one that is called like the
 * application, else the first that a container has.
 */
export function imagesOf(
  resources: readonly Resource[],
  application: string,
): readonly RunningImage[] {
  const found = new Map<string, RunningImage>();
  for (const { node } of resources) {
    for (const image of imagesIn(node)) {
      const read = readImage(image);
      if (read !== undefined) found.set(image, read);
    }
  }
  const images = [...found.values()];
  const isMain = ({ name }: RunningImage): boolean =>
    name.slice(name.lastIndexOf('/') + 1) === application;
  return [...images.filter(isMain), ...images.filter((image) => !isMain(image))];
}

/** The images of `containers` at any depth: pod templates stand at different places. */
function imagesIn(node: ResourceNode): readonly string[] {
  if (node.kind === 'sequence') return node.items.flatMap(imagesIn);
  if (node.kind !== 'map') return [];
  return node.keys.flatMap((key, index) => {
    const value = node.values[index];
    if (value === undefined) return [];
    if (key !== 'containers' || value.kind !== 'sequence') return imagesIn(value);
    return value.items.map((item) => rawText(field(item, 'image')));
  });
}

/** Source: the reference format of the distribution project, `name[:tag][@digest]`. */
function readImage(image: string): RunningImage | undefined {
  const [rest = '', digest] = image.split('@');
  const colon = rest.lastIndexOf(':');
  const hasTag = colon > rest.lastIndexOf('/');
  const name = hasTag ? rest.slice(0, colon) : rest;
  if (name === '') return undefined;
  return { name, version: hasTag ? rest.slice(colon + 1) : (digest ?? '') };
}
