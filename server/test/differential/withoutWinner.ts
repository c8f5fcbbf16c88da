import { posix } from 'node:path';
import { isKustomizationFile } from '../../src/layers/roots.ts';
import type { SourcePointer } from '../../src/text/sourcePointer.ts';
import { assertNever } from '../../src/util/assertNever.ts';
import { writeCanonical } from '../../src/yaml/canonical.ts';
import type { FieldOrigin, StepKind } from '../../src/yaml/fieldOrigin.ts';
import { field, newSequence } from '../../src/yaml/nodes.ts';
import { formatPath, nodeAtPath, pathOfOrdinal, type YamlPath } from '../../src/yaml/positions.ts';
import { readConfiguration } from '../../src/yaml/readConfiguration.ts';
import { readObjects } from '../../src/yaml/readObjects.ts';
import type { ResourceNode } from '../../src/yaml/resourceNode.ts';

/*
 * Takes what a link of a chain says out of the files: a patch's field or operation, an entry of `images` or `replicas`, a
 * pair of labels, a literal, a line.
 */

/** Paths to texts. */
export type Files = Readonly<Record<string, string>>;

/**
 * The files without what wrote the field at a path of its object; `undefined` where that has no place of its own that could
 * go alone.
 */
export function withoutWinner(
  files: Files,
  { by, writtenAt }: FieldOrigin,
  field: YamlPath,
): Files | undefined {
  const kustomization = by.root === undefined ? undefined : kustomizationIn(files, by.root);
  if (by.kind === 'replacement' || by.kind === 'var') {
    const name = by.kind === 'var' ? 'vars' : 'replacements';
    // The vars of all layers are expanded together.
    if (by.kind === 'var' && rootsWith(files, name).length > 1) return undefined;
    return editDocument(files, kustomization, (root) => withoutOnly(root, name));
  }
  if (by.kind === 'generator' && writtenAt.kind === 'file') {
    const payload = posix.relative(posix.dirname(kustomization ?? ''), writtenAt.file);
    return editDocument(files, kustomization, (root) => withoutPayload(root, payload));
  }
  switch (writtenAt.kind) {
    case 'line': {
      const lines = files[writtenAt.file]?.split('\n').toSpliced(writtenAt.line, 1);
      return lines && { ...files, [writtenAt.file]: lines.join('\n') };
    }
    case 'node':
      if (by.kind === 'patch' && !patchFiles(files, kustomization).has(writtenAt.file))
        return undefined;
      return editNode(files, writtenAt, { kind: by.kind, field });
    case 'inside':
      return editNode(files, writtenAt, { kind: by.kind, field });
    case 'file':
    case 'offset':
      return undefined;
    default:
      return assertNever(writtenAt);
  }
}

function kustomizationIn(files: Files, root: string): string | undefined {
  return Object.keys(files).find(
    (path) => isKustomizationFile(path) && posix.dirname(`/${path}`) === `/${root}`,
  );
}

/** What all kustomizations say under a name, or that of one root. */
export function rootsWith(files: Files, name: string, root?: string): readonly ResourceNode[] {
  return Object.keys(files)
    .filter(isKustomizationFile)
    .filter((path) => root === undefined || posix.dirname(`/${path}`) === `/${root}`)
    .flatMap((path) => field(readConfiguration(files[path] ?? '').root, name) ?? []);
}

/** The files that patches of a root are read from. */
function patchFiles(files: Files, kustomization: string | undefined): ReadonlySet<string> {
  const { root } = readConfiguration(files[kustomization ?? ''] ?? '');
  const folder = posix.dirname(kustomization ?? '');
  const paths = ['patches', 'patchesJson6902', 'patchesStrategicMerge'].flatMap((name) => {
    const list = field(root, name);
    return list?.kind === 'sequence'
      ? list.items.map((item) => (item.kind === 'scalar' ? item : field(item, 'path')))
      : [];
  });
  return new Set(
    paths.flatMap((path) => (path?.kind === 'scalar' ? [posix.join(folder, path.value)] : [])),
  );
}

type Change = (root: ResourceNode) => ResourceNode | undefined;

function editDocument(files: Files, file: string | undefined, change: Change): Files | undefined {
  if (file === undefined) return undefined;
  const { root } = readConfiguration(files[file] ?? '');
  const changed = root && !hasAlias(root) ? change(root) : undefined;
  const text = changed && print([changed]);
  return text === undefined ? undefined : { ...files, [file]: text };
}

