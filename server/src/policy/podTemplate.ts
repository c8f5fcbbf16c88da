import { at, below, isMap, type JsonMap } from '../drift/json.ts';
import type { JsonValue } from '../yaml/decode.ts';

/** Keys and indices from the root of an object. */
export type ObjectPath = readonly (string | number)[];

/** The pod that an object is or makes. */
export interface PodTemplate {
  /** Where it stands in the object: empty for a Pod. */
  readonly path: ObjectPath;
  readonly metadata: JsonMap;
  readonly spec: JsonMap;
}

/** Where the kinds that Kubernetes itself makes pods of keep their template, by `group/Kind`. */
const templates: ReadonlyMap<string, readonly string[]> = new Map([
  ['/Pod', []],
  ['/PodTemplate', ['template']],
  ['/ReplicationController', ['spec', 'template']],
  ['apps/DaemonSet', ['spec', 'template']],
  ['apps/Deployment', ['spec', 'template']],
  ['apps/ReplicaSet', ['spec', 'template']],
  ['apps/StatefulSet', ['spec', 'template']],
  ['batch/CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ['batch/Job', ['spec', 'template']],
]);

/** Whether an object of this type may hold a template of pods. */
export function makesPods({
  group,
  kind,
}: {
  readonly group: string;
  readonly kind: string;
}): boolean {
  return templates.has(`${group}/${kind}`);
}

/**
 * The template of the pods that an object makes; `undefined` for any other object, and where it has none.
 *
 * Source: k8s.io/pod-security-admission admission/admission.go (v0.37.2), `extractPodSpec`.
 */
export function podTemplateOf(
  { group, kind }: { readonly group: string; readonly kind: string },
  value: JsonValue,
): PodTemplate | undefined {
  const path = templates.get(`${group}/${kind}`);
  if (path === undefined) return undefined;
  const template = below(value, ...path);
  const spec = at(template, 'spec');
  if (!isMap(spec)) return undefined;
  const metadata = at(template, 'metadata');
  return { path, metadata: isMap(metadata) ? metadata : {}, spec };
}
