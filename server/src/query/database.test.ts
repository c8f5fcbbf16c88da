import { describe, expect, test } from 'vitest';
import { Database, type Input, type Query } from './database.ts';

/** A text per name. */
const textInput: Input<string, string> = { name: 'text', initial: '' };

/** The number of its characters. */
const lengthQuery: Query<string, number> = {
  name: 'length',
  compute: (key, reader) => reader.read(textInput, key).length,
};

/** The lengths of two texts. */
const sumQuery: Query<string, number> = {
  name: 'sum',
  compute: (_key, reader) => reader.get(lengthQuery, 'a') + reader.get(lengthQuery, 'b'),
};

/** A database that tells what it does, and what it did since it was last asked. */
function observed(budget?: number): { readonly database: Database; readonly log: () => string[] } {
  let lines: string[] = [];
  const database = new Database({
    ...(budget === undefined ? {} : { budget }),
    observer: {
      computed: (query, key) => lines.push(`${query} ${key}`.trim()),
      reused: (query, key) => lines.push(`(${query} ${key})`.replace(' )', ')')),
    },
  });
  const log = (): string[] => {
    const now = lines;
    lines = [];
    return now;
  };
  return { database, log };
}

describe('a value', () => {
  test('is computed once, with all that it reads', () => {
    const { database, log } = observed();
    database.set(textInput, 'a', 'one');
    expect(database.get(sumQuery, '')).toBe(3);
    expect(log()).toEqual(['sum', 'length a', 'length b']);
    expect(database.get(sumQuery, '')).toBe(3);
    expect(log()).toEqual([]);
  });

  test('is computed again where something that it reads has changed, and only there', () => {
    const { database, log } = observed();
    database.get(sumQuery, '');
    log();
    database.set(textInput, 'b', 'four');
    expect(database.get(sumQuery, '')).toBe(4);
    expect(log()).toEqual(['length b', 'sum']);
  });

  test('stands where what it reads comes out equal', () => {
    const { database, log } = observed();
    database.set(textInput, 'a', 'one');
    database.get(sumQuery, '');
    log();
    database.set(textInput, 'a', 'two');
    expect(database.get(sumQuery, '')).toBe(3);
    expect(log()).toEqual(['length a', '(sum)']);
  });

  test('is not even looked at where something else has changed', () => {
    const { database, log } = observed();
    database.get(sumQuery, '');
    log();
    database.set(textInput, 'other', 'text');
    database.get(sumQuery, '');
    expect(log()).toEqual([]);
  });

  test('stands where an input is set to what it is', () => {
    const { database, log } = observed();
    database.set(textInput, 'a', 'one');
    database.get(sumQuery, '');
    log();
    database.set(textInput, 'a', 'one');
    database.get(sumQuery, '');
    expect(log()).toEqual([]);
  });

  test('that was not asked for is not computed', () => {
    const { database, log } = observed();
    database.get(sumQuery, '');
    log();
    database.set(textInput, 'a', 'one');
    expect(log()).toEqual([]);
  });
});

