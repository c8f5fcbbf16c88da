import { isArgoKind, readApplication, type ArgoApplication } from '../../argocd/application.ts';
import { renderArgoApplication } from '../../argocd/render.ts';
import { sourcesOf } from '../../argocd/sources.ts';
import {
  nothingRendered,
  type ApplicationSource,
  type RenderedApplication,
} from '../../delivery/application.ts';
import type { Reason } from '../../delivery/reason.ts';
import { isInOrBelow } from '../../kustomize/files.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { mentioningFilesQuery, mentioningRootsQuery } from './declaring.ts';
import { hereIn } from './here.ts';
import type { UnitKey } from './unitKeys.ts';

/** What an ApplicationSet makes: Applications as objects, and why there may be more. */
export interface ExpandedSet {
  readonly applications: readonly Resource[];
  readonly open: readonly Reason[];
}

/** What an ApplicationSet makes, by the key of its unit. */
export const expandedSetQuery: Query<UnitKey, ExpandedSet> = {
  name: 'expandedSet',
  compute: () => ({ applications: [], open: [] }),
};

/** Where an Application takes its files from. */
export function argoSources(
  reader: Reader,
  application: ArgoApplication,
): readonly ApplicationSource[] {
  return sourcesOf(application, { reader, isHere: hereIn(reader) });
}

/** Renders an object that makes an application, as its controller does. */
export function renderUnit(reader: Reader, key: UnitKey, object: Resource): RenderedApplication {
  if (isArgoKind(object, 'ApplicationSet')) {
    return { ...nothingRendered, resources: reader.get(expandedSetQuery, key).applications };
  }
  const application = readApplication(object);
  if (application !== undefined) {
    const rendered = renderArgoApplication(application, argoSources(reader, application), {
      reader,
      restrictions: 'root',
    });
    return 'kind' in rendered ? nothingRendered : rendered;
  }
  return nothingRendered;
}

/** Whether the output of an object may hold objects that make applications, told before it is rendered. */
export function yieldsApplications(reader: Reader, _key: UnitKey, object: Resource): boolean {
  if (isArgoKind(object, 'ApplicationSet')) return true;
  if (isArgoKind(object, 'Application')) {
    const application = readApplication(object);
    return (
      application !== undefined &&
      argoSources(reader, application).some(
        ({ path, pathExists }) =>
          pathExists && path !== undefined && reader.get(folderMentionsQuery, path),
      )
    );
  }
  return false;
}

/** Whether a folder, or what a root there builds on, may hold objects that make applications. */
const folderMentionsQuery: Query<FileId, boolean> = {
  name: 'folderMentions',
  equals: deepEqual,
  compute: (folder, reader) =>
    reader.get(mentioningRootsQuery, '').has(folder) ||
    reader.get(mentioningFilesQuery, '').some((file) => isInOrBelow(file, folder)),
};
