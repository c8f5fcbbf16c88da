import type { Need, Reader } from './database.ts';

/** A value of a database with what it rests on: of an input, or of a query for one key. */
export interface Slot {
  /** The revision in which the value last changed for its readers. */
  changedAt: number;
  /** The revision in which the slot was last found to be up to date. */
  verifiedAt: number;
  /** Whether an input that it rests on was set since then; without that it is up to date still. */
  stale: boolean;
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
}

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
  'name' | 'key' | 'compute' | 'same' | 'droppable' | 'shared' | 'initial'
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
    changedAt: 0,
    verifiedAt: 0,
    stale: true,
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

/** Marks all that rests on a slot, which is another one now. What is marked already has marked what rests on it. */
export function markReaders(changed: Slot): void {
  const queue = [changed];
  for (let slot = queue.pop(); slot !== undefined; slot = queue.pop()) {
    const { readers } = slot;
    if (readers === undefined) continue;
    for (const reader of Array.isArray(readers) || readers instanceof Set ? readers : [readers]) {
      if (reader.stale) continue;
      reader.stale = true;
      queue.push(reader);
    }
  }
}

/** Whether something is lacking, told by what was read, which is up to date. */
export function isLacking({ needs, reads }: Slot): boolean {
  return needs.length > 0 || reads?.some(({ lacks }) => lacks) === true;
}
