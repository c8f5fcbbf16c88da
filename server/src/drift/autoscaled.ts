import { below, isMap, textOf, type JsonMap } from './json.ts';
import { objectName } from './normalize.ts';

/** What autoscalers scale, as `group kind namespace name`. Source: autoscaling/v2, KEDA ScaledObject, VPA. */
export function autoscaledNames(objects: readonly JsonMap[]): ReadonlySet<string> {
  return new Set(objects.flatMap(targetOf));
}

function targetOf(object: JsonMap): readonly string[] {
  const { kind, namespace } = objectName(object);
  if (kind !== 'HorizontalPodAutoscaler' && kind !== 'ScaledObject') return [];
  const target = below(object, 'spec', 'scaleTargetRef');
  if (!isMap(target)) return [];
  const apiVersion = textOf(target['apiVersion']) || 'apps/v1';
  const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
  return [
    `${group} ${textOf(target['kind']) || 'Deployment'} ${namespace} ${textOf(target['name'])}`,
  ];
}
