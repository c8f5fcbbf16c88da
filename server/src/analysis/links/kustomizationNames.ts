import type { Target } from '../../kustomize/target.ts';
import type { Reader } from '../../query/database.ts';
import { field } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { sourceIndexOf } from '../sourceIndex.ts';
import type { SourceDocument } from './documents.ts';
import { namePlace, replacementNames, selectorName, type NamePlace } from './namePlace.ts';

/** The names of objects in a kustomization file itself; those in inline patches are names of their documents. */
export function kustomizationNames(reader: Reader, { source }: Target): readonly NamePlace[] {
  const [node] = sourceIndexOf(reader, source.file)?.roots ?? [];
  if (node === undefined) return [];
  const document: SourceDocument = { node, source };
  const items = (name: string): readonly ResourceNode[] => {
    const list = field(node, name);
    return list?.kind === 'sequence' ? list.items : [];
  };
  const generators = [
    ['configMapGenerator', 'ConfigMap'],
    ['secretGenerator', 'Secret'],
  ] as const;
  return [
    ...generators.flatMap(([name, kind]) =>
      items(name).flatMap((item) =>
        namePlace(document, field(item, 'name'), {
          how: 'generator',
          types: [{ group: '', kind }],
          namespace: '',
        }),
      ),
    ),
    ...[...items('patches'), ...items('patchesJson6902')].flatMap((item) =>
      selectorName(document, field(item, 'target')),
    ),
    ...items('replacements').flatMap((item) => replacementNames({ ...document, node: item })),
    ...items('replicas').flatMap((item) =>
      namePlace(document, field(item, 'name'), {
        how: 'selector',
        types: scaledKinds.map((kind) => ({ group: '', kind })),
        namespace: '',
      }),
    ),
    ...items('vars').flatMap((item) => selectorName(document, field(item, 'objref'))),
  ];
}

/** Source: kustomize api internal/konfig/builtinpluginconsts/replicas.go. */
const scaledKinds = ['Deployment', 'ReplicationController', 'ReplicaSet', 'StatefulSet'];
