import { readAppProject, type ArgoProject } from '../../argocd/appProject.ts';
import type { Query } from '../../query/database.ts';
import { filesMentioning } from '../mentions.ts';
import { topObjects } from '../topObjects.ts';

/** The files that may hold projects of Argo CD. */
export const projectFiles = filesMentioning('projects');

/** The projects of Argo CD that the tree holds. */
export const projectsQuery: Query<'', readonly ArgoProject[]> = {
  name: 'projects',
  compute: (_key, reader) =>
    topObjects(reader, projectFiles).flatMap((one) => readAppProject(one) ?? []),
};
