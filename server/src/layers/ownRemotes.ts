import { joinPath } from '../kustomize/files.ts';
import { isRemoteFile, parseRepoSpec } from '../kustomize/remote.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { hereIn } from './fleet/here.ts';

/**
 * The folder or the file of the tree that an entry of a kustomization names by the address of the tree's own repository, at a
 * revision that the tree stands for: there is what stands here once a change of it is merged. `undefined` for any other
 * entry.
 */
export function ownRemote(reader: Reader, entry: string): FileId | undefined {
  if (!/^git::|:\/\/|@|^github\.com[/:]/i.test(entry) || entry.includes('\n')) return undefined;
  const named = rawFileOf(entry) ?? folderOf(entry);
  if (named === undefined) return undefined;
  const { repository, revision, path } = named;
  const { isHere, isFollowed } = hereIn(reader)(repository, revision);
  return isHere && isFollowed ? joinPath('', path) : undefined;
}

interface NamedPlace {
  readonly repository: string;
  /** `undefined` for the default branch. */
  readonly revision: string | undefined;
  readonly path: string;
}

function folderOf(entry: string): NamedPlace | undefined {
  const spec = parseRepoSpec(entry);
  return (
    spec && {
      repository: `${spec.host}${spec.repository}`,
      revision: spec.ref === '' ? undefined : spec.ref,
      path: spec.folder,
    }
  );
}

/** A file as GitHub and GitLab give it over HTTP, of a branch without a slash in its name. */
function rawFileOf(entry: string): NamedPlace | undefined {
  if (!isRemoteFile(entry)) return undefined;
  const address = entry.replace(/[?#].*$/, '');
  const [, host = '', repository = '', revision = '', path = ''] =
    /^https?:\/\/(raw\.githubusercontent\.com)\/([^/]+\/[^/]+)\/(?:refs\/heads\/)?([^/]+)\/(.+)$/i.exec(
      address,
    ) ??
    /^https?:\/\/([^/]+)\/(.+?)(?:\/-)?\/raw\/(?:refs\/heads\/)?([^/]+)\/(.+)$/i.exec(address) ??
    [];
  if (path === '') return undefined;
  const server = host.toLowerCase() === 'raw.githubusercontent.com' ? 'github.com' : host;
  return { repository: `https://${server}/${repository}`, revision, path };
}
