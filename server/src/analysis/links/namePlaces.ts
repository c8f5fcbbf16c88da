import { gvkOf, type GroupVersionKind } from '../../kubernetes/gvk.ts';
import { parentOf } from '../../kustomize/files.ts';
import { splitPath } from '../../kustomize/fieldSpec.ts';
import type { NameBackReference } from '../../kustomize/fieldSpecs.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { referencesOfFile } from './configuredReferences.ts';
import { controllerNames } from './controllerNames.ts';
import { documentsOf, type SourceDocument } from './documents.ts';
import { kustomizationNames } from './kustomizationNames.ts';
import { namePlace, replacementNames, type NamedType, type NamePlace } from './namePlace.ts';

/** The names of objects in a file; an edit that leaves them leaves the value. */
export const namesOfFileQuery: Query<FileId, readonly NamePlace[]> = {
  name: 'namesOfFile',
  equals: deepEqual,
  compute: (file, reader) => {
    const documents = documentsOf(reader, file);
    const table = documents.length === 0 ? [] : referencesOfFile(reader, file);
    return [
      ...ownNames(reader, file),
      ...documents.flatMap((document) => namesInDocument(document, table)),
    ];
  },
};

function ownNames(reader: Reader, file: FileId): readonly NamePlace[] {
  if (!isKustomizationFile(file)) return [];
  const target = loadTarget(reader, parentOf(file), 'none');
  if (target.kind !== 'target' || target.source.file !== file) return [];
  return kustomizationNames(reader, target);
}

function namesInDocument(
  document: SourceDocument,
  table: readonly NameBackReference[],
): readonly NamePlace[] {
  const { node } = document;
  const kind = rawText(field(node, 'kind'));
  if (kind === '') return replacementNames(document);
  const type = gvkOf(rawText(field(node, 'apiVersion')), kind);
  const metadata = field(node, 'metadata');
  const namespace = rawText(field(metadata, 'namespace'));
  const own = namePlace(document, field(metadata, 'name'), {
    how: 'object',
    types: [{ group: type.group, kind }],
    namespace,
  });
  return [
    ...own,
    ...referencesIn(document, type, table),
    ...controllerNames(document, type, namespace),
  ];
}

function referencesIn(
  document: SourceDocument,
  type: GroupVersionKind,
  table: readonly NameBackReference[],
): readonly NamePlace[] {
  const found = new Map<ResourceNode, NamedType[]>();
  for (const { group, kind, referrers } of table) {
    // The group of an IngressClass is wrong in kustomize's own table.
    const named = { group: group.replace(/\/.*$/, ''), kind };
    for (const spec of referrers) {
      const isMeant =
        (spec.kind === '' || spec.kind === type.kind) &&
        (spec.group === '' || spec.group === type.group) &&
        (spec.version === '' || spec.version === type.version);
      if (!isMeant) continue;
      for (const node of nodesAt(document.node, splitPath(spec.path, '/'))) {
        const holder = node.kind === 'map' ? node : undefined;
        // A list of references says of each which kind it means.
        const says = rawText(field(holder, 'kind'));
        if (says !== '' && says !== kind) continue;
        const name = holder === undefined ? node : field(holder, 'name');
        if (name === undefined) continue;
        const known = found.get(name);
        if (known === undefined) found.set(name, [named]);
        else known.push(named);
      }
    }
  }
  return [...found].flatMap(([node, types]) =>
    namePlace(document, node, { how: 'reference', types, namespace: '' }),
  );
}

/** The nodes that a path leads to, through lists; those of a list itself are its items. */
function nodesAt(node: ResourceNode | undefined, path: readonly string[]): readonly ResourceNode[] {
  if (node === undefined) return [];
  if (node.kind === 'sequence') return node.items.flatMap((item) => nodesAt(item, path));
  const [step, ...rest] = path;
  if (step === undefined) return [node];
  return nodesAt(field(node, step.replace(/\[\]$/, '')), rest);
}
