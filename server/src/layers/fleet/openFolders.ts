import { isInOrBelow } from '../../kustomize/files.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { OpenGenerator } from './fleet.ts';

/**
 * The folders that the applications of an open generator may be made of: each `path` of its templates, with every value
 * that its generators give for a placeholder, up to the first placeholder that only a cluster, a file or a service fills.
 * All of the tree (`''`) where a path begins with such a one, or stands nowhere. Where charts from elsewhere only take values
 * files of the tree (`$ref/…`), these: what nobody knows of their paths stays a placeholder, for `isInFolders`.
 */
export function openFolders({ object }: Pick<OpenGenerator, 'object'>): readonly FileId[] {
  const folders = known.get(object.node) ?? foldersOf(object);
  known.set(object.node, folders);
  return folders;
}

/** Nodes never change, and every comparison asks for the folders of all generators. */
const known = new WeakMap<ResourceNode, readonly FileId[]>();

function foldersOf(object: OpenGenerator['object']): readonly FileId[] {
  const spec = field(object.node, 'spec');
  if (object.id.kind === 'ResourceSet') return resourceSetFolders(spec);
  const generators = field(spec, 'generators');
  const paths: string[] = [];
  collectPaths(field(spec, 'template'), paths);
  collectPaths(generators, paths);
  if (field(spec, 'templatePatch') !== undefined) return [''];
  const files: string[] = [];
  if (paths.length === 0) {
    collectValuesFiles(field(spec, 'template'), files);
    collectValuesFiles(generators, files);
    if (files.length === 0) return [''];
  }
  const values = new Map<string, Set<string>>();
  if (!hasUnknownParameters(generators)) collectValues(generators, values);
  const named = files.flatMap((path) => filled(path, values)).map(normalized);
  return [
    ...new Set([...paths.flatMap((path) => filled(path, values)).map(folderBefore), ...named]),
  ];
}

/**
 * The folders of the Kustomizations that the templates of a ResourceSet make, up to the first placeholder; all of the tree
 * where one of them names none.
 */
