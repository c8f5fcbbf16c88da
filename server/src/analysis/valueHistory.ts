import type { Impact, ResourceImpact } from './impact.ts';

/** A field of an object: `Kind[.group]/[namespace/]name` and a path such as `/spec/replicas`. */
export interface ValueAddress {
  readonly resource: string;
  readonly field: string;
}

/**
 * What of a change concerns a value: the object itself where it came or went, else its fields that are the value, hold it or
 * are held by it.
 */
export function changesOfValue(
  { resources }: Impact,
  { resource, field }: ValueAddress,
): readonly ResourceImpact[] {
  return resources.flatMap((one): readonly ResourceImpact[] => {
    if (one.resource !== resource || one.change === 'reordered') return [];
    if (one.change === 'created' || one.change === 'deleted') return [one];
    const fields = one.fields.filter(
      ({ path }) => isAtOrBelow(path, field) || isAtOrBelow(field, path),
    );
    return fields.length === 0 ? [] : [{ ...one, fields }];
  });
}

/** How the value was called before a change: an object with a hash in its name had another one. */
export function valueBefore({ resources }: Impact, address: ValueAddress): ValueAddress {
  const renamed = resources.find(
    ({ resource, previousName }) => resource === address.resource && previousName !== undefined,
  );
  if (renamed?.previousName === undefined) return address;
  const way = address.resource.slice(0, address.resource.lastIndexOf('/') + 1);
  return { ...address, resource: `${way}${renamed.previousName}` };
}

/** Whether a FIELD is another one or lies within it. */
function isAtOrBelow(field: string, above: string): boolean {
  if (above === '/') return true;
  return field.startsWith(above) && /^(?:$|[/[])/.test(field.slice(above.length));
}
