import type { Random } from './random.ts';
import { resourceOf, type GeneratedResource } from './resources.ts';
import { anyImage, anyScalar, names, plainText } from './scalars.ts';
import { isList, isMap, writeYaml, type Yaml, type YamlMap } from './yamlText.ts';

/** A strategic merge patch for one of the resources, or now and then for none of them. */
export function strategicMergePatch(
  resources: readonly GeneratedResource[],
  random: Random,
): YamlMap {
  const resource = random.pick(resources);
  const { apiVersion, kind, name, namespace } = resource;
  const isSame = random.chance(0.3);
  const other = isSame ? resource : resourceOf(`${apiVersion} ${kind}`, name, random);
  const body = prune(other.body, random, 0) as YamlMap;
  const metadata: YamlMap = {
    ...(isMap(body['metadata']) ? body['metadata'] : {}),
    name: random.odd(0.02) ? random.pick(names) : name,
    namespace: random.odd(0.03) ? 'prod' : namespace,
  };
  const whole = random.chance(0.05) ? random.pick(['delete', 'replace', 'merge']) : undefined;
  return { ...body, apiVersion, kind, metadata, $patch: whole };
}

/** Drops parts of a tree, changes scalars, adds directives. */
function prune(value: Yaml, random: Random, depth: number): Yaml {
  if (isList(value)) {
    const items = value
      .filter(() => random.chance(0.8))
      .map((item) => pruneItem(item, random, depth + 1));
    if (random.chance(0.04)) {
      const directive = { $patch: random.pick(['replace', 'delete', 'merge']) };
      return random.chance(0.5) ? [directive, ...items] : [...items, directive];
    }
    return items;
  }
  if (isMap(value)) {
    const result: Record<string, Yaml> = {};
    for (const [key, inner] of Object.entries(value)) {
      if (depth > 0 && random.chance(0.35)) {
        continue;
      }
      result[key] = random.chance(0.05) && depth > 0 ? null : prune(inner, random, depth + 1);
      if (isList(inner) && random.chance(0.04)) {
        result[`$deleteFromPrimitiveList/${key}`] = ['run'];
      }
      if (isList(inner) && random.chance(0.03)) {
        result[`$setElementOrder/${key}`] = [{ name: 'side' }, { name: 'app' }];
      }
    }
    if (depth > 0 && random.chance(0.025)) {
      result['$patch'] = random.pick(
        random.odd(0.1) ? ['nonsense'] : ['replace', 'delete', 'merge'],
      );
    }
    if (depth > 0 && random.chance(0.02)) {
      result['$retainKeys'] = ['name'];
    }
    return result;
  }
  return random.chance(0.2) && typeof value === 'string'
    ? plainText(random)
    : random.odd(0.06)
      ? anyScalar(random)
      : value;
}

function pruneItem(item: Yaml, random: Random, depth: number): Yaml {
  if (!isMap(item)) {
    return random.chance(0.05) ? null : item;
  }
  const keys = ['name', 'containerPort', 'port', 'mountPath', 'protocol', 'ip', 'topologyKey'];
  const kept = Object.fromEntries(
    keys
      .filter((key) => item[key] !== undefined && random.chance(0.97))
      .map((key) => [key, item[key]]),
  );
  if (random.chance(0.1)) {
    return { ...kept, $patch: random.pick(['delete', 'replace', 'merge', 'delete']) };
  }
  return { ...(prune(item, random, depth) as YamlMap), ...kept };
}

/** A JSON patch for a resource, mostly of paths that it has, as YAML or JSON text. */
export function json6902Patch(resource: GeneratedResource, random: Random): string {
  const known = pathsOf(resource.body);
  const used: string[] = [];
  const pathOf = (): Place => {
    if (random.odd(0.15) || known.length === 0) {
      return { path: random.pick(paths), value: undefined };
    }
    const path = random.pick(known);
    return { path: path.map(escapeSegment).join(''), value: valueAt(resource.body, path) };
  };
  const operations = random
    .list(1, 3, () => operation(resource, pathOf, random))
    .filter((one) => {
      const path = one['path'] as string;
      // After a removal, what stood below is gone.
      const clashes = used.some((other) => path.startsWith(other) || other.startsWith(path));
      used.push(path);
      return !clashes || random.odd(0.3);
    });
  if (random.chance(0.25)) {
    const json = operations.map((one) =>
      Object.fromEntries(Object.entries(one).map(([key, value]) => [key, jsonSafe(value)])),
    );
    return JSON.stringify(json, undefined, random.pick([undefined, 2]));
  }
  return writeYaml(operations, random);
}

interface Place {
  readonly path: string;
  readonly value: Yaml;
}

/** What stands at a path, `undefined` where nothing does. */
export function valueAt(value: Yaml, path: readonly string[]): Yaml {
  const [key, ...rest] = path;
  if (key === undefined) {
    return value;
  }
  const inner = isList(value) ? value[Number(key)] : isMap(value) ? value[key] : undefined;
  return valueAt(inner, rest);
}

function jsonSafe(value: Yaml): Yaml {
  if (isList(value)) {
    return value.map(jsonSafe);
  }
  if (isMap(value)) {
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, jsonSafe(inner)]));
  }
  return typeof value === 'object' && value !== null ? 'odd' : value;
}

/** The ways to all fields and items below a value, but for those that make it an object. */
export function pathsOf(value: Yaml): readonly (readonly string[])[] {
  if (isList(value)) {
    return value.flatMap((inner, index) => pathsBelow(String(index), inner));
  }
  return isMap(value)
    ? Object.entries(value)
        .filter(([key, inner]) => inner !== undefined && !/^(?:apiVersion|kind)$/.test(key))
        .flatMap(([key, inner]) => pathsBelow(key, inner))
    : [];
}

