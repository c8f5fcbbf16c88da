/*
 * Sets of characters in Go's regular expressions: classes, escapes such as `\d` and `\p{Greek}`, single characters.
 * Source: Go 1.26 regexp/syntax/parse.go and perl_groups.go.
 */

/** Whether a code point is in a set. */
export type CharacterTest = (codePoint: number) => boolean;

/** A part of a class: what a JavaScript class body matches, or all but that. */
export interface ClassPart {
  /** The body of a JavaScript class with the flag `u`: `a-z`, `\p{Lu}`. */
  readonly body: string;
  readonly negated: boolean;
}

/**
 * Makes the test of a class of several parts. Case folding is that of Unicode for a part as a whole, before it is negated;
 * JavaScript's own negation folds in another order.
 */
export function classTest(
  parts: readonly ClassPart[],
  options: { readonly negated: boolean; readonly foldsCase: boolean },
): CharacterTest {
  const flags = options.foldsCase ? 'iu' : 'u';
  const tests = parts.map(({ body, negated }) => {
    const regexp = new RegExp(`^[${body}]$`, flags);
    return (text: string): boolean => regexp.test(text) !== negated;
  });
  const contains = (codePoint: number): boolean => {
    const text = String.fromCodePoint(codePoint);
    return tests.some((test) => test(text)) !== options.negated;
  };
  const ascii = Array.from({ length: 128 }, (_, codePoint) => contains(codePoint));
  return (codePoint) => ascii[codePoint] ?? contains(codePoint);
}

/** A range of code points as a part of a class. */
export function rangePart(low: number, high: number): ClassPart {
  return { body: `${escapeCodePoint(low)}-${escapeCodePoint(high)}`, negated: false };
}

/** `\d`, `\S` and their like, by the letter; `undefined` for another letter. Only ASCII counts. */
export function perlClassPart(letter: string): ClassPart | undefined {
  const body = perlClasses.get(letter.toLowerCase());
  return body === undefined || letter.length !== 1
    ? undefined
    : { body, negated: letter !== letter.toLowerCase() };
}

const perlClasses: ReadonlyMap<string, string> = new Map([
  ['d', '0-9'],
  ['s', '\\t\\n\\f\\r\\x20'],
  ['w', '0-9A-Z_a-z'],
]);

/** The part of `[:name:]` or `[:^name:]`; `undefined` for a name that Go does not know. */
export function posixClassPart(name: string): ClassPart | undefined {
  const negated = name.startsWith('^');
  const body = posixClasses.get(negated ? name.slice(1) : name);
  return body === undefined ? undefined : { body, negated };
}

const posixClasses: ReadonlyMap<string, string> = new Map([
  ['alnum', '0-9A-Za-z'],
  ['alpha', 'A-Za-z'],
  ['ascii', '\\x00-\\x7f'],
  ['blank', '\\t\\x20'],
  ['cntrl', '\\x00-\\x1f\\x7f'],
  ['digit', '0-9'],
  ['graph', '\\x21-\\x7e'],
  ['lower', 'a-z'],
  ['print', '\\x20-\\x7e'],
  ['punct', '\\x21-\\x2f\\x3a-\\x40\\x5b-\\x60\\x7b-\\x7e'],
  ['space', '\\t-\\r\\x20'],
  ['upper', 'A-Z'],
  ['word', '0-9A-Z_a-z'],
  ['xdigit', '0-9A-Fa-f'],
]);

/**
 * The part of `\p{name}`, which may begin with `^`; `undefined` for a name that Go does not know. Case, blanks, `-` and `_` do
 * not count, and by that Go 1.26 lost the scripts whose own names have a `_`. Which characters have a property is up to the
 * Unicode version of JavaScript, a later one than Go's.
 */
export function unicodeClassPart(name: string): ClassPart | undefined {
  const isInverted = name.startsWith('^');
  const canonical = canonicalName(isInverted ? name.slice(1) : name);
  const part = unicodeClass(canonical);
  return part && { body: part.body, negated: part.negated !== isInverted };
}

function unicodeClass(name: string): ClassPart | undefined {
  switch (name) {
    case 'Any':
      return { body: '\\u{0}-\\u{10ffff}', negated: false };
    case 'Assigned':
      return { body: '\\p{Cn}', negated: true };
    case 'Ascii':
      return { body: '\\x00-\\x7f', negated: false };
    case 'Lc':
      return { body: '\\p{LC}', negated: false };
  }
  const category = categories.has(name) ? name : categoryAliases.get(name);
  if (category !== undefined) {
    return { body: `\\p{${category}}`, negated: false };
  }
  return scripts.has(name) ? { body: `\\p{Script=${name}}`, negated: false } : undefined;
}

function canonicalName(name: string): string {
  const letters = name.replaceAll(/[-_ ]/g, '');
  const lower = letters.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower.replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

const categories: ReadonlySet<string> = new Set(
  'C Cc Cf Cn Co Cs L Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs'.split(
    ' ',
  ),
);

const categoryAliases: ReadonlyMap<string, string> = new Map(
  [
    'Casedletter=LC Closepunctuation=Pe Combiningmark=M Connectorpunctuation=Pc Control=Cc Currencysymbol=Sc',
    'Dashpunctuation=Pd Decimalnumber=Nd Enclosingmark=Me Finalpunctuation=Pf Format=Cf Initialpunctuation=Pi Letter=L',
    'Letternumber=Nl Lineseparator=Zl Lowercaseletter=Ll Mark=M Mathsymbol=Sm Modifierletter=Lm Modifiersymbol=Sk',
    'Nonspacingmark=Mn Number=N Openpunctuation=Ps Other=C Otherletter=Lo Othernumber=No Otherpunctuation=Po',
    'Othersymbol=So Paragraphseparator=Zp Privateuse=Co Punctuation=P Separator=Z Spaceseparator=Zs Spacingmark=Mc',
    'Surrogate=Cs Symbol=S Titlecaseletter=Lt Unassigned=Cn Uppercaseletter=Lu Cntrl=Cc Digit=Nd Punct=P',
  ]
    .join(' ')
    .split(' ')
    .map((pair) => {
      const [name = '', category = ''] = pair.split('=');
      return [name, category] as const;
    }),
);

const scripts: ReadonlySet<string> = new Set(
  [
    'Adlam Ahom Arabic Armenian Avestan Balinese Bamum Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese Buhid',
    'Carian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cyrillic Deseret Devanagari Dogra Duployan',
    'Elbasan Elymaic Ethiopic Georgian Glagolitic Gothic Grantha Greek Gujarati Gurmukhi Han Hangul Hanunoo Hatran',
    'Hebrew Hiragana Inherited Javanese Kaithi Kannada Katakana Kawi Kharoshthi Khmer Khojki Khudawadi Lao Latin Lepcha',
    'Limbu Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Medefaidrin Miao Modi Mongolian Mro',
    'Multani Myanmar Nabataean Nandinagari Newa Nko Nushu Ogham Oriya Osage Osmanya Palmyrene Phoenician Rejang Runic',
    'Samaritan Saurashtra Sharada Shavian Siddham Sinhala Sogdian Soyombo Sundanese Syriac Tagalog Tagbanwa Takri Tamil',
    'Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Toto Ugaritic Vai Vithkuqi Wancho Yezidi Yi',
  ]
    .join(' ')
    .split(' '),
);

function escapeCodePoint(codePoint: number): string {
  return `\\u{${codePoint.toString(16)}}`;
}
