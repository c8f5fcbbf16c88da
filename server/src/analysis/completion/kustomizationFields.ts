/** A field of a kustomization file. */
export interface KustomizationField {
  readonly name: string;
  /** What stands behind it: a text, a map with fields of its own, a list of texts or of such maps. */
  readonly holds: 'text' | 'map' | 'texts' | 'maps';
  readonly fields: readonly KustomizationField[];
  /** All that can stand there; empty for free texts. */
  readonly values: readonly string[];
}

type Rest = Partial<Omit<KustomizationField, 'name'>>;

function named(name: string, rest: Rest = {}): KustomizationField {
  return { name, holds: 'text', fields: [], values: [], ...rest };
}

function texts(name: string): KustomizationField {
  return named(name, { holds: 'texts' });
}

function map(name: string, fields: readonly KustomizationField[]): KustomizationField {
  return named(name, { holds: 'map', fields });
}

function maps(name: string, fields: readonly KustomizationField[]): KustomizationField {
  return named(name, { holds: 'maps', fields });
}

function plain(...names: readonly string[]): readonly KustomizationField[] {
  return names.map((name) => named(name));
}

const flag: Rest = { values: ['true', 'false'] };

const type = plain('group', 'version', 'kind', 'name', 'namespace');
const selector = [...type, ...plain('labelSelector', 'annotationSelector')];
const fieldSpecs = maps('fields', [
  ...plain('group', 'version', 'kind', 'path'),
  named('create', flag),
]);
const fieldOptions = map('options', [
  ...plain('delimiter', 'index', 'encoding'),
  named('create', flag),
]);
const generatorOptions: readonly KustomizationField[] = [
  map('labels', []),
  map('annotations', []),
  named('disableNameSuffixHash', flag),
  named('immutable', flag),
];
const generator: readonly KustomizationField[] = [
  ...plain('name', 'namespace'),
  named('behavior', { values: ['create', 'replace', 'merge'] }),
  texts('files'),
  texts('literals'),
  texts('envs'),
  map('options', generatorOptions),
];
const replacement: readonly KustomizationField[] = [
  named('path'),
  map('source', [...type, named('fieldPath'), fieldOptions]),
  named('sourceValue'),
  maps('targets', [
    map('select', selector),
    maps('reject', selector),
    texts('fieldPaths'),
    fieldOptions,
  ]),
];

/**
 * The fields of a kustomization file, without those that are deprecated, in the order in which people write them.
 * Source: kustomize api/types/kustomization.go (v0.21.1).
 */
export const kustomizationFields: readonly KustomizationField[] = [
  named('apiVersion', {
    values: ['kustomize.config.k8s.io/v1beta1', 'kustomize.config.k8s.io/v1alpha1'],
  }),
  named('kind', { values: ['Kustomization', 'Component'] }),
  map('metadata', [...plain('name', 'namespace'), map('labels', []), map('annotations', [])]),
  texts('resources'),
  texts('components'),
  named('namespace'),
  named('namePrefix'),
  named('nameSuffix'),
  maps('labels', [
    map('pairs', []),
    named('includeSelectors', flag),
    named('includeTemplates', flag),
    fieldSpecs,
  ]),
  map('commonAnnotations', []),
  maps('patches', [
    named('path'),
    named('patch'),
    map('target', selector),
    map('options', [named('allowNameChange', flag), named('allowKindChange', flag)]),
  ]),
  maps('images', plain('name', 'newName', 'newTag', 'digest', 'tagSuffix')),
  maps('replicas', plain('name', 'count')),
  maps('replacements', replacement),
  maps('configMapGenerator', generator),
  maps('secretGenerator', [...generator, named('type')]),
  map('generatorOptions', generatorOptions),
  map('helmGlobals', plain('chartHome', 'configHome')),
  maps('helmCharts', [
    ...plain('name', 'version', 'repo', 'releaseName', 'namespace', 'valuesFile'),
    texts('additionalValuesFiles'),
    map('valuesInline', []),
    named('valuesMerge', { values: ['override', 'replace', 'merge'] }),
    named('includeCRDs', flag),
    named('skipHooks', flag),
    named('skipTests', flag),
    texts('apiVersions'),
    ...plain('kubeVersion', 'nameTemplate'),
  ]),
  map('openapi', plain('path', 'version')),
  texts('crds'),
  texts('configurations'),
  texts('generators'),
  texts('transformers'),
  texts('validators'),
  named('buildMetadata', {
    holds: 'texts',
    values: ['managedByLabel', 'originAnnotations', 'transformerAnnotations'],
  }),
  map('sortOptions', [
    named('order', { values: ['legacy', 'fifo'] }),
    map('legacySortOptions', [texts('orderFirst'), texts('orderLast')]),
  ]),
];

/** The field at a path of keys and `-`; `undefined` where kustomize has none. */
export function fieldAt(path: readonly string[]): KustomizationField | undefined {
  let fields = kustomizationFields;
  let found: KustomizationField | undefined;
  for (const step of path) {
    if (step === '-') continue;
    found = fields.find(({ name }) => name === step);
    if (found === undefined) return undefined;
    ({ fields } = found);
  }
  return found;
}

/** The keys that can stand in the map at a path. */
export function keysAt(path: readonly string[]): readonly KustomizationField[] {
  const keys = path.filter((step) => step !== '-');
  if (keys.length === 0) return path.length === 0 ? kustomizationFields : [];
  const found = fieldAt(keys);
  if (found === undefined) return [];
  const inList = path.at(-1) === '-';
  return (found.holds === 'maps') === inList || found.holds === 'map' ? found.fields : [];
}
