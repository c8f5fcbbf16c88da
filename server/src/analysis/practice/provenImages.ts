import type { Resource } from '../../kustomize/resource.ts';
import { unitOutputQuery } from '../../layers/fleet/units.ts';
import type { Reader } from '../../query/database.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { groupBy } from '../../util/groupBy.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { isMutable } from './mutableTags.ts';
import type { Placed, PracticeFound } from './placed.ts';
import { containersOf, podSpecOf } from './podSpecs.ts';

/** An image of pods, by its name with the tag, and the digest that it is held to. */
export interface TaggedImage {
  /** `name:tag`. */
  readonly image: string;
  /** `undefined` where only the tag says which image it is. */
  readonly digest: string | undefined;
}

/** The images of an object's pods that have a tag. Where they stand is asked later: of charts it costs a second rendering. */
export function taggedImages(resource: Resource): readonly TaggedImage[] {
  return placedImages(resource).map(({ image, digest }) => ({ image, digest }));
}

/** An image with the node that says it. */
interface PlacedImage extends TaggedImage {
  readonly node: ResourceNode;
}

function placedImages(resource: Resource): readonly PlacedImage[] {
  const spec = podSpecOf(resource);
  if (spec === undefined) return [];
  return containersOf(spec).flatMap((container) => {
    const node = field(container, 'image');
    const parts = /^([^@$\s{]+:[\w][\w.-]*)(?:@(sha256:[0-9a-f]{64}))?$/.exec(rawText(node));
    const [, image, digest] = parts ?? [];
    if (node === undefined || image === undefined) return [];
    return [{ image, digest, node }];
  });
}

/**
 * Images of production that are not the one that another stage runs under the same name and tag (`practice.unproven-image`):
 * the digest is another one, or there is none while the other stage is held to one.
 */
export function unprovenImages(
  reader: Reader,
  placed: readonly Placed[],
  production: ReadonlySet<string>,
): readonly PracticeFound[] {
  const proven = groupBy(
    placed
      .filter(({ cluster }) => !production.has(cluster))
      .flatMap(({ cluster, facts }) =>
        facts.tagged.flatMap(({ image, digest }) =>
          digest === undefined ? [] : [{ image, digest, cluster }],
        ),
      ),
    ({ image }) => image,
  );
  if (proven.size === 0) return [];
  return placed
    .filter(({ cluster }) => production.has(cluster))
    .flatMap(({ application, cluster, facts }) =>
      facts.tagged.flatMap(({ image, digest }): readonly PracticeFound[] => {
        const known = proven.get(image) ?? [];
        const [first] = [...known].sort((a, b) => (a.cluster < b.cluster ? -1 : 1));
        const isProven = known.some((one) => one.digest === digest);
        // A tag that moves is told as such.
        if (first === undefined || isProven || (digest === undefined && isMutable(image)))
          return [];
        const parameters = { image, digest: shortDigest(first.digest), stage: first.cluster };
        return placesOf(reader, application.key, { image, digest }).map((at) => ({
          code: 'practice.unproven-image',
          application,
          at,
          cluster,
          parameters,
        }));
      }),
    );
}

/** Where an application says an image, each place once. */
function placesOf(
  reader: Reader,
  key: string,
  { image, digest }: TaggedImage,
): readonly SourcePointer[] {
  const places = reader.get(unitOutputQuery, key).resources.flatMap((resource) =>
    placedImages(resource)
      .filter((one) => one.image === image && one.digest === digest)
      .map(({ node }) => resource.originOf(node).writtenAt),
  );
  return [...new Map(places.map((at) => [JSON.stringify(at), at])).values()];
}

function shortDigest(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12);
}
