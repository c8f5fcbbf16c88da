import type { FileId } from '../text/sourcePointer.ts';

/** So many paths are kept; who comes back later looks at all. */
const mostKept = 100_000;

/** The paths at which a host has set something, in order: whoever compared its tree before looks at the later ones alone. */
export class TouchedPaths {
  private paths: FileId[] = [];
  private forgotten = 0;

  /** Something else may stand at a path from now on. */
  add(path: FileId): void {
    this.paths.push(path);
    if (this.paths.length < 2 * mostKept) return;
    this.forgotten += mostKept;
    this.paths = this.paths.slice(mostKept);
  }

  /** How many there were so far. */
  get count(): number {
    return this.forgotten + this.paths.length;
  }

  /** Those that came when there were so many already; `undefined` where they are not all kept. */
  since(count: number): readonly FileId[] | undefined {
    return count < this.forgotten ? undefined : this.paths.slice(count - this.forgotten);
  }
}
