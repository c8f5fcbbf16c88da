/** Answers that hold until the next change of any file. */
export class Remembered<Value> {
  private readonly values = new Map<string, Value>();
  private revision = 0;

  /** Something changed: what is remembered, and what is being made just now, counts no more. */
  forget(): void {
    this.revision += 1;
    this.values.clear();
  }

  /**
   * The answer for a key as of when it is given: made anew where something changed while it was being made, until nothing did
   * or the signal fires.
   */
  async getOfNow(key: string, make: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
    for (;;) {
      const { revision } = this;
      const value = await this.get(key, make);
      if (revision === this.revision || signal.aborted) return value;
    }
  }

  /** The answer for a key, made where it is not remembered. */
  async get(key: string, make: () => Promise<Value>): Promise<Value> {
    const known = this.values.get(key);
    if (known !== undefined) return known;
    const { revision } = this;
    const value = await make();
    if (revision === this.revision) this.values.set(key, value);
    return value;
  }
}
