import type { Need, Reader } from './database.ts';

/** A value of a database with what it rests on: of an input, or of a query for one key. */
export interface Slot {
  /** The revision in which the value last changed for its readers. */
  changedAt: number;
  /** The revision in which the slot was last found to be up to date. */
  verifiedAt: number;
  /** Whether an input that it rests on was set since then; without that it is up to date still. */
  stale: boolean;
  /** Of many reads, those that may be others since the slot was last up to date; `undefined` where it may be any. */
  suspects: Set<Slot> | undefined;
  /** Who read it when they were last computed: one, a few, or many. */
  readers: Slot | Slot[] | Set<Slot> | undefined;
  value: unknown;
  hasValue: boolean;
  /** What the last computation read, in order; `undefined` for an input. */
  reads: readonly Slot[] | undefined;
  /** Computes the value of a key anew from the old one; `undefined` for an input. */
  readonly compute: ((key: string, reader: Reader, previous: unknown) => unknown) | undefined;
  readonly same: (a: unknown, b: unknown) => boolean;
  readonly droppable: boolean;
  readonly name: string;
  readonly key: string;
  /** Whether all databases of the family have the slot together. */
  readonly shared: boolean;
  /** The value of an input that was never set. */
  readonly initial: unknown;
  needs: readonly Need[];
  /** Whether something was lacking, here or in what was read, when the slot was last up to date. */
  lacks: boolean;
  computing: boolean;
  /** Where it waits for being settled before what rests on it is marked; `undefined` for what is marked through. */
  readonly unsettled: Unsettled | undefined;
}

/** Slots that may be others now, with what was known of them when that was first said. */
export type Unsettled = Map<Slot, Pick<Slot, 'changedAt' | 'lacks'>>;

/** Slots by the name of their query or input, and by key. */
export type Slots = Map<string, Map<string, Slot>>;

/** The slots of one query or input. */
export function tableOf(slots: Slots, name: string): Map<string, Slot> {
  const known = slots.get(name);
  if (known !== undefined) return known;
  const table = new Map<string, Slot>();
  slots.set(name, table);
  return table;
}

/** What of a slot never changes. */
export type FixedSlot = Pick<
  Slot,
  'name' | 'key' | 'compute' | 'same' | 'droppable' | 'shared' | 'initial' | 'unsettled'
>;

const none: readonly Need[] = [];

/** A slot without a value. */
export function newSlot(fixed: FixedSlot): Slot {
  // Very many are made: each field by itself is much faster than all of them by one spread.
  return {
    name: fixed.name,
    key: fixed.key,
    compute: fixed.compute,
    same: fixed.same,
    droppable: fixed.droppable,
    shared: fixed.shared,
    initial: fixed.initial,
    unsettled: fixed.unsettled,
    changedAt: 0,
    verifiedAt: 0,
    stale: true,
    suspects: undefined,
    readers: undefined,
    value: undefined,
    hasValue: false,
    reads: undefined,
    needs: none,
    lacks: false,
    computing: false,
  };
}

/** Sets what a slot has read, and tells those slots. */
export function setReads(slot: Slot, reads: readonly Slot[]): void {
  const old = slot.reads;
  if (old !== undefined && isSameList(old, reads)) return;
  slot.reads = reads;
  if (old === undefined) {
    for (const read of reads) addReader(read, slot);
    return;
  }
  const gone = new Set(old);
  for (const read of reads) if (!gone.delete(read)) addReader(read, slot);
  for (const read of gone) removeReader(read, slot);
}

function isSameList(a: readonly Slot[], b: readonly Slot[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index]);
}

/** How many readers stand in a list; with more, finding one to remove would take long. */
const few = 16;

function addReader(slot: Slot, reader: Slot): void {
  const { readers } = slot;
  if (readers === undefined) slot.readers = reader;
  else if (readers instanceof Set) readers.add(reader);
  else if (!Array.isArray(readers)) slot.readers = [readers, reader];
  else if (readers.length < few) readers.push(reader);
  else slot.readers = new Set([...readers, reader]);
}

function removeReader(slot: Slot, reader: Slot): void {
  const { readers } = slot;
  if (readers === reader) slot.readers = undefined;
  else if (readers instanceof Set) readers.delete(reader);
  else if (Array.isArray(readers)) slot.readers = readers.filter((one) => one !== reader);
}

/**
 * Marks all that rests on a slot, which is another one now. What is marked already has marked what rests on it; what is to be
 * settled first marks nothing yet.
 */
export function markReaders(changed: Slot): void {
  const queue = [changed];
  for (let slot = queue.pop(); slot !== undefined; slot = queue.pop()) {
    const { readers } = slot;
    if (readers === undefined) continue;
    for (const reader of Array.isArray(readers) || readers instanceof Set ? readers : [readers]) {
      suspect(reader, slot);
      if (reader.stale) continue;
      reader.stale = true;
      const { unsettled, changedAt, lacks } = reader;
      if (unsettled === undefined) queue.push(reader);
      else if (!unsettled.has(reader)) unsettled.set(reader, { changedAt, lacks });
    }
  }
}

/** From so many reads on, those that may be others are remembered: looking through all would take long. */
const many = 64;

function suspect(reader: Slot, read: Slot): void {
  if (reader.reads === undefined || reader.reads.length < many) return;
  // What is stale already without knowing why may have to look through all.
  if (!reader.stale) reader.suspects = new Set();
  reader.suspects?.add(read);
}

/** What may be another one of what a slot has read, since it was last up to date. */
export function suspectsOf({ suspects, reads }: Slot): Iterable<Slot> {
  return suspects ?? reads ?? [];
}

/** Says that a slot is up to date. */
export function verify(slot: Slot, revision: number): void {
  slot.lacks = isLacking(slot);
  slot.verifiedAt = revision;
  slot.stale = false;
  slot.suspects = undefined;
}

/** Whether something is lacking, told by what was read, which is up to date. */
function isLacking(slot: Slot): boolean {
  if (slot.needs.length > 0) return true;
  // What lacked nothing can lack something only by what may be another one.
  for (const { lacks } of slot.lacks ? (slot.reads ?? []) : suspectsOf(slot))
    if (lacks) return true;
  return false;
}
