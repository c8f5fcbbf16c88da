import { printsAlike } from '../kustomize/printsAlike.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { StepKind } from '../yaml/fieldOrigin.ts';
import { fieldText } from './fieldPath.ts';
import type { FileUse, FileUses } from './fileUses.ts';
import { nameOf, resourceText } from './resourceName.ts';

/**
 * Steps by which somebody sets a value that may be there already. `namespace:` is none: many say it in the objects as well, so
 * that both can be read by themselves, and an object that comes later needs it.
 */
const setting: ReadonlySet<StepKind> = new Set([
  'patch',
  'images',
  'replicas',
  'labels',
  'annotations',
  'generator',
]);

/**
 * The values of a file that repeat what stood there before, in every root that uses them: without them every root renders
 * the same. The value itself is not told, as it may be a secret.
 */
export function valuesEqualToBase({ places }: FileUses): readonly Problem[] {
  return places.flatMap((uses) => {
    const [first] = uses;
    if (first === undefined || !uses.every(repeats)) return [];
    const { resource, path, writtenAt, previous } = first;
    const field = fieldText(resource.node, path);
    const id = resourceText(nameOf(resource));
    const file = previous?.writtenAt.file ?? '';
    return [problem('kustomize.value-equals-base', { file, field, id }, writtenAt)];
  });
}

function repeats({ by, gave, previous }: FileUse): boolean {
  return setting.has(by) && previous?.gave !== undefined && printsAlike(previous.gave, gave);
}
