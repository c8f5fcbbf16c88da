import type { RenderOptions } from '../analysis/analysis.ts';
import type { ApplicationPair } from '../analysis/impactApplications.ts';
import type { RootImpact } from '../analysis/treeImpact.ts';
import { unfetchedOfApplication, unfetchedOfRoot, unknownWithout } from '../analysis/unfetched.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Side, Sides } from './sides.ts';

/** Files that may hold objects of controllers, or that charts are made of, which may yield them. */
const mayDeclare = /\.(?:ya?ml|json|tpl|tgz)$/;

/** What partial clones lack of two trees that are compared: files whose contents were asked for, and are not there. */
export class Unfetched {
  private readonly sides: Pick<Sides, 'base' | 'head'>;
  private readonly changed: ReadonlySet<FileId>;
  private readonly signal: AbortSignal;
  /** The files for whose sake something is told to be unknown. */
  private readonly told = new Set<FileId>();

  constructor(
    sides: Pick<Sides, 'base' | 'head'>,
    changed: ReadonlySet<FileId>,
    signal: AbortSignal,
  ) {
    this.sides = sides;
    this.changed = changed;
    this.signal = signal;
  }

  /** A root as far as it can be told without them. */
  async root(impact: RootImpact, { restrictions }: RenderOptions): Promise<RootImpact> {
    const files = await this.filesOf((side, unfetched) =>
      side.complete(
        (one) => unfetchedOfRoot(one, impact.root, { unfetched, restrictions }),
        this.signal,
      ),
    );
    return files.length === 0 ? impact : { root: impact.root, ...unknownWithout(files) };
  }

  /**
   * The files that an application is made of on either side. Where it is on one side only, any changed file that may declare
   * it on the other one counts.
   */
  async pair(pair: ApplicationPair): Promise<readonly FileId[]> {
    return this.filesOf(async (side, unfetched) => {
      const application = side === this.sides.base ? pair.before : pair.after;
      return application === undefined
        ? [...unfetched].filter((file) => this.changed.has(file) && mayDeclare.test(file))
        : side.complete((one) => unfetchedOfApplication(one, application, unfetched), this.signal);
    });
  }

  /** What changed and none of them reads that is known: the folder that it stands in is unknown. */
  rest(roots: readonly RootImpact[]): readonly RootImpact[] {
    const left = new Map<FileId, FileId[]>();
    for (const side of [this.sides.base, this.sides.head]) {
      for (const file of side.unfetched?.() ?? []) {
        const folder = file.slice(0, Math.max(file.lastIndexOf('/'), 0));
        if (this.changed.has(file) && !this.told.has(file))
          left.set(folder, [...(left.get(folder) ?? []), file]);
      }
    }
    const known = roots.filter(({ root }) => !left.has(root));
    const found = [...left].map(([root, files]) => ({ root, ...unknownWithout(files) }));
    return [...known, ...found];
  }

  private async filesOf(
    ask: (side: Side, unfetched: ReadonlySet<FileId>) => Promise<readonly FileId[]>,
  ): Promise<readonly FileId[]> {
    const found = new Set<FileId>();
    for (const side of [this.sides.base, this.sides.head]) {
      const unfetched = new Set(side.unfetched?.());
      if (unfetched.size === 0) continue;
      for (const file of await ask(side, unfetched)) found.add(file);
    }
    for (const file of found) this.told.add(file);
    return [...found].sort();
  }
}
