import { printsAlike } from '../kustomize/printsAlike.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { StepKind } from '../yaml/fieldOrigin.ts';
import { fieldText } from './fieldPath.ts';
import type { FileUse, FileUses } from './fileUses.ts';
import { nameOf, resourceText } from './resourceName.ts';

/**
 * Steps that leave nothing of what stood there before. An entry of `images:` keeps a part of the image, a prefix all of the
 * name, and a reference to a name is looked up by what stands there.
 */
const replacing: ReadonlySet<StepKind> = new Set([
  'patch',
  'replicas',
  'namespace',
  'labels',
  'annotations',
  'generator',
]);

/**
 * The values of a file that no root on top uses, since each of them overrides it. One root alone says nothing: a base has to
 * say something, and its only user may say something else.
 */
export function valuesOverriddenEverywhere({ topRoots, places }: FileUses): readonly Problem[] {
  if (topRoots.length < 2) return [];
  return places.flatMap((uses) => {
    const onTop = uses.filter(({ isTop }) => isTop);
    const [first] = onTop;
    const inAll = new Set(onTop.map(({ root }) => root)).size === topRoots.length;
    // Where all say the same again, it is the overlays that say too much.
    const isSame = onTop.every(({ gave, now }) => printsAlike(gave, now));
    if (first === undefined || !inAll || isSame || !onTop.every(isReplaced)) return [];
    if (standsIn(first)) return [];
    const { resource, path, writtenAt } = first;
    const field = fieldText(resource.node, path);
    const id = resourceText(nameOf(resource));
    const count = String(topRoots.length);
    return [problem('kustomize.value-overridden-everywhere', { count, field, id }, writtenAt)];
  });
}

/** Whether a value says itself that layers replace it. */
function standsIn({ gave }: FileUse): boolean {
  const isTold =
    /\b(?:patch|override|overridden|overlays?|replaced?|set|change)[-_ ]?(?:me|this|in|by|with)\b|^(?:placeholder|todo|tbd|dummy|x+)$/i;
  return isTold.test(gave.value.trim());
}

/** Whether later steps leave nothing of a value; a name is in use in any case: by it patches find the object. */
export function isReplaced({ later, path }: FileUse): boolean {
  const isName = path.length === 2 && path[0] === 'metadata' && path[1] === 'name';
  return !isName && later.some((kind) => replacing.has(kind));
}
