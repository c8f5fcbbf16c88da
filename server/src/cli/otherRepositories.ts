import { resolve } from 'node:path';
import { failed, ok, type Result } from '../util/result.ts';
import { realPath } from '../workspace/realPath.ts';
import { gitTop } from '../workspace/scan.ts';
import { otherRepository, type OtherRepository } from '../workspace/treesBeside.ts';
import type { Call } from './command.ts';
import type { Io } from './io.ts';

/**
 * The checkouts of other repositories that a call names, by the addresses of their remotes and by the one that stands before
 * the folder. A refusal says in one sentence what is no checkout.
 */
export async function otherRepositories(
  { lists }: Call,
  io: Io,
): Promise<Result<readonly OtherRepository[], string>> {
  const found: OtherRepository[] = [];
  for (const named of lists.get('repository') ?? []) {
    const [, address, folder = named] = /^([^=]*:[^=]*)=(.*)$/.exec(named) ?? [];
    const place = realPath(resolve(io.folder, folder));
    const top = place?.kind === 'folder' ? gitTop(place.path) : undefined;
    if (top === undefined) return failed(`there is no git repository in ${folder}.`);
    found.push(await otherRepository(top, address === undefined ? [] : [address], io.signal));
  }
  return ok(found);
}
