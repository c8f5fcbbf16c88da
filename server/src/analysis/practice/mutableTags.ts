import type { Resource } from '../../kustomize/resource.ts';
import { metadataEntry } from '../../kustomize/metadata.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { containersOf, podSpecOf } from './podSpecs.ts';

/** An image whose tag may name something else tomorrow. */
export interface MutableImage {
  readonly image: string;
  readonly at: SourcePointer;
}

/** Tags that are moved by those who push them: what they name is another image after the next build. */
const moved =
  /^(?:.+[-_.])?(?:latest|main|master|trunk|head|dev|devel|develop|edge|nightly|snapshot|canary|unstable|rolling|stable)$/i;

/** The images of an object's pods that have no tag, or one that moves, and no digest. */
export function mutableImages(resource: Resource): readonly MutableImage[] {
  const spec = podSpecOf(resource);
  if (spec === undefined || isSetByCluster(resource)) return [];
  return containersOf(spec).flatMap((container) => {
    const node = field(container, 'image');
    const image = rawText(node);
    if (node === undefined || !isMutable(image)) return [];
    return [{ image, at: resource.originOf(node).writtenAt }];
  });
}

/** OpenShift puts the digest of an image stream in the place of what stands in Git. */
function isSetByCluster({ node }: Resource): boolean {
  return metadataEntry(node, 'annotations', 'image.openshift.io/triggers') !== undefined;
}

/** Source: the reference format of the distribution project, `name[:tag][@digest]`. What is filled in later is not told. */
export function isMutable(image: string): boolean {
  if (image.trim() === '' || /[@$\s]|\{\{/.test(image)) return false;
  const [, tag = 'latest'] = /:([^/:]*)$/.exec(image) ?? [];
  return moved.test(tag);
}
