import type { Random } from './random.ts';
import type { Verbatim, Yaml, YamlMap } from './yamlText.ts';

/** Scalars that readers of YAML disagree on. */
const odd: readonly string[] = [
  '0777',
  '0o17',
  '0x1F',
  '0b11',
  '1e3',
  '1.0',
  '.5',
  '-1.5e-7',
  '1_000',
  '12:30',
  '1:20:30',
  'yes',
  'no',
  'on',
  'Off',
  'y',
  'N',
  'true',
  'True',
  'FALSE',
  'null',
  'Null',
  '~',
  '',
  '2001-01-01',
  '2001-12-14t21:59:43.10-05:00',
  '2001-12-14 21:59:43',
  '9007199254740993',
  '12345678901234567890',
  '123456789012345678901234567890',
  '-9223372036854775809',
  '-0',
  '+1',
  '.inf',
  '-.Inf',
  '.nan',
  '=',
  '!!str 123',
  '!!int "7"',
  '!!float 3',
  '!!binary aGVsbG8=',
  '!custom x',
  '"escaped \\u00e9 \\n \\t end"',
  '"bell \\x07"',
  "'it''s'",
  '"trailing "',
  '" leading"',
  '"emoji \\U0001F600"',
  'über ☃ 😀',
  '"#no comment"',
  "'- item'",
  "'a: b'",
  '"null"',
  '"123"',
  "'0x12'",
  '"1e3"',
  "'yes'",
  '"a\\rb"',
  '"\\ttab"',
  "'@at'",
  "'%percent'",
  "'`tick'",
  "'&and'",
  "'*star'",
  '"{brace"',
  "''",
  '"\\u2028"',
  '"\\ufeff"',
  'a very long plain text that goes on and on past the eightieth column so that it has to be folded somewhere',
  '"a very long quoted text: that goes on and on past the eightieth column so that it has to be folded somewhere "',
];

const lines: readonly string[] = [
  'one',
  'two words',
  '',
  '  indented',
  'key: value',
  '# no comment',
  'trailing space ',
  '\ttab',
  'a very long line that goes on and on past the eightieth column so that it may have to be folded somewhere',
];

/** A scalar of any kind, in any style. */
export function anyScalar(random: Random): Yaml {
  if (random.chance(0.2)) {
    const block = random.pick(['|', '|-', '|+', '>', '>-', '>+']);
    return { block, lines: ['first', ...random.list(0, 4, () => random.pick(lines))] };
  }
  return random.chance(0.5) ? { verbatim: random.pick(odd) } : plainText(random);
}

/** A scalar that YAML reads as text. */
export function plainText(random: Random): string {
  return random.pick(['a', 'value', 'some text', 'x-1', '$(NAME)', 'pre-$(PORT)-post', 'v1.2.3']);
}

/** Mostly `usual`, and now and then anything. */
export function mostly(usual: Yaml, random: Random, probability = 0.03): Yaml {
  return random.odd(probability) ? anyScalar(random) : usual;
}

/** Verbatim YAML. */
export function verbatim(text: string): Verbatim {
  return { verbatim: text };
}

/** Labels or annotations: texts, now and then something that is none. */
export function anyPairs(random: Random, keys: readonly string[], most: number): YamlMap {
  return Object.fromEntries(
    random.some(keys, 1, most).map((key) => [key, mostly(plainText(random), random, 0.06)]),
  );
}

/** The names that resources of generated trees have, so that references meet. */
export const names: readonly string[] = ['app', 'web', 'db', 'conf', 'cred', 'web-1'];
export const namespaces: readonly string[] = ['default', 'prod', 'team-a', 'kube-system'];
export const labelKeys: readonly string[] = ['app', 'tier', 'app.kubernetes.io/name', 'env', 'foo'];
export const annotationKeys: readonly string[] = [
  'note',
  'example.com/owner',
  'app',
  'checksum/config',
  'config.kubernetes.io/other',
];
export const imageNames: readonly string[] = [
  'nginx',
  'postgres',
  'registry.example.com/team/app',
  'registry.example.com:5000/app',
  'localhost/x/y',
  'my-nginx',
];

/** An image as a container names it. */
export function anyImage(random: Random): string {
  const name = random.pick(imageNames);
  const tag = random.pick(['', ':1.0', ':latest', ':v2-alpine', ':1.0']);
  const digest = random.chance(0.1) ? `@sha256:${'ab12'.repeat(16)}` : '';
  return `${name}${tag}${digest}`;
}
