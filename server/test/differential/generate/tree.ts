import type { BuildCase } from '../../../../scripts/oracle/oracle.ts';
import * as fields from './fields.ts';
import { breakTree } from './mistakes.ts';
import { generators, transformers, validators } from './plugins.ts';
import { Random } from './random.ts';
import { anyResource, resourceOf, type GeneratedResource } from './resources.ts';
import { annotationKeys, labelKeys, mostly, names, namespaces } from './scalars.ts';
import { writeYaml, type Yaml, type YamlMap } from './yamlText.ts';

/** A tree of kustomizations that use each other, made from a seed: the same tree for the same seed. */
export function generateCase(seed: number): BuildCase {
  const random = new Random(seed);
  random.wildness = random.pick([0, 0, 0, 0.1, 0.3, 1]);
  const builder = new TreeBuilder(random);
  const shape = random.pick(shapes);
  for (const layer of shape) {
    builder.addLayer(layer);
  }
  const target = shape.at(-1)?.folder ?? '';
  const tree: BuildCase = {
    files: Object.fromEntries(builder.files),
    filesBase64: Object.fromEntries(builder.bytes),
    target,
    options: {
      reorder: random.pick(['unspecified', 'unspecified', 'none']),
      loadRestrictions: random.chance(0.9) ? 'rootOnly' : 'none',
    },
  };
  // Wild trees are often broken in other ways already; a mistake alone is seen best in one that is not.
  return random.odd(0.3) || random.chance(0.05) ? breakTree(tree, random) : tree;
}

/** A kustomization and what it builds on. */
interface Layer {
  readonly folder: string;
  readonly resources: readonly string[];
  readonly components: readonly string[];
  readonly kind?: 'Component';
  /** Fields that the layer needs to go with the others. */
  readonly fixed?: YamlMap;
}

function layer(
  folder: string,
  resources: readonly string[] = [],
  components: readonly string[] = [],
): Layer {
  return { folder, resources, components };
}

function component(
  folder: string,
  resources: readonly string[] = [],
  components: readonly string[] = [],
): Layer {
  return { folder, resources, components, kind: 'Component' };
}

/** How layers build on each other; the last one is built. */
const shapes: readonly (readonly Layer[])[] = [
  [layer('')],
  [layer('app')],
  [layer('base'), layer('overlay', ['../base'])],
  [layer('base'), layer('overlay', ['../base'])],
  [layer('base'), layer('overlay', ['../base'])],
  [layer('base'), layer('mid', ['../base']), layer('top', ['../mid'])],
  [layer('a'), layer('b'), layer('top', ['../a', '../b'])],
  [
    layer('base'),
    { ...layer('a', ['../base']), fixed: { namePrefix: 'a-' } },
    { ...layer('b', ['../base']), fixed: { nameSuffix: '-b' } },
    layer('top', ['../a', '../b']),
  ],
  [layer('base'), component('part'), layer('overlay', ['../base'], ['../part'])],
  [component('one'), component('two', [], ['../one']), layer('app', [], ['../two'])],
  [
    layer('base'),
    component('part', ['../extra']),
    layer('extra'),
    layer('overlay', ['../base'], ['../part']),
    layer('top', ['../overlay']),
  ],
  [
    layer('base'),
    component('one'),
    component('two'),
    layer('app', ['../base'], ['../one', '../two']),
  ],
];

class TreeBuilder {
  readonly files = new Map<string, string>();
  readonly bytes = new Map<string, string>();
  readonly #random: Random;
  readonly #ids = new Set<string>();
  /** The resources that each folder leads to. */
  readonly #resources = new Map<string, readonly GeneratedResource[]>();

  constructor(random: Random) {
    this.#random = random;
  }