function pathsBelow(key: string, value: Yaml): readonly (readonly string[])[] {
  return [[key], ...pathsOf(value).map((path) => [key, ...path])];
}

function escapeSegment(segment: string): string {
  return `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

function operation(resource: GeneratedResource, pathOf: () => Place, random: Random): YamlMap {
  const { path, value } = pathOf();
  switch (random.pick(operations)) {
    case 'add':
      return addition(path, value, random);
    case 'replace':
      return {
        op: random.odd(0.03) ? 'Replace' : 'replace',
        path,
        value: valueLike(value, random),
      };
    case 'remove':
      return { op: 'remove', path };
    case 'test':
      return {
        op: 'test',
        path: '/kind',
        value: random.odd(0.3) ? 'Service' : resource.kind,
      };
    case 'copy':
      return { op: 'copy', from: pathOf().path, path };
    default:
      return { op: 'move', from: pathOf().path, path };
  }
}

/** Adds to the list or the map that the path stands in, or writes over it. */
function addition(path: string, value: Yaml, random: Random): YamlMap {
  if (random.chance(0.4)) {
    return { op: 'add', path, value: valueLike(value, random) };
  }
  const beside = /\/\d+$/.test(path)
    ? path.replace(
        /\d+$/,
        random.odd(0.2) ? random.pick(['-1', '9']) : random.pick(['-', '0', '-']),
      )
    : path.replace(/[^/]+$/, random.pick(['new', 'example.com~1new', 'a b']));
  return { op: 'add', path: beside, value: valueLike(value, random) };
}

/** A value of the same type, or now and then any. */
function valueLike(value: Yaml, random: Random): Yaml {
  if (random.odd(0.15)) {
    return random.pick<() => Yaml>([
      () => anyScalar(random),
      () => ({ name: 'added', value: 'x' }),
      () => ['a', { b: anyScalar(random) }],
    ])();
  }
  if (isList(value)) {
    return value.slice(0, random.whole(0, 2));
  }
  if (isMap(value)) {
    return random.chance(0.5) ? value : { ...value, added: plainText(random) };
  }
  return typeof value === 'number'
    ? random.whole(0, 9)
    : typeof value === 'string' && value.includes('/')
      ? anyImage(random)
      : plainText(random);
}

const operations: readonly string[] = [
  ...Array.from({ length: 8 }, () => 'add'),
  ...Array.from({ length: 8 }, () => 'replace'),
  ...Array.from({ length: 4 }, () => 'remove'),
  'test',
  'copy',
  'copy',
  'move',
];

const paths: readonly string[] = [
  '/metadata/labels/app',
  '/metadata/labels',
  '/metadata/annotations/example.com~1owner',
  '/metadata/annotations',
  '/metadata/name',
  '/metadata/namespace',
  '/spec/replicas',
  '/spec/template/spec/containers/0/image',
  '/spec/template/spec/containers/0/env/0/value',
  '/spec/template/spec/containers/0/args/-',
  '/spec/template/spec/containers/-',
  '/spec/template/spec/containers/0/command/1',
  '/spec/template/metadata/labels/tier',
  '/spec/ports/0/port',
  '/spec/ports/1',
  '/spec/ports/-1',
  '/spec/selector/app',
  '/data/a',
  '/data/config.yaml',
  '/rules/0/verbs/0',
  '/rules/0/verbs/-',
  '/subjects/0/name',
  '/spec/new',
  '/spec/missing/deep',
  '/kind',
  '',
  '/',
];

/** A selector of resources, such as a patch's target. */
export function selector(resources: readonly GeneratedResource[], random: Random): YamlMap {
  const resource = random.pick(resources);
  return random.chance(0.3) ? selectorOf(resource) : looseSelector(resource, random);
}

/** A selector of one resource. */
export function selectorOf({ kind, name }: GeneratedResource): YamlMap {
  return { kind, name };
}

function looseSelector(resource: GeneratedResource, random: Random): YamlMap {
  const [group, version] = resource.apiVersion.includes('/')
    ? resource.apiVersion.split('/')
    : ['', resource.apiVersion];
  const result: Record<string, Yaml> = {};
  if (random.chance(0.75)) {
    result['kind'] = random.chance(0.85)
      ? resource.kind
      : random.pick([
          '.*Set',
          'Deployment|Service',
          'D.*',
          '^Service$',
          'deployment',
          'NoKind',
          'Config',
        ]);
  }
  if (random.chance(0.55)) {
    result['name'] = random.chance(0.7)
      ? resource.name
      : random.pick(['.*', 'web|db', 'w', 'web-?1?', 'web|(db)', '^a.*', 'pre-app']);
  }
  if (random.chance(0.12)) {
    result['group'] = random.chance(0.8) ? group : 'a.*';
  }
  if (random.chance(0.12)) {
    result['version'] = random.chance(0.8) ? version : 'v1.*';
  }
  if (random.chance(0.12)) {
    result['namespace'] = random.pick([resource.namespace ?? 'default', 'prod|team-a', '.*', '']);
  }
  if (random.chance(0.12)) {
    result['labelSelector'] = random.odd(0.05) ? 'a b c' : random.pick(selectors);
  }
  if (random.chance(0.08)) {
    result['annotationSelector'] = random.odd(0.05) ? 'a b c' : random.pick(selectors);
  }
  return result;
}

const selectors: readonly string[] = [
  'app=a',
  'app',
  '!app',
  'app in (a, value)',
  'tier notin (a)',
  'app!=a',
  'foo==value,app',
  'note',
  'app.kubernetes.io/name=a',
  '',
];
