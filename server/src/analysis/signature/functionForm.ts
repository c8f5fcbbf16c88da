import type { SignatureForm } from './signatureForms.ts';

/** What functions of templates take, the value of a pipeline last. Source: Go's text/template, sprig, Argo CD's docs. */
const functions: Readonly<Record<string, string>> = {
  and: 'VALUE VALUE…',
  cat: 'TEXT TEXT…',
  coalesce: 'VALUE VALUE…',
  contains: 'PART TEXT',
  default: 'DEFAULT VALUE',
  dig: 'KEY DEFAULT MAP',
  empty: 'VALUE',
  eq: 'VALUE OTHER…',
  first: 'LIST',
  fromJson: 'TEXT',
  fromYaml: 'TEXT',
  ge: 'VALUE OTHER',
  get: 'MAP KEY',
  gt: 'VALUE OTHER',
  has: 'VALUE LIST',
  hasKey: 'MAP KEY',
  hasPrefix: 'PREFIX TEXT',
  hasSuffix: 'SUFFIX TEXT',
  index: 'COLLECTION KEY…',
  join: 'SEPARATOR LIST',
  last: 'LIST',
  le: 'VALUE OTHER',
  len: 'VALUE',
  lower: 'TEXT',
  lt: 'VALUE OTHER',
  ne: 'VALUE OTHER',
  normalize: 'TEXT',
  not: 'VALUE',
  or: 'VALUE VALUE…',
  printf: 'FORMAT VALUE…',
  quote: 'TEXT',
  regexFind: 'PATTERN TEXT',
  regexMatch: 'PATTERN TEXT',
  regexReplaceAll: 'PATTERN TEXT REPLACEMENT',
  repeat: 'COUNT TEXT',
  replace: 'OLD NEW TEXT',
  slugify: 'MAXIMUM SMART TEXT',
  split: 'SEPARATOR TEXT',
  splitList: 'SEPARATOR TEXT',
  squote: 'TEXT',
  substr: 'START END TEXT',
  ternary: 'WHEN-TRUE WHEN-FALSE CONDITION',
  title: 'TEXT',
  toJson: 'VALUE',
  toYaml: 'VALUE',
  trim: 'TEXT',
  trimAll: 'CHARACTERS TEXT',
  trimPrefix: 'PREFIX TEXT',
  trimSuffix: 'SUFFIX TEXT',
  trunc: 'LENGTH TEXT',
  upper: 'TEXT',
  urlParse: 'TEXT',
};

/** The function of a template whose arguments are being written; `undefined` outside of `{{` and where none is known. */
export function functionForm(written: string): SignatureForm | undefined {
  const start = written.lastIndexOf('{{');
  if (start < 0 || written.includes('}}', start)) return undefined;
  const words = wordsOf(written.slice(start + 2).replace(/^-\s/, ' '));
  const [name = '', ...args] = words ?? [];
  const taken = Object.hasOwn(functions, name) ? functions[name] : undefined;
  if (taken === undefined || args.length === 0) return undefined;
  const parts = taken.split(' ');
  const active = Math.min(args.length - 1, parts.length - 1);
  return { form: 'function', label: `${name} ${taken}`, parts, active };
}

/** The words of the innermost call that is open, the last of them being written; `undefined` inside of a text. */
function wordsOf(action: string): readonly string[] | undefined {
  const open: string[][] = [['']];
  let quote: string | undefined;
  for (const character of action) {
    const call = open.at(-1) ?? [];
    const last = call.length - 1;
    if (quote !== undefined) {
      if (character === quote) quote = undefined;
      call[last] = (call[last] ?? '') + character;
    } else if (character === '"' || character === '`') {
      quote = character;
      call[last] = (call[last] ?? '') + character;
    } else if (character === '(') open.push(['']);
    else if (character === ')' && open.length > 1) {
      open.pop();
      const outer = open.at(-1) ?? [];
      outer[outer.length - 1] = '()';
    } else if (character === '|') open.splice(open.length - 1, 1, ['']);
    else if (/\s/.test(character)) {
      if (call[last] !== '') call.push('');
    } else call[last] = (call[last] ?? '') + character;
  }
  return open.at(-1);
}
