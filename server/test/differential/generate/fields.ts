import type { Random } from './random.ts';
import {
  json6902Patch,
  pathsOf,
  selector,
  selectorOf,
  strategicMergePatch,
  valueAt,
} from './patches.ts';
import { kinds, type GeneratedResource } from './resources.ts';
import {
  annotationKeys,
  anyScalar,
  imageNames,
  labelKeys,
  mostly,
  names,
  namespaces,
  plainText,
} from './scalars.ts';
import { isMap, writeYaml, type Yaml, type YamlMap } from './yamlText.ts';

/** What the fields of a kustomization know: its resources, and how to write files beside it. */
export interface Place {
  readonly random: Random;
  readonly resources: readonly GeneratedResource[];
  /** Tells of a resource that a generator makes; it joins `resources` above this layer. */
  readonly announce: (resource: GeneratedResource) => void;
  /** Writes a file below the folder of the kustomization; gives its path from there. */
  readonly write: (name: string, text: string) => string;
  /** The same for bytes. */
  readonly writeBytes: (name: string, bytes: Buffer) => string;
}

/** `patches:` */
export function patches(place: Place): Yaml {
  const { random } = place;
  return random.list(1, 3, () => {
    const withTarget = random.chance(0.5);
    const isJson = withTarget && random.chance(0.5);
    const resource = random.pick(place.resources);
    const text = isJson
      ? json6902Patch(resource, random)
      : mergePatchText(place, withTarget ? 1 : 2);
    return {
      ...patchText(text, isJson ? 'patch.json.yaml' : 'patch.yaml', place),
      target: withTarget ? targetOf(resource, place) : undefined,
      options: random.maybe(0.08, () => ({
        allowNameChange: random.chance(0.7),
        allowKindChange: random.chance(0.5),
      })),
    };
  });
}

/** A selector of the resource, or now and then of others, too. */
function targetOf(resource: GeneratedResource, { resources, random }: Place): YamlMap {
  return random.chance(0.85) ? selectorOf(resource) : selector(resources, random);
}

function mergePatchText({ resources, random }: Place, most: number): string {
  return random
    .list(1, most, () => writeYaml(strategicMergePatch(resources, random), random))
    .join('---\n');
}

function patchText(text: string, file: string, place: Place): YamlMap {
  return place.random.chance(0.5)
    ? { path: place.write(file, text) }
    : { patch: { block: place.random.pick(['|', '|-']), lines: text.trimEnd().split('\n') } };
}

/** `patchesStrategicMerge:` */
export function patchesStrategicMerge(place: Place): Yaml {
  const { random } = place;
  return random.list(1, 2, () => {
    const text = mergePatchText(place, 2);
    return random.chance(0.6)
      ? place.write('merge.yaml', text)
      : { block: '|-', lines: text.trimEnd().split('\n') };
  });
}

/** `patchesJson6902:` */
export function patchesJson6902(place: Place): Yaml {
  const { random } = place;
  return random.list(1, 2, () => {
    const resource = random.pick(place.resources);
    return {
      target: targetOf(resource, place),
      ...patchText(json6902Patch(resource, random), 'ops.yaml', place),
    };
  });
}

/** `images:` */
export function images({ random }: Place): Yaml {
  return random.list(1, 3, () => ({
    name: !random.odd(0.05) ? random.pick(imageNames) : random.pick(['ngin.', 'nginx:1.0', '.*']),
    newName: random.maybe(0.4, () => random.pick(imageNames)),
    newTag: random.maybe(0.5, () => mostly(random.pick(['2.0', 'v3', 'stable']), random, 0.05)),
    tagSuffix: random.maybe(0.12, () => '-debug'),
    digest: random.maybe(0.12, () => `sha256:${'cd34'.repeat(16)}`),
  }));
}

