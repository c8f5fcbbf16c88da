import { readObject } from '../delivery/objectReader.ts';
import type { PlacedEntry } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';

/**
 * Whether the annotations of an Application or an AppProject subscribe somebody to Argo CD's Notifications.
 * Source: argoproj/notifications-engine pkg/subscriptions/annotations.go.
 */
export function subscribes(annotations: readonly Pick<PlacedEntry, 'key' | 'value'>[]): boolean {
  return annotations.some(
    ({ key, value }) =>
      value !== '' && /^notifications\.argoproj\.io\/subscri(?:be\.|ptions$)/.test(key),
  );
}

/** The project whose Applications an AppProject subscribes somebody to; `undefined` for any other object. */
export function subscribedProject(resource: Resource): string | undefined {
  if (resource.id.group !== 'argoproj.io' || resource.id.kind !== 'AppProject') return undefined;
  const reader = readObject(resource, () => undefined);
  const annotations = reader.map('metadata')?.textMap('annotations') ?? [];
  return subscribes(annotations) ? resource.id.name : undefined;
}

/** Whether an object is the configuration of Notifications with subscriptions that hold for all Applications. */
export function subscribesAll(resource: Resource): boolean {
  const { kind, name } = resource.id;
  if (kind !== 'ConfigMap' || name !== 'argocd-notifications-cm') return false;
  const data = readObject(resource, () => undefined).map('data');
  return (data?.text('subscriptions')?.value ?? '').trim() !== '';
}