function resourceSetFolders(spec: ResourceNode | undefined): readonly FileId[] {
  const paths: string[] = [];
  collectFluxPaths(spec, paths);
  for (const text of templatesOf(spec)) {
    const kinds = text.match(/^\s*kind:\s*["']?Kustomization\b/gm) ?? [];
    const named = [...text.matchAll(/^\s*path:\s*["']?([^\s"']+)/gm)].map(([, path = '']) => path);
    paths.push(...named, ...(kinds.length > named.length ? [''] : []));
  }
  return [...new Set(paths.map((path) => folderBefore(path.replaceAll('<<', '{{'))))];
}

function collectFluxPaths(node: ResourceNode | undefined, paths: string[]): void {
  if (node?.kind === 'sequence') for (const item of node.items) collectFluxPaths(item, paths);
  if (node?.kind !== 'map') return;
  if (rawText(field(node, 'kind')) === 'Kustomization') {
    paths.push(rawText(field(field(node, 'spec'), 'path')));
  }
  for (const value of node.values) collectFluxPaths(value, paths);
}

/** The templates of a ResourceSet that are texts. */
function templatesOf(spec: ResourceNode | undefined): readonly string[] {
  const steps = field(spec, 'steps');
  return [spec, ...(steps?.kind === 'sequence' ? steps.items : [])]
    .map((one) => rawText(field(one, 'resourcesTemplate')))
    .filter((text) => text !== '');
}

/** Whether a path may be one of an application of an open generator. */
export function isInFolders(path: FileId, folders: readonly FileId[]): boolean {
  return folders.some((folder) =>
    folder.includes('{{') ? fits(path, folder) : isInOrBelow(path, folder),
  );
}

/** Whether a path may be what a text with placeholders becomes: each stands for anything. */
function fits(path: FileId, text: string): boolean {
  const known = text.split(/\{\{.*?\}\}/);
  const [first = '', ...others] = known;
  const last = others.pop() ?? '';
  if (!path.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return path.length - last.length >= at && path.endsWith(last);
}

/** `path` of every source of a template, also of those that generators bring along. */
function collectPaths(node: ResourceNode | undefined, paths: string[]): void {
  if (node?.kind === 'sequence') for (const item of node.items) collectPaths(item, paths);
  if (node?.kind !== 'map') return;
  const path = field(node, 'path');
  if (field(node, 'repoURL') !== undefined && path?.kind === 'scalar') paths.push(path.value);
  for (const value of node.values) collectPaths(value, paths);
}

/** The files of the tree that templates name by `$ref/…` for the charts of their sources; what is a placeholder alone may be any. */
function collectValuesFiles(node: ResourceNode | undefined, files: string[]): void {
  if (node?.kind === 'sequence') for (const item of node.items) collectValuesFiles(item, files);
  if (node?.kind !== 'map') return;
  const named = field(node, 'valueFiles');
  const parameters = field(node, 'fileParameters');
  const all = [
    ...(named?.kind === 'sequence' ? named.items : []),
    ...(parameters?.kind === 'sequence' ? parameters.items.map((one) => field(one, 'path')) : []),
  ].map(rawText);
  for (const one of all) {
    if (one.startsWith('{{')) files.push(one);
    else if (one.startsWith('$')) files.push(one.slice(one.indexOf('/') + 1));
  }
  for (const value of node.values) collectValuesFiles(value, files);
}

/** Generators whose parameters are named by a file or a service: any placeholder may be theirs. */
const unknownGenerators: ReadonlySet<string> = new Set([
  'git',
  'plugin',
  'scmProvider',
  'pullRequest',
  'clusterDecisionResource',
]);

function hasUnknownParameters(node: ResourceNode | undefined): boolean {
  if (node?.kind === 'sequence') return node.items.some(hasUnknownParameters);
  if (node?.kind !== 'map') return false;
  return (
    node.keys.some((key) => unknownGenerators.has(key)) || node.values.some(hasUnknownParameters)
  );
}

/** What `values` of generators and elements of lists give, by the name of the parameter. */
function collectValues(node: ResourceNode | undefined, values: Map<string, Set<string>>): void {
  if (node?.kind === 'sequence') for (const item of node.items) collectValues(item, values);
  if (node?.kind !== 'map') return;
  for (const [index, key] of node.keys.entries()) {
    const value = node.values[index];
    if (key === 'values') addParameters('values', value, values);
    else if (key === 'elements' && value?.kind === 'sequence') {
      for (const element of value.items) addParameters('', element, values);
    } else if (key !== 'template') collectValues(value, values);
  }
}

function addParameters(
  name: string,
  node: ResourceNode | undefined,
  values: Map<string, Set<string>>,
): void {
  if (node?.kind === 'map') {
    for (const [index, key] of node.keys.entries()) {
      addParameters(name === '' ? key : `${name}.${key}`, node.values[index], values);
    }
  }
  if (node?.kind !== 'scalar') return;
  const known = values.get(name);
  if (known === undefined) values.set(name, new Set([node.value]));
  else known.add(node.value);
}

/** As many paths as one template may become; with more of them it stands for the folder before its placeholder. */
const mostPaths = 1_000;

/** A path with the values of its placeholders, from the first on, as far as they are known. */
function filled(path: string, values: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] {
  let open = [path];
  const done: string[] = [];
  while (open.length > 0 && open.length + done.length <= mostPaths) {
    const next: string[] = [];
    for (const one of open) {
      const placeholder = /\{\{\s*\.?([\w.-]+)\s*\}\}/.exec(one);
      const isFirst = placeholder !== null && placeholder.index === one.indexOf('{{');
      const known = isFirst ? values.get(placeholder[1] ?? '') : undefined;
      if (known === undefined) done.push(one);
      else for (const value of known) next.push(one.replace(placeholder?.[0] ?? '', () => value));
    }
    open = next;
  }
  return [...done, ...open];
}

function normalized(path: string): FileId {
  return path
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/');
}

function folderBefore(path: string): FileId {
  const start = path.indexOf('{{');
  const fixed = start < 0 ? `${path}/` : path.slice(0, start);
  return normalized(fixed.slice(0, fixed.lastIndexOf('/') + 1));
}
