import { compileGoRegexp } from '../../text/goRegexp.ts';
import { problem, type Problem } from '../../text/problem.ts';
import { samePointer } from '../../text/sourcePointer.ts';
import { isMissingOrNull, replaceItem, replaceValue } from '../../yaml/nodes.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { updateFieldSpec } from '../fieldSpec.ts';
import type { FieldSpec } from '../fieldSpecs.ts';
import type { Image } from '../kustomization.ts';
import { nearest } from '../nearest.ts';
import { wrongKind } from '../pathGetter.ts';
import { pointerTo, type Resource } from '../resource.ts';
import { change, setScalar, stepOrigin, type StepContext } from '../step.ts';

/**
 * One entry of `images:`. Every image is visited twice, by its field's name (`containers`, `initContainers` anywhere)
 * and by the field specs; a `tagSuffix` alone is therefore appended twice, as kustomize does.
 * Source: kustomize api v0.21.1 internal/builtins/ImageTagTransformer.go, filters/imagetag.
 */
export function setImages(
  resources: readonly Resource[],
  image: Image,
  specs: readonly FieldSpec[],
  context: StepContext,
): readonly Resource[] {
  const name = image.name?.value ?? '';
  const text = `^${name}(:[a-zA-Z0-9_.{}-]*)?(@sha256:[a-zA-Z0-9_.{}-]*)?$`;
  // Names as people write them mean the same to both engines, and JavaScript's is quicker.
  const pattern = /^[a-zA-Z0-9/_.:-]*$/.test(name) ? new RegExp(text) : compileGoRegexp(text);
  const at = pointerTo(context.source, image.name?.ordinal ?? image.ordinal);
  // Kustomize compiles the name anew for each image that it meets, and crashes there where it is no expression.
  const unreadable =
    'problem' in pattern ? problem('kustomize.bad-image-name', { name }, at) : undefined;
  const matched = new Set<string>();
  const seen = new Set<string>();
  const setFor =
    (resource: Resource) =>
    (node: ResourceNode): ResourceNode | Problem => {
      const wrong = wrongKind(node, 'scalar');
      if (wrong !== undefined || node.kind !== 'scalar') return wrong ?? node;
      seen.add(node.value);
      if ('problem' in pattern) return unreadable ?? node;
      if (!pattern.test(node.value)) return node;
      matched.add(node.value);
      const origin = imageOrigin(image, context, resource.originOf(node));
      return setScalar(node, replaceImage(node.value, image), '', origin);
    };
  const result = resources.map((resource) =>
    resource.id.kind === 'CustomResourceDefinition'
      ? resource
      : change(resource, context, image.ordinal, (node) =>
          setImagesOf(node, resource, specs, setFor(resource)),
        ),
  );
  const isTold = unreadable !== undefined && seen.size > 0;
  if (matched.size === 0 && !isTold) {
    const candidate = nearest(
      name,
      [...seen].map((text) => splitImage(text).name),
    );
    context.report.note(
      candidate === undefined
        ? problem('kustomize.image-matches-nothing', { name }, at)
        : problem('kustomize.image-matches-nothing-but', { name, candidate }, at),
    );
  }
  return result;
}

/** Kustomize visits the images of all objects by their field's name first: the order of objects makes no difference. */
function setImagesOf(
  node: ResourceNode,
  { id }: Resource,
  specs: readonly FieldSpec[],
  set: (node: ResourceNode) => ResourceNode | Problem,
): ResourceNode | Problem {
  let object = visitContainers(node, set);
  for (const spec of specs) {
    if (object.kind === 'problem') return object;
    object = updateFieldSpec(object, id, spec, {
      createKind: undefined,
      createTag: '',
      origin: undefined,
      set,
    });
  }
  return object;
}

/**
 * The part of the entry that decides the new text: what a reader would edit, also where the text was the same before. An
 * entry that says nothing new decides nothing, and the second visit of an image is no second step.
 */