describe('reads', () => {
  /** Reads a text only where the other one says so. */
  const eitherQuery: Query<string, number> = {
    name: 'either',
    compute: (_key, reader) =>
      reader.read(textInput, 'which') === ''
        ? 0
        : reader.get(lengthQuery, reader.read(textInput, 'which')),
  };

  test('are those of the last time', () => {
    const { database, log } = observed();
    database.set(textInput, 'which', 'a');
    database.get(eitherQuery, '');
    database.set(textInput, 'which', 'b');
    database.get(eitherQuery, '');
    log();
    database.set(textInput, 'a', 'no longer read');
    database.get(eitherQuery, '');
    expect(log()).toEqual([]);
  });

  test('are looked at in their order, so that what is no longer read is not computed', () => {
    const { database, log } = observed();
    database.set(textInput, 'which', 'a');
    database.get(eitherQuery, '');
    log();
    database.set(textInput, 'a', 'changed');
    database.set(textInput, 'which', '');
    database.get(eitherQuery, '');
    expect(log()).toEqual(['either']);
  });

  test.each([1, 5, 40])('of one value by %i others all see it change', (count) => {
    const { database } = observed();
    const doubledQuery: Query<string, number> = {
      name: 'doubled',
      compute: (_key, reader) =>
        reader.read(textInput, 'which') === 'on' ? 2 * reader.get(lengthQuery, 'a') : 0,
    };
    const readers = Array.from({ length: count }, (_, index) => String(index));
    const values = (): readonly number[] => [
      ...new Set(readers.map((key) => database.get(doubledQuery, key))),
    ];
    for (const [text, expected] of [
      ['x', 0],
      ['xx', 0],
    ] as const) {
      database.set(textInput, 'a', text);
      expect(values()).toEqual([expected]);
    }
    database.set(textInput, 'which', 'on');
    expect(values()).toEqual([4]);
    database.set(textInput, 'a', 'xxx');
    expect(values()).toEqual([6]);
    database.set(textInput, 'which', 'off');
    expect(values()).toEqual([0]);
    database.set(textInput, 'which', 'on');
    database.set(textInput, 'a', 'xxxx');
    expect(values()).toEqual([8]);
  });

  test('of what is not there are reads, too', () => {
    const { database } = observed();
    expect(database.get(lengthQuery, 'new')).toBe(0);
    database.set(textInput, 'new', 'now there');
    expect(database.get(lengthQuery, 'new')).toBe(9);
  });

  test('by a query that fails are forgotten, and the next one starts anew', () => {
    const failing: Query<string, number> = {
      name: 'failing',
      compute: (_key, reader) => {
        if (reader.read(textInput, 'a') === '') throw new Error('impossible');
        return 1;
      },
    };
    const { database } = observed();
    expect(() => database.get(failing, '')).toThrow('impossible');
    database.set(textInput, 'a', 'one');
    expect(database.get(failing, '')).toBe(1);
  });
});

describe('the earlier value', () => {
  /** Keeps the earlier list where it says the same. */
  const wordsQuery: Query<string, readonly string[]> = {
    name: 'words',
    compute: (key, reader, previous) => {
      const words = reader.read(textInput, key).split(' ');
      return previous?.join(' ') === words.join(' ') ? previous : words;
    },
  };

  test('can be taken over', () => {
    const { database } = observed();
    database.set(textInput, 'a', 'one two');
    const before = database.get(wordsQuery, 'a');
    database.set(textInput, 'a', 'one three');
    database.get(wordsQuery, 'a');
    database.set(textInput, 'a', 'one two');
    expect(database.get(wordsQuery, 'a')).toEqual(before);
  });

  test('stays the same reference where the new one is equal to it', () => {
    const upper: Query<string, { readonly text: string }> = {
      name: 'upper',
      equals: (a, b) => a.text === b.text,
      compute: (key, reader) => ({ text: reader.read(textInput, key).toUpperCase() }),
    };
    const { database } = observed();
    database.set(textInput, 'a', 'one');
    const before = database.get(upper, 'a');
    database.set(textInput, 'a', 'ONE');
    expect(database.get(upper, 'a')).toBe(before);
  });
});

describe('needs', () => {
  const contentQuery: Query<string, string> = {
    name: 'content',
    compute: (key, reader) => {
      const text = reader.read(textInput, key);
      if (text === '') reader.need({ kind: 'content', id: key });
      return text;
    },
  };
  const bothQuery: Query<string, string> = {
    name: 'both',
    compute: (_key, reader) => reader.get(contentQuery, 'a') + reader.get(contentQuery, 'b'),
  };

  test('are those of a value and of all that it read, each once', () => {
    const { database } = observed();
    const twice: Query<string, string> = {
      name: 'twice',
      compute: (_key, reader) => reader.get(bothQuery, '') + reader.get(contentQuery, 'a'),
    };
    expect(database.needsOf(twice, '').map(({ id }) => id)).toEqual(['a', 'b']);
  });

  test('go as they are met', () => {
    const { database } = observed();
    expect(database.needsOf(bothQuery, '')).toHaveLength(2);
    database.set(textInput, 'a', 'one');
    expect(database.needsOf(bothQuery, '').map(({ id }) => id)).toEqual(['b']);
    database.set(textInput, 'b', 'two');
    expect(database.needsOf(bothQuery, '')).toEqual([]);
    expect(database.get(bothQuery, '')).toBe('onetwo');
  });

  test('come back where a value lacks something again', () => {
    const { database } = observed();
    database.set(textInput, 'a', 'one');
    database.set(textInput, 'b', 'two');
    expect(database.needsOf(bothQuery, '')).toEqual([]);
    database.set(textInput, 'b', '');
    expect(database.needsOf(bothQuery, '')).toEqual([{ kind: 'content', id: 'b' }]);
  });
});