/** Without the list, where it has one entry: of several, also in plugins, only one is what is meant. */
function withoutOnly(root: ResourceNode, name: string): ResourceNode | undefined {
  const list = field(root, name);
  return list?.kind === 'sequence' &&
    list.items.length === 1 &&
    field(root, 'transformers') === undefined
    ? replaceAt(root, [name], newSequence([], undefined))
    : undefined;
}

/** Without the file of a generator, where one entry names it. */
function withoutPayload(root: ResourceNode, file: string): ResourceNode | undefined {
  const places = ['configMapGenerator', 'secretGenerator'].flatMap((name) => {
    const list = field(root, name);
    return (list?.kind === 'sequence' ? list.items : []).flatMap((item, index) => {
      const paths = field(item, 'files');
      return (paths?.kind === 'sequence' ? paths.items : []).flatMap((path, at): YamlPath[] =>
        path.kind === 'scalar' && posix.normalize(path.value.replace(/^[^=]*=/, '')) === file
          ? [[name, index, 'files', at]]
          : [],
      );
    });
  });
  const [place, ...others] = places;
  return place === undefined || others.length > 0 ? undefined : without(root, place);
}

/** A step, and where it wrote. */
interface Winner {
  readonly kind: StepKind;
  readonly field: YamlPath;
}

function editNode(
  files: Files,
  pointer: SourcePointer & { readonly kind: 'node' | 'inside' },
  winner: Winner,
): Files | undefined {
  const ordinals = [pointer.ordinal];
  let inner = pointer.kind === 'inside' ? pointer.inner : undefined;
  for (; inner !== undefined; inner = inner.inner) ordinals.push(inner.ordinal);
  const text = files[pointer.file];
  if (text === undefined) return undefined;
  const { root } = readConfiguration(text);
  const roots = isKustomizationFile(pointer.file)
    ? root && [root]
    : readObjects(text).documents.map((document) => document.root);
  const changed = roots && editText(roots, ordinals, winner);
  return changed === undefined ? undefined : { ...files, [pointer.file]: changed };
}

/** Follows ordinals into the texts of scalars, and takes out what stands there. */
function editText(
  roots: readonly ResourceNode[],
  [ordinal = -1, ...deeper]: readonly number[],
  winner: Winner,
): string | undefined {
  const place = pathOfOrdinal(roots, ordinal);
  const root = roots[place?.document ?? -1];
  if (place === undefined || root === undefined || roots.some(hasAlias)) return undefined;
  let changed: ResourceNode | undefined;
  if (deeper.length === 0) {
    const path = whatToRemove(root, place.path, winner);
    changed = path && (winner.kind === 'hash' ? withoutHash(root, path) : withoutStep(root, path));
  } else {
    const scalar = nodeAtPath(root, place.path);
    if (scalar?.kind !== 'scalar') return undefined;
    const inner = readObjects(scalar.value).documents.map((document) => document.root);
    const value = editText(inner, deeper, winner);
    changed = value === undefined ? undefined : replaceAt(root, place.path, { ...scalar, value });
  }
  return changed && print(roots.with(place.document, changed));
}

/** What of a document is the step: the path itself, or the entry around it. */
function whatToRemove(root: ResourceNode, path: YamlPath, winner: Winner): YamlPath | undefined {
  const { kind } = winner;
  const [first] = path;
  const last = path.at(-1);
  switch (kind) {
    case 'images':
    case 'replicas':
      return first === kind ? path.slice(0, 2) : undefined;
    case 'labels':
    case 'annotations':
      return typeof last === 'string' ? path : undefined;
    case 'namespace':
    case 'namePrefix':
    case 'nameSuffix':
      // Plugins name them in short.
      return kind.toLowerCase().endsWith(String(last).toLowerCase()) ? path : undefined;
    case 'nameReference':
      return path.length === 1 && /^name(?:Prefix|Suffix|space)$/.test(String(first))
        ? path
        : undefined;
    case 'hash':
      return /Generator$/.test(String(first)) && last === 'name' ? path.slice(0, 2) : undefined;
    case 'patch':
      // Operations go as a whole; of the values of lists none can go alone. What an operation copied stands at another field.
      if (root.kind === 'sequence')
        return isSetBy(root, path, winner) ? path.slice(0, 1) : undefined;
      return typeof last === 'string' && keysOf(path) === keysOf(winner.field) ? path : undefined;
    case 'generator': {
      if (typeof first !== 'string' || !first.endsWith('Generator')) return undefined;
      const entry = nodeAtPath(root, path.slice(0, 2));
      const behavior = field(entry, 'behavior');
      if (behavior?.kind === 'scalar' && behavior.value === 'replace') return path.slice(0, 2);
      return path.includes('literals') || path.includes('options') ? path : undefined;
    }
    case 'base':
    case 'replacement':
    case 'var':
    case 'buildMetadata':
    case 'transformer':
    case 'substitution':
    case 'chart':
    case 'template':
    case 'values':
      // kustomize itself has none of a chart.
      return undefined;
    default:
      return assertNever(kind);
  }
}

