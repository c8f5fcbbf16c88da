import { repositoryOf } from '../../kustomize/files.ts';
import { isRemoteFile, parseRepoSpec } from '../../kustomize/remote.ts';
import { pointerTo } from '../../kustomize/resource.ts';
import { loadTarget } from '../../kustomize/target.ts';
import { rootsInput } from '../../layers/roots.ts';
import type { Query, Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';

/** Bases and files of other repositories that are other ones tomorrow (`practice.unpinned-remote`). */
export function unpinnedRemotes(reader: Reader): readonly Problem[] {
  return reader
    .read(rootsInput, '')
    .flatMap((root) => (repositoryOf(root) === undefined ? reader.get(unpinnedQuery, root) : []));
}

const unpinnedQuery: Query<FileId, readonly Problem[]> = {
  name: 'unpinnedRemotes',
  equals: deepEqual,
  compute: (root, reader) => {
    const target = loadTarget(reader, root, 'none');
    if (target.kind !== 'target') return [];
    const { source } = target;
    const { resources, components } = target.kustomization;
    return [...resources, ...components].flatMap(({ value, ordinal }) => {
      const revision = unpinnedRevision(value);
      return revision === undefined
        ? []
        : [
            problem(
              'practice.unpinned-remote',
              { address: value, revision },
              pointerTo(source, ordinal),
            ),
          ];
    });
  },
};

const branches = /^(?:main|master|develop|dev|trunk|head|refs\/heads\/.+)$/i;

/** The branch that an address follows; `undefined` for a path, and for an address of a tag or a commit. */
export function unpinnedRevision(address: string): string | undefined {
  if (isRemoteFile(address) && /\.(?:ya?ml|json)(?:\?|$)/i.test(address)) {
    if (/\/releases\/latest\//.test(address)) return 'latest';
    const [, branch] = /githubusercontent\.com\/[^/]+\/[^/]+\/([^/]+)\//.exec(address) ?? [];
    return branch !== undefined && branches.test(branch) ? branch : undefined;
  }
  const spec = parseRepoSpec(address);
  if (spec === undefined || spec.host.startsWith('file:')) return undefined;
  if (spec.ref === '') return 'HEAD';
  return branches.test(spec.ref) ? spec.ref : undefined;
}