/** `replicas:` */
export function replicas({ random, resources }: Place): Yaml {
  const scalable = resources.filter(({ kind }) => /Deployment|StatefulSet|Controller/.test(kind));
  if (scalable.length === 0 && !random.odd(0.05)) {
    return undefined;
  }
  return random.list(1, 2, () => ({
    name: scalable.length > 0 ? random.pick(scalable).name : random.pick(names),
    count: random.pick<Yaml>([0, 3, 5, { verbatim: '010' }]),
  }));
}

/** `labels:` */
export function labels({ random }: Place): Yaml {
  return random.list(1, 2, () => ({
    pairs: anyTexts(random, labelKeys),
    includeSelectors: random.maybe(0.4, () => random.chance(0.7)),
    includeTemplates: random.maybe(0.3, () => random.chance(0.8)),
    fields: random.maybe(0.2, () => [fieldSpec(random, ['spec/selector', 'metadata/annotations'])]),
  }));
}

/** `commonLabels:` or `commonAnnotations:` */
export function commonPairs(keys: readonly string[]): (place: Place) => Yaml {
  return ({ random }) => anyTexts(random, keys);
}

function anyTexts(random: Random, keys: readonly string[]): YamlMap {
  const pairs = random
    .some(keys, 1, 2)
    .map((key): [string, Yaml] => [
      key,
      random.chance(0.2)
        ? random.pick<Yaml>(['yes', 'true', '1', '0777', 'null', '', 'a: b', '1.0', 'line\nbreak'])
        : mostly(plainText(random), random, 0.01),
    ]);
  return Object.fromEntries(pairs);
}

/** Whether the default field specs of a path create the field; another answer is a conflict. */
const creates =
  /^(?:metadata\/(?:labels|annotations|namespace)|spec\/(?:replicas|template\/metadata))/;

function fieldSpec(random: Random, paths: readonly string[]): YamlMap {
  const path = random.pick(paths);
  const [apiVersion = '', kind = ''] = random.pick(kinds).split(' ');
  const slash = apiVersion.indexOf('/');
  return {
    path,
    kind: random.maybe(0.6, () => kind),
    group: random.maybe(0.2, () => apiVersion.slice(0, Math.max(slash, 0))),
    version: random.maybe(0.2, () => apiVersion.slice(slash + 1)),
    create: random.odd(0.2)
      ? random.chance(0.5)
      : creates.test(path) || (!path.startsWith('metadata') && random.chance(0.5)) || undefined,
  };
}

/** `configMapGenerator:` */
export function configMaps(place: Place): Yaml {
  return place.random.list(1, 2, () => generatorArgs('ConfigMap', place));
}

/** `secretGenerator:` */
export function secrets(place: Place): Yaml {
  const { random } = place;
  return random.list(1, 2, () => ({
    ...generatorArgs('Secret', place),
    type: random.maybe(0.3, () => random.pick(['Opaque', 'kubernetes.io/tls', 'x'])),
  }));
}

/** The fields of one generator. */
export function generatorArgs(kind: 'ConfigMap' | 'Secret', place: Place): YamlMap {
  const { random, announce } = place;
  const { name, namespace, behavior } = generatedObject(kind, place);
  announce({
    apiVersion: 'v1',
    kind,
    name,
    namespace,
    body: { apiVersion: 'v1', kind, metadata: { name, namespace }, data: { a: '1', b: 'text' } },
  });
  return {
    name,
    namespace,
    behavior,
    literals: random.maybe(0.7, () => random.some(random.odd(0.08) ? badLiterals : literals, 1, 3)),
    files: random.maybe(0.3, () => random.list(1, 2, () => generatorFile(place))),
    envs: random.maybe(0.2, () => [
      place.write('settings.env', random.pick(random.odd(0.08) ? badEnvFiles : envFiles)),
    ]),
    env: random.maybe(0.03, () => place.write('one.env', random.pick(envFiles))),
    options: random.maybe(0.25, () => generatorOptions(place)),
  };
}

interface GeneratedObject {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly behavior: string | undefined;
}

