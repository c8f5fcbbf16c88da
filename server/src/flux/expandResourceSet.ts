import { readObject, type ObjectReader } from '../delivery/objectReader.ts';
import { reason, type Reason } from '../delivery/reason.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { field, rawText, withOrigins } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { dictValue, stringValue } from '../template/value.ts';
import { setCommonMetadata } from './commonMetadata.ts';
import { readResourceSet, type ResourceSet } from './resourceSet.ts';
import { inputsOf, objectsOfTemplate, type InputSet } from './resourceSetTemplate.ts';

/** What a ResourceSet makes, and why it may make more. */
export interface ExpandedResourceSet {
  readonly objects: readonly Resource[];
  readonly open: readonly Reason[];
}

/**
 * The objects of a ResourceSet whose inputs stand in it. One that asks a provider for inputs is open, and so is one whose
 * templates fail, or do what is not done here. `undefined` where the object is none.
 * Source: controlplaneio-fluxcd/flux-operator internal/builder/resourceset.go `BuildResourceSetFromSpec`,
 * `BuildResourceSet`, `newTemplate`.
 */
export function expandResourceSet(resource: Resource): ExpandedResourceSet | undefined {
  const set = readResourceSet(resource);
  if (set === undefined) return undefined;
  const objects = isStatic(resource, set) ? objectsOf(resource, set) : undefined;
  if (objects === undefined) {
    const why = reason('application.resource-set', { name: `${set.namespace}/${set.name}` });
    return { objects: [], open: [why] };
  }
  return { objects: setCommonMetadata(objects, set.commonMetadata, ''), open: [] };
}

function isStatic(resource: Resource, { inputsFrom }: ResourceSet): boolean {
  const strategy = field(field(field(resource.node, 'spec'), 'inputStrategy'), 'name');
  return inputsFrom.length === 0 && ['', 'Flatten'].includes(rawText(strategy));
}

/** A place where templates stand: the set itself, or one of its steps. */
interface Step {
  readonly resources: readonly ResourceNode[];
  readonly template: string;
}

function objectsOf(resource: Resource, set: ResourceSet): readonly Resource[] | undefined {
  const inputs = set.inputs.map(({ value }) => inputsOf(value));
  const known = inputs.flatMap((one) => (one === undefined ? [] : [withProvider(one, set)]));
  if (known.length < inputs.length) return undefined;
  const made: Resource[] = [];
  for (const step of stepsOf(resource, set)) {
    const objects = objectsOfStep(step, known, resource);
    if (objects === undefined) return undefined;
    made.push(...objects);
  }
  return made;
}

/** Each set of inputs names its provider. Source: flux-operator internal/inputs/provider.go `AddProviderReference`. */
function withProvider(inputs: InputSet, { resource, name, namespace }: ResourceSet): InputSet {
  if (inputs.kind !== 'map') return inputs;
  const { group, version, kind } = resource.id;
  const texts = { apiVersion: `${group}/${version}`, kind, name, namespace };
  const provider = dictValue(
    Object.entries(texts).map(([key, value]) => [key, stringValue(value)] as const),
  );
  return { ...inputs, entries: new Map([...inputs.entries, ['provider', provider]]) };
}

function stepsOf(resource: Resource, set: ResourceSet): readonly Step[] {
  const steps = readObject(resource, () => undefined)
    .map('spec')
    ?.list('steps');
  if (steps !== undefined && steps.length > 0) return steps.map(stepOf);
  return [
    {
      resources: set.resources.map(({ value }) => value),
      template: set.resourcesTemplate?.value ?? '',
    },
  ];
}

function stepOf(step: ObjectReader): Step {
  return {
    resources: step.list('resources').map(({ node }) => node),
    template: step.text('resourcesTemplate')?.value ?? '',
  };
}

/** Of equal objects the first counts; one whose reconciliation is switched off is left out, where there are inputs. */
function objectsOfStep(
  { resources, template }: Step,
  inputs: readonly InputSet[],
  set: Resource,
): readonly Resource[] | undefined {
  const found = new Map<string, Resource>();
  const templates = [...resources, ...(template === '' ? [] : [template])];
  for (const one of templates) {
    for (const own of inputs.length === 0 ? [undefined] : inputs) {
      const objects = objectsOfTemplate(one, own, set.source);
      if (objects === undefined) return undefined;
      for (const object of objects) {
        const { group, kind, namespace, name } = object.id;
        const key = [group, kind, namespace, name].join('/');
        if (found.has(key) || (own !== undefined && isOff(object))) continue;
        found.set(key, written(object, typeof one === 'string' ? set.node : one, set));
      }
    }
  }
  return [...found.values()];
}

/** Source: flux-operator api/v1 `ReconcileAnnotation`. */
function isOff({ node }: Resource): boolean {
  const annotations = field(field(node, 'metadata'), 'annotations');
  return rawText(field(annotations, 'fluxcd.controlplane.io/reconcile')) === 'disabled';
}

/** What a template makes stands where the template does. */
function written(object: Resource, template: ResourceNode, set: Resource): Resource {
  const { writtenAt } = set.originOf(template);
  const origin: FieldOrigin = {
    writtenAt,
    by: { kind: 'generator', root: '' },
    previous: undefined,
  };
  return object.with(withOrigins(object.node, () => origin));
}
