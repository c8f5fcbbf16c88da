import { commonPairs, generatorArgs, images, replacement, type Place } from './fields.ts';
import { json6902Patch, selector, selectorOf, strategicMergePatch } from './patches.ts';
import { annotationKeys, labelKeys, namespaces } from './scalars.ts';
import { isList, writeYaml, type Yaml, type YamlMap } from './yamlText.ts';

/** `transformers:` with built-in kinds, inline or in a file. */
export function transformers(place: Place): Yaml {
  return place.random.list(1, 2, () => plugin(place, place.random.pick(transformerMakers)(place)));
}

/** `generators:` with built-in kinds. */
export function generators(place: Place): Yaml {
  return [plugin(place, place.random.pick(generatorMakers)(place))];
}

/** `validators:` with built-in kinds, some of which change something, which a validator must not. */
export function validators(place: Place): Yaml {
  return [plugin(place, place.random.pick(validatorMakers)(place))];
}

function plugin(place: Place, body: YamlMap): Yaml {
  const { random } = place;
  const config: YamlMap = {
    apiVersion: random.odd(0.05) ? random.pick(['v1', 'builtin/v1', 'example.com/v1']) : 'builtin',
    ...body,
  };
  const text = writeYaml(config, random);
  return random.chance(0.5)
    ? { block: '|-', lines: text.trimEnd().split('\n') }
    : place.write('plugin.yaml', text);
}

function named(kind: string, content: YamlMap): YamlMap {
  return { kind, metadata: { name: 'anything' }, ...content };
}

type Maker = (place: Place) => YamlMap;

const createEverywhere = [{ path: 'metadata/labels', create: true }];

const transformerMakers: readonly Maker[] = [
  (place) =>
    named('AnnotationsTransformer', {
      annotations: commonPairs(annotationKeys)(place),
      fieldSpecs: [{ path: 'metadata/annotations', create: true }],
    }),
  (place) =>
    named('LabelTransformer', {
      labels: commonPairs(labelKeys)(place),
      fieldSpecs: place.random.odd(0.1) ? undefined : createEverywhere,
    }),
  ({ random }) =>
    named('PrefixTransformer', {
      prefix: random.pick(['pre-', '']),
      fieldSpecs: random.odd(0.1) ? undefined : [{ path: 'metadata/name' }],
    }),
  ({ random }) =>
    named('SuffixTransformer', {
      suffix: random.pick(['-suf', '']),
      fieldSpecs: [
        { path: 'metadata/name', kind: random.maybe(0.4, () => 'Deployment') },
        ...random.list(0, 1, () => ({ path: 'spec/name' })),
      ],
    }),
  ({ random }) => ({
    kind: 'PrefixSuffixTransformer',
    metadata: { name: 'x' },
    prefix: 'p-',
    fieldSpecs: random.odd(0.1) ? undefined : [{ path: 'metadata/name' }],
  }),
  ({ random }) => ({
    kind: 'NamespaceTransformer',
    metadata: { name: 'x', namespace: random.pick(namespaces) },
    unsetOnly: random.maybe(0.3, () => true),
    setRoleBindingSubjects: random.maybe(0.4, () =>
      random.pick([
        'none',
        'defaultOnly',
        'allServiceAccounts',
        random.odd(0.2) ? 'other' : 'none',
      ]),
    ),
    fieldSpecs: random.maybe(0.8, () => [
      { path: 'metadata/namespace', create: true },
      ...random.list(0, 1, () => ({ path: 'subjects', kind: 'RoleBinding' })),
      ...random.list(0, 1, () => ({ path: 'spec/configRef/namespace', create: true })),
    ]),
  }),
  (place) => {
    const all = images(place);
    return named('ImageTagTransformer', {
      imageTag: isList(all) ? all[0] : undefined,
      fieldSpecs: place.random.maybe(0.6, () => [
        { path: 'spec/template/spec/containers[]/image' },
        { path: 'spec/image', create: true },
      ]),
    });
  },
  ({ random, resources }) => {
    const { name, kind } = random.pick(resources);
    return named('ReplicaCountTransformer', {
      replica: { name, count: 4 },
      fieldSpecs: [{ path: 'spec/replicas', create: random.chance(0.7), kind }],
    });
  },
  (place) => {
    const resource = place.random.pick(place.resources);
    const isJson = place.random.chance(0.5);
    return named('PatchTransformer', {
      patch: isJson
        ? json6902Patch(resource, place.random)
        : writeYaml(strategicMergePatch(place.resources, place.random), place.random),
      target: isJson || place.random.chance(0.5) ? selectorOf(resource) : undefined,
    });
  },
  (place) =>
    named('PatchStrategicMergeTransformer', {
      ...(place.random.chance(0.5)
        ? { patches: writeYaml(strategicMergePatch(place.resources, place.random), place.random) }
        : {
            paths: [
              place.write(
                'smp.yaml',
                writeYaml(strategicMergePatch(place.resources, place.random), place.random),
              ),
            ],
          }),
    }),
  (place) => {
    const resource = place.random.pick(place.resources);
    const text = json6902Patch(resource, place.random);
    return named('PatchJson6902Transformer', {
      target: place.random.odd(0.2)
        ? selector(place.resources, place.random)
        : selectorOf(resource),
      ...(place.random.chance(0.5) ? { jsonOp: text } : { path: place.write('op.yaml', text) }),
    });
  },
  (place) =>
    named('ReplacementTransformer', {
      replacements: [replacement(place)],
    }),
  ({ random }) =>
    named('ValueAddTransformer', {
      value: random.pick(['added', 'with/slash']),
      targets: random.list(1, 2, () => ({
        fieldPath: random.pick([
          'metadata/annotations/new',
          'spec/name',
          'data/a',
          'metadata/namespace',
        ]),
        filePathPosition: random.maybe(0.3, () => random.pick([0, 1, 2, -1])),
        selector: random.maybe(0.2, () => ({ kind: 'Deployment' })),
      })),
    }),
  () => named('HashTransformer', {}),
  ({ random }) =>
    random.odd(0.5)
      ? named(random.pick(['SortOrderTransformer', 'NoSuchTransformer']), {
          sortOptions: { order: random.pick(['legacy', 'fifo']) },
        })
      : named('HashTransformer', {}),
];

const nowhere = [{ path: 'metadata/labels', create: true, kind: 'NoSuchKind' }];

const validatorMakers: readonly Maker[] = [
  () => named('LabelTransformer', { labels: { a: 'b' }, fieldSpecs: nowhere }),
  () => named('AnnotationsTransformer', { annotations: { a: 'b' }, fieldSpecs: nowhere }),
  ({ random }) =>
    named('LabelTransformer', {
      labels: { a: 'b' },
      fieldSpecs: random.odd(0.5) ? createEverywhere : nowhere,
    }),
];

const generatorMakers: readonly Maker[] = [
  (place) => generator('ConfigMapGenerator', place),
  (place) => generator('SecretGenerator', place),
  ({ random }) =>
    named('IAMPolicyGenerator', {
      cloud: random.odd(0.2) ? 'aws' : 'gke',
      kubernetesService: { namespace: random.maybe(0.5, () => 'k8s'), name: 'k8s-sa' },
      serviceAccount: { name: 'gsa', projectId: 'project' },
    }),
];

/** The arguments of a generator as its plugin takes them: its metadata names the object. */
function generator(kind: string, place: Place): YamlMap {
  const { name, namespace, ...rest } = generatorArgs(
    kind === 'SecretGenerator' ? 'Secret' : 'ConfigMap',
    place,
  );
  return { kind, metadata: { name, namespace }, ...rest };
}
