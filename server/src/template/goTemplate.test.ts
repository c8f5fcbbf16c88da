import { expect, test } from 'vitest';
import { jsonValue } from './functions/json.ts';
import { sprigFunctions } from './functions/sprig.ts';
import { renderGoTemplate } from './goTemplate.ts';

/** What Go 1.26's text/template made of each template. */
const recorded: readonly (readonly [string, string | { readonly error: string }])[] = [
  [
    '{{.s}} {{.n}} {{.large}} {{.nil}} {{.missing}}',
    'Hello big World 3 1e+06 <no value> <no value>',
  ],
  ['{{.m}} {{.l}} {{.m.d.k}} {{.m.none}}', 'map[d:map[k:v] x:1 y:two] [b a c a] v <no value>'],
  ['{{if .t}}yes{{else}}no{{end}} {{if .z}}yes{{else if .n}}n{{else}}no{{end}}', 'yes n'],
  ['{{with .m.d}}{{.k}}{{else}}none{{end}} {{with .nil}}x{{else with .e}}y{{else}}z{{end}}', 'v z'],
  [
    '{{range $i, $e := .l}}{{if eq $i 2}}{{break}}{{end}}{{if eq $e "b"}}{{continue}}{{end}}{{$i}}{{$e}}{{end}}',
    '1a',
  ],
  [
    '{{range $k, $v := .m}}{{$k}}={{$v}};{{end}}{{range .nil}}x{{else}}empty{{end}}{{range 3}}{{.}}{{end}}',
    'd=map[k:v];x=1;y=two;empty012',
  ],
  [
    '{{define "t"}}[{{.}}]{{end}}{{template "t" .n}}{{block "b" .s}}<{{.}}>{{end}}',
    '[3]<Hello big World>',
  ],
  ['a \n {{- .n -}} \n b {{/* c */}} {{- /* d */ -}} e', 'a3b e'],
  ['{{$x := 1}}{{if true}}{{$x = 2}}{{$x := 3}}{{end}}{{$x}}{{$.n}}', '23'],
  [
    '{{printf "%05.1f|%-4d|%q|%v|%T|%x|%+d|%8s|%t" .f 3 .s .l .m "hi" 4 "ab" true}}',
    '002.5|3   |"Hello big World"|[b a c a]|map[string]interface {}|6869|+4|      ab|true',
  ],
  [
    '{{printf "%d" .s}} {{printf "%s"}} {{printf "x" 1}} {{printf "%[2]d %[1]d" 1 2}} {{printf "%!"}}',
    '%!d(string=Hello big World) %!s(MISSING) x%!(EXTRA int=1) 2 1 %!!(MISSING)',
  ],
  [
    '{{len .u}} {{index .l 1}} {{index .m "d" "k"}} {{slice .s 1 3}} {{and .n .e}} {{or .e .nil .s}} {{not .e}}',
    {
      error:
        'template: :1:49: executing "" at <slice .s 1 3>: error calling slice: list should be type of slice or array but string',
    },
  ],
  [
    '{{html "<a b=\'c\'>&"}} {{js "it\'s \\"<x>\\""}} {{urlquery "a b&c"}} {{print 1 2 "x" 3}}{{println 1 "x"}}',
    '&lt;a b=&#39;c&#39;&gt;&amp; it\\\'s \\"\\u003Cx\\u003E\\" a+b%26c 1 2x31 x\n',
  ],
  [
    '{{eq .n 3.0}} {{lt 1 2}} {{ge "b" "a"}} {{eq .s "x" .s}} {{ne .nil nil}}',
    'true true true true false',
  ],
  [
    '{{1e3}} {{0x1F}} {{\'a\'}} {{1_000}} {{-5}} {{`raw "x"`}} {{"\\u00e9\\t"}}',
    '1000 31 97 1000 -5 raw "x" é\t',
  ],
  [
    '{{.n.x}}',
    {
      error: 'template: :1:4: executing "" at <.n.x>: can\'t evaluate field x in type interface {}',
    },
  ],
  [
    '{{eq .n 3}}',
    {
      error:
        'template: :1:2: executing "" at <eq .n 3>: error calling eq: incompatible types for comparison: float64 and int',
    },
  ],
  [
    '{{.s.x}}',
    {
      error: 'template: :1:4: executing "" at <.s.x>: can\'t evaluate field x in type interface {}',
    },
  ],
  [
    '{{index .l 9}}',
    {
      error:
        'template: :1:2: executing "" at <index .l 9>: error calling index: index out of range: 9',
    },
  ],
  [
    '{{index .nil 1}}',
    {
      error:
        'template: :1:2: executing "" at <index .nil 1>: error calling index: index of untyped nil',
    },
  ],
  [
    '{{len 3}}',
    { error: 'template: :1:2: executing "" at <len 3>: error calling len: len of type int' },
  ],
  [
    '{{lt .l .l}}',
    {
      error:
        'template: :1:2: executing "" at <lt .l .l>: error calling lt: invalid type for comparison',
    },
  ],
  [
    'x\n  {{ .s.x }}',
    {
      error: 'template: :2:7: executing "" at <.s.x>: can\'t evaluate field x in type interface {}',
    },
  ],
  [
    '{{upper .n}}',
    {
      error:
        'template: :1:8: executing "" at <.n>: wrong type for value; expected string; got float64',
    },
  ],
  [
    '{{upper}}',
    {
      error:
        'template: :1:2: executing "" at <upper>: wrong number of args for upper: want 1 got 0',
    },
  ],
  [
    '{{range .s}}{{end}}',
    { error: 'template: :1:8: executing "" at <.s>: range can\'t iterate over Hello big World' },
  ],
  [
    '{{template "none"}}',
    {
      error: 'template: :1:11: executing "" at <{{template "none"}}>: template "none" not defined',
    },
  ],
  ['{{nil}}', { error: 'template: :1:2: executing "" at <nil>: nil is not a command' }],
  [
    '{{(print "a").b}}',
    { error: 'template: :1:9: executing "" at <"a">: can\'t evaluate field b in type string' },
  ],
  [
    '{{.m.x 1}}',
    { error: 'template: :1:4: executing "" at <.m.x>: x is not a method but has arguments' },
  ],
  ['{{', { error: 'template: :1: unclosed action' }],
  ['{{end}}', { error: 'template: :1: unexpected {{end}}' }],
  ['{{if}}x{{end}}', { error: 'template: :1: missing value for if' }],
  ['{{if .t}}x', { error: 'template: :1: unexpected EOF' }],
  ['{{foo}}', { error: 'template: :1: function "foo" not defined' }],
  ['{{$x}}', { error: 'template: :1: undefined variable "$x"' }],
  ['{{.a-b}}', { error: "template: :1: bad character U+002D '-'" }],
  ['{{1 | 2}}', { error: 'template: :1: non executable command in pipeline stage 2' }],
  ['{{break}}', { error: 'template: :1: {{break}} outside {{range}}' }],
  ['{{"abc}}', { error: 'template: :1: unterminated quoted string' }],
  ['{{/* x', { error: 'template: :1: unclosed comment' }],
  ['{{if .t\n}}{{.b\n', { error: 'template: :3: unclosed action started at :2' }],
  ['{{(1}}', { error: 'template: :1: unclosed left paren' }],
  ['{{1)}}', { error: 'template: :1: unexpected right paren' }],
  ['{{@}}', { error: 'template: :1: unexpected "@" in command' }],
  ['{{3x}}', { error: 'template: :1: bad number syntax: "3x"' }],
  ['{{range $i, $j, $k := .l}}{{end}}', { error: 'template: :1: too many declarations in range' }],
  ['{{else}}', { error: 'template: :1: unexpected {{else}}' }],
  [
    '{{define "a"}}x{{end}}{{define "a"}}y{{end}}',
    { error: 'template: :1: template: multiple definition of template "a"' },
  ],
  ['{{99999999999999999999}}', { error: 'template: :1: integer overflow: "99999999999999999999"' }],
];

