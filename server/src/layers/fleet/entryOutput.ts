import { nothingRendered, type RenderedApplication } from '../../delivery/application.ts';
import { buildKey, builtQuery } from '../../kustomize/build.ts';
import { readResourceFile } from '../../kustomize/objects.ts';
import type { Reader } from '../../query/database.ts';
import type { Entry } from './declaring.ts';

/** What somebody applies by hand: what a root builds to, or the objects of a file. */
export function entryOutput(
  reader: Reader,
  { kind, place }: Pick<Entry, 'kind' | 'place'>,
): RenderedApplication {
  if (kind === 'root') {
    return reader.get(builtQuery, buildKey(place, { restrictions: 'none', reorder: 'none' }));
  }
  const { resources, problems } = readResourceFile(reader, { kind: 'file', file: place }, '');
  return { ...nothingRendered, resources, failures: problems };
}
