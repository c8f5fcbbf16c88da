import type { Random } from './differential/generate/random.ts';

/** Text files by path. */
export type Files = Readonly<Record<string, string>>;

/** The files after one random edit: of a line, of a file, or of what a file is called. */
export function mutate(files: Files, random: Random): Files {
  const paths = Object.keys(files);
  const path = random.pick(paths);
  const text = files[path] ?? '';
  const others = Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
  switch (random.pick(['line', 'line', 'line', 'line', 'remove', 'rename', 'copy', 'bytes'])) {
    case 'remove':
      return paths.length > 1 ? others : files;
    case 'rename':
      return { ...others, [path.replace(/[^/]+$/, (name) => `x${name}`)]: text };
    case 'copy':
      return { ...files, [random.pick(paths)]: text };
    case 'bytes': {
      const at = random.whole(0, text.length);
      const bytes = random.pick([
        '',
        ' ',
        '\t',
        ':',
        '- ',
        '"',
        '&a ',
        '*a',
        '#',
        '{',
        '\0',
        '\n',
        '\r\n',
        '!!str ',
      ]);
      return { ...files, [path]: text.slice(0, at) + bytes + text.slice(at + random.whole(0, 2)) };
    }
    default:
      return { ...files, [path]: mutateLine(text.split('\n'), files, random).join('\n') };
  }
}

function mutateLine(lines: readonly string[], files: Files, random: Random): readonly string[] {
  const at = random.whole(0, lines.length - 1);
  const line = lines[at] ?? '';
  const put = (...changed: readonly string[]): readonly string[] => [
    ...lines.slice(0, at),
    ...changed,
    ...lines.slice(at + 1),
  ];
  switch (
    random.pick(['drop', 'twice', 'deeper', 'flatter', 'value', 'key', 'foreign', 'comment'])
  ) {
    case 'drop':
      return put();
    case 'twice':
      return put(line, line);
    case 'deeper':
      return put(`  ${line}`);
    case 'flatter':
      return put(line.replace(/^ {1,2}/, ''));
    case 'value':
      return put(line.replace(/: .*$/, `: ${random.pick(values)}`));
    case 'key':
      return put(line.replace(/\w+:/, `${random.pick(keys)}:`));
    case 'foreign': {
      const other = (files[random.pick(Object.keys(files))] ?? '').split('\n');
      return put(line, other[random.whole(0, other.length - 1)] ?? '');
    }
    default:
      return put(`${line} # a comment`);
  }
}

const values = [
  '1',
  'true',
  'null',
  '~',
  '""',
  'web',
  '[]',
  '{}',
  '0x1f',
  '1e3',
  '"8"',
  '[a, b]',
  '{a: b}',
  '../base',
];

const keys = [
  'name',
  'namespace',
  'metadata',
  'spec',
  'labels',
  'kind',
  'resources',
  'patches',
  'namePrefix',
  'images',
  'data',
];
