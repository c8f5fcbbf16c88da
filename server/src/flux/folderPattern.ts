import { joinPath, resolvedQuery } from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** What the captures of a pattern stand for in one folder. */
export type Captures = ReadonlyMap<string, string>;

const capture = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/**
 * The folders below `top` that a pattern such as `apps/{app}/{env}` matches, each with its captures.
 * Source: fluxcd/source-watcher internal/controller/artifactgenerator_pathpattern.go `buildArtifactRequests`.
 */
export function matchingFolders(reader: Reader, top: FileId, pattern: string): readonly Captures[] {
  let found: readonly { readonly folder: FileId; readonly captures: Captures }[] = [
    { folder: top, captures: new Map() },
  ];
  for (const part of pattern.split('/')) {
    found = found.flatMap(({ folder, captures }) =>
      (part.includes('{') ? listFolder(reader, folder) : [part]).flatMap((name) => {
        const matched = matchPart(part, name);
        const inner = joinPath(folder, name);
        return matched !== undefined &&
          inner !== undefined &&
          reader.get(resolvedQuery, inner)?.kind === 'directory'
          ? [{ folder: inner, captures: new Map([...captures, ...matched]) }]
          : [];
      }),
    );
  }
  return found.map(({ captures }) => captures);
}

/** Puts captures into a template; `undefined` where it asks for one that the pattern does not have. */
export function fillCaptures(template: string, captures: Captures): string | undefined {
  const names = [...template.matchAll(capture)].map(([, name = '']) => name);
  return names.every((name) => captures.has(name))
    ? template.replace(capture, (_whole, name: string) => captures.get(name) ?? '')
    : undefined;
}

/** The captures as names of objects take them. */
export function inLowerCase(captures: Captures): Captures {
  return new Map([...captures].map(([name, value]) => [name, value.toLowerCase()]));
}

function matchPart(part: string, name: string): Captures | undefined {
  const names = [...part.matchAll(capture)].map(([, found = '']) => found);
  const source = part
    .split(/\{[^}]*\}/)
    .map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([^/]+)');
  const match = new RegExp(`^${source}$`).exec(name);
  return match === null
    ? undefined
    : new Map(names.map((found, index) => [found, match[index + 1] ?? '']));
}
