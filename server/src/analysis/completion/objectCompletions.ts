import type { Resource } from '../../kustomize/resource.ts';
import { secretsIn } from '../../secrets/objectSecrets.ts';
import { isSecret } from '../../secrets/redact.ts';
import { carriesSecret } from '../../yaml/carriesSecret.ts';
import { readImageName } from '../links/imageNames.ts';
import { imageFields } from '../links/imageUses.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { nameOf } from '../resourceName.ts';
import type { CompletionItem } from './completionItem.ts';

/** What a selector of objects says beside what is being written. */
export type SelectorTexts = ReadonlyMap<string, string>;

/** The texts of one part of the ids of objects that fit what else a selector says. */
export function idCompletions(
  resources: readonly Resource[],
  part: string,
  texts: SelectorTexts,
): readonly CompletionItem[] {
  const found = new Map<string, CompletionItem>();
  for (const resource of resources) {
    const parts: Readonly<Record<string, string>> = {
      ...nameOf(resource),
      name: nameBelow(resource),
    };
    const fits = ['group', 'version', 'kind', 'name', 'namespace'].every((other) => {
      const wanted = texts.get(other) ?? '';
      return other === part || wanted === '' || parts[other] === wanted;
    });
    const label = parts[part] ?? '';
    if (!fits || label === '') continue;
    const detail = part === 'name' ? resource.id.kind : '';
    found.set(label, { label, kind: 'object', ...(detail !== '' && { detail }) });
  }
  return [...found.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
}

/** The name that a layer above finds: hashes come last, once at the top. */
export function nameBelow(resource: Resource): string {
  const name = field(field(resource.node, 'metadata'), 'name');
  const origin = name && resource.originOf(name);
  return origin?.by.kind === 'hash'
    ? (origin.previous?.gave?.value ?? resource.id.name)
    : resource.id.name;
}

/** The names of workloads that have replicas, with how many they have. */
export function scaledCompletions(resources: readonly Resource[]): readonly CompletionItem[] {
  return resources.flatMap(({ id, node }): readonly CompletionItem[] => {
    if (!/^(?:Deployment|ReplicationController|ReplicaSet|StatefulSet)$/.test(id.kind)) return [];
    const count = rawText(field(field(node, 'spec'), 'replicas'));
    return [{ label: id.name, kind: 'object', detail: `${id.kind} ${count}`.trim() }];
  });
}

/** The images that containers of objects run, by their names, with the tags that they have. */
export function imageCompletions(resources: readonly Resource[]): readonly CompletionItem[] {
  const tags = new Map<string, Set<string>>();
  for (const { node } of resources.flatMap(imageFields)) {
    const { name, version } = readImageName(node.value);
    const known = tags.get(name) ?? new Set();
    if (version !== '') known.add(version);
    tags.set(name, known);
  }
  return [...tags].map(([label, versions]) => ({
    label,
    kind: 'image',
    detail: [...versions].join(', '),
  }));
}

/**
 * The keys that the node at a path of objects has, with what stands there now; items of lists are told by their names, and
 * those of all items where none is said. Values of Secrets are left out.
 */
export function keyCompletions(
  resources: readonly Resource[],
  path: readonly string[],
  names: ReadonlyMap<string, string>,
): readonly CompletionItem[] {
  const found = new Map<string, CompletionItem>();
  for (const resource of resources) {
    const hides = isSecret(resource.node);
    const told = secretsIn(resource.node);
    for (const node of nodesAt(resource.node, path, names)) {
      if (node.kind !== 'map') continue;
      for (const [index, key] of node.keys.entries()) {
        const value = node.values[index];
        if (found.has(key) || value === undefined) continue;
        const isHidden = hides || value.kind !== 'scalar' || told.has(value);
        const detail = isHidden ? '' : shortText(value.value);
        const insert = value.kind === 'scalar' ? `${key}: ` : `${key}:`;
        found.set(key, { label: key, kind: 'field', insert, ...(detail !== '' && { detail }) });
      }
    }
  }
  return [...found.values()];
}

/** The texts that stand at a path of objects, for the value that is being written there. */
export function valueCompletions(
  resources: readonly Resource[],
  path: readonly string[],
  names: ReadonlyMap<string, string>,
): readonly CompletionItem[] {
  const found = new Map<string, CompletionItem>();
  for (const resource of resources) {
    if (isSecret(resource.node)) continue;
    const told = secretsIn(resource.node);
    for (const node of nodesAt(resource.node, path, names)) {
      if (node.kind !== 'scalar' || node.value === '' || node.value.includes('\n')) continue;
      if (told.has(node) || carriesSecret(node.origin)) continue;
      found.set(node.value, { label: node.value, kind: 'value' });
    }
  }
  return [...found.values()];
}

function nodesAt(
  node: ResourceNode,
  path: readonly string[],
  names: ReadonlyMap<string, string>,
): readonly ResourceNode[] {
  const [step, ...rest] = path;
  if (step === undefined) return [node];
  if (step === '-') {
    if (node.kind !== 'sequence') return [];
    // Only the innermost list has its name beside the cursor.
    const name = rest.includes('-') ? undefined : names.get('name');
    const meant = node.items.filter((item) => rawText(field(item, 'name')) === name);
    return (meant.length > 0 ? meant : node.items).flatMap((item) => nodesAt(item, rest, names));
  }
  const next = field(node, step);
  return next === undefined ? [] : nodesAt(next, rest, names);
}

function shortText(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 40 ? `${line.slice(0, 39)}…` : line;
}

/**
 * The paths of fields of objects as replacements write them: `spec.template.spec.containers.[name=app].image`; those below
 * what is written already.
 */
export function fieldPathCompletions(
  resources: readonly Resource[],
  prefix: string,
): readonly CompletionItem[] {
  const found = new Map<string, CompletionItem>();
  for (const { node } of resources) visitPaths(node, '', prefix, found);
  return [...found.values()];
}

function visitPaths(
  node: ResourceNode,
  path: string,
  prefix: string,
  found: Map<string, CompletionItem>,
): void {
  if (found.size >= mostPaths) return;
  const below = (part: string, value: ResourceNode): void => {
    const whole = path === '' ? part : `${path}.${part}`;
    // Only what leads on from the prefix, and one level beyond it.
    if (!whole.startsWith(prefix) && !prefix.startsWith(`${whole}.`)) return;
    if (whole.startsWith(prefix)) found.set(whole, { label: whole, kind: 'field' });
    visitPaths(value, whole, prefix, found);
  };
  if (node.kind === 'map') {
    for (const [index, key] of node.keys.entries()) {
      const value = node.values[index];
      const part = /[.[\]]/.test(key) ? key.replaceAll('.', '\\.') : key;
      if (value !== undefined) below(part, value);
    }
  }
  if (node.kind === 'sequence') {
    for (const [index, item] of node.items.entries()) {
      const name = rawText(field(item, 'name'));
      below(name === '' ? String(index) : `[name=${name}]`, item);
    }
  }
}

const mostPaths = 500;
