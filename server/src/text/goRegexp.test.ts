import { expect, test } from 'vitest';
import { compileGoRegexp } from './goRegexp.ts';

// Recorded from Go 1.26, regexp.Compile and MatchString: expression, texts that match, texts that do not.
test.each<[string, string[], string[]]>([
  ['web', ['web', 'my-web-1'], ['WEB', '']],
  ['^(?:web|api)$', ['web', 'api'], ['web\n', 'webapi']],
  ['^(?:web-[0-9]{2,3})$', ['web-10', 'web-100'], ['web-1', 'web-1000']],
  ['^web(:[a-z0-9]*)?$', ['web', 'web:v1'], ['web:V1', 'webs']],
  ['(?i)straße', ['STRAẞE'], ['strasse']],
  ['(?i)[k-s]', ['\u212a', '\u017f', 'R'], ['a']],
  ['(?i)\\W', ['-'], ['\u212a', 'a']],
  ['(?i)\\P{Lu}', ['1'], ['a', 'A']],
  ['a.b', ['a-b', 'a\u2028b'], ['a\nb']],
  ['(?s)a.b', ['a\nb'], ['ab']],
  ['(?m)^b$', ['a\nb\nc'], ['a b']],
  ['\\Aa\\z', ['a'], ['a\n', 'aa']],
  ['\\bb\\b', ['a b c', 'éb'], ['ab']],
  ['\\s', ['\f'], ['\v', '\u00a0']],
  ['\\d', ['7'], ['\u0667']],
  ['[[:alpha:]][[:^digit:]]', ['a-'], ['a1', '1-']],
  ['\\p{Greek}\\pL[\\p{Nd}x]', ['Ωa7', 'ααx'], ['aa7']],
  ['\\Qa.b\\E+', ['a.bb'], ['axb']],
  ['(?P<one>a)(?<two>b)', ['ab'], ['ba']],
  ['a{,2}', ['a{,2}'], ['aa']],
  ['[]a-]', [']', '-'], ['b']],
  ['\\x{1F600}\\x41\\101', ['😀AA'], ['😀A']],
  ['(a*)*$', ['', 'b'], []],
])('%s', (pattern, matching, others) => {
  const regexp = compileGoRegexp(pattern);
  const answers = [...matching, ...others].map((text) =>
    'problem' in regexp ? regexp.problem : regexp.test(text),
  );
  expect(answers).toEqual([...matching.map(() => true), ...others.map(() => false)]);
});

// Recorded from Go 1.26, regexp.Compile.
test.each([
  ['a**', 'invalid nested repetition operator'],
  ['*', 'missing argument to repetition operator'],
  ['a|*', 'missing argument to repetition operator'],
  ['(a', 'missing closing )'],
  ['a)', 'unexpected )'],
  ['[a', 'missing closing ]'],
  ['[z-a]', 'invalid character class range'],
  ['[[:foo:]]', 'invalid character class range'],
  ['\\p{Old_Italic}', 'invalid character class range'],
  ['\\1', 'invalid escape sequence'],
  ['\\Z', 'invalid escape sequence'],
  ['a\\', 'trailing backslash at end of expression'],
  ['(?=a)', 'invalid or unsupported Perl syntax'],
  ['(?<=a)', 'invalid named capture'],
  ['(?i-)', 'invalid or unsupported Perl syntax'],
  ['a{1001}', 'invalid repeat count'],
  ['(a{10}){101}', 'invalid repeat count'],
  [`${'('.repeat(1001)}a${')'.repeat(1001)}`, 'expression nests too deeply'],
])('%s is refused', (pattern, problem) => {
  expect(compileGoRegexp(pattern)).toEqual({ problem });
});

test('takes time linear in the text', () => {
  const regexp = compileGoRegexp('^(?:(a*)*b|(a|aa)*c)$');
  expect('problem' in regexp || regexp.test('a'.repeat(20_000))).toBe(false);
});
