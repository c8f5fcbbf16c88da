/** How many contents that no tree holds any more are kept, for an undo or a change of branches. */
const mostIdle = 200;

/**
 * Counts which contents the trees of one family hold, so that the versions that typing leaves behind do not pile up.
 */
export class ContentLedger {
  private readonly counts = new Map<string, number>();
  /** Contents that no tree holds, the longest idle first. */
  private readonly idle = new Set<string>();
  private readonly forget: (content: string) => void;

  constructor(forget: (content: string) => void) {
    this.forget = forget;
  }

  /** A tree has a file with this content. */
  retain(content: string): void {
    this.counts.set(content, (this.counts.get(content) ?? 0) + 1);
    this.idle.delete(content);
  }

  /** A tree no longer has a file with this content. */
  release(content: string): void {
    const count = (this.counts.get(content) ?? 0) - 1;
    if (count > 0) {
      this.counts.set(content, count);
      return;
    }
    this.counts.delete(content);
    this.idle.add(content);
    for (const oldest of this.idle) {
      if (this.idle.size <= mostIdle) break;
      this.idle.delete(oldest);
      this.forget(oldest);
    }
  }
}
