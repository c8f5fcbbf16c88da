import { isSelected } from '../../kubernetes/gvk.ts';
import { problem } from '../../text/problem.ts';
import { updateFieldSpec } from '../fieldSpec.ts';
import type { FieldSpec } from '../fieldSpecs.ts';
import type { Replica } from '../kustomization.ts';
import { nearest } from '../nearest.ts';
import { pointerTo, type Resource } from '../resource.ts';
import { indexesByAnyId } from '../resourceList.ts';
import { change, setScalar, stepOrigin, type StepContext } from '../step.ts';

/**
 * One entry of `replicas:`; a name that no resource has fails the build.
 * Source: kustomize api v0.21.1 internal/builtins/ReplicaCountTransformer.go, filters/replicacount/replicacount.go.
 */
export function setReplicas(
  resources: readonly Resource[],
  replica: Replica,
  specs: readonly FieldSpec[],
  context: StepContext,
): readonly Resource[] {
  const name = replica.name?.value ?? '';
  // A count that is left out is 0, which the entry says.
  const ordinal = replica.count.ordinal < 0 ? replica.ordinal : replica.count.ordinal;
  const result = [...resources];
  let found = false;
  for (const spec of specs) {
    for (const index of indexesByAnyId(result, (id) => id.name === name && isSelected(id, spec))) {
      found = true;
      const resource = result[index];
      if (resource === undefined) continue;
      const made = stepOrigin(context, 'replicas', ordinal, undefined);
      result[index] = change(resource, context, replica.ordinal, (node) =>
        updateFieldSpec(node, resource.id, spec, {
          createKind: 'scalar',
          createTag: '!!int',
          origin: made,
          set: (field) => {
            const previous = field.origin === made ? undefined : resource.originOf(field);
            return setScalar(field, replica.count.value.toString(), '!!int', { ...made, previous });
          },
        }),
      );
    }
  }
  if (!found) {
    const names = resources
      .filter((resource) => specs.some((spec) => isSelected(resource.id, spec)))
      .map((resource) => resource.id.name);
    const at = pointerTo(context.source, replica.name?.ordinal ?? replica.ordinal);
    const candidate = nearest(name, names);
    context.report.fail(
      candidate === undefined
        ? problem('kustomize.replicas-match-nothing', { name }, at)
        : problem('kustomize.replicas-match-nothing-but', { name, candidate }, at),
    );
  }
  return result;
}
