import { parseVersion } from '../template/functions/semver.ts';
import type { MapValue, Value } from '../template/value.ts';
import { formatGeneral } from '../yaml/goNumber.ts';
import { readYamlMap, unmarshalProblem } from './readYaml.ts';

/**
 * What Chart.yaml says; texts are empty where it says nothing.
 * Source: Helm v4.2.3 pkg/chart/v2/metadata.go.
 */
export interface ChartMetadata {
  readonly name: string;
  readonly home: string;
  readonly sources: readonly string[];
  readonly version: string;
  readonly description: string;
  readonly keywords: readonly string[];
  readonly maintainers: readonly Maintainer[];
  readonly icon: string;
  readonly apiVersion: string;
  readonly condition: string;
  readonly tags: string;
  readonly appVersion: string;
  readonly deprecated: boolean;
  readonly annotations: ReadonlyMap<string, string>;
  readonly kubeVersion: string;
  /** `undefined` where the chart has no list of them. */
  readonly dependencies: readonly ChartDependency[] | undefined;
  readonly type: string;
}

/** Who looks after a chart. */
export interface Maintainer {
  readonly name: string;
  readonly email: string;
  readonly url: string;
}

/** A chart that another one wants. Source: Helm v4.2.3 pkg/chart/v2/dependency.go. */
export interface ChartDependency {
  readonly name: string;
  readonly version: string;
  readonly repository: string;
  readonly condition: string;
  readonly tags: readonly string[];
  readonly enabled: boolean;
  readonly importValues: readonly Value[];
  readonly alias: string;
}

/** What Chart.yaml, or requirements.yaml on top of it, says; or why it cannot be read. */
export type ReadMetadata = { readonly metadata: ChartMetadata } | { readonly problem: string };

/** A chart of which nothing is known. */
export const emptyMetadata: ChartMetadata = {
  name: '',
  home: '',
  sources: [],
  version: '',
  description: '',
  keywords: [],
  maintainers: [],
  icon: '',
  apiVersion: '',
  condition: '',
  tags: '',
  appVersion: '',
  deprecated: false,
  annotations: new Map(),
  kubeVersion: '',
  dependencies: undefined,
  type: '',
};

/**
 * Reads Chart.yaml on top of what is known. A number where a text belongs becomes one, as sigs.k8s.io/yaml does it.
 * Source: Helm v4.2.3 pkg/chart/v2/loader/load.go `LoadFiles`; sigs.k8s.io/yaml v1.6.0 yaml.go `convertToJSONableObject`.
 */
export function readMetadata(text: string, known: ChartMetadata): ReadMetadata {
  const read = readYamlMap(text);
  if ('problem' in read) {
    return read;
  }
  const fields = new Fields(read.value, 'Metadata');
  const metadata: ChartMetadata = {
    name: fields.text('name', known.name),
    home: fields.text('home', known.home),
    sources: fields.texts('sources') ?? known.sources,
    version: fields.text('version', known.version),
    description: fields.text('description', known.description),
    keywords: fields.texts('keywords') ?? known.keywords,
    maintainers: fields.maps('maintainers')?.map(readMaintainer) ?? known.maintainers,
    icon: fields.text('icon', known.icon),
    apiVersion: fields.text('apiVersion', known.apiVersion),
    condition: fields.text('condition', known.condition),
    tags: fields.text('tags', known.tags),
    appVersion: fields.text('appVersion', known.appVersion),
    deprecated: fields.flag('deprecated', known.deprecated),
    annotations: fields.textMap('annotations') ?? known.annotations,
    kubeVersion: fields.text('kubeVersion', known.kubeVersion),
    dependencies: fields.maps('dependencies')?.map(readDependency) ?? known.dependencies,
    type: fields.text('type', known.type),
  };
  return fields.problem === undefined ? { metadata } : { problem: fields.problem };
}

function readMaintainer(fields: Fields): Maintainer {
  return { name: fields.text('name'), email: fields.text('email'), url: fields.text('url') };
}

function readDependency(fields: Fields): ChartDependency {
  return {
    name: fields.text('name'),
    version: fields.text('version'),
    repository: fields.text('repository'),
    condition: fields.text('condition'),
    tags: fields.texts('tags') ?? [],
    enabled: fields.flag('enabled', false),
    importValues: fields.list('import-values') ?? [],
    alias: fields.text('alias'),
  };
}