function imageOrigin(image: Image, context: StepContext, before: FieldOrigin): FieldOrigin {
  const part = image.newTag ?? image.digest ?? image.newName ?? image.tagSuffix;
  if (part === undefined) return before;
  const origin = stepOrigin(context, 'images', part.ordinal, before);
  const isSecondVisit =
    before.by.kind === 'images' &&
    before.by.root === context.root &&
    samePointer(before.writtenAt, origin.writtenAt);
  return isSecondVisit ? { ...origin, previous: before.previous } : origin;
}

/** Source: filters/imagetag/updater.go `SetImageValue`. */
function replaceImage(text: string, image: Image): string {
  const parts = splitImage(text);
  const name = image.newName?.value ?? parts.name;
  let { tag, digest } = parts;
  if (image.newTag !== undefined && image.digest !== undefined) {
    tag = image.newTag.value;
    digest = image.digest.value;
  } else if (image.newTag !== undefined) {
    tag = image.newTag.value;
    digest = '';
  } else if (image.digest !== undefined) {
    tag = '';
    digest = image.digest.value;
  } else if (image.tagSuffix !== undefined) {
    tag += image.tagSuffix.value;
    digest = '';
  }
  return `${name}${tag === '' ? '' : `:${tag}`}${digest === '' ? '' : `@${digest}`}`;
}

/** Splits an image into name, tag and digest. Source: kustomize api v0.21.1 internal/image/image.go `Split`. */
export function splitImage(text: string): {
  readonly name: string;
  readonly tag: string;
  readonly digest: string;
} {
  const slash = text.indexOf('/');
  const start = slash > 0 ? slash : 0;
  const at = text.indexOf('@', start);
  const colon = text.indexOf(':', start);
  if (at < 0 && colon < 0) return { name: text, tag: '', digest: '' };
  if (at >= 0 && (colon < 0 || at < colon))
    return { name: text.slice(0, at), tag: '', digest: text.slice(at + 1) };
  if (at >= 0)
    return {
      name: text.slice(0, colon),
      tag: text.slice(colon + 1, at),
      digest: text.slice(at + 1),
    };
  return { name: text.slice(0, colon), tag: text.slice(colon + 1), digest: '' };
}

/** Visits the image of every element of a `containers` or `initContainers` anywhere. Source: filters/imagetag/legacy.go. */
function visitContainers(
  node: ResourceNode,
  set: (node: ResourceNode) => ResourceNode | Problem,
): ResourceNode | Problem {
  switch (node.kind) {
    case 'map': {
      let result = node;
      for (let index = 0; index < node.keys.length; index++) {
        const key = node.keys[index];
        const value = node.values[index];
        if (value === undefined || value.kind === 'scalar') continue;
        let next = visitContainers(value, set);
        if (next.kind === 'problem') return next;
        if ((key === 'containers' || key === 'initContainers') && next.kind === 'sequence')
          next = visitImages(next, set);
        if (next.kind === 'problem') return next;
        result = replaceValue(result, index, next);
      }
      return result;
    }
    case 'sequence': {
      let result = node;
      for (let index = 0; index < node.items.length; index++) {
        const item = node.items[index];
        if (item === undefined || item.kind === 'scalar') continue;
        const next = visitContainers(item, set);
        if (next.kind === 'problem') return next;
        result = replaceItem(result, index, next);
      }
      return result;
    }
    default:
      return node;
  }
}

function visitImages(
  list: ResourceNode & { kind: 'sequence' },
  set: (node: ResourceNode) => ResourceNode | Problem,
): ResourceNode | Problem {
  let result = list;
  for (const [index, container] of list.items.entries()) {
    if (isMissingOrNull(container)) continue;
    const wrong = wrongKind(container, 'map');
    if (wrong !== undefined || container.kind !== 'map') return wrong ?? list;
    const at = container.keys.indexOf('image');
    const image = container.values[at];
    if (image === undefined) continue;
    const next = set(image);
    if (next.kind === 'problem') return next;
    result = replaceItem(result, index, replaceValue(container, at, next));
  }
  return result;
}
