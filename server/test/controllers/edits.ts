import { expect } from 'vitest';
import { editObject, readObject } from '../../../scripts/controllers/kubeObjects.ts';
import { below, type JsonMap } from '../../src/drift/json.ts';
import type { KubeServer } from '../kubeServer.ts';
import type { DriftRow } from './answers.ts';

/** An edit of what is live, as somebody makes it by hand. */
export interface LiveEdit {
  readonly what: string;
  readonly path: string;
  readonly patch: JsonMap;
  /** The place in the object that tells whether it was put back. */
  readonly at: readonly string[];
  /** How the path of the finding ends. */
  readonly found: string;
  /** Who makes it; default: `kubectl edit`. */
  readonly manager?: string;
}

/** Edits that were made on a server. */
export interface MadeEdits {
  /** Whether an edit was put back by now. */
  readonly isBack: (edit: LiveEdit) => Promise<boolean>;
  /** Which of them were put back by now, by what they are. */
  readonly really: () => Promise<ReadonlyMap<string, boolean>>;
}

/** Makes edits, one after the other. */
export async function makeEdits(
  server: KubeServer,
  edits: readonly LiveEdit[],
): Promise<MadeEdits> {
  const live = async ({ path, at }: LiveEdit): Promise<unknown> =>
    below((await readObject(server, path)) ?? {}, ...at);
  const before = new Map<string, unknown>();
  for (const one of edits) {
    before.set(one.what, await live(one));
    await editObject(server, one.path, one.patch, one.manager);
  }
  const isBack = async (edit: LiveEdit): Promise<boolean> =>
    (await live(edit)) === before.get(edit.what);
  return {
    isBack,
    really: async () => {
      const really = new Map<string, boolean>();
      for (const one of edits) really.set(one.what, await isBack(one));
      return really;
    },
  };
}

/** What Strata says of edits, by what they are: each is a finding with its owner. */
export function toldOf(
  edits: readonly LiveEdit[],
  found: readonly DriftRow[],
): ReadonlyMap<string, boolean | 'unknown' | undefined> {
  const told = new Map<string, boolean | 'unknown' | undefined>();
  for (const { what, path, found: end, manager = 'kubectl-edit' } of edits) {
    const [plural = '', object = ''] = path.split('/').slice(-2);
    const kind = plural.replace(/(?:(?<=ss)e)?s$/, '');
    const row = found.find(
      (one) =>
        one.resource.endsWith(`/${object}`) &&
        one.resource.toLowerCase().startsWith(kind) &&
        one.path.includes(end),
    );
    expect(row, `${what} in ${JSON.stringify(found)}`).toMatchObject({ owner: manager });
    told.set(what, row?.willRevert);
  }
  return told;
}
