import { at, itemsOf, textOf } from '../../server/src/drift/json.ts';
import type { JsonValue } from '../../server/src/yaml/decode.ts';
import type { KubeServer } from '../../server/test/kubeServer.ts';
import { parseJson } from '../../server/test/policyTables.ts';

/** Where objects of a kind are created on a server. */
export interface Place {
  readonly url: string;
  readonly apiVersion: string;
  readonly kind: string;
}

/** The kinds that can be created, as `apiVersion Kind`, with where. */
export async function placesOf(server: KubeServer): Promise<ReadonlyMap<string, Place>> {
  const get = async (path: string): Promise<JsonValue> =>
    parseJson((await server.request('admin', 'GET', path)).body);
  const versions = itemsOf(at(await get('/apis'), 'groups')).flatMap((group) =>
    itemsOf(at(group, 'versions')).map((one) => textOf(at(one, 'groupVersion'))),
  );
  const places = new Map<string, Place>();
  for (const apiVersion of ['v1', ...versions]) {
    const root = apiVersion === 'v1' ? '/api/v1' : `/apis/${apiVersion}`;
    for (const one of itemsOf(at(await get(root), 'resources'))) {
      const [name, kind] = [textOf(at(one, 'name')), textOf(at(one, 'kind'))];
      if (name.includes('/') || !itemsOf(at(one, 'verbs')).includes('create')) continue;
      const below = at(one, 'namespaced') === true ? '/namespaces/default' : '';
      places.set(`${apiVersion} ${kind}`, { url: `${root}${below}/${name}`, apiVersion, kind });
    }
  }
  return places;
}
