import { expect, test } from 'vitest';
import { jsonValue } from '../functions/json.ts';
import { sprigFunctions } from '../functions/sprig.ts';
import { renderGoTemplate } from '../goTemplate.ts';

/** What sprig v3.3.0 made of each template. */
const recorded: readonly (readonly [string, string | { readonly error: string }])[] = [
  [
    '{{title "the small one"}} {{untitle "Ab Cd"}} {{swapcase "aB c"}} {{initials "a bc d"}} {{nospace " a b "}}',
    'The Small One ab cd Ab C abd ab',
  ],
  [
    '{{snakecase "HTTPServer20xOK fooBar_baz"}} {{kebabcase "FirstName"}} {{camelcase "http_server-x"}}',
    'http_server_20x_ok_foo_bar_baz first-name HttpServerX',
  ],
  [
    '{{trunc 5 .u}} {{trunc -3 .u}} {{substr 1 4 .s}} {{abbrev 8 .s}} {{abbrevboth 5 10 "1234 5678 9123"}}',
    'héll ☃ ell Hello... ...5678...',
  ],
  [
    '{{wrap 5 "aaa bbb ccccccc d"}}|{{wrapWith 3 "-" "abcdefgh"}}',
    'aaa\nbbb\nccccccc\nd|abc-def-gh',
  ],
  [
    '{{quote 1 "a\\"b" nil .t}} {{squote 1 "x"}} {{cat 1 nil "b"}} {{indent 2 "a\\nb"}}{{nindent 1 "x"}}',
    '"1" "a\\"b" "true" \'1\' \'x\' 1 b   a\n  b\n x',
  ],
  [
    '{{trimAll "$" "$5$"}} {{trimSuffix "x" "abx"}} {{replace "a" "b" "banana"}} {{plural "one" "many" 2}} {{repeat 3 "ab"}}',
    '5 ab bbnbnb many ababab',
  ],
  [
    '{{split "," "a,b,c"}} {{splitList "," "a,b"}} {{splitn "," 2 "a,b,c"}} {{join "-" .l}} {{sortAlpha .l}}',
    'map[_0:a _1:b _2:c] [a b] map[_0:a _1:b,c] b-a-c-a [a a b c]',
  ],
  [
    '{{add 1 2.9 "3"}} {{sub 5 2}} {{div 7 2}} {{mod 7 2}} {{mul 2 3 4}} {{max 1 5 3}} {{min 4 2}} {{add1 .n}}',
    '6 3 3 1 24 5 2 4',
  ],
  [
    '{{addf 0.1 0.2}} {{subf 1 0.9}} {{mulf 1.1 1.1}} {{divf 10 3}} {{round 123.5555 3}} {{ceil 1.2}} {{floor 1.8}}',
    '0.3 0.1 1.21 3.3333333333333335 123.556 2 1',
  ],
  [
    '{{until 3}} {{untilStep 3 0 -1}} {{seq 3}} {{seq 0 2 6}} {{seq 2 -1}} {{toDecimal "777"}} {{int64 "010"}} {{atoi "x"}}',
    '[0 1 2] [3 2 1] 1 2 3 0 2 4 6 2 1 0 -1 511 8 0',
  ],
  [
    '{{default "d" .e}} {{default "d" .s}} {{coalesce .e .nil "c"}} {{empty .z}} {{ternary "y" "n" true}} {{all 1 0}} {{any 0 1}}',
    'd Hello big World c true y false true',
  ],
  [
    '{{first .l}} {{last .l}} {{rest .l}} {{initial .l}} {{reverse .l}} {{uniq .l}} {{without .l "a"}} {{has "c" .l}} {{slice .l 1 3}} {{chunk 3 .l}} {{concat .l (list 1)}} {{append .l 1}} {{prepend .l 1}} {{compact (list 0 1 "")}}',
    'b a [a c a] [b a c] [a c a b] [b a c] [b c] true [a c] [[b a c] [a]] [b a c a 1] [b a c a 1] [1 b a c a] [1]',
  ],
  [
    '{{get .m "x"}} {{hasKey .m "q"}} {{pick .m "x"}} {{omit .m "x"}} {{pluck "x" .m}} {{dict "a" 1 "b"}} {{dig "d" "k" "no" .m}} {{merge (dict "x" 9) .m}} {{mergeOverwrite (dict "x" 9) .m}} {{unset (set (dict) "a" 1) "b"}}',
    '1 false map[x:1] map[d:map[k:v] y:two] [1] map[a:1 b:] v map[d:map[k:v] x:9 y:two] map[d:map[k:v] x:1 y:two] map[a:1]',
  ],
  [
    '{{toJson .m}} {{toPrettyJson .l}} {{toRawJson "<a>"}} {{toJson "<a>"}} {{fromJson "{\\"a\\":[1,null]}"}} {{toJson .large}}',
    '{"d":{"k":"v"},"x":1,"y":"two"} [\n  "b",\n  "a",\n  "c",\n  "a"\n] "<a>" "\\u003ca\\u003e" map[a:[1 <nil>]] 1000000',
  ],
  [
    '{{b64enc .u}} {{b64dec "aGk="}} {{b32enc "hi"}} {{b32dec "NBUQ===="}} {{b64dec "a"}}',
    'aMOpbGxvIOKYgw== hi NBUQ==== hi illegal base64 data at input byte 0',
  ],
  [
    '{{sha1sum "a"}} {{sha256sum "a"}} {{sha512sum "a" | trunc 20}} {{adler32sum "abc"}}',
    '86f7e437faa5a7fce15d1ddcb9eaeaea377667b8 ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb 1f40fc92da2416947509 38600999',
  ],
  [
    '{{regexMatch "^H" .s}} {{regexFind "[a-z]+" .s}} {{regexFindAll "l+?" .s -1}} {{regexReplaceAll "(\\\\w+) (?P<n>\\\\w+)" .s "${n}-$1"}} {{regexSplit "o" .s 2}} {{regexReplaceAll "a*" "baac" "-"}} {{regexReplaceAllLiteral "l" .s "$1"}} {{regexQuoteMeta "a.b"}}',
    'true ello [l l l] big-Hello World [Hell  big World] -b-c- He$1$1o big Wor$1d a\\.b',
  ],
  [
    '{{semverCompare "^1.2" "1.9.0"}} {{semverCompare ">=1.0-0 <2" "1.5.0-rc1"}} {{semverCompare "~1.2.x" "1.3.0"}} {{semverCompare "1.0 - 2.0" "1.5"}} {{(semver "v1.2.3-a+b").Prerelease}} {{(semver "1.2").IncMinor}}',
    'true true false true a 1.3.0',
  ],
  [
    '{{urlParse "https://u:p@h.example:80/p/q?x=1#f"}} {{urlJoin (dict "scheme" "http" "host" "h" "path" "/a b")}}',
    'map[fragment:f host:h.example:80 hostname:h.example opaque: path:/p/q query:x=1 scheme:https userinfo:u:p] http://h/a%20b',
  ],
  [
    '{{base "/a/b.c"}} {{dir "/a/b"}} {{clean "a/../b/./c"}} {{ext "x.tar.gz"}} {{isAbs "/x"}} {{osBase "a/b"}}',
    'b.c /a b/c .gz true b',
  ],
  [
    '{{typeOf .n}} {{kindOf .l}} {{kindIs "map" .m}} {{typeIs "string" .s}} {{typeOf 1}} {{typeOf (list)}} {{deepEqual .l .l}}',
    'float64 slice true true int []interface {} true',
  ],
  [
    '{{dateInZone "2006-01-02T15:04:05Z07:00" 86399 "UTC"}} {{htmlDate 0}} {{duration "3661"}}',
    '1970-01-01T23:59:59Z 1970-01-01 1h1m1s',
  ],
  [
    '{{fail "no"}}',
    { error: 'template: :1:2: executing "" at <fail "no">: error calling fail: no' },
  ],
  [
    '{{dig "s" "a" "d" .}}',
    {
      error:
        'template: :1:2: executing "" at <dig "s" "a" "d" .>: error calling dig: interface conversion: interface {} is string, not map[string]interface {}',
    },
  ],
  [
    '{{regexFind "(" .s}}',
    {
      error:
        'template: :1:2: executing "" at <regexFind "(" .s>: error calling regexFind: regexp: Compile(`(`): error parsing regexp: missing closing ): `(`',
    },
  ],
  [
    '{{mustRegexFind "(" .s}}',
    {
      error:
        'template: :1:2: executing "" at <mustRegexFind "(" .s>: error calling mustRegexFind: error parsing regexp: missing closing ): `(`',
    },
  ],
  [
    '{{div 1 0}}',
    {
      error:
        'template: :1:2: executing "" at <div 1 0>: error calling div: runtime error: integer divide by zero',
    },
  ],
  [
    '{{semver "x"}}',
    {
      error:
        'template: :1:2: executing "" at <semver "x">: error calling semver: invalid semantic version',
    },
  ],
  [
    '{{first 3}}',
    {
      error:
        'template: :1:2: executing "" at <first 3>: error calling first: Cannot find first on type int',
    },
  ],
  [
    '{{trunc "a" "b"}}',
    { error: 'template: :1:8: executing "" at <"a">: expected integer; found "a"' },
  ],
  [
    '{{set .s "a" 1}}',
    {
      error:
        'template: :1:6: executing "" at <.s>: wrong type for value; expected map[string]interface {}; got string',
    },
  ],
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
