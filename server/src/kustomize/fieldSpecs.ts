import { gvkEquals, gvkIsLess, isSelected } from '../kubernetes/gvk.ts';
import { problem, type Problem } from '../text/problem.ts';
import { goSort } from '../util/goSort.ts';
import { unsortedDefaults } from './defaultFieldSpecs.ts';

/**
 * A field that a transformer may change: `path` with `/` between names and `[]` after a list, in the resources that
 * `group`, `version` and `kind` select ('' for any). `create` makes the field where it is missing.
 *
 * Source: kustomize api/types/fieldspec.go (v0.21.1).
 */
export interface FieldSpec {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly path: string;
  readonly create: boolean;
}

/**
 * The fields that hold the name of an object of this type. The referrers stand as they were written, not sorted.
 * Source: kustomize api/internal/plugins/builtinconfig/namebackreferences.go.
 */
export interface NameBackReference {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly referrers: readonly FieldSpec[];
}

/**
 * Which fields each transformer changes, sorted as kustomize sorts them.
 * Source: kustomize api/internal/plugins/builtinconfig/transformerconfig.go.
 */
export interface TransformerConfig {
  readonly namePrefix: readonly FieldSpec[];
  readonly nameSuffix: readonly FieldSpec[];
  readonly namespace: readonly FieldSpec[];
  readonly commonLabels: readonly FieldSpec[];
  readonly labels: readonly FieldSpec[];
  readonly templateLabels: readonly FieldSpec[];
  readonly commonAnnotations: readonly FieldSpec[];
  readonly nameReference: readonly NameBackReference[];
  readonly varReference: readonly FieldSpec[];
  readonly images: readonly FieldSpec[];
  readonly replicas: readonly FieldSpec[];
}

/** A configuration that says nothing. Source: transformerconfig.go `MakeEmptyConfig`. */
export const emptyTransformerConfig: TransformerConfig = {
  namePrefix: [],
  nameSuffix: [],
  namespace: [],
  commonLabels: [],
  labels: [],
  templateLabels: [],
  commonAnnotations: [],
  nameReference: [],
  varReference: [],
  images: [],
  replicas: [],
};

/** Sorts every table but the field specs of name references. Source: transformerconfig.go `sortFields`. */
export function sortTransformerConfig(config: TransformerConfig): TransformerConfig {
  return {
    namePrefix: goSort(config.namePrefix, gvkIsLess),
    nameSuffix: goSort(config.nameSuffix, gvkIsLess),
    namespace: goSort(config.namespace, gvkIsLess),
    commonLabels: goSort(config.commonLabels, gvkIsLess),
    labels: goSort(config.labels, gvkIsLess),
    templateLabels: goSort(config.templateLabels, gvkIsLess),
    commonAnnotations: goSort(config.commonAnnotations, gvkIsLess),
    nameReference: goSort(config.nameReference, gvkIsLess),
    varReference: goSort(config.varReference, gvkIsLess),
    images: goSort(config.images, gvkIsLess),
    replicas: goSort(config.replicas, gvkIsLess),
  };
}

/** What kustomize transforms unless `configurations:` adds to it. Source: transformerconfig.go `MakeDefaultConfig`. */
export const defaultTransformerConfig: TransformerConfig = sortTransformerConfig(unsortedDefaults);

/**
 * Merges `incoming` into `config` and sorts the result. A field that both have with another `create` is a problem
 * (`kustomize.conflicting-field-specs`). Source: transformerconfig.go `Merge`.
 */
