import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { parentOf } from './files.ts';
import { metadataEntry, metadataMap, withMetadataMap } from './metadata.ts';
import { parseRepoSpec } from './remote.ts';
import { pointerTo, type Resource } from './resource.ts';
import { scalarForYaml } from './scalarText.ts';
import type { Target } from './target.ts';

/** The annotation that says where a resource was read. Source: kustomize api internal/utils/annotations.go. */
export const originAnnotation = 'config.kubernetes.io/origin';

/** The annotation that lists the transformers that a resource went through. */
export const transformationsAnnotation = 'alpha.config.kubernetes.io/transformations';

/** An origin as kustomize writes it. Source: kustomize api v0.21.1 resource/origin.go. */
export interface OriginEntry {
  readonly path: string;
  readonly repo: string;
  readonly ref: string;
  readonly configuredIn: string;
  readonly configuredBy:
    | {
        readonly apiVersion: string;
        readonly kind: string;
        readonly name: string;
        readonly namespace: string;
      }
    | undefined;
}

const newEntry: OriginEntry = {
  path: '',
  repo: '',
  ref: '',
  configuredIn: '',
  configuredBy: undefined,
};

/** The origin of what `buildMetadata` writes, by the entry that asks for it. */
function metadataOrigin({ kustomization, source }: Target, option: string): FieldOrigin {
  const entry = kustomization.buildMetadata.find(({ value }) => value === option);
  return {
    writtenAt: pointerTo(source, (entry ?? kustomization.buildMetadata[0])?.ordinal ?? -1),
    by: { kind: 'buildMetadata', root: source.root },
    previous: undefined,
  };
}

/** The account of origins that `buildMetadata` asks for: where the build stands, relative to the root that is built. */
export class Tracking {
  readonly entry: OriginEntry;
  private readonly target: Target;

  /** `target` is the root that is built, whose file asks for the account. */
  constructor(target: Target, entry: OriginEntry = newEntry) {
    this.target = target;
    this.entry = entry;
  }

  /** The origin of an annotation, by the entry that asks for it. */
  originOf(option: 'originAnnotations' | 'transformerAnnotations'): FieldOrigin {
    return metadataOrigin(this.target, option);
  }

  /** One step further along a path that a kustomization names. */
  append(path: string): Tracking {
    const repo = parseRepoSpec(path);
    if (repo !== undefined)
      return new Tracking(this.target, {
        ...this.entry,
        repo: repo.host + repo.repository,
        ref: repo.ref,
        path: repo.folder,
      });
    return new Tracking(this.target, {
      ...this.entry,
      path: cleanJoin(this.entry.path, path),
    });
  }

  /** What a built-in plugin of a kustomization does. */
  configuredBy(target: Target, plugin: string): Tracking {
    return new Tracking(this.target, {
      path: '',
      repo: this.entry.repo,
      ref: this.entry.ref,
      configuredIn: cleanJoin(this.entry.path, fileName(target)),
      configuredBy: { apiVersion: 'builtin', kind: plugin, name: '', namespace: '' },
    });
  }

  /** What a plugin that stands in a file of its own does: its own origin tells where. Source: origin.go `OriginFromCustomPlugin`. */
  ofPlugin(plugin: Resource): Tracking | undefined {
    const text = metadataEntry(plugin.node, 'annotations', originAnnotation);
    if (text === undefined) return undefined;
    const { id } = plugin;
    const apiVersion = id.group === '' ? id.version : `${id.group}/${id.version}`;
    return new Tracking(this.target, {
      path: '',
      repo: originField(text, 'repo'),
      ref: originField(text, 'ref'),
      configuredIn: originField(text, 'path'),
      configuredBy: { apiVersion, kind: id.kind, name: id.name, namespace: id.namespace },
    });
  }

  /** The kustomization file itself, for plugins that stand inside it. */
  ofKustomization(target: Target): Tracking {
    return this.append(fileName(target));
  }
}

/** A field of an origin that `originText` wrote. */
function originField(text: string, name: string): string {
  const line = text.split('\n').find((candidate) => candidate.startsWith(`${name}: `)) ?? '';
  const value = line.slice(name.length + 2);
  return value.startsWith('"') ? value.slice(1, -1).replaceAll('\\"', '"') : value;
}

function fileName({ source }: Target): string {
  const folder = parentOf(source.file);
  return folder === '' ? source.file : source.file.slice(folder.length + 1);
}

/** Go's `filepath.Join` of relative paths: `..` at the front stays. */
function cleanJoin(a: string, b: string): string {
  const result: string[] = [];
  for (const part of `${a}/${b}`.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..' && result.length > 0 && result[result.length - 1] !== '..') result.pop();
    else result.push(part);
  }
  return result.join('/');
}

/** Writes an origin into resources that have none; with a path, into all, one step further. */
export function addOriginAnnotations(
  resources: readonly Resource[],
  tracking: Tracking | undefined,
  path: string | undefined,
): readonly Resource[] {
  if (tracking === undefined) return resources;
  const text = originText((path === undefined ? tracking : tracking.append(path)).entry);
  return resources.map((resource) => {
    if (
      path === undefined &&
      metadataEntry(resource.node, 'annotations', originAnnotation) !== undefined
    )
      return resource;
    return setAnnotation(resource, originAnnotation, text, tracking.originOf('originAnnotations'));
  });
}

/** Appends a transformer to every resource's list; one without an origin gets it as its origin. */
export function addTransformerAnnotations(
  resources: readonly Resource[],
  tracking: Tracking | undefined,
): readonly Resource[] {
  if (tracking === undefined) return resources;
  const text = originText(tracking.entry);
  return resources.map((resource) => {
    if (metadataEntry(resource.node, 'annotations', originAnnotation) === undefined)
      return setAnnotation(
        resource,
        originAnnotation,
        text,
        tracking.originOf('originAnnotations'),
      );
    const list = metadataEntry(resource.node, 'annotations', transformationsAnnotation) ?? '';
    const item = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line, index) => (index === 0 ? `- ${line}` : `  ${line}`))
      .join('\n');
    return setAnnotation(
      resource,
      transformationsAnnotation,
      `${list}${item}\n`,
      tracking.originOf('transformerAnnotations'),
    );
  });
}

function setAnnotation(
  resource: Resource,
  key: string,
  value: string,
  origin: FieldOrigin,
): Resource {
  const annotations = metadataMap(resource.node, 'annotations');
  annotations.set(key, value);
  return resource.with(withMetadataMap(resource.node, 'annotations', annotations, origin));
}

/** Source: origin.go `String`, go-yaml v3's encoder. */
function originText(entry: OriginEntry): string {
  const lines: string[] = [];
  const add = (indent: string, key: string, value: string): void => {
    if (value !== '') lines.push(`${indent}${key}: ${scalarForYaml(value)}`);
  };
  add('', 'path', entry.path);
  add('', 'repo', entry.repo);
  add('', 'ref', entry.ref);
  add('', 'configuredIn', entry.configuredIn);
  if (entry.configuredBy !== undefined) {
    lines.push('configuredBy:');
    add('  ', 'apiVersion', entry.configuredBy.apiVersion);
    add('  ', 'kind', entry.configuredBy.kind);
    add('  ', 'name', entry.configuredBy.name);
    add('  ', 'namespace', entry.configuredBy.namespace);
  }
  return lines.length === 0 ? '{}\n' : `${lines.join('\n')}\n`;
}