  addLayer({ folder, resources, components, kind, fixed }: Layer): void {
    const random = this.#random;
    const below = [...resources, ...components].flatMap(
      (path) => this.#resources.get(path.slice(3)) ?? [],
    );
    const isOverlay = below.length > 0;
    const own = this.#uniqueResources(
      isOverlay
        ? random.list(0, 2, () => anyResource(random))
        : random.list(1, 5, () => anyResource(random)),
    );
    const known = [...below, ...own];
    const seen =
      known.length > 0 ? known : [resourceOf('v1 ConfigMap', random.pick(names), random)];
    this.#resources.set(folder, seen);
    const files = this.#writeResources(folder, own);
    const place: fields.Place = {
      random,
      resources: seen,
      announce: (resource) => {
        this.#resources.set(folder, [...(this.#resources.get(folder) ?? []), resource]);
      },
      write: (name, text) => this.#write(folder, name, text),
      writeBytes: (name, bytes) => this.#writeBytes(folder, name, bytes),
    };
    const useBases = resources.length > 0 && random.chance(0.08);
    const kustomization: YamlMap = {
      apiVersion: random.maybe(0.6, () =>
        kind === 'Component'
          ? 'kustomize.config.k8s.io/v1alpha1'
          : 'kustomize.config.k8s.io/v1beta1',
      ),
      kind: kind ?? random.maybe(0.6, () => 'Kustomization'),
      resources: useBases
        ? files
        : random.chance(0.5)
          ? [...resources, ...files]
          : [...files, ...resources],
      bases: useBases ? resources : undefined,
      components: components.length > 0 ? components : undefined,
      ...this.#fields(place),
      ...fixed,
    };
    const name = random.chance(0.9)
      ? 'kustomization.yaml'
      : random.pick(['kustomization.yml', 'Kustomization']);
    const text = random.chance(0.03)
      ? asJson(kustomization)
      : writeYaml(shuffled(kustomization, random), random);
    this.files.set(join(folder, name), text);
  }

  /** Drops resources that have the id of one before, anywhere in the tree, but for a few. */
  #uniqueResources(resources: readonly GeneratedResource[]): readonly GeneratedResource[] {
    return resources.filter(({ apiVersion, kind, name, namespace }) => {
      const place = this.#random.odd(0.3) ? (namespace ?? '') : '';
      const id = `${apiVersion} ${kind} ${name} ${place}`;
      const isNew = !this.#ids.has(id);
      this.#ids.add(id);
      return isNew || this.#random.odd(0.03);
    });
  }

  /** A few fields of a kustomization, each with what it names. */
  #fields(place: fields.Place): YamlMap {
    const random = this.#random;
    const result: Record<string, Yaml> = {};
    const least = random.chance(0.15) ? 0 : 1;
    const count = random.whole(least, random.chance(0.15) ? 7 : 3);
    for (let index = 0; index < count; index += 1) {
      const [name, make] = random.pick(weighted);
      result[name] = make(place);
    }
    return result;
  }

  #writeResources(folder: string, resources: readonly GeneratedResource[]): readonly string[] {
    const random = this.#random;
    const paths: string[] = [];
    let documents: string[] = [];
    const flush = (): void => {
      if (documents.length > 0) {
        paths.push(this.#write(folder, 'resource.yaml', documents.join('---\n')));
        documents = [];
      }
    };
    for (const { body } of resources) {
      documents.push(random.chance(0.03) ? asJson(body) : writeYaml(body, random));
      if (random.odd(0.1)) {
        documents.push(fields.oddDocument(random));
      }
      if (random.chance(0.6)) {
        flush();
      }
    }
    flush();
    return paths;
  }

  /** Writes a file under a name that is still free. */
  #write(folder: string, name: string, text: string): string {
    const free = this.#freeName(folder, name);
    this.files.set(join(folder, free), text);
    return free;
  }

  #writeBytes(folder: string, name: string, bytes: Buffer): string {
    const free = this.#freeName(folder, name);
    this.bytes.set(join(folder, free), bytes.toString('base64'));
    return free;
  }

  #freeName(folder: string, name: string): string {
    const dot = name.indexOf('.');
    for (let count = 0; ; count += 1) {
      const candidate = count === 0 ? name : `${name.slice(0, dot)}-${count}${name.slice(dot)}`;
      const path = join(folder, candidate);
      if (!this.files.has(path) && !this.bytes.has(path)) {
        return candidate;
      }
    }
  }
}

type FieldMaker = (place: fields.Place) => Yaml;

const makers: readonly (readonly [string, number, FieldMaker])[] = [
  ['namePrefix', 3, ({ random }) => mostly(random.pick(['pre-', 'dev-', 'a.']), random)],
  ['nameSuffix', 2, ({ random }) => mostly(random.pick(['-suf', '-v1']), random)],
  ['namespace', 4, ({ random }) => mostly(random.pick([...namespaces, 'new']), random)],
  ['commonLabels', 2, fields.commonPairs(labelKeys)],
  ['labels', 4, fields.labels],
  ['commonAnnotations', 2, fields.commonPairs(annotationKeys)],
  ['patches', 9, fields.patches],
  ['patchesStrategicMerge', 3, fields.patchesStrategicMerge],
  ['patchesJson6902', 2, fields.patchesJson6902],
  ['images', 4, fields.images],
  ['replicas', 2, fields.replicas],
  ['configMapGenerator', 4, fields.configMaps],
  ['secretGenerator', 3, fields.secrets],
  ['generatorOptions', 1, fields.generatorOptions],
  ['vars', 2, fields.vars],
  ['replacements', 6, fields.replacements],
  ['configurations', 2, fields.configurations],
  ['crds', 1, fields.crds],
  ['openapi', 1, fields.openapi],
  ['transformers', 4, transformers],
  ['generators', 2, generators],
  ['validators', 0.5, validators],
  ['buildMetadata', 1, fields.buildMetadata],
  ['sortOptions', 1, fields.sortOptions],
];

const weighted: readonly (readonly [string, FieldMaker])[] = makers.flatMap(
  ([name, weight, make]) => Array.from({ length: weight * 2 }, () => [name, make] as const),
);

function shuffled(map: YamlMap, random: Random): YamlMap {
  const entries = Object.entries(map);
  for (let index = entries.length - 1; index > 0; index -= 1) {
    const other = random.whole(0, index);
    const [entry] = entries.splice(other, 1);
    if (entry !== undefined) {
      entries.push(entry);
    }
  }
  return Object.fromEntries(entries);
}

/** JSON as far as the value has a place in it. */
function asJson(value: Yaml): string {
  const text = JSON.stringify(
    value,
    (_, inner: unknown) => {
      if (typeof inner === 'object' && inner !== null && 'verbatim' in inner) {
        return 1;
      }
      return typeof inner === 'object' &&
        inner !== null &&
        'lines' in inner &&
        Array.isArray(inner.lines)
        ? inner.lines.join('\n')
        : inner;
    },
    2,
  );
  return `${text}\n`;
}

function join(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
