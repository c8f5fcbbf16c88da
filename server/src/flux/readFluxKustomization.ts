import { readObject, wrongTypeCode, type ObjectReader } from '../delivery/objectReader.ts';
import type { Resource } from '../kustomize/resource.ts';
import { problem, type Problem } from '../text/problem.ts';
import { isOfType } from './fluxObject.ts';
import {
  fluxKustomizationType,
  type CommonMetadata,
  type FluxImage,
  type FluxKustomization,
  type FluxPatch,
  type FluxSelector,
  type KubeConfigReference,
  type KustomizationEdit,
  type PostBuild,
} from './kustomization.ts';
import { readReference } from './reference.ts';

/** Reads an object as a Kustomization of Flux; `undefined` where it is none. */
export function readFluxKustomization(resource: Resource): FluxKustomization | undefined {
  const { id } = resource;
  if (!isOfType(id, fluxKustomizationType)) return undefined;
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const object = readObject(resource, report);
  const spec = object.map('spec');
  const edit = readEdit(spec);
  reportNulls(spec, fieldsOfEdit, report);
  const silent = readObject(resource, () => undefined).map('spec');
  const decryption = silent?.map('decryption');
  const sourceRef = silent?.map('sourceRef');
  return {
    resource,
    kind: 'Kustomization',
    name: id.name,
    namespace: id.namespace,
    at: object.at,
    path: spec?.text('path'),
    sourceRef: sourceRef && readReference(sourceRef, '', id.namespace),
    edit,
    commonMetadata: readCommonMetadata(spec),
    postBuild: readPostBuild(resource),
    dependsOn: (silent?.list('dependsOn') ?? []).map((entry) => ({
      ...readReference(entry, 'Kustomization', id.namespace),
      readyExpr: entry.text('readyExpr'),
    })),
    suspend: silent?.flag('suspend'),
    prune: silent?.flag('prune'),
    deletionPolicy: silent?.text('deletionPolicy'),
    force: silent?.flag('force'),
    wait: silent?.flag('wait'),
    interval: silent?.text('interval'),
    retryInterval: silent?.text('retryInterval'),
    timeout: silent?.text('timeout'),
    serviceAccountName: silent?.text('serviceAccountName'),
    kubeConfig: readKubeConfig(silent),
    decryption: decryption && {
      at: decryption.at,
      provider: decryption.text('provider'),
      secret: decryption.map('secretRef')?.text('name'),
      serviceAccountName: decryption.text('serviceAccountName'),
    },
    healthChecks: (silent?.list('healthChecks') ?? []).map((entry) =>
      readReference(entry, '', id.namespace),
    ),
    ignore: (silent?.list('ignore') ?? []).map((rule) => ({
      paths: rule.texts('paths'),
      target: readSelector(rule.map('target')),
    })),
    problems,
  };
}

const fieldsOfEdit = [
  'targetNamespace',
  'namePrefix',
  'nameSuffix',
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'images',
  'components',
  'buildMetadata',
];

/** Source: fluxcd/pkg/kustomize v1.41.0 kustomize_generator.go `GenerateManifest`. */
function readEdit(spec: ObjectReader | undefined): KustomizationEdit {
  return {
    targetNamespace: spec?.text('targetNamespace'),
    namePrefix: spec?.text('namePrefix'),
    nameSuffix: spec?.text('nameSuffix'),
    patches: readPatches(spec),
    patchesStrategicMerge: (spec?.list('patchesStrategicMerge') ?? []).map(({ node, at }) => ({
      value: node,
      at,
    })),
    patchesJson6902: (spec?.list('patchesJson6902') ?? []).map((entry) => {
      const operations = entry.field('patch');
      return {
        at: entry.at,
        operations: operations && { value: operations.node, at: operations.at },
        target: readSelector(entry.map('target')) ?? { ...anyTarget, at: entry.at },
      };
    }),
    images: readImages(spec),
    components: spec?.texts('components') ?? [],
    ignoreMissingComponents: readQuietFlag(spec, 'ignoreMissingComponents'),
    buildMetadata: spec?.texts('buildMetadata') ?? [],
  };
}

