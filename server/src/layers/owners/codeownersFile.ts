import { repositoryInput } from '../../delivery/repository.ts';
import { contentQuery, entryInput, resolvedQuery } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { problem } from '../../text/problem.ts';
import { readCodeowners, type Codeowners } from './codeowners.ts';
import type { OwnersFlavor } from './ownerPattern.ts';

/** Where each service looks, the first one that is there counts. Source: GitHub and GitLab docs, as `readCodeowners`. */
export const codeownersPlaces: Readonly<Record<OwnersFlavor, readonly FileId[]>> = {
  github: ['.github/CODEOWNERS', 'CODEOWNERS', 'docs/CODEOWNERS'],
  gitlab: ['CODEOWNERS', 'docs/CODEOWNERS', '.gitlab/CODEOWNERS'],
};

/**
 * The CODEOWNERS file of the tree as its service reads it; `undefined` where there is none. Which service it is follows from
 * the remotes, else from what only one of them has. One that is not UTF-8 is read as Latin-1: `owners.not-utf8`.
 */
export const codeownersQuery: Query<'', Codeowners | undefined> = {
  name: 'codeowners',
  compute: (_key, reader) => {
    const flavor = flavorOf(reader);
    for (const place of codeownersPlaces[flavor]) {
      const found = reader.get(resolvedQuery, place);
      if (found?.kind !== 'file') continue;
      const content = reader.get(contentQuery, found.path);
      if (content?.kind === 'text') return readCodeowners(content.text, place, flavor);
      if (content?.kind !== 'bytes') return undefined;
      const owners = readCodeowners(latin1(content.bytes), place, flavor);
      const at = { kind: 'file', file: place } as const;
      return { ...owners, problems: [problem('owners.not-utf8', {}, at), ...owners.problems] };
    }
    return undefined;
  },
};

/** Bytes as Latin-1, which gives each of them a character: what is ASCII of the file is read as it is. */
function latin1(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}

function flavorOf(reader: Reader): OwnersFlavor {
  const hosts = reader.read(repositoryInput, '').remotes.join(' ').toLowerCase();
  if (hosts.includes('gitlab')) return 'gitlab';
  if (hosts.includes('github')) return 'github';
  const has = (path: FileId): boolean => reader.read(entryInput, path) !== undefined;
  if (has('.github') || has('.github/CODEOWNERS')) return 'github';
  return has('.gitlab-ci.yml') || has('.gitlab') ? 'gitlab' : 'github';
}
