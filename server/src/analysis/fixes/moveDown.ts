import {
  builtInSchemas,
  elements,
  fieldSchema,
  patchStrategyAndKeys,
} from '../../kubernetes/schema.ts';
import { parentOf } from '../../kustomize/files.ts';
import type { Resource } from '../../kustomize/resource.ts';
import { layersQuery, type Layer } from '../../layers/layers.ts';
import { directReadersQuery } from '../../layers/namedFiles.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import { adoptedText, type AdoptedField, type AdoptedStep } from '../../plan/adoption.ts';
import { insertItem } from '../../plan/insertItem.ts';
import { insertPatch } from '../../plan/insertPatch.ts';
import { nameInLayer } from '../../plan/nameInLayer.ts';
import { quoted } from '../../plan/writeScalar.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { applyEdits } from '../../text/textEdit.ts';
import { groupBy } from '../../util/groupBy.ts';
import { decodeToJson } from '../../yaml/decode.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, type Answer } from '../answer.ts';
import { textOfFile } from '../completion/objectsBelow.ts';
import type { NodePath } from '../fieldPath.ts';
import { usesOf, type FileUses, type RootUse } from '../fileUses.ts';
import type { SourcePlace } from '../hover.ts';
import { isReplaced } from '../overriddenEverywhere.ts';
import { fileFindingsQuery } from '../secretFindings.ts';
import { offsetsOf } from '../sourceRange.ts';
import { sourceIndexOf } from '../sourceIndex.ts';
import { isOnLine, textsWithout } from './dropFix.ts';
import { dropValue } from './dropValue.ts';
import { complete, fixOf, type LayerFix } from './layerFix.ts';
import { maskOfValue, shortValue } from './maskOfValue.ts';

/**
 * The value at a place goes out of its layer, and into each layer that builds on that one and takes it from there: so that
 * the next edit can be made in one of them alone.
 */
export function moveDownFix(analysis: Analysis, place: SourcePlace): Answer<LayerFix | undefined> {
  const above = analysis.ask((reader) => layersAbove(reader, place.file));
  return chainAnswer(above, (layers) => {
    if (layers.length === 0) return complete(undefined);
    return chainAnswer(usesOf(analysis, place.file), (uses) => {
      const found = analysis.ask((reader) => moveDown(reader, place, layers, uses));
      return chainAnswer(found, (one): Answer<LayerFix | undefined> => {
        if (one === undefined) return complete(undefined);
        return fixOf(analysis, { ...one, roots: 'delivered' });
      });
    });
  });
}

/** The layers that build on the one that a file belongs to; none where several have the file, or a component builds on it. */
function layersAbove(reader: Reader, file: FileId): readonly Layer[] {
  const all = reader.get(layersQuery, '');
  const roots = isKustomizationFile(file)
    ? [parentOf(file)]
    : (reader.get(directReadersQuery, '').get(file) ?? []);
  const own = roots.length === 1 ? all.find(({ root }) => root === roots[0]) : undefined;
  const users = all.filter(({ root }) => own?.users.includes(root) === true);
  return users.some(({ role }) => role === 'component') ? [] : users;
}

function moveDown(
  reader: Reader,
  place: SourcePlace,
  layers: readonly Layer[],
  { places }: FileUses,
): (Pick<LayerFix, 'title' | 'deleted'> & { readonly texts: Map<FileId, string> }) | undefined {
  const index = sourceIndexOf(reader, place.file);
  const onLine = places.filter(
    ([use]) =>
      use !== undefined && index !== undefined && isOnLine(index, use.writtenAt, place.offset),
  );
  const around = onLine.find(([use]) => {
    const { start, end } = use && index ? offsetsOf(index, use.writtenAt) : { start: 0, end: -1 };
    return start <= place.offset && place.offset <= end;
  });
  const uses = around ?? onLine[0];
  const [first] = uses ?? [];
  if (uses === undefined || first === undefined || !/^(?:base|patch)$/.test(first.by))
    return undefined;
  // A secret in clear is not written to more places, nor shown in a title.
  if (maskOfValue(uses.map((one) => ({ ...one, node: one.gave }))) !== undefined) return undefined;
  if (holdsSecret(reader, place.file, rawText(first.gave))) return undefined;
  const drop = dropValue(reader, first.writtenAt, first.by === 'base' ? 'object' : 'patch');
  if (drop === undefined) return undefined;
  const texts = new Map(textsWithout(reader, [drop]));
  let count = 0;
  for (const { root, file } of layers) {
    // Where the layer says something else itself, it does not need what the base says.
    const own = uses.filter((use) => use.root === root && !isReplaced(use));
    if (own.length === 0) continue;
    const text = textOfFile(reader, file);
    const after = text === undefined ? undefined : withValues(text, root, own);
    if (after === undefined || texts.has(file)) return undefined;
    texts.set(file, after);
    count += 1;
  }
  if (count === 0) return undefined;
  const title = {
    code: 'move-down',
    field: String(first.path.at(-1) ?? ''),
    value: shortValue(rawText(first.gave)),
    layers: count,
    base: place.file,
  } as const;
  return { title, texts, deleted: drop.deleted };
}

