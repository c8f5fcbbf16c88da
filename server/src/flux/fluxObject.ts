import { readObject, type ObjectReader } from '../delivery/objectReader.ts';
import type { GroupVersionKind } from '../kubernetes/gvk.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';

/** What every object of Flux has. */
export interface FluxObject {
  readonly resource: Resource;
  readonly name: string;
  readonly namespace: string;
  /** Where the object stands. */
  readonly at: SourcePointer;
}

/** The type of an object of Flux in any version. */
export interface FluxType {
  readonly group: string;
  readonly kind: string;
}

/** Whether an object is of a type, in whichever version. */
export function isOfType(id: GroupVersionKind, { group, kind }: FluxType): boolean {
  return id.group === group && id.kind === kind;
}

/**
 * What every object has, and the reader of its `spec`; `undefined` where the object is of another type. Fields of a wrong
 * type read as if they were not there.
 */
export function readSpec(
  resource: Resource,
  type: FluxType,
): { readonly object: FluxObject; readonly spec: ObjectReader | undefined } | undefined {
  const { id } = resource;
  if (!isOfType(id, type)) return undefined;
  const reader = readObject(resource, () => undefined);
  const object = { resource, name: id.name, namespace: id.namespace, at: reader.at };
  return { object, spec: reader.map('spec') };
}
