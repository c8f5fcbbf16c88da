/*
 * A memo database: values that are computed from inputs and from each other, remembered with what they read, and
 * computed again only where something they read has changed. A change marks all that rests on it; a marked value is checked
 * when it is asked for: if all that it read is the same, it stands (early cut-off), and a value that comes out equal to the
 * old one stops the change from going further. So a change costs what rests on it, and not what there is.
 */

import {
  markReaders,
  newSlot,
  setReads,
  suspectsOf,
  tableOf,
  verify,
  type FixedSlot,
  type Slot,
  type Slots,
  type Unsettled,
} from './slot.ts';

/** Whether two values of a query are the same for those who read them. */
export type Equality<V> = (a: V, b: V) => boolean;

/** A query: a function of a key and of what it reads through the reader that it is given. */
export interface Query<K extends string, V> {
  readonly name: string;
  /** `previous` is the value of an earlier revision, if it is still there: parts of it that are equal can be taken over. */
  readonly compute: (key: K, reader: Reader, previous: V | undefined) => V;
  /** Default: the same reference. */
  readonly equals?: Equality<V>;
  /** Values of this query count against the budget and can be dropped; they are then computed again when asked for. */
  readonly droppable?: boolean;
  /** The key names all that the value depends on (a content's id): databases of one family compute it once. */
  readonly byContent?: boolean;
  /**
   * Whether a change is followed to this value before what rests on it is marked: for a value that rests on very much, that
   * very much rests on, and that mostly stays as it is. It is computed also where nobody asks for it any more. Not for what
   * `byContent` or `droppable` is said of.
   */
  readonly settles?: boolean;
}

/** An input: a value that only `Database.set` changes; `undefined` until it is set. */
export interface Input<K extends string, V> {
  readonly name: string;
  readonly equals?: Equality<V>;
  /** For inputs that were never set. */
  readonly initial: V;
  /** The key names the value (a content's id): databases of one family have it together. */
  readonly byContent?: boolean;
  readonly key?: K;
}

/** What a query reads with; every read is remembered. */
export interface Reader {
  /** The value of another query. */
  get<K extends string, V>(query: Query<K, V>, key: K): V;
  /** The value of an input. */
  read<K extends string, V>(input: Input<K, V>, key: K): V;
  /** Says that a value is not there yet and that the query should be asked again once it is. */
  need(need: Need): void;
}

/** Something that only the outer half can get: a content by its id, a remote source, a tree beside the one at hand. */
export interface Need {
  readonly kind: 'content' | 'remote' | 'tree';
  readonly id: string;
}

/** Told what the database does; for tests and measurements. */
export interface QueryObserver {
  readonly computed?: (query: string, key: string) => void;
  readonly reused?: (query: string, key: string) => void;
}

/** How a database is set up. */
export interface DatabaseOptions {
  readonly observer?: QueryObserver;
  /** How many droppable values are kept; default: all. */
  readonly budget?: number;
}

/** What databases of one family share: the count of revisions, and what depends on contents alone. */
interface Family {
  revision: number;
  readonly slots: Slots;
  /** The names of the inputs and queries whose keys are contents. */
  readonly names: Set<string>;
}

/**
 * Holds inputs and remembered values. One revision at a time: `set` starts a new one. Databases of one family hold
 * different trees of files, such as the working tree and that of a commit, and have the contents in common.
 */
export class Database implements Reader {
  private readonly family: Family;
  private readonly slots: Slots = new Map();
  private readonly recent = new Map<Slot, true>();
  private readonly providers = new Map<string, (key: string) => unknown>();
  private reads: Slot[] | undefined;
  private slotNeeds: Need[] = [];
  private readonly unsettled: Unsettled = new Map();

  private readonly options: DatabaseOptions;
  private readonly relative: Database | undefined;

  /**
   * `relative` is a database of the family that this one is to belong to. A value that rests on the same inputs there is taken
   * over from it, and any other value is computed with the one there as its previous one.
   */
  constructor(options: DatabaseOptions = {}, relative?: Database) {
    this.options = options;
    this.relative = relative;
    this.family = relative?.family ?? { revision: 1, slots: new Map(), names: new Set() };
  }

  /** Sets an input; readers see it from the next `get` on. Equal values change nothing. */
  set<K extends string, V>(input: Input<K, V>, key: K, value: V): void {
    const slot = this.inputSlot(input, key);
    if (slot.same(slot.value, value)) return;
    this.family.revision++;
    slot.value = value;
    slot.changedAt = this.family.revision;
    slot.verifiedAt = this.family.revision;
    markReaders(slot);
  }