/** Whether a value is one that the scanner of secrets finds in a file, in whatever kind of object, silenced or not. */
function holdsSecret(reader: Reader, file: FileId, value: string): boolean {
  return reader
    .get(fileFindingsQuery, file)
    .some(
      ({ value: found }) =>
        found !== undefined && found !== '' && (value === found || value.includes(found)),
    );
}

/** The text of the kustomization file of a layer, with values set there. */
function withValues(text: string, root: FileId, uses: readonly RootUse[]): string | undefined {
  let result = text;
  const put = (edit: ReturnType<typeof insertItem>): boolean => {
    if (edit !== undefined) result = applyEdits(result, [edit]);
    return edit !== undefined;
  };
  for (const [resource, own] of groupBy(uses, (use) => use.resource)) {
    const name = nameInLayer(resource, root);
    const fields = own.map(({ path, gave }) => patchedField(resource, path, gave));
    const known = fields.flatMap((one) => one ?? []);
    const [only] = known;
    if (only === undefined || known.length < fields.length) return undefined;
    if (known.length === 1 && isScale(resource, only)) {
      const lines = [
        `name: ${quoted({ around: [] }, name.name)}`,
        `count: ${adoptedText(only.have)}`,
      ];
      if (!put(insertItem(result, 'replicas', lines))) return undefined;
    } else if (!put(insertPatch(result, resource, name, known))) return undefined;
  }
  return result;
}

type PatchedField = Pick<AdoptedField, 'steps' | 'have'>;

/** What `replicas:` of a kustomization sets. Source: kustomize api v0.21.1 ReplicaCountTransformer. */
function isScale({ id }: Resource, { steps, have }: PatchedField): boolean {
  const kinds = ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet'];
  const path = steps.map((step) => (step.kind === 'key' ? step.key : '')).join('/');
  const isCount = typeof have === 'bigint' || typeof have === 'number';
  return path === 'spec/replicas' && isCount && kinds.includes(id.kind);
}

function patchedField(
  resource: Resource,
  path: NodePath,
  value: ResourceNode,
): PatchedField | undefined {
  const steps = stepsTo(resource.node, path);
  const have = decodeToJson(value);
  return steps === undefined || !('value' in have) ? undefined : { steps, have: have.value };
}

/** The steps of a patch to a field; `undefined` where no keys tell an item on the way. */
function stepsTo(object: ResourceNode, path: NodePath): readonly AdoptedStep[] | undefined {
  const steps: AdoptedStep[] = [];
  let node: ResourceNode | undefined = object;
  let schema = builtInSchemas.forType(
    rawText(field(object, 'apiVersion')),
    rawText(field(object, 'kind')),
  );
  for (const step of path) {
    if (typeof step === 'string') {
      steps.push({ kind: 'key', key: step });
      node = field(node, step);
      schema = schema && fieldSchema(schema, step);
      continue;
    }
    const item: ResourceNode | undefined = node?.kind === 'sequence' ? node.items[step] : undefined;
    const keys = schema === undefined ? [] : patchStrategyAndKeys(schema).keys;
    const key = Object.fromEntries(
      keys.flatMap((name) => {
        const found = field(item, name);
        const value = found && decodeToJson(found);
        return value !== undefined && 'value' in value ? [[name, value.value]] : [];
      }),
    );
    if (Object.keys(key).length === 0) return undefined;
    steps.push({ kind: 'item', key });
    node = item;
    schema = schema && elements(schema);
  }
  return steps;
}