/** Why a chart is none, in Helm's words; `undefined` where it is one. Source: metadata.go `Validate`. */
export function metadataProblem(metadata: ChartMetadata): string | undefined {
  const { name, apiVersion, version, type } = metadata;
  const message =
    apiVersion === ''
      ? 'chart.metadata.apiVersion is required'
      : name === ''
        ? 'chart.metadata.name is required'
        : name === '.' || name === '..'
          ? `chart.metadata.name "${name}" is not allowed`
          : name.includes('/')
            ? `chart.metadata.name "${name}" is invalid`
            : version === ''
              ? 'chart.metadata.version is required'
              : 'problem' in parseVersion(version)
                ? `chart.metadata.version "${version}" is invalid`
                : !['', 'application', 'library'].includes(type)
                  ? 'chart.metadata.type must be application or library'
                  : dependenciesProblem(metadata.dependencies ?? []);
  return message === undefined ? undefined : `validation: ${message}`;
}

function dependenciesProblem(dependencies: readonly ChartDependency[]): string | undefined {
  const known = new Set<string>();
  for (const { name, alias } of dependencies) {
    if (alias !== '' && !/^[a-zA-Z0-9_-]+$/.test(alias)) {
      return `dependency "${name}" has disallowed characters in the alias`;
    }
    const key = alias === '' ? name : alias;
    if (known.has(key)) {
      return `more than one dependency with name or alias "${key}"`;
    }
    known.add(key);
  }
  return undefined;
}

/** The fields of a struct of Go in a map that was read; notes the first one of another type. */
export class Fields {
  problem: string | undefined;
  private readonly map: MapValue;
  private readonly owner: string;

  constructor(map: MapValue, owner: string) {
    this.map = map;
    this.owner = owner;
  }

  text(name: string, known = ''): string {
    const value = this.get(name);
    const text = value === undefined ? known : textOfValue(value);
    return text ?? this.refuse(name, value, 'string', '');
  }

  flag(name: string, known: boolean): boolean {
    const value = this.get(name);
    if (value === undefined) {
      return known;
    }
    return value.kind === 'bool' ? value.value : this.refuse(name, value, 'bool', false);
  }

  list(name: string): readonly Value[] | undefined {
    const value = this.get(name);
    if (value === undefined || value.kind === 'list') {
      return value?.items;
    }
    return this.refuse(name, value, '[]interface {}', []);
  }

  texts(name: string): readonly string[] | undefined {
    return this.list(name)?.map(
      (item) => textOfValue(item) ?? this.refuse(name, item, 'string', ''),
    );
  }

  textMap(name: string): ReadonlyMap<string, string> | undefined {
    const value = this.get(name);
    if (value === undefined) {
      return undefined;
    }
    if (value.kind !== 'map') {
      return this.refuse(name, value, 'map[string]string', new Map<string, string>());
    }
    return new Map(
      [...value.entries].map(([key, item]) => [
        key,
        textOfValue(item) ?? this.refuse(name, item, 'string', ''),
      ]),
    );
  }

  /** The fields of a struct below; `undefined` where there is none. */
  struct(name: string): Fields | undefined {
    const value = this.get(name);
    if (value?.kind === 'map') {
      return new Fields(value, this.owner);
    }
    this.refuse(name, value, 'struct', '');
    return undefined;
  }

  maps(name: string): readonly Fields[] | undefined {
    return this.list(name)?.map((item) => {
      const map: MapValue =
        item.kind === 'map' ? item : { kind: 'map', element: 'interface {}', entries: new Map() };
      if (item.kind !== 'map') {
        this.refuse(name, item, 'struct', '');
      }
      return new Fields(map, this.owner);
    });
  }

  /** Keys of JSON find a field whatever their case. Source: Go 1.26 encoding/json decode.go `object`. */
  private get(name: string): Value | undefined {
    const exact = this.map.entries.get(name);
    if (exact !== undefined) {
      return exact.kind === 'nil' ? undefined : exact;
    }
    for (const [key, value] of this.map.entries) {
      if (key.length === name.length && key.toLowerCase() === name.toLowerCase()) {
        return value.kind === 'nil' ? undefined : value;
      }
    }
    return undefined;
  }

  private refuse<T>(name: string, value: Value | undefined, type: string, instead: T): T {
    if (value !== undefined) {
      const field = `${this.owner}.${name}`;
      this.problem ??= unmarshalProblem(value, type).replace(
        'Go value',
        `Go struct field ${field}`,
      );
    }
    return instead;
  }
}

function textOfValue(value: Value): string | undefined {
  switch (value.kind) {
    case 'string':
      return value.value;
    case 'bool':
      return String(value.value);
    case 'nil':
      return '';
    case 'float':
      return Number.isSafeInteger(value.value) ? String(value.value) : formatGeneral(value.value);
    default:
      return undefined;
  }
}