/** A new object, or one that is there already and is merged with or replaced. */
function generatedObject(kind: string, { random, resources }: Place): GeneratedObject {
  const there = resources.filter((resource) => resource.kind === kind);
  if (there.length > 0 && random.chance(0.4)) {
    const { name, namespace } = random.pick(there);
    return { name, namespace, behavior: random.pick(['merge', 'merge', 'replace']) };
  }
  const free = names.filter((name) => there.every((resource) => resource.name !== name));
  return {
    name: random.pick(free.length > 0 && !random.odd(0.1) ? free : names),
    namespace: random.maybe(0.15, () => random.pick(namespaces)),
    behavior: random.odd(0.15)
      ? random.pick(['merge', 'replace', 'none'])
      : random.maybe(0.1, () => 'create'),
  };
}

const literals: readonly string[] = [
  'a=1',
  'b=text',
  'NAME=value with spaces',
  'quoted="in quotes"',
  "single='in quotes'",
  'c=',
  'eq=a=b=c',
  'd=true',
  'e=0777',
  'f=line\nbreak',
  'g=trailing ',
  'h=übergröße 😀',
  'dollar=$(NAME)',
];

const badLiterals: readonly string[] = ['no-equals', '=no-key', 'bad key=x', 'a=2', 'a=1'];

const envFiles: readonly string[] = [
  'X=1\nY=two words\n',
  '# comment\n\nX=1\n  Y=indented\n',
  'X="quoted"\nY=\'single\'\nZ=a=b\n',
  'X=1\r\nY=2\r\n',
  '\ufeffX=1\n',
  'X=trailing   \n',
  '',
];

const badEnvFiles: readonly string[] = ['HOME_NOT_SET\n', 'a b=1\n', 'X=1\nX=2\n', '=1\n'];

function generatorFile(place: Place): string {
  const { random } = place;
  const key = random.chance(0.4) ? `${random.pick(['key', 'other.txt', 'config.yaml'])}=` : '';
  const path = random.chance(0.15)
    ? place.writeBytes('blob.bin', random.pick([Buffer.from([0, 1, 254, 255]), Buffer.from('ÿ')]))
    : place.write('text.txt', random.pick(texts));
  return `${key}${path}`;
}

const texts: readonly string[] = [
  'plain text\n',
  'no line break at the end',
  'two\nlines\n',
  'a: 1\nb:\n- x\n',
  '',
  'trailing space \nnext\n',
  '\ttab\n',
  'crlf\r\nlines\r\n',
  '\n\nblank lines around\n\n\n',
  'very long line that goes past eighty columns, so that a folding emitter would have to think about it\n',
];

/** `generatorOptions:` */
export function generatorOptions({ random }: Place): YamlMap {
  return {
    labels: random.maybe(0.3, () => anyTexts(random, labelKeys)),
    annotations: random.maybe(0.3, () => anyTexts(random, annotationKeys)),
    disableNameSuffixHash: random.maybe(0.5, () => random.chance(0.7)),
    immutable: random.maybe(0.2, () => random.chance(0.8)),
  };
}

/** `vars:` */
export function vars({ random, resources }: Place): Yaml {
  return random.some(['NAME', 'PORT', 'OTHER'], 1, 2).map((name) => {
    const resource = random.pick(resources);
    return {
      name,
      objref: {
        apiVersion: random.chance(0.9) ? resource.apiVersion : undefined,
        kind: resource.kind,
        name: resource.name,
        namespace: random.maybe(0.1, () => resource.namespace),
      },
      fieldref: random.maybe(0.6, () => ({ fieldpath: fieldPath(resource, random) })),
    };
  });
}

function fieldPath({ body }: GeneratedResource, random: Random): string {
  if (random.odd(0.1)) {
    return random.pick(fieldPaths);
  }
  return random
    .pick(pathsOf(body))
    .map((key) => (/^\d+$/.test(key) ? `[${key}]` : key.includes('.') ? `[${key}]` : `.${key}`))
    .join('')
    .replace(/^\./, '');
}

const fieldPaths: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.labels.app',
  'metadata.labels[app.kubernetes.io/name]',
  'spec.replicas',
  'spec.ports[0].port',
  'spec.template.spec.containers[0].image',
  'spec.template.spec.containers[0]',
  'data.a',
  'data.config\\.yaml',
  'spec',
  'nothing.here',
];