/** Reads `patches:` of a Kustomization or of a post-renderer. */
export function readPatches(parent: ObjectReader | undefined): readonly FluxPatch[] {
  return (parent?.list('patches') ?? []).map((entry) => ({
    at: entry.at,
    patch: entry.text('patch'),
    target: readSelector(entry.map('target')),
  }));
}

/** Reads `images:` of a Kustomization or of a post-renderer. */
export function readImages(parent: ObjectReader | undefined): readonly FluxImage[] {
  return (parent?.list('images') ?? []).map((entry) => ({
    at: entry.at,
    name: entry.text('name'),
    newName: entry.text('newName'),
    newTag: entry.text('newTag'),
    digest: entry.text('digest'),
  }));
}

/** Reads `commonMetadata:`. */
export function readCommonMetadata(spec: ObjectReader | undefined): CommonMetadata {
  const metadata = spec?.map('commonMetadata');
  return {
    labels: metadata?.textMap('labels') ?? [],
    annotations: metadata?.textMap('annotations') ?? [],
  };
}

/** Reads `kubeConfig:`; never what the Secret holds. */
export function readKubeConfig(spec: ObjectReader | undefined): KubeConfigReference | undefined {
  const reader = spec?.map('kubeConfig');
  return (
    reader && {
      at: reader.at,
      secret: reader.map('secretRef')?.text('name'),
      key: reader.map('secretRef')?.text('key'),
      configMap: reader.map('configMapRef')?.text('name'),
    }
  );
}

const anyTarget = {
  group: '',
  version: '',
  kind: '',
  name: '',
  namespace: '',
  annotationSelector: '',
  labelSelector: '',
};

function readSelector(entry: ObjectReader | undefined): FluxSelector | undefined {
  if (entry === undefined) return undefined;
  const text = (name: string): string => entry.text(name)?.value ?? '';
  return {
    at: entry.at,
    group: text('group'),
    version: text('version'),
    kind: text('kind'),
    name: text('name'),
    namespace: text('namespace'),
    annotationSelector: text('annotationSelector'),
    labelSelector: text('labelSelector'),
  };
}

/** A flag of which a wrong type counts as false. Source: kustomize_generator.go `getNestedBool`. */
function readQuietFlag(spec: ObjectReader | undefined, name: string): boolean {
  const node = spec?.field(name)?.node;
  return node?.kind === 'scalar' && node.tag === '!!bool' && /^true$/i.test(node.value);
}

/** Source: fluxcd/pkg/kustomize v1.41.0 kustomize_varsub.go `SubstituteVariables`, `getSubstituteFrom`. */
function readPostBuild(resource: Resource): PostBuild {
  const problems: Problem[] = [];
  const report = (found: Problem): void => void problems.push(found);
  const postBuild = readObject(resource, report).map('spec')?.map('postBuild');
  reportNulls(postBuild, ['substitute', 'substituteFrom'], report);
  return {
    at: postBuild?.at,
    strategy: postBuild?.text('substituteStrategy'),
    substitute: postBuild?.textMap('substitute') ?? [],
    substituteFrom: (postBuild?.list('substituteFrom') ?? []).map((entry) => ({
      at: entry.at,
      kind: entry.text('kind')?.value ?? '',
      name: entry.text('name')?.value ?? '',
      optional: entry.flag('optional')?.value ?? false,
    })),
    problems,
  };
}

/** A null of a field that the library reads by its type is an error there, and for the API server too. */
function reportNulls(
  reader: ObjectReader | undefined,
  names: readonly string[],
  report: (found: Problem) => void,
): void {
  if (reader?.node.kind !== 'map') return;
  const { keys } = reader.node;
  for (const name of names) {
    if (!keys.includes(name) || reader.field(name) !== undefined) continue;
    const field = `${reader.path}.${name}`;
    report(problem(wrongTypeCode, { field, expected: 'value', found: 'null' }, reader.at));
  }
}
