import { copiedManifests, type CopiedManifest } from '../analysis/copies.ts';
import type { Impact } from '../analysis/impact.ts';
import type { TreeImpact } from '../analysis/treeImpact.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { PlannedTree } from './planFork.ts';
import { forkedImpact } from './planImpact.ts';

/** Copies, and what rendering says of the component in their place. */
export interface ProvenCopies extends CopiedManifest {
  readonly proof: CopiesProof;
}

/**
 * What every layer renders to with the component: the same, the same in another order, or something else; `fails` where the
 * files cannot be edited, and `open` where it was not tried.
 */
export type CopiesProof =
  | { readonly kind: 'same' | 'reordered' | 'fails' | 'open' }
  | { readonly kind: 'other'; readonly where: string };

/** Finds copies and proves the components that would replace the first of them, or those of one file alone. */
export async function provenCopies(
  tree: PlannedTree,
  { file, most }: { readonly file: FileId | undefined; readonly most: number },
  signal: AbortSignal,
): Promise<readonly ProvenCopies[]> {
  const all = await tree.complete(copiedManifests, signal);
  const asked = all.filter(
    ({ copies }) => file === undefined || copies.some((one) => one.file === file),
  );
  const proven: ProvenCopies[] = [];
  for (const [index, copied] of asked.entries()) {
    const proof: CopiesProof =
      index < most ? await proofOf(tree, copied, signal) : { kind: 'open' };
    proven.push({ ...copied, proof });
  }
  return proven;
}

async function proofOf(
  tree: PlannedTree,
  { texts, component }: CopiedManifest,
  signal: AbortSignal,
): Promise<CopiesProof> {
  if (texts === undefined) return { kind: 'fails' };
  const { fork, impact } = await forkedImpact(tree, texts, signal);
  fork.host.dispose();
  return judged(impact, component);
}

function judged({ roots, applications }: TreeImpact, component: FileId): CopiesProof {
  const reached = [
    ...roots.filter(({ root }) => root !== component).map((one) => ({ ...one, name: one.root })),
    ...applications.map((one) => ({ ...one, status: one.outputStatus, name: one.row.name })),
  ];
  const other = reached.find((one) => !isSame(one));
  const moved = applications.find((one) => one.objectChanged || one.previousPath !== undefined);
  if (other !== undefined) return { kind: 'other', where: other.name === '' ? '.' : other.name };
  if (moved !== undefined) return { kind: 'other', where: moved.row.name };
  return { kind: reached.some(({ resources }) => resources.length > 0) ? 'reordered' : 'same' };
}

/** Whether it renders to the same objects, in whatever order. */
function isSame({
  status,
  resources,
  gaps,
}: Pick<Impact, 'status' | 'resources' | 'gaps'>): boolean {
  return (
    (status === 'touched' || status === 'changed') &&
    resources.every(({ change }) => change === 'reordered') &&
    gaps.every(({ changed }) => !changed)
  );
}