/** `replacements:` */
export function replacements(place: Place): Yaml {
  const { random } = place;
  return random.list(1, 2, () =>
    random.chance(0.2)
      ? {
          path: place.write(
            'replacement.yaml',
            writeYaml(
              random.chance(0.5) ? replacement(place) : [replacement(place), replacement(place)],
              random,
            ),
          ),
        }
      : replacement(place),
  );
}

/** One replacement. */
export function replacement({ random, resources }: Place): YamlMap {
  const from = random.pick(resources);
  const isValue = random.chance(0.12);
  const source: YamlMap = {
    kind: from.kind,
    name: from.name,
    namespace: random.maybe(0.1, () => from.namespace),
    version: random.maybe(0.1, () => from.apiVersion.split('/').at(-1)),
    fieldPath: random.maybe(0.8, () =>
      random.odd(0.15) ? random.pick(sourcePaths) : dottedPath(from, random, 'one'),
    ),
    options: random.maybe(0.1, () => options(random)),
  };
  return {
    source: isValue ? undefined : source,
    sourceValue: isValue ? mostly('from-value', random, 0.1) : undefined,
    targets: random.list(1, 2, () => {
      const to = random.pick(resources);
      const isKnown = random.chance(0.75);
      return {
        select: random.odd(0.25) ? selector(resources, random) : selectorOf(to),
        reject: random.maybe(0.15, () => [selector(resources, random)]),
        fieldPaths: random.maybe(0.9, () =>
          isKnown
            ? random.list(1, 2, () => dottedPath(to, random, 'any'))
            : random.some(targetPaths, 1, 2),
        ),
        options: isKnown
          ? random.maybe(0.35, () => options(random))
          : { ...options(random), create: random.chance(0.9) },
      };
    }),
  };
}

/** The path of a scalar or, seldom, of anything in a resource, as replacements write it. */
function dottedPath({ body }: GeneratedResource, random: Random, wanted: 'one' | 'any'): string {
  const known = pathsOf(body).filter((path) => path.length > 1);
  const leaves = known.filter((path) => pathsOf(valueAt(body, path)).length === 0);
  const candidates = random.odd(0.15) ? known : leaves;
  const path = random.pick(candidates.length > 0 ? candidates : [['metadata', 'name']]);
  return path
    .map((key, index) => {
      if (/^\d+$/.test(key)) {
        const item = valueAt(body, path.slice(0, index + 1));
        const name = isMap(item) && typeof item['name'] === 'string' ? item['name'] : undefined;
        if (name !== undefined && random.chance(0.4)) {
          return `[name=${name}]`;
        }
        return wanted === 'any' && random.chance(0.2) ? '*' : key;
      }
      return key.includes('.') && index > 0
        ? random.pick([`[${key}]`, key.replaceAll('.', '\\.')])
        : key;
    })
    .join('.');
}

function options(random: Random): YamlMap {
  return {
    delimiter: random.maybe(0.45, () => random.pick([':', '/', '-', '.', ' '])),
    index: random.maybe(0.4, () => random.pick([0, 1, -1, 2, 5])),
    create: random.maybe(0.6, () => random.chance(0.85)),
    encoding: random.maybe(0.005, () => 'base64'),
  };
}

const sourcePaths: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.labels.app',
  'metadata.labels',
  'metadata.annotations.note',
  'spec.replicas',
  'spec.ports.0.port',
  'spec.ports.[name=port-0].port',
  'spec.template.spec.containers.0.image',
  'spec.template.spec.containers.[name=app].image',
  'spec.template.spec.containers.*.image',
  'spec.template.spec.containers.0',
  'spec.selector',
  'data.a',
  'data.b',
  'data.data\\.json',
  'kind',
  'nothing.here',
];

