import type { FileId } from '../text/sourcePointer.ts';
import { renderedEnding, renderedScheme } from '../protocol/renderedDocument.ts';

/** What a rendered document shows: a root of a tree. */
export interface RenderedAddress {
  /** The name of the tree. */
  readonly tree: string;
  readonly root: FileId;
}

/** The URI of a root's rendered document: `strata:/TREE/root/PATH.strata.yaml`, without PATH for the tree's top. */
export function renderedUri({ tree, root }: RenderedAddress): string {
  const segments = [tree, 'root', ...root.split('/').filter((segment) => segment !== '')];
  return `${renderedScheme}:/${segments.map(encodeURIComponent).join('/')}${renderedEnding}`;
}

/** The address in a URI; `undefined` where it is none of ours. */
export function parseRenderedUri(uri: string): RenderedAddress | undefined {
  const match = uriForm.exec(uri);
  if (match === null) return undefined;
  try {
    const [, tree = '', root = ''] = match;
    return { tree: decodeURIComponent(tree), root: decodeURIComponent(root) };
  } catch {
    // A percent sign that begins no character: nobody of ours wrote this.
    return undefined;
  }
}

const uriForm = new RegExp(
  `^${renderedScheme}:/([^/?#]+)/root(?:/([^?#]+))?${renderedEnding.replaceAll('.', '\\.')}$`,
);
