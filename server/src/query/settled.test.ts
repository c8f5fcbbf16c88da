import { describe, expect, test } from 'vitest';
import { Random } from '../../test/differential/generate/random.ts';
import { howMany, testSeed } from '../../test/environment.ts';
import { Database, type Input, type Query, type Reader } from './database.ts';

const numberInput: Input<string, number> = { name: 'number', initial: 0 };

describe('a value that settles', () => {
  const evenQuery: Query<'', boolean> = {
    name: 'even',
    settles: true,
    compute: (_key, reader) => {
      if (reader.read(numberInput, 'a') < 0) reader.need({ kind: 'content', id: 'a' });
      return reader.read(numberInput, 'a') % 2 === 0;
    },
  };
  const wordQuery: Query<'', string> = {
    name: 'word',
    compute: (_key, reader) => (reader.get(evenQuery, '') ? 'even' : 'odd'),
  };

  test('keeps what rests on it from being looked at again where it stays as it is', () => {
    const lines: string[] = [];
    const database = new Database({
      observer: {
        computed: (query) => lines.push(query),
        reused: (query) => lines.push(`(${query})`),
      },
    });
    expect(database.get(wordQuery, '')).toBe('even');
    database.set(numberInput, 'a', 2);
    expect(database.get(wordQuery, '')).toBe('even');
    expect(lines).toEqual(['word', 'even', 'even']);
    database.set(numberInput, 'a', 3);
    expect(database.get(wordQuery, '')).toBe('odd');
    expect(lines).toEqual(['word', 'even', 'even', 'even', 'word']);
  });

  test('tells what rests on it that it lacks something, also where it stays as it is', () => {
    const database = new Database();
    expect(database.needsOf(wordQuery, '')).toEqual([]);
    database.set(numberInput, 'a', -2);
    expect(database.needsOf(wordQuery, '')).toEqual([{ kind: 'content', id: 'a' }]);
    database.set(numberInput, 'a', 2);
    expect(database.needsOf(wordQuery, '')).toEqual([]);
  });
});

describe('a value with very many reads', () => {
  const plainQuery: Query<string, boolean> = {
    name: 'plain',
    compute: (key, reader) => {
      const value = reader.read(numberInput, key);
      if (value < 0) reader.need({ kind: 'content', id: key });
      return value % 2 === 0;
    },
  };
  const settledQuery: Query<string, boolean> = {
    name: 'settled',
    settles: true,
    compute: (key, reader) => reader.read(numberInput, key) % 2 === 0,
  };
  const countQuery: Query<'', number> = {
    name: 'count',
    settles: true,
    compute: (_key, reader) =>
      Array.from({ length: 100 }, (_, index) => `i${index}`).filter(
        (key) => reader.get(plainQuery, key) && reader.get(settledQuery, 'all'),
      ).length,
  };

  test('sees what is settled after it', () => {
    const database = new Database();
    expect(database.get(countQuery, '')).toBe(100);
    // The count is looked at first, for the sake of this one, and stays as it is.
    database.set(numberInput, 'i3', 2);
    database.set(numberInput, 'all', 1);
    expect(database.get(countQuery, '')).toBe(0);
  });

  test('goes on lacking what it lacks until all of it is there', () => {
    const database = new Database();
    database.set(numberInput, 'i3', -2);
    database.set(numberInput, 'i9', -2);
    expect(database.needsOf(countQuery, '')).toHaveLength(2);
    database.set(numberInput, 'i3', 2);
    expect(database.needsOf(countQuery, '')).toEqual([{ kind: 'content', id: 'i9' }]);
  });
});

/** The first level has a value for each input; so many that those who read all of them do not look through all again. */
const inputs = Array.from({ length: 80 }, (_, index) => `i${index}`);
/** Each later level has a few values, which are made of the levels below and of some inputs. */
const width = 4;
const levels = 4;

/** What each value reads: in a fixed order, and on from the half only where what came before says so. */
type Plan = ReadonlyMap<string, readonly string[]>;

