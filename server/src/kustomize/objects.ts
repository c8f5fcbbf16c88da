import type { Query, Reader } from '../query/database.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { sameTrees } from '../yaml/nodes.ts';
import { contentIdOf, readContent, type Content } from './files.ts';
import type { FoundFile } from './load.ts';
import { namedProblems } from './namedProblem.ts';
import { readResources, type ResourceTexts } from './readResources.ts';
import { pointerTo, Resource, type ResourceSource } from './resource.ts';
import { tooLargeProblem } from './tooLarge.ts';

/** The objects of one file or text, and what is wrong with it, each problem at its place. */
export interface ReadResources {
  readonly resources: readonly Resource[];
  readonly problems: readonly Problem[];
}

/**
 * The objects of a content, by its id: parsed once, whichever files and revisions hold it. Free of paths.
 */
export const objectsQuery: Query<string, ResourceTexts> = {
  name: 'objects',
  byContent: true,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    if (value?.kind === 'text') return readResources(value.text);
    return {
      nodes: [],
      problems: value === undefined ? [] : [{ problem: unreadable(value), ordinal: -1, offset: 0 }],
    };
  },
};

/** The objects of the file at a path without links; an edit that only moves text gives an equal value. */
export const fileObjectsQuery: Query<FileId, ResourceTexts> = {
  name: 'fileObjects',
  equals: (a, b) => sameTrees(a.nodes, b.nodes) && deepEqual(a.problems, b.problems),
  compute: (file, reader) => {
    const content = contentIdOf(reader, file);
    if (content === undefined) return { nodes: [], problems: [] };
    const objects = reader.get(objectsQuery, content);
    const problems = namedProblems(objects.problems, file);
    return problems === objects.problems ? objects : { ...objects, problems };
  },
};

function unreadable(content: Exclude<Content, { kind: 'text' }>): Problem {
  return content.kind === 'bytes'
    ? problem('kustomize.invalid-utf8')
    : tooLargeProblem({ path: '', size: content.size });
}

/** The objects of a file as a root reads them; the same objects as long as the file says the same. */
const resourcesQuery: Query<string, ReadResources> = {
  name: 'resources',
  compute: (key, reader) => {
    const [root = '', file = ''] = key.split('\n');
    return attach(reader.get(fileObjectsQuery, file), { file, inside: [], root });
  },
};

/** The objects of a file that was found. */
export function readResourceFile(reader: Reader, { file }: FoundFile, root: FileId): ReadResources {
  return reader.get(resourcesQuery, `${root}\n${file}`);
}

/** The objects of a text that stands in a file. */
export function readResourceText(text: string, source: ResourceSource): ReadResources {
  return attach(readResources(text), source);
}

function attach(texts: ResourceTexts, source: ResourceSource): ReadResources {
  return {
    resources: texts.nodes.map((node) => new Resource(node, source)),
    problems: texts.problems.map((found) => {
      if (found.offset >= 0 && source.inside.length === 0) {
        return problemAt(found.problem, {
          kind: 'offset',
          file: source.file,
          offset: found.offset,
        });
      }
      return problemAt(found.problem, pointerTo(source, Math.max(found.ordinal, 0)));
    }),
  };
}