const targetPaths: readonly string[] = [
  'metadata.name',
  'metadata.namespace',
  'metadata.labels.app',
  'metadata.annotations.note',
  'metadata.annotations.[example.com/owner]',
  'metadata.annotations.new',
  'spec.replicas',
  'spec.template.metadata.labels.tier',
  'spec.template.spec.containers.0.image',
  'spec.template.spec.containers.[name=app].image',
  'spec.template.spec.containers.*.image',
  'spec.template.spec.containers.[name=app].env.[name=VAR_0].value',
  'spec.template.spec.containers.[name=app].env.[name=NEW].value',
  'spec.template.spec.containers.-.name',
  'spec.ports.*.port',
  'spec.ports.0.name',
  'spec.selector.app',
  'subjects.0.name',
  'subjects.[kind=ServiceAccount].namespace',
  'data.a',
  'data.new',
  'data.config\\.yaml.server.name',
  'data.config\\.yaml.list.0',
  'data.data\\.json.server.port',
  'data.data\\.json.list.1',
  'spec.name',
  'spec.list.*.value',
  'spec.rules.0.host',
];

/** `configurations:` */
export function configurations(place: Place): Yaml {
  const { random } = place;
  const specs = (paths: readonly string[]): Yaml =>
    random.maybe(0.35, () => random.list(1, 2, () => fieldSpec(random, paths)));
  const config: YamlMap = {
    namePrefix: specs(['metadata/name', 'spec/name']),
    nameSuffix: specs(['metadata/name', 'spec/name']),
    namespace: specs(['metadata/namespace', 'spec/configRef/namespace']),
    commonLabels: specs(['metadata/labels', 'spec/selector', 'spec/labels']),
    labels: specs(['metadata/labels', 'spec/labels']),
    templateLabels: specs(['spec/template/metadata/labels']),
    commonAnnotations: specs(['metadata/annotations', 'spec/template/metadata/annotations']),
    images: specs(['spec/image', 'spec/list[]/value', 'spec/template/spec/containers/image']),
    replicas: specs(['spec/replicas', 'spec/count']),
    varReference: specs(['spec/name', 'spec/texts', 'data', 'metadata/annotations/note']),
    nameReference: random.maybe(0.4, () => [
      {
        kind: random.pick(['ConfigMap', 'Secret', 'Widget', 'Service']),
        version: random.maybe(0.3, () => 'v1'),
        fieldSpecs: random.list(1, 2, () =>
          fieldSpec(random, ['spec/configRef/name', 'spec/name', 'spec/configRef']),
        ),
      },
    ]),
  };
  return [place.write('config.yaml', writeYaml(config, random))];
}

/** `crds:` */
export function crds(place: Place): Yaml {
  const { random } = place;
  const reference = random.pick([
    { 'x-kubernetes-object-ref-api-version': 'v1', 'x-kubernetes-object-ref-kind': 'ConfigMap' },
    {
      'x-kubernetes-object-ref-api-version': 'v1',
      'x-kubernetes-object-ref-kind': 'Secret',
      'x-kubernetes-object-ref-name-key': 'name',
    },
    { 'x-kubernetes-annotation': '' },
    { 'x-kubernetes-label-selector': '' },
    { 'x-kubernetes-identity': '' },
  ]);
  const definitions = {
    'github.com/example.Widget': {
      Schema: {
        properties: {
          apiVersion: { type: 'string' },
          kind: { type: 'string' },
          metadata: { type: 'object' },
          spec: { $ref: 'github.com/example.WidgetSpec' },
        },
      },
    },
    'github.com/example.WidgetSpec': {
      Schema: {
        properties: { configRef: reference, name: { type: 'string' }, selector: reference },
      },
    },
  };
  const isJson = random.chance(0.5);
  const text = isJson ? JSON.stringify(definitions) : writeYaml(definitions, random);
  return [place.write(isJson ? 'crd.json' : 'crd.yaml', text)];
}