  /**
   * Says where the values of an input come from, so that a value is kept here only once it was read; `update` tells of a
   * value that is another one now. Not for inputs by content.
   */
  provide<K extends string, V>(input: Input<K, V>, valueOf: (key: string) => V): void {
    this.providers.set(input.name, valueOf);
  }

  /** A provided value may be another one; what nobody read needs no telling. */
  update<K extends string, V>(input: Input<K, V>, key: K): void {
    const valueOf = this.providers.get(input.name);
    if (valueOf === undefined || this.slots.get(input.name)?.has(key) !== true) return;
    this.set(input, key, typed<V>(valueOf(key)));
  }

  read<K extends string, V>(input: Input<K, V>, key: K): V {
    const slot = this.inputSlot(input, key);
    this.reads?.push(slot);
    return typed<V>(slot.value);
  }

  get<K extends string, V>(query: Query<K, V>, key: K): V {
    if (this.reads === undefined) this.settle();
    const slot = this.querySlot(query, key);
    this.refresh(slot, true);
    this.reads?.push(slot);
    return typed<V>(slot.value);
  }

  /** Forgets a content and all that was computed from it alone; who asks for it again needs it again. */
  forget(key: string): void {
    for (const name of this.family.names) this.family.slots.get(name)?.delete(key);
  }

  need(need: Need): void {
    this.slotNeeds.push(need);
  }

  /** What the value of a query still lacks, with all that it read; empty once it is complete. */
  needsOf<K extends string, V>(query: Query<K, V>, key: K): readonly Need[] {
    this.settle();
    const slot = this.querySlot(query, key);
    this.refresh(slot, true);
    const result = new Map<string, Need>();
    const seen = new Set<Slot>();
    const visit = (current: Slot): void => {
      if (!current.lacks || seen.has(current)) return;
      seen.add(current);
      for (const need of current.needs) result.set(`${need.kind}:${need.id}`, need);
      for (const read of current.reads ?? []) visit(read);
    };
    visit(slot);
    return [...result.values()];
  }

  /** How many droppable values are in memory. */
  get size(): number {
    return this.recent.size;
  }

  private inputSlot<K extends string, V>(input: Input<K, V>, key: K): Slot {
    const slots = this.slotsFor(input);
    const known = slots.get(key);
    if (known !== undefined) return known;
    return this.addInput(slots, {
      name: input.name,
      key,
      compute: undefined,
      same: equality(input.equals),
      droppable: false,
      shared: input.byContent === true,
      initial: input.initial,
      unsettled: undefined,
    });
  }

  private addInput(slots: Map<string, Slot>, fixed: FixedSlot): Slot {
    const slot = newSlot(fixed);
    const valueOf = this.providers.get(fixed.name);
    slot.value = valueOf === undefined ? fixed.initial : valueOf(fixed.key);
    slot.hasValue = true;
    slots.set(fixed.key, slot);
    return slot;
  }

  private slotsFor({
    name,
    byContent,
  }: {
    readonly name: string;
    readonly byContent?: boolean;
  }): Map<string, Slot> {
    if (byContent !== true) return tableOf(this.slots, name);
    this.family.names.add(name);
    return tableOf(this.family.slots, name);
  }

  private querySlot<K extends string, V>(query: Query<K, V>, key: K): Slot {
    const slots = this.slotsFor(query);
    const known = slots.get(key);
    if (known !== undefined) return known;
    const slot = newSlot({
      name: query.name,
      key,
      compute: typed<Slot['compute']>(query.compute),
      same: equality(query.equals),
      droppable: query.droppable === true,
      shared: query.byContent === true,
      initial: undefined,
      unsettled: query.settles === true ? this.unsettled : undefined,
    });
    slots.set(key, slot);
    if (!slot.shared) this.takeOver(slot);
    return slot;
  }

  /** Gives a new slot the value that the relative has, which is up to date where all that it rests on is the same here. */
  private takeOver(slot: Slot): void {
    const { relative } = this;
    const model = relative?.slots.get(slot.name)?.get(slot.key);
    if (relative === undefined || model?.reads === undefined || model.computing) return;
    relative.refresh(model, false);
    if (!model.hasValue || model.lacks) return;
    slot.value = model.value;
    slot.hasValue = true;
    slot.computing = true;
    const reads = model.reads.map((read) => this.ownSlot(read));
    const isSame = reads.every((own, index) => this.isSameAs(own, model.reads?.[index]));
    slot.computing = false;
    if (!isSame) return;
    setReads(slot, reads);
    slot.verifiedAt = this.family.revision;
    slot.changedAt = this.family.revision;
    slot.stale = false;
    if (slot.droppable) this.touch(slot);
  }

