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

/** A `sourceRef`, which says its kind itself. Source: kustomize-controller api v1.9.6 v1/reference_types.go. */
export function readCrossReference(
  entry: ObjectReader | undefined,
  defaultNamespace: string,
): ObjectReference | undefined {
  return entry && readReference(entry, '', defaultNamespace);
}
