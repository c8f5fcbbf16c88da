/*
 * YAML texts for tests: soups of fragments, mutations of given texts, and maps with values of every style. Every text follows
 * from its seed.
 */

/** Numbers in [0, 1), the same for the same seed. */
export type Random = () => number;

/** A generator of its own per seed (mulberry32). */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** One element of a list. */
export function pick<T>(random: Random, list: readonly T[], fallback: T): T {
  return list[Math.floor(random() * list.length)] ?? fallback;
}

/** So many texts: a few soups, a quarter mutations of `originals`, the rest maps, some of them mutated. */
export function* randomTexts(
  seed: number,
  count: number,
  originals: readonly string[],
): Generator<string> {
  const random = seededRandom(seed);
  for (let i = 0; i < count; i += 1) {
    yield randomText(random, originals).toWellFormed();
  }
}

function randomText(random: Random, originals: readonly string[]): string {
  const kind = random();
  if (kind < 0.15) {
    return soup(random);
  }
  if (kind < 0.4) {
    return mutate(random, excerpt(random, pick(random, originals, '')));
  }
  const text = `${randomMap(random, '', 0)}\n`;
  return kind < 0.92 ? text : mutate(random, text);
}

/** A map whose values have every style, each well written by itself. */
export function randomMap(random: Random, indentation: string, depth: number): string {
  const entries: string[] = [];
  const count = 1 + Math.floor(random() * 4);
  for (let i = 0; i < count; i += 1) {
    entries.push(
      `${indentation}${randomKey(random, indentation, i)}:${randomValue(random, indentation, depth)}`,
    );
  }
  return entries.join('\n');
}

function randomKey(random: Random, indentation: string, index: number): string {
  const kind = random();
  if (kind < 0.2) {
    return quote(randomString(random));
  }
  if (kind < 0.21) {
    return pick(random, plainScalars, 'key');
  }
  if (kind < 0.24) {
    return `? ${quote(randomString(random))}\n${indentation}`;
  }
  return random() < 0.3
    ? `key${Math.floor(random() * 120)}`
    : `${String.fromCharCode(97 + index)}${Math.floor(random() * 9)}`;
}

function randomValue(random: Random, indentation: string, depth: number): string {
  const kind = random();
  const deeper = `${indentation}  `;
  if (kind < 0.25) {
    return ` ${quote(randomString(random))}`;
  }
  if (kind < 0.4) {
    return ` ${randomBlock(random, indentation)}`;
  }
  if (kind < 0.7 || depth > 3) {
    return ` ${pick(random, random() < 0.02 ? wildScalars : plainScalars, 'x')}`;
  }
  if (kind < 0.85) {
    return `\n${randomMap(random, deeper, depth + 1)}`;
  }
  const items = Array.from(
    { length: 1 + Math.floor(random() * 3) },
    () => `${indentation}-${randomValue(random, deeper, depth + 1)}`,
  );
  return `\n${items.join('\n')}`;
}

function randomBlock(random: Random, indentation: string): string {
  const indicator = random() < 0.6 ? '>' : '|';
  const hint = random() < 0.9 ? '2' : '';
  const chomping = pick(random, ['', '-', '+'], '');
  const lines = randomString(random)
    // eslint-disable-next-line no-control-regex
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\ufeff]/g, '')
    .split('\n')
    .map((line) => `${indentation}  ${line}`);
  return `${indicator}${hint}${chomping}\n${lines.join('\n')}`;
}