  /** The slot here for one of the relative. */
  private ownSlot(other: Slot): Slot {
    if (other.shared) return other;
    const slots = tableOf(this.slots, other.name);
    const known = slots.get(other.key);
    if (known !== undefined) return known;
    if (other.compute === undefined) return this.addInput(slots, other);
    const slot = newSlot(other.unsettled ? { ...other, unsettled: this.unsettled } : other);
    slots.set(other.key, slot);
    this.takeOver(slot);
    return slot;
  }

  private isSameAs(own: Slot, other: Slot | undefined): boolean {
    if (own === other) return true;
    this.refresh(own, false);
    const isThere = own.hasValue && other?.hasValue === true && !own.lacks;
    return isThere && (own.value === other.value || own.same(own.value, other.value));
  }

  /**
   * Brings up to date what waits for it, and marks what rests on it where it has changed. Nothing that is computed meanwhile
   * stays wrong: what was computed from a value that changes later is marked by that one, in a revision of its own.
   */
  private settle(): void {
    this.relative?.settle();
    for (const [slot, { changedAt, lacks }] of this.unsettled) {
      this.refresh(slot, false);
      this.unsettled.delete(slot);
      if (slot.changedAt === changedAt && slot.lacks === lacks) continue;
      this.family.revision++;
      if (slot.changedAt !== changedAt) slot.changedAt = this.family.revision;
      markReaders(slot);
    }
  }

  /** Brings a slot up to date; without `wanted` a dropped value is not made again only to be compared. */
  private refresh(slot: Slot, wanted: boolean): void {
    const { compute } = slot;
    if (compute === undefined) return;
    if (!slot.stale && (slot.hasValue || !wanted)) {
      if (wanted && slot.droppable) this.touch(slot);
      return;
    }
    if (slot.computing) {
      // A query that asks for itself: callers break such cycles before they ask (see kustomize/accumulate.ts).
      return;
    }
    if (slot.reads !== undefined && this.unchangedSince(slot) && (slot.hasValue || !wanted)) {
      verify(slot, this.family.revision);
      this.options.observer?.reused?.(slot.name, slot.key);
      if (slot.droppable && slot.hasValue) this.touch(slot);
      return;
    }
    this.compute(slot, compute);
  }

  private unchangedSince(slot: Slot): boolean {
    const since = slot.verifiedAt;
    for (const read of suspectsOf(slot)) {
      this.refresh(read, false);
      if (read.changedAt > since) return false;
    }
    return true;
  }

  private compute(slot: Slot, compute: NonNullable<Slot['compute']>): void {
    const outerReads = this.reads;
    const outerNeeds = this.slotNeeds;
    const unchanged = slot.reads !== undefined && this.unchangedSince(slot);
    this.reads = [];
    this.slotNeeds = [];
    slot.computing = true;
    this.options.observer?.computed?.(slot.name, slot.key);
    try {
      const value = compute(slot.key, this, slot.hasValue ? slot.value : undefined);
      // A dropped value whose reads are unchanged comes out as it was: its readers see no change.
      if (!(unchanged || (slot.hasValue && slot.same(slot.value, value))))
        slot.changedAt = this.family.revision;
      if (!(slot.hasValue && slot.same(slot.value, value))) slot.value = value;
      slot.hasValue = true;
      setReads(slot, dedupe(this.reads));
      slot.needs = this.slotNeeds;
      slot.suspects = undefined;
      verify(slot, this.family.revision);
    } finally {
      slot.computing = false;
      this.reads = outerReads;
      this.slotNeeds = outerNeeds;
    }
    if (slot.droppable) this.touch(slot);
  }

  private touch(slot: Slot): void {
    this.recent.delete(slot);
    this.recent.set(slot, true);
    const budget = this.options.budget ?? Number.POSITIVE_INFINITY;
    if (this.recent.size <= budget) return;
    for (const oldest of this.recent.keys()) {
      if (this.recent.size <= budget) break;
      // Who asked for this one has not seen it yet.
      if (oldest.computing || oldest === slot) continue;
      this.recent.delete(oldest);
      oldest.value = undefined;
      oldest.hasValue = false;
    }
  }
}

function equality<V>(equals: Equality<V> | undefined): Slot['same'] {
  return equals === undefined ? Object.is : typed<Slot['same']>(equals);
}

/** The one place where a value gets its type back: a slot is found by its query, so it holds what that query gives. */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller names the type
function typed<V>(value: unknown): V {
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- see above
  return value as V;
}

/** Without a set where there are few, as nearly always. */
function dedupe(reads: readonly Slot[]): readonly Slot[] {
  if (reads.length > 12) return [...new Set(reads)];
  const isOnce = reads.every((read, index) => reads.indexOf(read) === index);
  return isOnce ? reads : reads.filter((read, index) => reads.indexOf(read) === index);
}
