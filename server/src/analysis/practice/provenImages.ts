import type { Resource } from '../../kustomize/resource.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { groupBy } from '../../util/groupBy.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { isMutable } from './mutableTags.ts';
import type { Placed, PracticeFound } from './placed.ts';
import { containersOf, podSpecOf } from './podSpecs.ts';

/** An image of pods, by its name with the tag, and the digest that it is held to. */
export interface TaggedImage {
  /** `name:tag`. */
  readonly image: string;
  /** `undefined` where only the tag says which image it is. */
  readonly digest: string | undefined;
  readonly at: SourcePointer;
}

/** The images of an object's pods that have a tag. */
export function taggedImages(resource: Resource): readonly TaggedImage[] {
  const spec = podSpecOf(resource);
  if (spec === undefined) return [];
  return containersOf(spec).flatMap((container) => {
    const node = field(container, 'image');
    const parts = /^([^@$\s{]+:[\w][\w.-]*)(?:@(sha256:[0-9a-f]{64}))?$/.exec(rawText(node));
    const [, image, digest] = parts ?? [];
    if (node === undefined || image === undefined) return [];
    return [{ image, digest, at: resource.originOf(node).writtenAt }];
  });
}

/**
 * Images of production that are not the one that another stage runs under the same name and tag (`practice.unproven-image`):
 * the digest is another one, or there is none while the other stage is held to one.
 */
export function unprovenImages(
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
      facts.tagged.flatMap(({ image, digest, at }): readonly PracticeFound[] => {
        const known = proven.get(image) ?? [];
        const [first] = [...known].sort((a, b) => (a.cluster < b.cluster ? -1 : 1));
        const isProven = known.some((one) => one.digest === digest);
        // A tag that moves is told as such.
        if (first === undefined || isProven || (digest === undefined && isMutable(image)))
          return [];
        const parameters = { image, digest: shortDigest(first.digest), stage: first.cluster };
        return [{ code: 'practice.unproven-image', application, at, cluster, parameters }];
      }),
    );
}

function shortDigest(digest: string): string {
  return digest.slice(0, 'sha256:'.length + 12);
}
