import { itemKey, entryOf, type FieldType } from '../../server/src/drift/types/fieldType.ts';
import { isList, isMap, without, type JsonMap } from '../../server/src/drift/json.ts';
import type { JsonValue } from '../../server/src/yaml/decode.ts';

/** The `fieldsV1` of an entry of `metadata.managedFields` for what an object says, as server-side apply writes it. */
export function ownedFields(object: JsonMap, type: FieldType): JsonMap {
  const fields = fieldsBelow(without(object, 'apiVersion', 'kind', 'status'), type);
  const metadata = isMap(fields['f:metadata']) ? fields['f:metadata'] : {};
  return { ...fields, 'f:metadata': without(metadata, 'f:name', 'f:namespace') };
}

function fieldsBelow(value: JsonValue, type: FieldType): JsonMap {
  if (isMap(value) && type.kind !== 'list' && !(type.kind === 'map' && type.atomic)) {
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const entry = type.kind === 'map' ? entryOf(type, key)?.type() : undefined;
        return [`f:${key}`, fieldsBelow(inner, entry ?? { kind: 'any' })];
      }),
    );
  }
  if (isList(value) && type.kind === 'list' && type.form !== 'atomic') {
    return Object.fromEntries(
      value.map((item) => {
        if (type.form === 'set') return [`v:${JSON.stringify(item)}`, {}];
        const inner = fieldsBelow(item, type.items);
        return [`k:${JSON.stringify(itemKey(type, item) ?? {})}`, { '.': {}, ...inner }];
      }),
    );
  }
  return {};
}
