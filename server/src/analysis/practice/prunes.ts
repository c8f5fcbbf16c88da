import { metadataEntry } from '../../kustomize/metadata.ts';
import type { Resource } from '../../kustomize/resource.ts';
import { staysByItself } from '../../layers/stayingObjects.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';

/** An object that takes more with it than itself, and that nothing keeps from being pruned. */
export interface Unprotected {
  readonly kind: string;
  readonly name: string;
  readonly at: SourcePointer;
}

const kinds: ReadonlySet<string> = new Set([
  'PersistentVolumeClaim.',
  'CustomResourceDefinition.apiextensions.k8s.io',
  'Namespace.',
]);

/**
 * An object with data, with objects of a type, or with all that a namespace holds; `undefined` for any other object, and for
 * one that its controller is told to keep.
 *
 * Source: Argo CD docs, “Sync Options”; for what stays without a question, see `staysByItself`.
 */
export function unprotected(resource: Resource): Unprotected | undefined {
  const { id, node } = resource;
  if (!kinds.has(`${id.kind}.${id.group}`)) return undefined;
  const options = metadataEntry(node, 'annotations', 'argocd.argoproj.io/sync-options') ?? '';
  const isAsked = /\b(?:Prune|Delete)=(?:false|confirm)\b/.test(options);
  return isAsked || staysByItself(resource, 'pruned')
    ? undefined
    : { kind: id.kind, name: id.name, at: resource.originOf(resource.node).writtenAt };
}