function planOf(random: Random): Plan {
  const plan = new Map<string, readonly string[]>();
  inputs.forEach((input, index) => plan.set(`0:${index}`, [input]));
  const ground = [...plan.keys()];
  for (let level = 1; level < levels; level += 1) {
    const below = [...plan.keys()].slice(ground.length);
    for (let index = 0; index < width; index += 1) {
      const some = random.chance(0.4) ? ground : random.some([...ground, ...inputs], 1, 3);
      const reads = [...random.some(below, 0, 4), ...some];
      plan.set(`${level}:${index}`, random.chance(0.5) ? reads : reads.toReversed());
    }
  }
  return plan;
}

/** One query for each level. */
function queriesOf(plan: Plan, random: Random): readonly Query<string, number>[] {
  const queries: Query<string, number>[] = [];
  for (let level = 0; level < levels; level += 1) {
    const kind = random.pick(['plain', 'settles', 'droppable', 'settles'] as const);
    queries.push({
      name: `level${level}`,
      ...(kind === 'settles' && { settles: true }),
      ...(kind === 'droppable' && { droppable: true }),
      compute: (key, reader) =>
        valueOf(plan, key, (read) => {
          const query = queries[Number(read.slice(0, read.indexOf(':')))];
          return read.startsWith('i') || query === undefined
            ? inputOf(reader, read)
            : reader.get(query, read);
        }),
    });
  }
  return queries;
}

function inputOf(reader: Reader, key: string): number {
  const value = reader.read(numberInput, key);
  if (value === 7) reader.need({ kind: 'content', id: key });
  return value;
}

function valueOf(plan: Plan, key: string, read: (key: string) => number): number {
  const reads = plan.get(key) ?? [];
  const middle = Math.ceil(reads.length / 2);
  let sum = 0;
  for (const one of reads.slice(0, middle)) sum += read(one);
  if (sum % 3 !== 1) for (const one of reads.slice(middle)) sum += read(one);
  return sum % 4;
}

/** The value of a key and what it lacks, worked out anew. */
function anew(plan: Plan, key: string, values: ReadonlyMap<string, number>): [number, string[]] {
  const lacking = new Set<string>();
  const read = (one: string): number => {
    if (!one.startsWith('i')) return valueOf(plan, one, read);
    const value = values.get(one) ?? 0;
    if (value === 7) lacking.add(one);
    return value;
  };
  return [valueOf(plan, key, read), [...lacking].sort()];
}

test('values and what they lack are those of an empty database, whatever settles, after random changes', () => {
  for (let seed = 0; seed < howMany({ fixed: 60, long: 3000 }); seed += 1) {
    const random = new Random(testSeed() * 10_000 + seed);
    const plan = planOf(random);
    const queries = queriesOf(plan, random);
    const options = random.chance(0.5) ? { budget: 3 } : {};
    const first = new Database(options);
    const sides = [
      { database: first, values: new Map<string, number>() },
      { database: new Database(options, first), values: new Map<string, number>() },
    ];
    for (let step = 0; step < 25; step += 1) {
      for (const key of random.some(inputs, 0, 3)) {
        const value = random.chance(0.1) ? 7 : random.whole(0, 3);
        // Mostly both have the same, which the one then takes over from the other.
        for (const { database, values } of random.chance(0.8) ? sides : [random.pick(sides)]) {
          values.set(key, value);
          database.set(numberInput, key, value);
        }
      }
      const { database, values } = random.pick(sides);
      const level = random.whole(1, levels - 1);
      const key = `${level}:${random.whole(0, width - 1)}`;
      const query = queries[level];
      if (query === undefined) throw new Error(`There is no level ${level}.`);
      const [value, lacking] = anew(plan, key, values);
      const where = `seed ${seed}, step ${step}, ${key}`;
      expect([database.get(query, key), where]).toEqual([value, where]);
      const needs = database.needsOf(query, key).map(({ id }) => id);
      expect([needs.toSorted(), where]).toEqual([lacking, where]);
    }
  }
});
