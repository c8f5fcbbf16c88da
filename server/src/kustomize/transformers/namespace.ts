import { problem, type Problem } from '../../text/problem.ts';
import {
  appendEntry,
  field,
  isMissingOrNull,
  isNilOrEmpty,
  rawText,
  replaceItem,
  replaceValue,
  valueText,
} from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { updateFieldSpec } from '../fieldSpec.ts';
import type { FieldSpec } from '../fieldSpecs.ts';
import type { Located } from '../kustomization.ts';
import { metadataEntry } from '../metadata.ts';
import { newOfKind, updateAt, wrongKind } from '../pathGetter.ts';
import { describeId, idKey, storePreviousId, type Resource } from '../resource.ts';
import { change, setScalar, stepOrigin, type StepContext } from '../step.ts';
import { remembered } from '../stepMemo.ts';

/** Which subjects of role bindings get the namespace. */
export type SubjectMode = 'defaultOnly' | 'allServiceAccounts' | 'none';

/** What the namespace transformer does beside its defaults. */
export interface NamespaceOptions {
  readonly unsetOnly: boolean;
  readonly subjects: SubjectMode;
}

/** `namespace:`, as it works without further options. */
export const defaultNamespaceOptions: NamespaceOptions = {
  unsetOnly: false,
  subjects: 'defaultOnly',
};

/** What marks the objects of charts. Source: kustomize api konfig/general.go `HelmGeneratedAnnotation`. */
export const helmGenerated = 'internal.config.kubernetes.io/helm-generated';

/** `namespace:`. Source: kustomize api v0.21.1 internal/builtins/NamespaceTransformer.go, filters/namespace/namespace.go. */
export function setNamespace(
  resources: readonly Resource[],
  namespace: Located<string>,
  specs: readonly FieldSpec[],
  options: NamespaceOptions,
  context: StepContext,
): readonly Resource[] {
  if (namespace.value === '') return resources;
  const result = [...resources];
  const counts = new Map<string, number>();
  const count = (key: string, by: number): number => {
    const next = (counts.get(key) ?? 0) + by;
    counts.set(key, next);
    return next;
  };
  for (const resource of result) count(idKey(resource.id), 1);
  for (const [index, resource] of result.entries()) {
    if (isNilOrEmpty(resource.node)) continue;
    if (metadataEntry(resource.node, 'annotations', helmGenerated) === 'true') continue;
    const next = remembered(
      context.memo,
      namespace,
      [specs, options],
      resource,
      context.report,
      () => {
        const stored = storePreviousId(resource);
        return change(stored, context, namespace.ordinal, (node) =>
          namespaceObject(node, stored, namespace, specs, options, context),
        );
      },
    );
    result[index] = next;
    count(idKey(resource.id), -1);
    if (count(idKey(next.id), 1) > 1) {
      context.report.fail(
        problem(
          'kustomize.namespace-conflict',
          { id: describeId(next.id) },
          stepOrigin(context, 'namespace', namespace.ordinal, undefined).writtenAt,
        ),
      );
    }
  }
  return result;
}

/** Changes one object. Source: filters/namespace/namespace.go `run`. */
export function namespaceObject(
  object: ResourceNode,
  resource: Resource,
  namespace: Located<string>,
  specs: readonly FieldSpec[],
  options: NamespaceOptions,
  context: StepContext,
): ResourceNode | Problem {
  const { id } = resource;
  const set = (node: ResourceNode): ResourceNode | Problem => {
    if (options.unsetOnly && hasValue(node)) return node;
    const isNew = node.kind === 'scalar' && node.value === '' && node.ordinal < 0;
    const previous = isNew ? undefined : resource.originOf(node);
    return setScalar(
      node,
      namespace.value,
      '!!str',
      stepOrigin(context, 'namespace', namespace.ordinal, previous),
    );
  };
  const origin = stepOrigin(context, 'namespace', namespace.ordinal, undefined);
  let result: ResourceNode | Problem = object;
  if (!id.clusterScoped) {
    const spec: FieldSpec = {
      group: '',
      version: '',
      kind: '',
      path: 'metadata/namespace',
      create: true,
    };
    result = updateFieldSpec(object, id, spec, {
      createKind: 'scalar',
      createTag: '',
      origin,
      set,
    });
    if (result.kind === 'problem') return result;
  }
  const isBinding = id.kind === 'RoleBinding' || id.kind === 'ClusterRoleBinding';
  if (isBinding && options.subjects !== 'none') {
    result = updateSubjects(result, options.subjects, origin, set);
    if (result.kind === 'problem') return result;
  }
  const apiVersion = id.group === '' ? id.version : `${id.group}/${id.version}`;
  for (const spec of specs) {
    if (spec.path === 'metadata/namespace') continue;
    if (apiVersion !== 'v1' && spec.path === 'metadata/name') continue;
    if (
      isBinding &&
      (spec.kind === 'RoleBinding' || spec.kind === 'ClusterRoleBinding') &&
      spec.path === 'subjects/namespace'
    )
      continue;
    result = updateFieldSpec(result, id, spec, {
      createKind: 'scalar',
      createTag: '!!str',
      origin,
      set,
    });
    if (result.kind === 'problem') return result;
  }
  return result;
}

/** Source: filtersutil/setters.go `hasExistingValue`. */
function hasValue(node: ResourceNode): boolean {
  return !isNilOrEmpty(node) && node.kind === 'scalar' && node.value !== '';
}

/** Source: namespace.go `roleBindingHack`. */
function updateSubjects(
  object: ResourceNode,
  mode: Exclude<SubjectMode, 'none'>,
  origin: ReturnType<typeof stepOrigin>,
  set: (node: ResourceNode) => ResourceNode | Problem,
): ResourceNode | Problem {
  return updateAt(object, ['subjects'], {
    create: undefined,
    origin: undefined,
    set: (subjects) => {
      if (isMissingOrNull(subjects)) return subjects;
      if (subjects.kind !== 'sequence') return wrongKind(subjects, 'sequence') ?? subjects;
      let result = subjects;
      for (const [index, subject] of subjects.items.entries()) {
        const next = updateSubject(subject, mode, origin, set);
        if (next.kind === 'problem') return next;
        result = replaceItem(result, index, next);
      }
      return result;
    },
  });
}

function updateSubject(
  subject: ResourceNode,
  mode: Exclude<SubjectMode, 'none'>,
  origin: ReturnType<typeof stepOrigin>,
  set: (node: ResourceNode) => ResourceNode | Problem,
): ResourceNode | Problem {
  if (isMissingOrNull(subject)) return subject;
  const wrong = wrongKind(subject, 'map');
  if (wrong !== undefined || subject.kind !== 'map') return wrong ?? subject;
  const marker = field(subject, mode === 'allServiceAccounts' ? 'kind' : 'name');
  if (marker === undefined || isMissingOrNull(marker)) return subject;
  const wrongMarker = wrongKind(marker, 'scalar');
  if (wrongMarker !== undefined) return wrongMarker;
  if (valueText(marker) !== (mode === 'allServiceAccounts' ? 'ServiceAccount' : 'default'))
    return subject;
  const index = subject.keys.indexOf('namespace');
  const old = subject.values[index];
  const next = set(old ?? newOfKind('scalar', origin));
  if (next.kind === 'problem') return next;
  return old === undefined
    ? appendEntry(subject, 'namespace', next)
    : replaceValue(subject, index, next);
}

/** The text of a namespace field, for findings. */
export function namespaceText(node: ResourceNode): string {
  return rawText(field(field(node, 'metadata'), 'namespace'));
}
