/** Chance with a seed: the same seed always gives the same answers. */
export class Random {
  /** From 0, nothing out of the ordinary, to 1: scales all chances of `odd`. */
  wildness = 1;
  #state: number;

  /** `seed` is any integer; seeds beside each other give answers that have nothing in common. */
  constructor(seed: number) {
    this.#state = (Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b) ^ (seed >>> 13)) >>> 0;
    this.fraction();
    this.fraction();
  }

  /** From 0 up to, but never, 1. Source: mulberry32. */
  fraction(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  }

  /** The chance of something that real trees seldom have, or that mostly ends a build. */
  odd(probability: number): boolean {
    return this.fraction() < probability * this.wildness;
  }

  /** A whole number from `least` to `most`, both possible. */
  whole(least: number, most: number): number {
    return least + Math.floor(this.fraction() * (most - least + 1));
  }

  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  /** One of the items, of which there has to be one. */
  pick<Item>(items: readonly Item[]): Item {
    if (items.length === 0) {
      throw new Error('There is nothing to pick from.');
    }
    return items[this.whole(0, items.length - 1)] as Item;
  }

  /** So many different items, in their order, or all where there are fewer. */
  some<Item>(items: readonly Item[], least: number, most: number): readonly Item[] {
    const count = Math.min(this.whole(least, most), items.length);
    const left = items.map((_, index) => index);
    const taken = new Set<number>();
    while (taken.size < count) {
      taken.add(left.splice(this.whole(0, left.length - 1), 1)[0] ?? 0);
    }
    return items.filter((_, index) => taken.has(index));
  }

  /** So many answers of `make`. */
  list<Item>(least: number, most: number, make: (index: number) => Item): readonly Item[] {
    return Array.from({ length: this.whole(least, most) }, (_, index) => make(index));
  }

  /** The value of `make` with this probability. */
  maybe<Value>(probability: number, make: () => Value): Value | undefined {
    return this.chance(probability) ? make() : undefined;
  }
}
