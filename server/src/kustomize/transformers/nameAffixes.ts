import { isSelected } from '../../kubernetes/gvk.ts';
import type { Problem } from '../../text/problem.ts';
import { rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { updateFieldSpec } from '../fieldSpec.ts';
import type { FieldSpec } from '../fieldSpecs.ts';
import type { Located } from '../kustomization.ts';
import {
  appendToAnnotations,
  buildAnnotations,
  previousIdTexts,
  type Resource,
} from '../resource.ts';
import { change, setScalar, stepOrigin, type StepContext } from '../step.ts';
import { remembered } from '../stepMemo.ts';

/** The kinds whose names no prefix or suffix changes. Source: PrefixTransformer.go `prefixFieldSpecsToSkip`. */
const skipped = [
  { group: '', version: '', kind: 'CustomResourceDefinition' },
  { group: 'apiregistration.k8s.io', version: '', kind: 'APIService' },
  { group: '', version: '', kind: 'Namespace' },
];

/** `namePrefix:`. Source: kustomize api v0.21.1 internal/builtins/PrefixTransformer.go. */
export function addNamePrefix(
  resources: readonly Resource[],
  prefix: Located<string>,
  specs: readonly FieldSpec[],
  context: StepContext,
): readonly Resource[] {
  return affix(
    resources,
    prefix,
    specs,
    context,
    'namePrefix',
    buildAnnotations.prefixes,
    (name) => prefix.value + name,
  );
}

/** `nameSuffix:`. Source: kustomize api v0.21.1 internal/builtins/SuffixTransformer.go. */
export function addNameSuffix(
  resources: readonly Resource[],
  suffix: Located<string>,
  specs: readonly FieldSpec[],
  context: StepContext,
): readonly Resource[] {
  return affix(
    resources,
    suffix,
    specs,
    context,
    'nameSuffix',
    buildAnnotations.suffixes,
    (name) => name + suffix.value,
  );
}

function affix(
  resources: readonly Resource[],
  affixed: Located<string>,
  specs: readonly FieldSpec[],
  context: StepContext,
  kind: 'namePrefix' | 'nameSuffix',
  annotation: string,
  rename: (name: string) => string,
): readonly Resource[] {
  return resources.map((resource) =>
    remembered(context.memo, affixed, [specs], resource, context.report, () => affixOne(resource)),
  );

  function affixOne(resource: Resource): Resource {
    const id = resource.originalId;
    if (skipped.some((type) => isSelected(id, type))) return resource;
    let result = resource;
    for (const spec of specs) {
      if (!isSelected(id, spec)) continue;
      if (spec.path === 'metadata/name' && affixed.value !== '') {
        result = appendToAnnotations(result, [
          [annotation, affixed.value],
          ...previousIdTexts(result),
        ]);
      }
      const before = result;
      const set = (node: ResourceNode): ResourceNode | Problem =>
        setScalar(
          node,
          rename(rawText(node)),
          '',
          stepOrigin(context, kind, affixed.ordinal, before.originOf(node)),
        );
      result = change(result, context, affixed.ordinal, (node) =>
        updateFieldSpec(node, before.id, spec, {
          createKind: 'scalar',
          createTag: '!!str',
          origin: stepOrigin(context, kind, affixed.ordinal, undefined),
          set,
        }),
      );
    }
    return result;
  }
}