const data = jsonValue({
  s: 'Hello big World',
  e: '',
  n: 3,
  f: 2.5,
  large: 1000000,
  t: true,
  z: false,
  nil: null,
  l: ['b', 'a', 'c', 'a'],
  m: { x: 1, y: 'two', d: { k: 'v' } },
  u: 'héllo ☃',
});

test.each(recorded)('%s', (template, expected) => {
  const result = renderGoTemplate(template, data, {
    functions: sprigFunctions,
    missingKey: 'default',
  });
  expect(result.kind === 'text' ? result.text : { error: result.message }).toEqual(expected);
});

test.each([
  [
    'error',
    { error: 'template: :1:2: executing "" at <.missing>: map has no entry for key "missing"' },
  ],
  ['zero', '<no value>'],
] as const)('a missing key under missingkey=%s', (missingKey, expected) => {
  const result = renderGoTemplate('{{.missing}}', data, { functions: sprigFunctions, missingKey });
  expect(result.kind === 'text' ? result.text : { error: result.message }).toEqual(expected);
});

test.each([
  ['{{range until 3000}}{{range until 3000}}x{{end}}{{end}}', 'limit'],
  ['{{define "a"}}{{template "a"}}{{end}}{{template "a"}}', 'limit'],
  ['{{repeat 100000000 "x"}}', 'limit'],
  ['{{set . "self" .}}', 'limit'],
  ['{{$x := list}}{{range until 100000}}{{$x = list $x}}{{end}}{{$x}}', 'limit'],
  ['{{now}}', 'nonDeterministic'],
  ['{{randAlpha 3}}', 'nonDeterministic'],
  ['{{derivePassword 1 "long" "a" "b" "c"}}', 'unsupported'],
])('%s ends by itself: %s', (template, cause) => {
  const result = renderGoTemplate(template, data, {
    functions: sprigFunctions,
    missingKey: 'default',
  });
  expect(result).toMatchObject({ kind: 'failure', cause });
});

test('a problem has its place', () => {
  const result = renderGoTemplate('a\n{{ .s }} {{ foo }}', data, {
    functions: sprigFunctions,
    missingKey: 'default',
  });
  expect(result).toEqual({
    kind: 'problem',
    message: 'template: :2: function "foo" not defined',
    offset: 14,
    line: 2,
  });
});
