import type { Reader } from '../query/database.ts';
import { readResourceText } from '../kustomize/objects.ts';
import { Resource } from '../kustomize/resource.ts';
import type { PendingTarget } from '../kustomize/target.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { plainTag } from '../yaml/goScalar.ts';
import { field } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { FluxKustomization } from './kustomization.ts';
import { englishMessage } from '../text/messages.ts';
import { readFluxKustomization } from './readFluxKustomization.ts';
import { renderFluxKustomization } from './render.ts';
import { lookupIn, type VariableFile } from './variableSources.ts';

/** What `strata expand FILE` answers for a Kustomization of Flux; `pending` while contents are loaded. */
export type ExpandedKustomization =
  | { readonly yaml: string }
  | { readonly error: string }
  | { readonly outside: string }
  | PendingTarget;

/** With what a file is expanded. */
export interface ExpandOptions {
  /** The tree that is the source of the Kustomization. */
  readonly reader: Reader;
  /** Files with the ConfigMaps and Secrets of the cluster. */
  readonly with: readonly VariableFile[];
  /** Substitution fails where a variable is not set. */
  readonly strict?: boolean;
}

/** What the controller makes of the first Kustomization of Flux in a text: the objects as YAML, or why it fails. */
export function expandFluxKustomization(
  file: FileId,
  text: string,
  options: ExpandOptions,
): ExpandedKustomization {
  const expanded = expandedObjects(file, text, options);
  if (!('resources' in expanded)) return expanded;
  const documents: string[] = [];
  for (const { node } of expanded.resources) {
    const printed = writeCanonical(node);
    if ('problem' in printed) return { error: printed.problem.message };
    documents.push(printed.text);
  }
  return { yaml: documents.join('---\n') };
}

/**
 * The objects that the controller makes of the first Kustomization of Flux in a text, or the reason why it fails.
 * Source: kustomize-controller v1.9.6, fluxcd/pkg/kustomize v1.41.0.
 */
export function expandedObjects(
  file: FileId,
  text: string,
  options: ExpandOptions,
): { readonly resources: readonly Resource[] } | Exclude<ExpandedKustomization, { yaml: string }> {
  const object = kustomizationIn(file, text);
  if (object.kind === 'problem') return { error: englishMessage(object) };
  const variables = lookupIn(options.with);
  const [unreadable] = variables.problems;
  if (unreadable !== undefined) return { error: englishMessage(unreadable) };
  const rendered = renderFluxKustomization(object.kustomization, {
    reader: options.reader,
    lookup: variables.lookup,
    strict: options.strict === true,
  });
  if (rendered.kind === 'pending') return rendered;
  const [failure] = rendered.failures;
  if (failure !== undefined) return { error: englishMessage(failure) };
  if (object.kustomization.decryption !== undefined && rendered.resources.some(isEncrypted))
    return { outside: 'the key that decrypts Secrets is in the cluster' };
  return { resources: rendered.resources };
}

/** The first Kustomization of Flux that a text holds. */
export function kustomizationIn(
  file: FileId,
  text: string,
): { readonly kind: 'found'; readonly kustomization: FluxKustomization } | Problem {
  const read = readResourceText(text, { file, inside: [], root: '' });
  for (const { node, source } of read.resources) {
    const kustomization = readFluxKustomization(new Resource(asYaml11(node), source));
    if (kustomization !== undefined) return { kind: 'found', kustomization };
  }
  return read.problems[0] ?? problem('flux.no-kustomization', {}, { kind: 'file', file });
}

/**
 * An object as who applies it to a cluster reads it: `yes` and `on` are no texts in YAML 1.1. What a build prints needs no
 * such reading, as it puts such texts between quotes.
 */
function asYaml11(node: ResourceNode): ResourceNode {
  switch (node.kind) {
    case 'scalar': {
      if (node.style !== 'plain' || node.tag !== '!!str') return node;
      const tag = plainTag(node.value, 2);
      return tag === '!!bool' ? { ...node, tag, value: booleanText(node.value) } : node;
    }
    case 'map':
      return { ...node, values: node.values.map(asYaml11) };
    case 'sequence':
      return { ...node, items: node.items.map(asYaml11) };
    case 'alias':
      return node;
  }
}

function booleanText(text: string): string {
  return /^(y|yes|on|true)$/i.test(text) ? 'true' : 'false';
}

/** Whether SOPS has encrypted an object. */
function isEncrypted({ node }: Resource): boolean {
  return field(field(node, 'sops'), 'mac') !== undefined;
}
