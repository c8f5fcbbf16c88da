import { isList, isMap } from '../drift/json.ts';
import { unknownIn } from '../flux/variables.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { Breach, CheckedObject } from './checkedCluster.ts';
import type { ObjectPath } from './podTemplate.ts';

/** Variables of Flux that nobody here can fill in are marked in texts; paths that a plugin of Argo CD fills in stay there. */
export function openTexts({
  application,
}: Pick<CheckedObject, 'application'>): (text: string) => boolean {
  return application.controller === 'flux'
    ? (text) => text.includes('${') || unknownIn(text).length > 0
    : (text) => /<path:[^>]+>/.test(text);
}

/** Whether a text in a value is filled in by somebody later. */
export function holdsOpen(value: JsonValue, isOpen: (text: string) => boolean): boolean {
  if (typeof value === 'string') return isOpen(value);
  const inner = isList(value) ? value : isMap(value) ? Object.values(value) : [];
  return inner.some((one) => holdsOpen(one, isOpen));
}

/** Whether a rule is told to be broken by a text that somebody fills in later: what it will be, nobody knows. */
export function isAboutOpen({ object, path }: Pick<Breach, 'object' | 'path'>): boolean {
  if (path.length === 0) return false;
  const value = valueAt(object.value(), path);
  return typeof value === 'string' && openTexts(object)(value);
}

function valueAt(value: JsonValue, path: ObjectPath): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>((found, step) => {
    if (typeof step === 'number') return isList(found) ? found[step] : undefined;
    return isMap(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }, value);
}
