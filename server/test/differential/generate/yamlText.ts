import type { Random } from './random.ts';

/** A scalar that is written just as it stands here; it may be legal outside of `[…]` and `{…}` only. */
export interface Verbatim {
  readonly verbatim: string;
}

/** A text that is written as a block scalar with this header, such as `|-`. */
export interface BlockText {
  readonly block: string;
  readonly lines: readonly string[];
}

/** YAML to be written: texts are quoted where they need it, entries that are `undefined` are left out. */
export type Yaml =
  string | number | boolean | null | undefined | Verbatim | BlockText | readonly Yaml[] | YamlMap;

export interface YamlMap {
  readonly [key: string]: Yaml;
}

/** Writes block YAML with some chance of flow collections, quotes and comments. */
export function writeYaml(value: Yaml, random: Random): string {
  return writeBlock(value, '', random).replace(/^\n/, '');
}

/** Whether a value is a map. */
export function isMap(value: Yaml): value is YamlMap {
  return (
    typeof value === 'object' &&
    value !== null &&
    !isList(value) &&
    !('verbatim' in value) &&
    !('block' in value)
  );
}

/** Whether a value is a list. */
export function isList(value: Yaml): value is readonly Yaml[] {
  return Array.isArray(value);
}

/** Text that begins behind `key:` or `-`: a space and a scalar, or a line break and lines. */
function writeBlock(value: Yaml, indent: string, random: Random): string {
  if (isList(value)) {
    if (value.length === 0) {
      return ' []\n';
    }
    if (random.chance(0.08) && canFlow(value)) {
      return ` ${writeFlow(value)}\n`;
    }
    return `\n${value.map((item) => writeItem(item, indent, random)).join('')}`;
  }
  if (isMap(value)) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    if (entries.length === 0) {
      return ' {}\n';
    }
    if (random.chance(0.08) && canFlow(value)) {
      return ` ${writeFlow(value)}\n`;
    }
    return `\n${entries.map(([key, inner]) => writeEntry(key, inner, indent, random)).join('')}`;
  }
  if (typeof value === 'object' && value !== null && 'block' in value) {
    const lines = value.lines.map((line) => (line === '' ? '' : `${indent}  ${line}`));
    return ` ${value.block}\n${lines.map((line) => `${line}\n`).join('')}`;
  }
  const text = writeScalar(value, random);
  const comment = random.chance(0.02) ? ' # a comment' : '';
  return text === '' ? `${comment}\n` : ` ${text}${comment}\n`;
}

function writeItem(item: Yaml, indent: string, random: Random): string {
  const inner = writeBlock(item, `${indent}  `, random);
  return inner.startsWith('\n')
    ? `${indent}- ${inner.slice(1).slice(indent.length + 2)}`
    : `${indent}-${inner}`;
}

function writeEntry(key: string, value: Yaml, indent: string, random: Random): string {
  const comment = random.chance(0.01) ? `${indent}# above\n` : '';
  const deeper = isList(value) && random.chance(0.5) ? indent : `${indent}  `;
  return `${comment}${indent}${writeKey(key)}:${writeBlock(value, deeper, random)}`;
}

function writeKey(key: string): string {
  return isPlainSafe(key) || key === '<<' ? key : JSON.stringify(key);
}

function writeScalar(value: Exclude<Yaml, YamlMap | readonly Yaml[]>, random: Random): string {
  if (value === null || value === undefined) {
    return random.pick(['null', '~', '']);
  }
  if (typeof value === 'object') {
    return 'verbatim' in value ? value.verbatim : '';
  }
  if (typeof value !== 'string') {
    return String(value);
  }
  if (isPlainSafe(value) && !random.chance(0.05)) {
    return value;
  }
  return /^[ -~]+$/.test(value) && random.chance(0.4)
    ? `'${value.replaceAll("'", "''")}'`
    : JSON.stringify(value);
}

/** Texts that YAML reads as themselves. */
function isPlainSafe(text: string): boolean {
  return (
    /^[A-Za-z/$.][A-Za-z0-9_./$()=@+*-]*(?: [A-Za-z0-9_./$()=@+-]+)*$/.test(text) &&
    !/^(?:true|false|null|yes|no|on|off|y|n|\.\d.*|\.(?:inf|nan))$/i.test(text)
  );
}

function canFlow(value: Yaml): boolean {
  if (isList(value)) {
    return value.length < 5 && value.every(canFlow);
  }
  if (isMap(value)) {
    const entries = Object.entries(value);
    return entries.length < 5 && entries.every(([key, inner]) => key !== '<<' && canFlow(inner));
  }
  return typeof value !== 'object' || value === null;
}

function writeFlow(value: Yaml): string {
  if (isList(value)) {
    return `[${value.map(writeFlow).join(', ')}]`;
  }
  if (isMap(value)) {
    const entries = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return `{${entries.map(([key, inner]) => `${JSON.stringify(key)}: ${writeFlow(inner)}`).join(', ')}}`;
  }
  return JSON.stringify(value ?? null);
}