function isSetBy(root: ResourceNode, [index]: YamlPath, { field: written }: Winner): boolean {
  const path = nodeAtPath(root, [index ?? 0, 'path']);
  return path?.kind === 'scalar' && path.value === formatPath(written);
}

function keysOf(path: YamlPath): string {
  return path.filter((step) => typeof step === 'string').join('/');
}

function withoutStep(root: ResourceNode, path: YamlPath): ResourceNode | undefined {
  // A patch without operations is none: what copies a field to itself says nothing.
  return root.kind === 'sequence' && root.items.length === 1
    ? replaceAt(root, path, nothing)
    : without(root, path);
}

const nothing =
  readObjects('{op: copy, from: /kind, path: /kind}\n').documents[0]?.root ??
  newSequence([], undefined);

function withoutHash(root: ResourceNode, path: YamlPath): ResourceNode | undefined {
  const entry = nodeAtPath(root, path);
  const options = field(entry, 'options');
  if (entry?.kind !== 'map' || options !== undefined) return undefined;
  const added = readObjects('{disableNameSuffixHash: true}\n').documents[0]?.root;
  return (
    added &&
    replaceAt(root, path, {
      ...entry,
      keys: [...entry.keys, 'options'],
      values: [...entry.values, added],
    })
  );
}

/** A tree without one entry of a map or one item of a list; a kustomization that says nothing is none. */
function without(node: ResourceNode, [step, ...deeper]: YamlPath): ResourceNode | undefined {
  if (deeper.length > 0 || step === undefined) {
    const child = step === undefined ? undefined : nodeAtPath(node, [step]);
    const changed = child && without(child, deeper);
    return changed && step !== undefined ? replaceAt(node, [step], changed) : undefined;
  }
  if (node.kind === 'sequence')
    return { ...node, items: node.items.filter((_, index) => index !== step) };
  if (node.kind !== 'map') return undefined;
  const at = node.keys.indexOf(String(step));
  return {
    ...node,
    keys: node.keys.toSpliced(at, 1),
    values: node.values.toSpliced(at, 1),
    keyTags: node.keyTags?.toSpliced(at, 1),
  };
}

function replaceAt(
  node: ResourceNode,
  [step, ...deeper]: YamlPath,
  value: ResourceNode,
): ResourceNode {
  if (step === undefined) return value;
  if (node.kind === 'map') {
    const at = node.keys.indexOf(String(step));
    const old = node.values[at];
    return old ? { ...node, values: node.values.with(at, replaceAt(old, deeper, value)) } : node;
  }
  const old = node.kind === 'sequence' ? node.items[Number(step)] : undefined;
  return node.kind === 'sequence' && old !== undefined
    ? { ...node, items: node.items.with(Number(step), replaceAt(old, deeper, value)) }
    : node;
}

function hasAlias(node: ResourceNode): boolean {
  switch (node.kind) {
    case 'alias':
      return true;
    case 'map':
      return node.values.some(hasAlias);
    case 'sequence':
      return node.items.some(hasAlias);
    case 'scalar':
      return false;
    default:
      return assertNever(node);
  }
}

function print(roots: readonly ResourceNode[]): string | undefined {
  const texts = roots.flatMap((root) => {
    const printed = writeCanonical(root);
    return 'problem' in printed ? [] : [printed.text];
  });
  return texts.length === roots.length ? texts.join('---\n') : undefined;
}
