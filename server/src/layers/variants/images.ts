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
  return mainFirst([...found.values()], application);
}

/**
 * The images that the values of a chart name, as most charts take them: maps with `repository` and `tag`. For charts that
 * are not here; which of them run only the chart knows.
 */
export function imagesOfValues(
  values: ResourceNode | undefined,
  application: string,
): readonly RunningImage[] {
  const found = new Map<string, RunningImage>();
  const visit = (node: ResourceNode): void => {
    if (node.kind === 'sequence') node.items.forEach(visit);
    if (node.kind !== 'map') return;
    const [name, tag] = [rawText(field(node, 'repository')), rawText(field(node, 'tag'))];
    const [version = '', digest = ''] = tag.split('@');
    if (name !== '' && tag !== '') {
      found.set(`${name}:${tag}`, { name, version: version === '' ? digest : version });
    }
    node.values.forEach(visit);
  };
  if (values !== undefined) visit(values);
  return mainFirst([...found.values()], application);
}

function mainFirst(images: readonly RunningImage[], application: string): readonly RunningImage[] {
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