describe('the budget', () => {
  /** A value that can be dropped. */
  const treeQuery: Query<string, { readonly length: number }> = {
    name: 'tree',
    droppable: true,
    equals: (a, b) => a.length === b.length,
    compute: (key, reader) => ({ length: reader.get(lengthQuery, key) }),
  };

  test('drops what was not asked for the longest', () => {
    const { database, log } = observed(2);
    for (const key of ['a', 'b', 'a', 'c']) database.get(treeQuery, key);
    expect(database.size).toBe(2);
    log();
    database.get(treeQuery, 'a');
    database.get(treeQuery, 'c');
    expect(log()).toEqual([]);
    database.get(treeQuery, 'b');
    expect(log()).toEqual(['tree b']);
  });

  test('who reads a dropped value sees no change where there was none', () => {
    const digestQuery: Query<string, number> = {
      name: 'digest',
      compute: (key, reader) => reader.get(treeQuery, key).length,
    };
    const { database, log } = observed(1);
    database.get(digestQuery, 'a');
    database.get(digestQuery, 'b');
    log();
    database.set(textInput, 'other', 'text');
    database.get(digestQuery, 'a');
    expect(log()).not.toContain('digest a');
    expect(log()).not.toContain('tree a');
  });

  test('a dropped value that is made again does not make its readers stale', () => {
    const digestQuery: Query<string, number> = {
      name: 'digest',
      compute: (key, reader) => reader.get(treeQuery, key).length,
    };
    const { database, log } = observed(1);
    database.get(digestQuery, 'a');
    database.get(treeQuery, 'b');
    database.set(textInput, 'other', 'text');
    database.get(treeQuery, 'a');
    log();
    database.get(digestQuery, 'a');
    expect(log()).not.toContain('digest a');
  });

  test('a dropped value that has changed does', () => {
    const digestQuery: Query<string, number> = {
      name: 'digest',
      compute: (key, reader) => reader.get(treeQuery, key).length,
    };
    const { database } = observed(1);
    database.get(digestQuery, 'a');
    database.get(treeQuery, 'b');
    database.set(textInput, 'a', 'one');
    expect(database.get(digestQuery, 'a')).toBe(3);
  });

  test.each([0, 1, 2, 3])('of %i is enough, however deep values lead to each other', (budget) => {
    /** Each value reads the one below. */
    const deepQuery: Query<string, { readonly depth: number }> = {
      name: 'deep',
      droppable: true,
      compute: (key, reader) => {
        const level = Number(key);
        const own = reader.read(textInput, 'a').length;
        return { depth: level === 0 ? own : 1 + reader.get(deepQuery, String(level - 1)).depth };
      },
    };
    const { database } = observed(budget);
    expect(database.get(deepQuery, '5').depth).toBe(5);
    database.set(textInput, 'a', 'one');
    expect(database.get(deepQuery, '5').depth).toBe(8);
    expect(database.get(deepQuery, '2').depth).toBe(5);
  });
});

