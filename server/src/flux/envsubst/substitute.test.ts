import { expect, test } from 'vitest';
import { toBytes } from './byteText.ts';
import { substituteText, variablesIn } from './substitute.ts';

const variables = new Map(
  Object.entries({
    name: 'hello world',
    env: 'Prod',
    empty: '',
    path: 'a/b/c.tar.gz',
    uml: 'größe',
    greek: 'ᾀß',
    two: '2',
    ref: '${name}',
  }).map(([key, value]) => [key, toBytes(value)]),
);

/** Texts with what fluxcd/pkg/envsubst v1.8.0 makes of them; recorded. */
const recorded: readonly (readonly [text: string, result: string])[] = [
  ['${name}', 'hello world'],
  ['${nope}', ''],
  ['[${nope}]', '[]'],
  ['$name $$name $$$name', '$name $name $$name'],
  ['$${name}', '${name}'],
  ['$$${name}', '$hello world'],
  ['\\${name}', '\\hello world'],
  ['\\\\${name}', '\\\\hello world'],
  ['${empty:-x}', 'x'],
  ['${nope:=a b}', 'a b'],
  ['${nope=a}', 'a'],
  ['${nope:?no}', 'no'],
  ['${nope:+yes}', 'yes'],
  ['${name:+yes}', 'hello world'],
  ['${nope-x}', '! missing-brace'],
  ['${nope+x}', '! missing-brace'],
  ['${nope?x}', '! missing-brace'],
  ['${nope:-${env}${two}}', 'Prod2'],
  ['${nope:-}', ''],
  ['${nope:-{}}', '{}'],
  ['${nope:-$$x}', '$$x'],
  ['${#name}', '11'],
  ['${#uml}', '7'],
  ['${#nope}', '0'],
  ['${name:6}', 'world'],
  ['${name:0:5}', 'hello'],
  ['${name:-3}', 'hello world'],
  ['${name: -3}', 'hello world'],
  ['${name:1:-1}', 'ello worl'],
  ['${name:9:-9}', ''],
  ['${name:99}', ''],
  ['${name:x}', 'hello world'],
  ['${name:${two}}', 'llo world'],
  ['${name::3}', '! bad-argument'],
  ['${uml:2}', 'öße'],
  ['${uml:2:1}', '! invalid-utf8'],
  ['${uml:é}', '! bad-substitution'],
  ['${name:99999999999999999999}', 'hello world'],
  ['${env^^} ${env,,} ${env^} ${env,}', 'PROD prod Prod prod'],
  ['${greek^^}', 'ᾈß'],
  ['${env^,}', 'Prod'],
  ['${path#*/}', 'b/c.tar.gz'],
  ['${path##*/}', 'c.tar.gz'],
  ['${path%.*}', 'a/b/c.tar'],
  ['${path%%.*}', 'a/b/c'],
  ['${path#x}', 'a/b/c.tar.gz'],
  ['${path%[a-z]z}', 'a/b/c.tar.gz'],
  ['${path##[!a]}', '/b/c.tar.gz'],
  ['${path#\\a}', '/b/c.tar.gz'],
  ['${path#[}', 'a/b/c.tar.gz'],
  ['${name/o/0}', 'hell0 world'],
  ['${name//o/0}', 'hell0 w0rld'],
  ['${name/#hello/bye}', 'bye world'],
  ['${name/%world/x}', 'hello x'],
  ['${name/x}', '! bad-substitution'],
  ['${name//o/}', 'hell wrld'],
  ['${name/\\//x}', 'hello world'],
  ['${path/\\//-}', 'a-b/c.tar.gz'],
  ['${path///-}', '! bad-argument'],
  ['${name/${nope}/x}', 'xhello world'],
  ['${empty//${nope}/x}', 'x'],
  ['${name/o//p}', 'hellp world'],
  ['${a.b}', '! missing-brace'],
  ['${a-b}', '! missing-brace'],
  ['${ a}', '! bad-variable'],
  ['${}', '! bad-variable'],
  ['${', '! bad-variable'],
  ['${a', '! missing-brace'],
  ['x$', 'x$'],
  ['${größe:-1}', '1'],
  ['${1:-one}', 'one'],
  ['${a[0]}', '! missing-brace'],
  ['${ref}', '${name}'],
  ['${a::=x}', '! bad-argument'],
  ['${a:-b}c}', 'bc}'],
  ['${#}', '! bad-substitution'],
  ['${#a-b}', '! bad-substitution'],
  ['${name^^^}', '! bad-substitution'],
];

test.each(recorded)('%s', (text, result) => {
  const substituted = substituteText(text, { variables, strict: false });
  expect('text' in substituted ? substituted.text : `! ${substituted.failure}`).toBe(result);
});

test('strict substitution refuses what is not set where no default is at hand', () => {
  const strict = { variables, strict: true };
  expect(substituteText('${nope}', strict)).toEqual({ failure: 'variable-not-set', name: 'nope' });
  expect(substituteText('${#nope}', strict)).toEqual({ failure: 'variable-not-set', name: 'nope' });
  expect(substituteText('${nope:-x}${nope=y}${empty}', strict)).toEqual({ text: 'xy' });
});

test('the variables of a text are found in arguments too', () => {
  expect([...variablesIn('${a:-${b}} $${c} ${a}')]).toEqual(['a', 'b']);
  expect([...variablesIn('${a')]).toEqual([]);
});
