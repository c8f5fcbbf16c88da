import { contentQuery } from '../../kustomize/files.ts';
import { layersQuery } from '../../layers/layers.ts';
import { directReadersQuery } from '../../layers/namedFiles.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import { decodeToJson, type JsonValue } from '../../yaml/decode.ts';
import { nodeOfJson } from '../../yaml/nodeOfJson.ts';
import { field, rawText, withoutField } from '../../yaml/nodes.ts';
import { readPositions } from '../../yaml/positions.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { MapNode, ResourceNode } from '../../yaml/resourceNode.ts';
import { declaredObjectsQuery } from '../links/declaredObjects.ts';
import { pathsOfFileQuery } from '../links/pathsOfFile.ts';

/** A file in which an object without values stands in the place of a Secret. */
export interface SecretSkeleton {
  readonly code: 'external-secret' | 'sealed-secret';
  readonly text: string;
  /** The Secret, and of an ExternalSecret the store that others of the repository read. */
  readonly parameters: { readonly secret: string; readonly store: string };
}

/**
 * What could stand in the place of the Secret that a finding is about, as far as the repository has objects of the kind: its
 * keys stay, and its values go.
 */
export function secretSkeletons(
  reader: Reader,
  { file, text }: { readonly file: FileId; readonly text: string },
  pointer: string,
): readonly SecretSkeleton[] {
  const index = Number(/^\d+/.exec(pointer)?.[0] ?? NaN);
  const { documents, problems } = readObjects(text);
  const root = documents[index]?.root;
  if (root?.kind !== 'map' || problems.length > 0 || isPatch(reader, file)) return [];
  if (rawText(field(root, 'kind')) !== 'Secret') return [];
  const secret = rawText(field(field(root, 'metadata'), 'name'));
  const keys = ['data', 'stringData'].flatMap((name) => {
    const data = field(root, name);
    return data?.kind === 'map' ? data.keys : [];
  });
  if (secret === '' || keys.length === 0) return [];
  return [
    ...external(reader, { root, secret, keys }),
    ...sealed(reader, { root, secret, keys }),
  ].flatMap(({ code, object, store }): readonly SecretSkeleton[] => {
    const after = replaced(text, root, object);
    return after === undefined ? [] : [{ code, text: after, parameters: { secret, store } }];
  });
}

interface PlainSecret {
  readonly root: MapNode;
  readonly secret: string;
  readonly keys: readonly string[];
}

interface Skeleton {
  readonly code: SecretSkeleton['code'];
  readonly object: JsonMap;
  readonly store: string;
}

type JsonMap = Readonly<Record<string, JsonValue>>;

/** A store as ExternalSecrets name it. */
interface ReadStore {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
}

/** Reads from the store that most ExternalSecrets of the repository read. */
function external(reader: Reader, { root, secret, keys }: PlainSecret): readonly Skeleton[] {
  const stores = new Map<string, { readonly count: number; readonly store: ReadStore }>();
  for (const other of objectsOf(reader, 'ExternalSecret')) {
    const reference = field(field(other, 'spec'), 'secretStoreRef');
    const [kind, name] = [rawText(field(reference, 'kind')), rawText(field(reference, 'name'))];
    if (name === '') continue;
    const store: ReadStore = {
      apiVersion: rawText(field(other, 'apiVersion')),
      kind: kind === '' ? 'SecretStore' : kind,
      name,
    };
    const key = JSON.stringify([store.apiVersion, store.kind, name]);
    stores.set(key, { count: (stores.get(key)?.count ?? 0) + 1, store });
  }
  const [most] = [...stores].sort(
    ([a, one], [b, two]) => two.count - one.count || (a < b ? -1 : 1),
  );
  if (most === undefined) return [];
  const { apiVersion, kind, name } = most[1].store;
  const type = rawText(field(root, 'type'));
  const object: JsonMap = {
    apiVersion,
    kind: 'ExternalSecret',
    metadata: metadataOf(root),
    spec: {
      secretStoreRef: { kind, name },
      ...(type !== '' && type !== 'Opaque' && { target: { template: { type } } }),
      data: keys.map((key) => ({ secretKey: key, remoteRef: { key: secret, property: key } })),
    },
  };
  return [{ code: 'external-secret', object, store: name }];
}

/** Is filled in by `kubeseal`, where the repository has others. */
function sealed(reader: Reader, { root, keys }: PlainSecret): readonly Skeleton[] {
  const [other] = objectsOf(reader, 'SealedSecret');
  if (other === undefined) return [];
  const type = rawText(field(root, 'type'));
  const metadata = metadataOf(root);
  const object: JsonMap = {
    apiVersion: rawText(field(other, 'apiVersion')),
    kind: 'SealedSecret',
    metadata,
    spec: {
      encryptedData: Object.fromEntries(keys.map((key) => [key, 'REPLACE_ME'])),
      template: { metadata, ...(type !== '' && { type }) },
    },
  };
  return [{ code: 'sealed-secret', object, store: '' }];
}

/** The objects of a kind as the files of the tree have them. */
function objectsOf(reader: Reader, kind: string): readonly ResourceNode[] {
  const files = new Set(
    reader.get(declaredObjectsQuery, '').flatMap((one) => (one.kind === kind ? [one.file] : [])),
  );
  return [...files].flatMap((file) => {
    const content = reader.get(contentQuery, file);
    const documents = content?.kind === 'text' ? readObjects(content.text).documents : [];
    return documents.flatMap(({ root }) => (rawText(field(root, 'kind')) === kind ? [root] : []));
  });
}

/** What names the object, without what `kubectl apply` remembers. */
function metadataOf(root: MapNode): JsonMap {
  const metadata = field(root, 'metadata');
  return Object.fromEntries(
    ['name', 'namespace', 'labels', 'annotations'].flatMap((key) => {
      const found = field(metadata, key);
      const node =
        found?.kind === 'map'
          ? withoutField(found, 'kubectl.kubernetes.io/last-applied-configuration')
          : found;
      const decoded = node && decodeToJson(node);
      const isEmpty = node?.kind === 'map' && node.keys.length === 0;
      return decoded === undefined || !('value' in decoded) || isEmpty
        ? []
        : [[key, decoded.value] as const];
    }),
  );
}

/** The text with another object in the place of a document. */
function replaced(text: string, root: MapNode, object: JsonMap): string | undefined {
  const printed = writeCanonical(nodeOfJson(object, () => undefined));
  if ('problem' in printed) return undefined;
  const { starts, ends } = readPositions(text);
  const [start, end] = [starts[root.ordinal], ends[root.ordinal]];
  if (start === undefined || end === undefined || root.flow) return undefined;
  const length = text.slice(start, end).trimEnd().length;
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const lines = printed.text.trimEnd().replaceAll('\n', lineBreak);
  const after = text.slice(0, start) + lines + text.slice(start + length);
  return readObjects(after).problems.length === 0 ? after : undefined;
}

/** Whether a layer takes a file for a patch: what it is for is elsewhere. */
function isPatch(reader: Reader, file: FileId): boolean {
  const roots = new Set(reader.get(directReadersQuery, '').get(file) ?? []);
  return reader
    .get(layersQuery, '')
    .some(
      (layer) =>
        roots.has(layer.root) &&
        reader
          .get(pathsOfFileQuery, layer.file)
          .some(({ role, path }) => role === 'patch' && path === file),
    );
}
