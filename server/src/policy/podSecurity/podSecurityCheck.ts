import { at, entriesOf, isMap, itemsOf, textOf, type JsonMap } from '../../drift/json.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import type { ObjectPath, PodTemplate } from '../podTemplate.ts';

/** A pod as the checks of Pod Security look at it. */
export interface CheckedPod {
  readonly spec: JsonMap;
  readonly annotations: readonly (readonly [string, string])[];
  /** Those that run before, beside and into the pod, in the order of the admission. */
  readonly containers: readonly CheckedContainer[];
}

/** One container and its place in the template. */
export interface CheckedContainer {
  readonly name: string;
  readonly path: ObjectPath;
  readonly value: JsonMap;
}

/** What a check forbids, in the words of the admission. */
export interface Forbidden {
  readonly reason: string;
  readonly detail: string;
  /** The fields that are to blame, below the template; the last steps may not be there. */
  readonly places: readonly ForbiddenPlace[];
}

/** A field that is to blame. */
export interface ForbiddenPlace {
  readonly path: ObjectPath;
  /** The field says nothing where it would have to: whatever changes pods on their way in may still fill it. */
  readonly isMissing: boolean;
}

/** One check: what it forbids in a pod, if anything. */
export type PodCheck = (pod: CheckedPod) => Forbidden | undefined;

/** The pod of a template. Source: pod-security-admission policy/visitor.go (v0.37.2). */
export function checkedPod({ metadata, spec }: PodTemplate): CheckedPod {
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) =>
    itemsOf(spec[list]).flatMap((value, index): readonly CheckedContainer[] =>
      isMap(value) ? [{ name: textOf(value.name), path: ['spec', list, index], value }] : [],
    ),
  );
  const annotations = entriesOf(metadata.annotations).map(
    ([key, value]) => [key, textOf(value)] as const,
  );
  return { spec, annotations, containers };
}

/** A field that says something that is forbidden. */
export function said(path: ObjectPath): ForbiddenPlace {
  return { path, isMissing: false };
}

/** A field that says nothing where it would have to. */
export function missing(path: ObjectPath): ForbiddenPlace {
  return { path, isMissing: true };
}

/** The security context of the pod, or of a container. */
export function contextOf(value: JsonMap): JsonValue | undefined {
  return at(value, 'securityContext');
}

/** `container "a"` or `containers "a", "b"`. */
export function containersText(names: readonly string[]): string {
  return `${pluralize('container', 'containers', names.length)} ${joinQuoted(names)}`;
}

/** Source: pod-security-admission policy/helpers.go (v0.37.2), `joinQuote`. */
export function joinQuoted(texts: readonly string[]): string {
  return texts.map((one) => `"${one}"`).join(', ');
}

/** Source: pod-security-admission policy/helpers.go (v0.37.2), `pluralize`. */
export function pluralize(one: string, many: string, count: number): string {
  return count === 1 ? one : many;
}

/** Texts once each, in the order of Go. */
export function sortedSet(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort();
}

/** Whether the pod has users of its own. Source: helpers.go, `relaxPolicyForUserNamespacePod`. */
export function hasOwnUsers({ spec }: CheckedPod): boolean {
  return spec.hostUsers === false;
}

/** Whether the pod says that it runs on Windows. */
export function isWindows({ spec }: CheckedPod): boolean {
  return at(spec.os, 'name') === 'windows';
}

/** Who set something that is forbidden: the pod itself, containers, or both. */
export function settersText(byPod: boolean, containers: readonly string[]): string {
  return [
    ...(byPod ? ['pod'] : []),
    ...(containers.length > 0 ? [containersText(containers)] : []),
  ].join(' and ');
}
