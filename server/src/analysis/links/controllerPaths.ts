import { folderOfPath } from '../../flux/sourcePath.ts';
import { joinPath, resolvedQuery } from '../../kustomize/files.ts';
import { hereIn } from '../../layers/fleet/here.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { pointerIn, type SourceDocument } from './documents.ts';
import type { PathLink, PathRole } from './pathLink.ts';

/**
 * The paths of the tree that objects of Argo CD and Flux name, also in templates and patches of them. A path with a pattern
 * or a placeholder counts by the folder before it; one that belongs to another repository is left out.
 */
export function controllerPaths(reader: Reader, document: SourceDocument): readonly PathLink[] {
  const { node } = document;
  const apiVersion = rawText(field(node, 'apiVersion'));
  const kind = rawText(field(node, 'kind'));
  const context: Context = { reader, document, found: [] };
  if (apiVersion.startsWith('argoproj.io/') && /^Application(?:Set)?$/.test(kind)) {
    visitArgo(node, '', context);
  } else if (apiVersion.startsWith('kustomize.toolkit.fluxcd.io/')) {
    addFluxKustomization(node, context);
  } else if (apiVersion.startsWith('helm.toolkit.fluxcd.io/')) {
    const chart = field(field(field(node, 'spec'), 'chart'), 'spec');
    add('chart', field(chart, 'chart'), '', context);
    for (const item of itemsOf(field(chart, 'valuesFiles'))) add('values', item, '', context);
  }
  return context.found;
}

interface Context {
  readonly reader: Reader;
  readonly document: SourceDocument;
  readonly found: PathLink[];
}

function visitArgo(node: ResourceNode, key: string, context: Context): void {
  if (node.kind === 'sequence') for (const item of node.items) visitArgo(item, key, context);
  if (node.kind !== 'map') return;
  if (/^(?:source|sources|drySource)$/.test(key)) addSource(node, context);
  if (key === 'git' && isHere(node, context)) {
    for (const name of ['directories', 'files']) {
      for (const item of itemsOf(field(node, name)))
        add('application', field(item, 'path'), '', context);
    }
  }
  for (const [index, value] of node.values.entries())
    visitArgo(value, node.keys[index] ?? '', context);
}

/** What is no address counts as the tree's own: a patch need not say it, and a template may not know it. */
function isHere(node: ResourceNode, { reader }: Context): boolean {
  const url = rawText(field(node, 'repoURL'));
  return url === '' || url.includes('{{') || hereIn(reader)(url, undefined).isHere;
}

function addSource(node: ResourceNode, context: Context): void {
  const here = isHere(node, context);
  const path = field(node, 'path');
  const base = here && field(node, 'chart') === undefined ? folderOf(path) : undefined;
  if (base !== undefined) add('application', path, '', context);
  const helm = field(node, 'helm');
  const files = [
    ...itemsOf(field(helm, 'valueFiles')),
    ...itemsOf(field(helm, 'fileParameters')).flatMap((one) => field(one, 'path') ?? []),
  ];
  for (const file of files) {
    const reference = /^\$[^/]+\//.exec(rawText(file))?.[0];
    if (reference !== undefined) add('values', file, '', context, reference.length);
    else if (base !== undefined) add('values', file, base, context);
  }
  if (base === undefined) return;
  const kustomize = field(node, 'kustomize');
  for (const item of itemsOf(field(kustomize, 'components'))) add('component', item, base, context);
  for (const item of itemsOf(field(kustomize, 'patches')))
    add('patch', field(item, 'path'), base, context);
}

function addFluxKustomization(node: ResourceNode, context: Context): void {
  const spec = field(node, 'spec');
  const path = field(spec, 'path');
  add('application', path, '', context);
  const base = folderOfPath(rawText(path));
  for (const item of itemsOf(field(spec, 'components'))) add('component', item, base, context);
}

/** The folder of a path without placeholders. */
function folderOf(path: ResourceNode | undefined): FileId | undefined {
  const text = rawText(path);
  return text === '' || isOpen.test(text) ? (text === '' ? undefined : '') : joinPath('', text);
}

const isOpen = /\{\{|\$\{|[*?[]/;

/** Adds a path where it leads somewhere in the tree, as far as it is known. */
function add(
  role: PathRole,
  node: ResourceNode | undefined,
  base: FileId,
  { reader, document, found }: Context,
  skip = 0,
): void {
  if (node?.kind !== 'scalar' || node.value.includes('\n')) return;
  const open = node.value.slice(skip).search(isOpen);
  const whole = node.value.length;
  const end = open < 0 ? whole : node.value.lastIndexOf('/', skip + open - 1);
  if (end <= skip || (open >= 0 && base !== '')) return;
  const path = joinPath(base, node.value.slice(skip, end).replace(/^\/+/, ''));
  if (path === undefined || path === '') return;
  // A name of a chart, and what belongs to another repository, lead nowhere.
  if (role !== 'values' && reader.get(resolvedQuery, path) === undefined && !isOwn(node, role)) {
    return;
  }
  const at = pointerIn(document, node);
  const own = { role, at, scalar: node.value, base, path, isWhole: open < 0 };
  found.push({ ...own, start: skip, end, counts: 'from-tree' });
}

/** A path that is certainly one of the tree, also where nothing stands there. */
function isOwn(node: ResourceNode, role: PathRole): boolean {
  return role === 'component' || (role === 'application' && rawText(node).startsWith('./'));
}

function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}
