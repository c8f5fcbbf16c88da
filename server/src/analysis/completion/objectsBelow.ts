import {
  contentIdOf,
  parentOf,
  readContent,
  resolvedQuery,
  joinPath,
} from '../../kustomize/files.ts';
import { fileObjectsQuery } from '../../kustomize/objects.ts';
import type { Kustomization } from '../../kustomize/kustomization.ts';
import { readKustomization } from '../../kustomize/readKustomization.ts';
import { Resource } from '../../kustomize/resource.ts';
import { rootsInput } from '../../layers/roots.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';
import type { Analysis } from '../analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from '../answer.ts';

/** The text of a file of the tree; `undefined` where there is none. */
export function textOfFile(reader: Reader, file: FileId): string | undefined {
  const path = reader.get(resolvedQuery, file)?.path;
  const id = path === undefined ? undefined : contentIdOf(reader, path);
  const content = id === undefined ? undefined : readContent(reader, id);
  return content?.kind === 'text' ? content.text : undefined;
}

/**
 * The kustomization in a text that is being written: where it cannot be read, it is read without the line of the cursor, and
 * where that is not enough either, no more of it than what it builds on.
 */
export function kustomizationOfText(text: string, offset: number): Kustomization | undefined {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const without = text.slice(0, start) + (end < 0 ? '' : text.slice(end));
  for (const one of [text, without, onlyLists(text)]) {
    const { root, problems } = readConfiguration(one);
    const read = problems.length > 0 ? undefined : readKustomization(root).kustomization;
    if (read !== undefined) return read;
  }
  return undefined;
}

/** The lists of resources and components alone. */
function onlyLists(text: string): string {
  const parts = text.split(/^(?=[\w"'])/m);
  return parts.filter((part) => /^(?:resources|components|kind|apiVersion):/.test(part)).join('');
}

/**
 * The objects that a root finds before it changes any: those that its bases render to, and those of the files that it names.
 * Told from its text, which may be in the middle of being written.
 */
export function objectsBelow(
  analysis: Analysis,
  file: FileId,
  cursor: number | undefined,
): Answer<readonly Resource[]> {
  const root = parentOf(file);
  const named = analysis.ask((reader) => {
    const text = textOfFile(reader, file) ?? '';
    const kustomization = kustomizationOfText(text, cursor ?? text.length);
    const roots = new Set(reader.read(rootsInput, ''));
    const found: { readonly files: FileId[]; readonly roots: FileId[] } = { files: [], roots: [] };
    for (const { value } of kustomization?.resources ?? []) {
      const joined = joinPath(root, value);
      const resolved = joined === undefined ? undefined : reader.get(resolvedQuery, joined);
      if (resolved?.kind === 'file') found.files.push(resolved.path);
      else if (resolved !== undefined && roots.has(resolved.path) && resolved.path !== root)
        found.roots.push(resolved.path);
    }
    return found;
  });
  return chainAnswer(named, ({ files, roots }) => {
    const builds = allAnswers(roots.map((one) => analysis.build(one)));
    return chainAnswer(builds, (built) =>
      mapAnswer(
        analysis.ask((reader) =>
          files.flatMap((one) =>
            reader
              .get(fileObjectsQuery, one)
              .nodes.map((node) => new Resource(node, { file: one, inside: [], root })),
          ),
        ),
        (own) => [...built.flatMap(({ resources }) => resources), ...own],
      ),
    );
  });
}