/** A text in double quotes with all that JSON and YAML 1.1 cannot have there as escapes. */
function quote(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\ud7ff\ue000-\uffff]/g, (character) => {
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${code}`;
  });
}

function randomString(random: Random): string {
  if (random() < 0.01) {
    return '\x7f';
  }
  const count = Math.floor(random() * 8) * (random() < 0.2 ? 4 : 1);
  return Array.from({ length: count }, () => pick(random, stringPieces, 'a')).join('');
}

function soup(random: Random): string {
  const count = 1 + Math.floor(random() * 12);
  return Array.from({ length: count }, () => pick(random, fragments, 'a')).join('');
}

/** Inserts, deletes, repeats or overwrites a few characters. */
export function mutate(random: Random, original: string): string {
  let text = original;
  const count = 1 + Math.floor(random() * 4);
  for (let i = 0; i < count; i += 1) {
    const at = Math.floor(random() * (text.length + 1));
    const kind = random();
    const piece = pick(random, fragments, '');
    if (kind < 0.5) {
      text = text.slice(0, at) + piece + text.slice(at);
    } else if (kind < 0.75) {
      text = text.slice(0, at) + text.slice(at + 1 + Math.floor(random() * 6));
    } else if (kind < 0.85) {
      const from = Math.floor(random() * (text.length + 1));
      text = text.slice(0, at) + text.slice(from, from + 20) + text.slice(at);
    } else {
      text = text.slice(0, at) + piece + text.slice(at + piece.length);
    }
  }
  return text;
}

/** A few lines of a long text, so that one mutation weighs. */
function excerpt(random: Random, text: string): string {
  if (text.length <= 400) {
    return text;
  }
  const lines = text.split('\n');
  const from = Math.floor(random() * lines.length);
  return `${lines.slice(from, from + 1 + Math.floor(random() * 15)).join('\n')}\n`;
}

// prettier-ignore
const fragments = [
  'a', 'b: ', 'c', ': ', ':', '- ', '-', '? ', '?', '\n', '\n', '\n  ', '\n', '\n    ', '  ', ' ', '\t', '#', ' # c\n',
  '# c\n', '"', "'", '[', ']', '{', '}', ',', ', ', '&a ', '*a', '*a ', '!!str ', '!!int ', '! ', '!foo ', '!!', '|\n', '>\n',
  '|-\n', '>+\n', '|2\n', '>1-\n', '|', '>', '%', '@', '`', '---', '\n---\n', '\n--- # c\n', '...', '\n...\n', '\r', '\r\n',
  '\x85', '\u2028', '😀', 'é', '<<: ', '<<: *a', '<<', '~', 'null', 'true', 'yes', 'on', '1', '0777', '0x1F', '1_000',
  '1e3', '.5', '.inf', '12:30', '2001-01-01', '2001-01-01T10:00:00Z', '\\n', '\\', '\\x41', '\\u263A', '\\\n', "''", '""',
  'key: value\n', '- item\n', 'a: b', '%YAML 1.1\n', '%TAG !e! tag:x,2000:\n', '\x07', '\x7f', 'long text that goes on',
  'x: |\n  lit\n   more\n\n', 'y: >\n  fold\n  fold\n\n   more\n  end\n', '=', 'a:1', 'http://x', "it's", 'a #b', 'a#b', '{}',
  '[]', '{a: b}', '[a, b]', '- - ', '- a: ', '\n- ', '\n  - ', '\na: ', '\nb:', '\n  c: ', '\n\n',
];

// prettier-ignore
const stringPieces = [
  'a', 'b', 'word', 'longerword', ' ', '  ', '\n', '\n\n', '\t', ':', ': ', '#', ' #', '-', '- ', "'", '"', '\\', '😀', 'é',
  '\u2028', '\x85', '\xa0', '\ufeff', '\x07', '\0', '\r', '1', '0', '_', '.', '/', '?', '{', '}', '[', ']', ',', '&',
  '*', '!', '|', '>', '%', '@', '`', '=', '<<', '~', '---', '...', 'yes', 'null', '0x1', '12:30', '1e5', '2001-01-01',
  'x'.repeat(30), 'some words that make a line long enough to fold somewhere ', 'y'.repeat(130),
];

/** Scalars that make a text unreadable or unprintable. */
const wildScalars = [
  '.inf',
  '.nan',
  '!!int x',
  '[ , ]',
  '2001-01-01T00:00:00+24:00',
  '*x',
  '|',
  '"',
];

// prettier-ignore
const plainScalars = [
  '1', '0777', '0o17', '0x10', '1e3', '1.0', '1_000', '-0', '-0.0', '1e20', '1e21', '123456789.5', '1e-7',
  '12345678901234567890', '99999999999999999999', '~', '', 'null', 'true', 'True', 'yes', 'on', 'y', '.5', 
  '2001-01-01', '2001-1-1T1:2:3.50+05:30', '2001-01-01 10:00:00', '12:30', '0b11', '+1', '+.5', '1.', '0.1e-5', 'foo', 'a b',
  "don't", '=', '<<', '08', '0b-1', '0o-7', '1e400', '!!int 3', '!!float 3', '!!str 3', '!!int "3"', '!!null ""',
  '!!bool "true"', '!!binary aGVsbG8=', '!!binary gIA=', '!foo bar', '"3"', "'true'", '! 3', '{a: }', '{}',
  '[]', '{a: 1, b: [x, ~]}', '2001-12-14t21:59:43.10-05:00', '2001-02-30', 
  '-9223372036854775808', '9223372036854775808', '18446744073709551616', '1__0', '_1', '0x_1', '.1_0', '._1', '1e+5', '5e-324',
  '4.9e-325', '1.7976931348623157e308', '100000', '1000000.0', '1234567.0', '0.0001', '0.00001', '&x 1', '&y {a: 1}',
];
