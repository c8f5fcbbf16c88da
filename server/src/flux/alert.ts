import type { Resource } from '../kustomize/resource.ts';
import { readSpec, type FluxObject } from './fluxObject.ts';
import { readReference, type ObjectReference } from './reference.ts';

/** Tells somebody about events. Source: notification-controller api v1beta3/alert_types.go. */
export interface Alert extends FluxObject {
  /** Whose events; a name of `*` stands for all of the kind in the namespace. */
  readonly sources: readonly ObjectReference[];
  readonly suspended: boolean;
}

/** Reads an object as an Alert; `undefined` where it is none. */
export function readAlert(resource: Resource): Alert | undefined {
  const read = readSpec(resource, { group: 'notification.toolkit.fluxcd.io', kind: 'Alert' });
  if (read === undefined) return undefined;
  const { object, spec } = read;
  return {
    ...object,
    sources: (spec?.list('eventSources') ?? []).map((one) =>
      readReference(one, '', object.namespace),
    ),
    suspended: spec?.flag('suspend')?.value === true,
  };
}