describe('a provided input', () => {
  test('is asked for when it is first read, and again when it is told to be another one', () => {
    const { database, log } = observed();
    const texts = new Map([['a', 'one']]);
    const asked: string[] = [];
    database.provide(textInput, (key) => {
      asked.push(key);
      return texts.get(key) ?? '';
    });
    texts.set('b', 'two');
    database.update(textInput, 'b');
    expect(asked).toEqual([]);
    expect(database.get(sumQuery, '')).toBe(6);
    expect(asked).toEqual(['a', 'b']);
    log();
    texts.set('b', 'three');
    expect(database.get(sumQuery, '')).toBe(6);
    database.update(textInput, 'b');
    database.update(textInput, 'c');
    expect(database.get(sumQuery, '')).toBe(8);
    expect(log()).toEqual(['length b', 'sum']);
  });
});

describe('a family', () => {
  const contentInput: Input<string, string> = { name: 'content', initial: '', byContent: true };
  const parsedQuery: Query<string, number> = {
    name: 'parsed',
    byContent: true,
    compute: (key, reader) => reader.read(contentInput, key).length,
  };
  const fileQuery: Query<string, number> = {
    name: 'file',
    compute: (key, reader) => reader.get(parsedQuery, reader.read(textInput, key)),
  };

  test('computes what depends on contents alone once, and keeps its trees apart', () => {
    const parsed: string[] = [];
    const observer = { computed: (query: string, key: string) => parsed.push(`${query} ${key}`) };
    const one = new Database({ observer });
    const other = new Database({ observer }, one);
    one.set(contentInput, 'id', 'text');
    one.set(textInput, 'path', 'id');
    other.set(textInput, 'path', 'id');
    expect([one.get(fileQuery, 'path'), other.get(fileQuery, 'path')]).toEqual([4, 4]);
    expect(parsed).toEqual(['file path', 'parsed id']);
    other.set(textInput, 'path', 'none');
    expect([one.get(fileQuery, 'path'), other.get(fileQuery, 'path')]).toEqual([4, 0]);
  });

  test('takes over what rests on the same inputs in a relative, and goes on from there where it does not', () => {
    const log: string[] = [];
    const nestedQuery: Query<string, string> = {
      name: 'nested',
      compute: (key, reader, previous) => {
        log.push(`${key} after ${previous ?? 'nothing'}`);
        return `${key} ${reader.get(lengthQuery, key)}`;
      },
    };
    const one = new Database();
    for (const key of ['a', 'b', 'c']) one.set(textInput, key, 'text');
    for (const key of ['a', 'b', 'c']) one.get(nestedQuery, key);
    const other = new Database({}, one);
    other.set(textInput, 'a', 'text');
    other.set(textInput, 'b', 'longer text');
    other.set(textInput, 'c', 'TEXT');
    log.length = 0;
    expect(['a', 'b', 'c'].map((key) => other.get(nestedQuery, key))).toEqual([
      'a 4',
      'b 11',
      'c 4',
    ]);
    // The text of c is another one, and as long: its length comes out as it was.
    expect(log).toEqual(['b after b 4']);
    other.set(textInput, 'a', 'x');
    expect([one.get(nestedQuery, 'a'), other.get(nestedQuery, 'a')]).toEqual(['a 4', 'a 1']);
    one.set(textInput, 'c', 'xyz');
    expect([one.get(nestedQuery, 'c'), other.get(nestedQuery, 'c')]).toEqual(['c 3', 'c 4']);
  });

  test('takes nothing over from a relative that has changed meanwhile', () => {
    const one = new Database();
    one.set(textInput, 'a', 'one');
    expect(one.get(lengthQuery, 'a')).toBe(3);
    const other = new Database({}, one);
    other.set(textInput, 'a', 'one');
    one.set(textInput, 'a', 'three');
    expect(other.get(lengthQuery, 'a')).toBe(3);
    one.set(textInput, 'a', 'seventy');
    expect([one.get(sumQuery, ''), other.get(sumQuery, '')]).toEqual([7, 3]);
  });

  test('forgets a content, which is then needed again', () => {
    const { database } = observed();
    database.set(contentInput, 'id', 'text');
    expect(database.get(parsedQuery, 'id')).toBe(4);
    database.forget('id');
    expect(database.get(parsedQuery, 'id')).toBe(0);
  });
});
