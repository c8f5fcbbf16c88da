import {
  imageUpdatesBy,
  imageUpdatesOf,
  readImageUpdater,
  type ImageUpdate,
  type ImageUpdater,
} from '../../argocd/imageUpdater.ts';
import type { Application } from '../../delivery/application.ts';
import type { Query, Reader } from '../../query/database.ts';
import { filesMentioning } from '../mentions.ts';
import { topObjects } from '../topObjects.ts';
import { argoApplicationOf } from './hydrated.ts';

const updaterFiles = filesMentioning('imageUpdaters');

const updatersQuery: Query<'', readonly ImageUpdater[]> = {
  name: 'imageUpdaters',
  compute: (_key, reader) =>
    topObjects(reader, updaterFiles).flatMap((one) => readImageUpdater(one) ?? []),
};

/**
 * The images of an application that Argo CD's Image Updater may change, and where it writes them: what its annotations say,
 * and what objects of the Image Updater say.
 */
export function imageUpdatesFor(
  reader: Reader,
  { controller, object }: Application,
): readonly ImageUpdate[] {
  const argo = controller === 'argocd' && object ? argoApplicationOf(reader, object) : undefined;
  if (argo === undefined) return [];
  return [
    ...imageUpdatesOf(argo),
    ...reader.get(updatersQuery, '').flatMap((one) => imageUpdatesBy(one, argo)),
  ];
}
