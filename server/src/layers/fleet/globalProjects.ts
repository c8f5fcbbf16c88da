import { readContent } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import { filesMentioning } from '../mentions.ts';
import { treePathsInput } from '../treePaths.ts';

/** Whether a content may set global projects, told by its text alone. */
const mentionsGlobalQuery: Query<string, boolean> = {
  name: 'mentionsGlobalProjects',
  byContent: true,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    return value?.kind === 'text' && value.text.includes('globalProjects');
  },
};

const globalFiles = filesMentioning(mentionsGlobalQuery);

/** Projects that give what they permit to others are named in a setting of Argo CD, which may be a file of a generator. */
export function hasGlobalProjects(reader: Reader): boolean {
  return (
    globalFiles(reader).length > 0 ||
    reader.read(treePathsInput, '').some((path) => path.endsWith('/globalProjects'))
  );
}
