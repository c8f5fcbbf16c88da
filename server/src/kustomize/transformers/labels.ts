import type { Problem } from '../../text/problem.ts';
import {
  appendEntry,
  hideEntry,
  isTaggedNull,
  replaceValue,
  writeScalarInPlace,
} from '../../yaml/nodes.ts';
import type { ResourceNode, ScalarNode, SharedScalar } from '../../yaml/resourceNode.ts';
import { updateFieldSpec } from '../fieldSpec.ts';
import type { FieldSpec } from '../fieldSpecs.ts';
import type { KeyValue } from '../kustomization.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { appendedScalar } from '../metadata.ts';
import { wrongKind } from '../pathGetter.ts';
import { Resource } from '../resource.ts';
import { change, stepOrigin, type StepContext } from '../step.ts';
import { remembered } from '../stepMemo.ts';

/**
 * `labels:`, `commonLabels:` and `commonAnnotations:`: sets every pair in every field that the specs name.
 * Source: kustomize api v0.21.1 filters/labels/labels.go, filters/annotations/annotations.go.
 */
export function setEntries(
  resources: readonly Resource[],
  pairs: readonly KeyValue[],
  specs: readonly FieldSpec[],
  kind: 'labels' | 'annotations' | 'buildMetadata',
  context: StepContext,
  /** What `specs` follow from, where they are made anew for every build. */
  specInputs: readonly unknown[] = [specs],
): readonly Resource[] {
  if (pairs.length === 0) return resources;
  const sorted = [...pairs].sort((a, b) => compareBytes(a.key, b.key));
  return resources.map((resource) => {
    let result = resource;
    for (const pair of sorted) {
      const before = result;
      result = remembered(context.memo, pair, specInputs, before, context.report, () =>
        setPair(before, pair, specs, kind, context),
      );
    }
    return result;
  });
}

function setPair(
  resource: Resource,
  pair: KeyValue,
  specs: readonly FieldSpec[],
  kind: 'labels' | 'annotations' | 'buildMetadata',
  context: StepContext,
): Resource {
  // One node goes under every field that lacks the key: later writes in place change them all.
  const shared: SharedScalar = { group: {}, stamp: 0 };
  let appended = 0;
  const set = (map: ResourceNode): ResourceNode | Problem => {
    if (isTaggedNull(map)) {
      const origin = stepOrigin(context, kind, pair.ordinal, undefined);
      return hideEntry(map, pair.key, appendedScalar(pair.value, '!!str', origin));
    }
    const wrong = wrongKind(map, 'map');
    if (wrong !== undefined || map.kind !== 'map') return wrong ?? map;
    const index = map.keys.indexOf(pair.key);
    const old = map.values[index];
    if (old === undefined) {
      appended++;
      const origin = stepOrigin(context, kind, pair.ordinal, undefined);
      const value: ScalarNode = { ...appendedScalar(pair.value, '!!str', origin), shared };
      return appendEntry(map, pair.key, value);
    }
    // Where two specs name one field, the node is there already.
    if (old.kind === 'scalar' && old.shared?.group === shared.group) return map;
    const origin = stepOrigin(context, kind, pair.ordinal, resource.originOf(old));
    return replaceValue(
      map,
      index,
      writeScalarInPlace(old, { value: pair.value, tag: '!!str', origin }),
    );
  };
  const result = change(resource, context, pair.ordinal, (node) => {
    let object: ResourceNode = node;
    for (const spec of specs) {
      const next = updateFieldSpec(object, resource.id, spec, {
        createKind: 'map',
        createTag: '!!map',
        origin: stepOrigin(context, kind, pair.ordinal, undefined),
        set,
      });
      if (next.kind === 'problem') return next;
      object = next;
    }
    return object;
  });
  return appended > 1 && !result.hasShared
    ? new Resource(result.node, result.source, result.varNames, true)
    : result;
}