export function mergeTransformerConfig(
  config: TransformerConfig,
  incoming: TransformerConfig,
): TransformerConfig | Problem {
  // In the order of kustomize, which stops at the first problem.
  const namePrefix = mergeFieldSpecs(config.namePrefix, incoming.namePrefix);
  const nameSuffix = mergeFieldSpecs(config.nameSuffix, incoming.nameSuffix);
  const namespace = mergeFieldSpecs(config.namespace, incoming.namespace);
  const commonAnnotations = mergeFieldSpecs(config.commonAnnotations, incoming.commonAnnotations);
  const commonLabels = mergeFieldSpecs(config.commonLabels, incoming.commonLabels);
  const labels = mergeFieldSpecs(config.labels, incoming.labels);
  const templateLabels = mergeFieldSpecs(config.templateLabels, incoming.templateLabels);
  const varReference = mergeFieldSpecs(config.varReference, incoming.varReference);
  const nameReference = mergeNameReferences(config.nameReference, incoming.nameReference);
  const images = mergeFieldSpecs(config.images, incoming.images);
  const replicas = mergeFieldSpecs(config.replicas, incoming.replicas);
  if (isProblem(namePrefix)) return namePrefix;
  if (isProblem(nameSuffix)) return nameSuffix;
  if (isProblem(namespace)) return namespace;
  if (isProblem(commonAnnotations)) return commonAnnotations;
  if (isProblem(commonLabels)) return commonLabels;
  if (isProblem(labels)) return labels;
  if (isProblem(templateLabels)) return templateLabels;
  if (isProblem(varReference)) return varReference;
  if (isProblem(nameReference)) return nameReference;
  if (isProblem(images)) return images;
  if (isProblem(replicas)) return replicas;
  return sortTransformerConfig({
    namePrefix,
    nameSuffix,
    namespace,
    commonLabels,
    labels,
    templateLabels,
    commonAnnotations,
    nameReference,
    varReference,
    images,
    replicas,
  });
}

/** Adds what is not there yet, in order. Source: kustomize api/types/fieldspec.go `MergeAll`. */
export function mergeFieldSpecs(
  specs: readonly FieldSpec[],
  incoming: readonly FieldSpec[],
): readonly FieldSpec[] | Problem {
  let result = specs;
  for (const spec of incoming) {
    const next = mergeFieldSpec(result, spec);
    if (isProblem(next)) return next;
    result = next;
  }
  return result;
}

/**
 * Adds a spec unless one with the same path and a type that is selected by its type is there; that one must have the same
 * `create`. Source: kustomize api/types/fieldspec.go `MergeOne`.
 */
export function mergeFieldSpec(
  specs: readonly FieldSpec[],
  spec: FieldSpec,
): readonly FieldSpec[] | Problem {
  const present = specs.find((other) => isSelected(other, spec) && other.path === spec.path);
  if (present === undefined) {
    return [...specs, spec];
  }
  return present.create === spec.create
    ? specs
    : problem('kustomize.conflicting-field-specs', { type: typeText(spec), path: spec.path });
}

/** `Kind.version.group`, as far as a spec says it; `*` for any type. */
function typeText({ kind, version, group }: FieldSpec): string {
  const parts = [kind, version, group].filter((part) => part !== '');
  return parts.length === 0 ? '*' : parts.join('.');
}

/** Adds the specs to the reference of the same type, or the reference as it is. Source: namebackreferences.go. */
export function mergeNameReference(
  references: readonly NameBackReference[],
  added: NameBackReference,
): readonly NameBackReference[] | Problem {
  let found = false;
  const result: NameBackReference[] = [];
  for (const reference of references) {
    if (!gvkEquals(reference, added)) {
      result.push(reference);
      continue;
    }
    found = true;
    const referrers = mergeFieldSpecs(reference.referrers, added.referrers);
    if (isProblem(referrers)) return referrers;
    result.push({ ...reference, referrers });
  }
  return found ? result : [...result, added];
}

function mergeNameReferences(
  references: readonly NameBackReference[],
  incoming: readonly NameBackReference[],
): readonly NameBackReference[] | Problem {
  let result = references;
  for (const added of incoming) {
    const next = mergeNameReference(result, added);
    if (isProblem(next)) return next;
    result = next;
  }
  return result;
}

function isProblem(value: object): value is Problem {
  return 'kind' in value && value.kind === 'problem';
}
