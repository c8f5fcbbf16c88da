import type { ObjectReader } from '../delivery/objectReader.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';

/** Another object that an object names; each text may be `''` where the reference does not say it. */
export interface ObjectReference {
  readonly at: SourcePointer;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** A reference whose kind and namespace have defaults. */
export function readReference(
  entry: ObjectReader,
  defaultKind: string,
  defaultNamespace: string,
): ObjectReference {
  const text = (name: string): string => entry.text(name)?.value ?? '';
  return {
    at: entry.at,
    apiVersion: text('apiVersion'),
    kind: text('kind') === '' ? defaultKind : text('kind'),
    namespace: text('namespace') === '' ? defaultNamespace : text('namespace'),
    name: text('name'),
  };
}
