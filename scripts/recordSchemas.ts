import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { at, isMap, type JsonMap } from '../server/src/drift/json.ts';
import { deepEqual } from '../server/src/util/deepEqual.ts';
import type { JsonValue } from '../server/src/yaml/decode.ts';
import { startKubeServer, type KubeServer } from '../server/test/kubeServer.ts';
import { parseJson } from '../server/test/policyTables.ts';
import { definitionsOf, recordedDocuments, type Definitions } from './schemas/openApi.ts';
import { packSchemas, saidRequired } from './schemas/packSchemas.ts';
import { placesOf } from './schemas/places.ts';
import { probeSchemas } from './schemas/probeSchemas.ts';
import { wrap } from './schemas/wrap.ts';
import { kubeBinaries } from './tools/kubeApiserver.ts';
import { describeMissingTool } from './tools/missingTool.ts';

/**
 * Packs the schemas of Kubernetes' own kinds: writes `server/src/policy/schemas/builtInSchemasData.ts`.
 *
 * Usage: node scripts/run.mjs recordSchemas MODULES VERSION…, where MODULES is the folder of Go's module cache for `k8s.io`
 * and each VERSION, oldest first, is one of `k8s.io/kubernetes`, as `v1.34.0`; the last is that of the API server.
 *
 * Each release records the OpenAPI that its API server serves, among its sources. That of the newest is compared with what the
 * real server says here, and this one is asked which fields it holds to be there and which texts it takes.
 */
export async function main(words: readonly string[]): Promise<number> {
  const [modules, ...versions] = words;
  if (modules === undefined || versions.length === 0) {
    process.stderr.write('Usage: recordSchemas MODULES VERSION…\n');
    return 2;
  }
  const minors = new Map(
    versions.map((version) => {
      const folder = join(modules, `kubernetes@${version}`, 'api', 'openapi-spec', 'v3');
      return [Number(version.split('.')[1]), definitionsOf(recordedDocuments(folder))] as const;
    }),
  );
  const found = await kubeBinaries({ build: true });
  if (found.kind === 'failed') {
    process.stderr.write(`${describeMissingTool(found.failure)}\n`);
    return 1;
  }
  const server = await startKubeServer(found.value);
  try {
    const served = definitionsOf(await servedDocuments(server));
    const newest = [...minors.values()].at(-1) ?? new Map<string, JsonMap>();
    tellDifferences(newest, served);
    const enforced = await probeSchemas(
      server,
      served,
      await placesOf(server),
      saidRequired(minors),
    );
    const { kinds, types } = packSchemas(minors, enforced);
    const path = join(import.meta.dirname, '..', 'server/src/policy/schemas/builtInSchemasData.ts');
    writeFileSync(path, fileText(versions, kinds, types));
    process.stdout.write(
      `${kinds.length} kinds, ${types.length} types, ${enforced.required.size} required fields, ${enforced.values.size} lists of texts\n`,
    );
  } finally {
    server.close();
  }
  return 0;
}

async function servedDocuments(server: KubeServer): Promise<readonly JsonValue[]> {
  const get = async (path: string): Promise<JsonValue> =>
    parseJson((await server.request('admin', 'GET', path)).body);
  const index = at(await get('/openapi/v3'), 'paths');
  const names = Object.keys(isMap(index) ? index : {}).filter((name) => /^apis?\//.test(name));
  return Promise.all(names.map((name) => get(`/openapi/v3/${name}`)));
}

/** What the real server says otherwise than its release recorded: nothing, or the data is not what it claims to be. */
function tellDifferences(recorded: Definitions, served: Definitions): void {
  const differing = [...served].filter(
    ([name, schema]) => !deepEqual(withoutWords(recorded.get(name) ?? null), withoutWords(schema)),
  );
  process.stdout.write(
    `${served.size} schemas served, ${differing.length} unlike the recorded ones${differing.map(([name]) => `\n  ${name}`).join('')}\n`,
  );
}

/** A schema without descriptions, and without texts of enumerations: the recorded ones have none. */
function withoutWords(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withoutWords);
  if (!isMap(schema)) return schema;
  const entries = Object.entries(schema)
    .filter(([key]) => key !== 'enum' && key !== 'description')
    .map(([key, one]) => [key, withoutWords(one)] as const);
  return Object.fromEntries(entries);
}

function fileText(
  versions: readonly string[],
  kinds: readonly string[],
  types: readonly string[],
): string {
  return [
    `// Made by scripts/recordSchemas.ts from Kubernetes ${versions.join(', ')}; do not edit.`,
    '/** The schemas of kinds of Kubernetes, packed (see `PackedSchemas` in parseBuiltInSchemas.ts). */',
    'export const packedSchemas = String.raw`{"kinds":{',
    wrap(kinds),
    '},"types":[',
    wrap(types),
    ']}`;',
    '',
  ].join('\n');
}