/** `openapi:` with a schema that teaches the list of `Widget` its key. */
export function openapi(place: Place): Yaml {
  const { random } = place;
  if (random.chance(0.1)) {
    return { version: random.pick(['v1.21.2', 'v1.20.4', 'v9']) };
  }
  const schema = {
    definitions: {
      'v1.Widget': {
        properties: {
          spec: {
            properties: {
              list: {
                type: 'array',
                items: { type: 'object' },
                'x-kubernetes-patch-merge-key': random.pick(['name', 'value']),
                'x-kubernetes-patch-strategy': random.pick([
                  'merge',
                  'replace',
                  'merge,retainKeys',
                ]),
              },
            },
          },
        },
        'x-kubernetes-group-version-kind': [
          { group: 'example.com', kind: 'Widget', version: 'v1' },
        ],
      },
    },
  };
  return { path: place.write('schema.json', JSON.stringify(schema)) };
}

/** `sortOptions:` */
export function sortOptions({ random }: Place): Yaml {
  return {
    order: random.pick([
      'fifo',
      'fifo',
      'legacy',
      'legacy',
      'legacy',
      random.odd(0.3) ? 'other' : 'fifo',
    ]),
    legacySortOptions: random.maybe(0.3, () => ({
      orderFirst: random.maybe(0.7, () => ['Service', 'ConfigMap']),
      orderLast: random.maybe(0.7, () => ['Deployment', 'Namespace']),
    })),
  };
}

/** `buildMetadata:` */
export function buildMetadata({ random }: Place): Yaml {
  return random.some(['originAnnotations', 'transformerAnnotations', 'managedByLabel'], 1, 2);
}

/** A document that is no resource for one reason or another. */
export function oddDocument(random: Random): string {
  return random.pick([
    '',
    '# only a comment\n',
    'null\n',
    'kind: ConfigMap\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: dup}\ndata: {a: 1, a: 2}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: 10}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: keys}\ndata: {10: ten}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bools}\ndata: {true: x, yes: y}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: nulls}\ndata:\n  ~: x\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: alias}\ndata: {a: &x text, b: *x}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: merge}\nbase: &b {a: one, c: two}\ndata:\n  <<: *b\n  a: three\n',
    'apiVersion: v1\nkind: Widget\nmetadata: {name: alias}\nspec: &s\n  list: [&i {name: q}, *i]\nother: *s\n',
    'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: in-list}\n- apiVersion: v1\n  kind: Secret\n  metadata: {name: in-list}\n',
    'apiVersion: v1\nkind: ConfigMapList\nitems:\n- apiVersion: v1\n  kind: ConfigMap\n  metadata: {name: in-cm-list}\n',
    'apiVersion: v1\nkind: List\nitems: []\n',
    'apiVersion: v1\nkind: List\n',
    'apiVersion: v1\nkind: List\nmetadata: {name: x}\nitems: null\n',
    'apiVersion: v1\nkind: FooList\nitems: {a: b}\n',
    'apiVersion: v1\nkind: Foo\nmetadata: {name: text}\nspec: [unclosed\n',
    'just text\n',
    '- a\n- b\n',
    '{"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "json"}, "data": {"a": "b"}}\n',
    '\tapiVersion: v1\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: crlf\r\ndata:\r\n  a: b\r\n',
    '%YAML 1.1\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: directive}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: end}\n...\n',
    'apiVersion: 1\nkind: ConfigMap\nmetadata: {name: number-version}\n',
    'apiVersion: v1\nkind: true\nmetadata: {name: bool-kind}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: labels, labels: null, annotations: {}}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: labels, labels: {a: 1, b: true, c: null}}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ann, annotations: {a: 1, b: true, c: null}}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ns, namespace: null}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ns, namespace: 12}\n',
    'apiVersion: v1\nkind: ConfigMap\nmetadata: [name]\n',
    'kind: Kustomization\nmetadata: {name: x}\n',
    `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: deep}\ndata: {a: ${'['.repeat(30)}${']'.repeat(30)}}\n`,
  ]);
}

/** A value for a field that has another type. */
export function wrongValue(random: Random): Yaml {
  return random.pick<Yaml>([null, 'text', 7, true, [], {}, ['a'], { a: 'b' }, anyScalar(random)]);
}
