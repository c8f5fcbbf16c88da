import { readAppProject, type ArgoProject } from '../../argocd/appProject.ts';
import { readContent } from '../../kustomize/files.ts';
import type { Query } from '../../query/database.ts';
import { filesMentioning } from '../mentions.ts';
import { topObjects } from '../topObjects.ts';

/** Whether a content may hold a project of Argo CD, told by its text alone. */
const mentionsProjectQuery: Query<string, boolean> = {
  name: 'mentionsProject',
  byContent: true,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    return value?.kind === 'text' && /\bAppProject\b/.test(value.text);
  },
};

/** The files that may hold projects of Argo CD. */
export const projectFiles = filesMentioning(mentionsProjectQuery);

/** The projects of Argo CD that the tree holds. */
export const projectsQuery: Query<'', readonly ArgoProject[]> = {
  name: 'projects',
  compute: (_key, reader) =>
    topObjects(reader, projectFiles).flatMap((one) => readAppProject(one) ?? []),
};
