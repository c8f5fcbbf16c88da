import { realpathSync, statSync } from 'node:fs';

/** A path with its links followed, and what stands there; `undefined` where nothing does. */
export function realPath(
  path: string,
): { readonly kind: 'folder' | 'file'; readonly path: string } | undefined {
  try {
    const real = realpathSync(path);
    return { kind: statSync(real).isDirectory() ? 'folder' : 'file', path: real };
  } catch {
    return undefined;
  }
}
