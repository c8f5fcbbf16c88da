import type { Resource } from '../../kustomize/resource.ts';
import { metadataEntry } from '../../kustomize/metadata.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { containersOf, itemsOf, nodeBelow, podSpecOf } from './podSpecs.ts';

/** The kinds of objects that pods do not start without. */
export type NeededKind = 'ConfigMap' | 'Secret' | 'ServiceAccount' | 'PersistentVolumeClaim';

/** An object that the pods of another one do not start without. */
export interface NeededObject {
  readonly kind: NeededKind;
  readonly name: string;
  readonly at: SourcePointer;
}

/** What the pods of an object need: what is optional, and what is filled in later, is not among it. */
export function neededObjects(resource: Resource): readonly NeededObject[] {
  const spec = podSpecOf(resource);
  if (spec === undefined) return [];
  const found: NeededObject[] = [];
  const add = (kind: NeededKind, node: ResourceNode | undefined, holder?: ResourceNode): void => {
    const name = rawText(node);
    if (node === undefined || name === '' || /[$\s]|\{\{/.test(name)) return;
    if (rawText(field(holder, 'optional')) === 'true') return;
    found.push({ kind, name, at: resource.originOf(node).writtenAt });
  };
  add('ServiceAccount', field(spec, 'serviceAccountName') ?? field(spec, 'serviceAccount'));
  for (const volume of itemsOf(field(spec, 'volumes'))) {
    const [map, secret] = [field(volume, 'configMap'), field(volume, 'secret')];
    add('ConfigMap', field(map, 'name'), map);
    add('Secret', field(secret, 'secretName'), secret);
    add('PersistentVolumeClaim', nodeBelow(volume, 'persistentVolumeClaim', 'claimName'));
    for (const source of itemsOf(nodeBelow(volume, 'projected', 'sources'))) {
      const [inner, hidden] = [field(source, 'configMap'), field(source, 'secret')];
      add('ConfigMap', field(inner, 'name'), inner);
      add('Secret', field(hidden, 'name'), hidden);
    }
  }
  for (const container of containersOf(spec)) {
    for (const variable of itemsOf(field(container, 'env'))) {
      const from = field(variable, 'valueFrom');
      const [map, secret] = [field(from, 'configMapKeyRef'), field(from, 'secretKeyRef')];
      add('ConfigMap', field(map, 'name'), map);
      add('Secret', field(secret, 'name'), secret);
    }
    for (const source of itemsOf(field(container, 'envFrom'))) {
      const [map, secret] = [field(source, 'configMapRef'), field(source, 'secretRef')];
      add('ConfigMap', field(map, 'name'), map);
      add('Secret', field(secret, 'name'), secret);
    }
  }
  return found;
}

/** The names of ConfigMaps and Secrets that a controller makes of an object, as `Kind/name`. */
export function madeBy({ id, node }: Resource): readonly string[] {
  const spec = field(node, 'spec');
  const secret = (name: string): readonly string[] => (name === '' ? [] : [`Secret/${name}`]);
  switch (`${id.kind}.${id.group}`) {
    case 'ExternalSecret.external-secrets.io':
      return secret(rawText(nodeBelow(spec, 'target', 'name')) || id.name);
    case 'SealedSecret.bitnami.com':
      return secret(rawText(nodeBelow(spec, 'template', 'metadata', 'name')) || id.name);
    case 'Certificate.cert-manager.io':
      return secret(rawText(field(spec, 'secretName')));
    case 'Bundle.trust.cert-manager.io':
      return [`ConfigMap/${id.name}`, ...secret(id.name)];
    case 'Service.': {
      const name = servingSecret.map((one) => metadataEntry(node, 'annotations', one) ?? '');
      return name.flatMap(secret);
    }
    case 'ServiceAccount.':
      return itemsOf(field(node, 'secrets')).flatMap((one) => secret(rawText(field(one, 'name'))));
    default:
      // Operators mostly call what they make after the object, or say its name in a field.
      return namesIn(spec).flatMap((name) => [`Secret/${name}`, `ConfigMap/${name}`]);
  }
}

const servingSecret = [
  'service.beta.openshift.io/serving-cert-secret-name',
  'service.alpha.openshift.io/serving-cert-secret-name',
];

/** The texts of fields of custom objects that name a Secret or a ConfigMap. */
function namesIn(node: ResourceNode | undefined): readonly string[] {
  if (node?.kind === 'sequence') return node.items.flatMap(namesIn);
  if (node?.kind !== 'map') return [];
  return node.keys.flatMap((key, index) => {
    const value = node.values[index];
    const own = /secret|config/i.test(key) && value?.kind === 'scalar' ? [value.value] : [];
    return [...own, ...namesIn(value)];
  });
}
