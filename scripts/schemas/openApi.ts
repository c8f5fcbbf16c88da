import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  at,
  entriesOf,
  isMap,
  itemsOf,
  textOf,
  type JsonMap,
} from '../../server/src/drift/json.ts';
import { parseJson } from '../../server/test/policyTables.ts';
import type { JsonValue } from '../../server/src/yaml/decode.ts';

/** The schemas that an API server publishes, by their names. */
export type Definitions = ReadonlyMap<string, JsonMap>;

/** The schemas of documents of `/openapi/v3`. */
export function definitionsOf(documents: readonly JsonValue[]): Definitions {
  return new Map(
    documents.flatMap((document) =>
      entriesOf(at(at(document, 'components'), 'schemas')).flatMap(([name, schema]) =>
        isMap(schema) ? [[name, schema] as const] : [],
      ),
    ),
  );
}

/** The documents that a release of Kubernetes recorded of its API server: `api/openapi-spec/v3` of its sources. */
export function recordedDocuments(folder: string): readonly JsonValue[] {
  return readdirSync(folder)
    .filter((name) => /^apis?__.*_openapi\.json$/.test(name))
    .map((name) => parseJson(readFileSync(join(folder, name), 'utf8')));
}

/** The kinds that a schema describes, as `apiVersion Kind`; none where it is no object with metadata. */
export function kindsIn(schema: JsonMap): readonly string[] {
  const properties = at(schema, 'properties');
  const isObject = ['apiVersion', 'kind', 'metadata'].every((key) => isMap(at(properties, key)));
  if (!isObject || targetOf(at(properties, 'metadata'))?.endsWith('.ObjectMeta') !== true)
    return [];
  return itemsOf(schema['x-kubernetes-group-version-kind']).map((one) => {
    const [group, version] = [textOf(at(one, 'group')), textOf(at(one, 'version'))];
    return `${group === '' ? version : `${group}/${version}`} ${textOf(at(one, 'kind'))}`;
  });
}

/** The name of the schema that one refers to, also where that stands alone in an `allOf`. */
export function targetOf(schema: JsonValue | undefined): string | undefined {
  const [only] = itemsOf(at(schema, 'allOf'));
  const reference = textOf(at(schema, '$ref') ?? at(only, '$ref'));
  return reference === '' ? undefined : reference.slice(reference.lastIndexOf('/') + 1);
}
