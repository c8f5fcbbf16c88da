import { configFromCrds } from '../../kustomize/crds.ts';
import { contentQuery, joinPath } from '../../kustomize/files.ts';
import { defaultTransformerConfig, type NameBackReference } from '../../kustomize/fieldSpecs.ts';
import { readTransformerConfig } from '../../kustomize/readPluginConfig.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { layerOfRootQuery } from '../../layers/layers.ts';
import { directReadersQuery } from '../../layers/namedFiles.ts';
import { rootsInput } from '../../layers/roots.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';

/** The fields of a file that hold names of objects: those of kustomize itself, and those that the roots that read it add. */
export function referencesOfFile(reader: Reader, file: FileId): readonly NameBackReference[] {
  const added = reader.get(configuredRootsQuery, '');
  if (added.size === 0) return defaultTransformerConfig.nameReference;
  const own = rootsAround(reader, file).flatMap((root) => added.get(root) ?? []);
  return own.length === 0
    ? defaultTransformerConfig.nameReference
    : [...defaultTransformerConfig.nameReference, ...own];
}

/** The roots that read a file, and all that build on them. */
function rootsAround(reader: Reader, file: FileId): readonly FileId[] {
  const layers = reader.get(layerOfRootQuery, '');
  const found = new Set(reader.get(directReadersQuery, '').get(file));
  // What is found on the way is gone through as well.
  for (const root of found) for (const user of layers.get(root)?.users ?? []) found.add(user);
  return [...found];
}

/** The references that `configurations` and `crds` add, by the root that has them. */
const configuredRootsQuery: Query<'', ReadonlyMap<FileId, readonly NameBackReference[]>> = {
  name: 'configuredRoots',
  equals: deepEqual,
  compute: (_key, reader) => {
    const found = new Map<FileId, readonly NameBackReference[]>();
    for (const root of reader.read(rootsInput, '')) {
      const references = reader.get(rootConfigurationQuery, root);
      if (references.length > 0) found.set(root, references);
    }
    return found;
  },
};

const rootConfigurationQuery: Query<FileId, readonly NameBackReference[]> = {
  name: 'rootConfiguration',
  equals: deepEqual,
  compute: (root, reader) => {
    const target = loadTarget(reader, root, 'none');
    if (target.kind !== 'target') return [];
    const { configurations, crds } = target.kustomization;
    const textOf = ({ value }: { readonly value: string }): string | undefined => {
      const path = joinPath(root, value);
      const content = path === undefined ? undefined : reader.get(contentQuery, path);
      return content?.kind === 'text' ? content.text : undefined;
    };
    const told = configurations.flatMap((entry) => {
      const text = textOf(entry);
      const read = text === undefined ? undefined : readConfiguration(text);
      return read === undefined
        ? []
        : (readTransformerConfig(read.root).config?.nameReference ?? []);
    });
    const defined = crds.flatMap((entry) => {
      const text = textOf(entry);
      const read = text === undefined ? undefined : configFromCrds(text);
      return read === undefined || 'problem' in read ? [] : read.config.nameReference;
    });
    return [...told, ...defined];
  },
};
