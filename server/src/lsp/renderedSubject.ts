import type { Analysis, RenderSource } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { applicationNamed } from '../analysis/deliveredApplications.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { parseRenderedUri, type RenderedAddress } from './renderedUri.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** What a rendered document is about, found in its tree. */
export interface RenderedSubject {
  readonly tree: Tree;
  readonly address: RenderedAddress;
  /** `undefined` where nothing of this name is delivered just now. */
  readonly source: RenderSource | undefined;
  /** The folder that it starts from, which paths are told from. */
  readonly folder: FileId;
  /** The file that the object of the application stands in. */
  readonly declaredIn: FileId | undefined;
  /** What it has in common with the documents that it may be compared with: other clusters, other revisions. */
  readonly group: string;
  readonly side: Side;
}

/** The side that a document shows. */
export type Side =
  | { readonly kind: 'working tree' }
  | { readonly kind: 'commit'; readonly name: string; readonly commit: string }
  /** Git does not know the revision, or may not be asked. */
  | { readonly kind: 'unknown'; readonly name: string };

/** Asks the side that a document shows. */
export type Complete = <T>(
  ask: (analysis: Analysis) => Answer<T>,
  signal: AbortSignal,
) => Promise<T>;

/** A subject and how to ask about it. */
export interface FoundSubject {
  readonly subject: RenderedSubject;
  readonly complete: Complete;
}

/** What a document is about, as it is now; `undefined` where no tree has it. */
export async function findSubject(
  session: Session,
  uri: string,
  signal: AbortSignal,
): Promise<FoundSubject | undefined> {
  const address = parseRenderedUri(uri);
  const tree = address && session.trees.named(address.tree);
  if (address === undefined || tree === undefined) return undefined;
  const { side, complete } = await openSide(session, { tree, at: address.at }, signal);
  if (side.kind === 'unknown') {
    return { subject: { tree, address, side, ...nothing }, complete };
  }
  if (address.kind === 'root') {
    const { root } = address;
    if (side.kind === 'working tree') await tree.workspace.prepare([root], signal);
    return {
      subject: {
        tree,
        address,
        side,
        ...nothing,
        source: root,
        folder: root,
        group: `root ${root}`,
      },
      complete,
    };
  }
  const { cluster, namespace, name, key } = address;
  const found = await complete(
    (analysis) => applicationNamed(analysis, { cluster, namespace, name, key }),
    signal,
  );
  const subject = { tree, address, side, ...nothing };
  if (found === undefined) return { subject, complete };
  const { key: application, folder = '', declaredIn, family } = found;
  const group = `family ${family}`;
  return {
    subject: { ...subject, source: { application }, folder, declaredIn, group },
    complete,
  };
}

const nothing = { source: undefined, folder: '', declaredIn: undefined, group: '' };

/** Opens the side of a tree that an address names. */
async function openSide(
  session: Session,
  { tree, at }: { readonly tree: Tree; readonly at: string | undefined },
  signal: AbortSignal,
): Promise<{ readonly side: Side; readonly complete: Complete }> {
  const { complete } = tree.workspace;
  if (at === undefined) return { side: { kind: 'working tree' }, complete };
  const revision = await session.revisions.at(tree, at, signal);
  return revision === undefined
    ? { side: { kind: 'unknown', name: at }, complete }
    : { side: { kind: 'commit', name: at, commit: revision.id }, complete: revision.complete };
}
