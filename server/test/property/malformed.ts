import type { BuildCase } from '../../../scripts/oracle/oracle.ts';
import { mutateCharacters, mutateLines } from '../differential/generate/mistakes.ts';
import type { Random } from '../differential/generate/random.ts';
import { generateCase } from '../differential/generate/tree.ts';

/** A tree that is wrong in some way that files can be wrong in, from a seed. */
export function malformedCase(random: Random): BuildCase {
  const tree = generateCase(random.whole(0, 2 ** 31));
  let files: Record<string, string> = { ...tree.files };
  let filesBase64: Record<string, string> = { ...tree.filesBase64 };
  const symlinks: Record<string, string> = {};
  const damage = random.whole(1, 3);
  for (let count = 0; count < damage; count += 1) {
    const path = random.pick(Object.keys(files));
    const text = files[path] ?? '';
    const kind = random.whole(0, 9);
    if (kind < 6) {
      files[path] = damageText(text, random);
    } else if (kind === 6) {
      const rest = Object.fromEntries(Object.entries(files).filter(([name]) => name !== path));
      files = Object.keys(rest).length > 0 ? rest : { 'kustomization.yaml': '' };
      filesBase64 = { ...filesBase64, [path]: damageBytes(text, random).toString('base64') };
    } else if (kind === 7) {
      addLinks(symlinks, path, Object.keys(files), random);
    } else if (kind === 8) {
      const near = kustomizationNear(path, files);
      files[near] = `${files[near] ?? ''}\n${strangeEntry(Object.keys(files), random)}`;
    } else {
      files[path] = huge(random);
    }
  }
  const links = Object.entries(symlinks).filter(([path]) => !(path in files));
  return { ...tree, files, filesBase64, symlinks: Object.fromEntries(links) };
}

function kustomizationNear(path: string, files: Readonly<Record<string, string>>): string {
  const folder = path.replace(/[^/]*$/, '');
  const near = Object.keys(files).find(
    (name) => /kustomization/i.test(name) && name.startsWith(folder),
  );
  return near ?? path;
}

function damageText(text: string, random: Random): string {
  return random.pick<() => string>([
    () => text.slice(0, random.whole(0, text.length)),
    () => mutateLines(text, random),
    () => mutateCharacters(mutateCharacters(text, random), random),
    () => randomText(random),
    () => text + randomText(random),
    () => deepText(random),
    () => aliasText(random),
    () => text.replaceAll(/\n/g, random.pick(['\r\n', '\r', '\u2028', '\n\n', '\0'])),
    () => `\ufeff${text}`,
    () =>
      text.replaceAll(/: /g, random.pick([': &a ', ': *a ', ': !!int ', ': !x ', ': |\n', ': ? '])),
  ])();
}

const pieces: readonly string[] = [
  ...Array.from('{}[],:-?&*!|>\'"%@`#~<= \n\t\r\0\u0085\u2028\ufeff\ud800é😀'),
  '\n  ',
  '\n- ',
  ': ',
  '---\n',
  '...\n',
  '%YAML 1.1\n',
  '%TAG ! x\n',
  '<<: ',
  '&a ',
  '*a',
  '!!binary ',
  '!!set ',
  'resources',
  'patches',
  'name',
  'kind: ',
  '\\u12',
  '"\\x',
  '0x',
  '1e999999',
];

function randomText(random: Random): string {
  return random.list(0, 40, () => random.pick(pieces)).join('');
}

function damageBytes(text: string, random: Random): Buffer {
  const bytes = Buffer.from(text, 'utf8');
  if (random.chance(0.3) || bytes.length === 0) {
    return Buffer.from(random.list(0, 200, () => random.whole(0, 255)));
  }
  for (let count = random.whole(1, 4); count > 0; count -= 1) {
    bytes[random.whole(0, bytes.length - 1)] = random.pick([0, 0x80, 0xc0, 0xed, 0xfe, 0xff]);
  }
  return bytes;
}

/** Nesting as deep as a parser that calls itself may not like. */
function deepText(random: Random): string {
  const depth = random.pick([50, 500, 2_000, 20_000]);
  return random.pick<() => string>([
    () => '['.repeat(depth),
    () => `a: ${'['.repeat(depth)}${']'.repeat(depth)}`,
    () => `${'{a: '.repeat(depth)}x${'}'.repeat(depth)}`,
    () => '- '.repeat(depth),
    () => '? '.repeat(depth),
    () =>
      Array.from({ length: Math.min(depth, 2_000) }, (_, index) => `${' '.repeat(index)}a:`).join(
        '\n',
      ),
    () => `kind: ConfigMap\nmetadata: {name: ${'"'.repeat(depth)}`,
  ])();
}

/** Aliases of aliases, and anchors in themselves. */
function aliasText(random: Random): string {
  const levels = random.whole(2, 12);
  const names = 'abcdefghijklm';
  const bomb = Array.from({ length: levels }, (_, index) => {
    const before = index === 0 ? '"x"' : `*${names.charAt(index - 1)}`;
    return `${names.charAt(index)}: &${names.charAt(index)} [${Array.from({ length: 9 }, () => before).join(', ')}]`;
  }).join('\n');
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: bomb}\n';
  return random.pick([
    head + bomb,
    bomb,
    `${head}data: &d {a: *d}\n`,
    `${head}data: &d\n  <<: *d\n`,
    `${head}base: &b {<<: [*b, *b]}\ndata: {<<: *b}\n`,
    'resources: &r [*r]\n',
    'resources: *missing\n',
    `${head}data: {<<: 1}\n`,
    `${head}a: &a {x: 1}\nb: &b {<<: *a}\nc: &c {<<: [*a, *b]}\ndata: {<<: [*a, *b, *c], <<: *a}\n`,
  ]);
}

function huge(random: Random): string {
  const size = random.pick([1_000, 1_000, 20_000, 20_000, 200_000]);
  return random.pick<() => string>([
    () => 'x'.repeat(size),
    () => `a: ${'y'.repeat(size)}\n`,
    () => ' '.repeat(size),
    () => `resources:\n${'- a.yaml\n'.repeat(size / 100)}`,
    () => '---\n'.repeat(size / 100),
    () => `kind: A\nmetadata: {name: a}\ndata:\n${'  k: v\n'.repeat(size / 100)}`,
    () => `patches:\n${'- patch: x\n'.repeat(size / 100)}`,
    () => `namePrefix: ${'é'.repeat(size / 10)}\n`,
  ])();
}

/** Links in circles, to nothing, out of the tree, and from a file to a folder. */
function addLinks(
  symlinks: Record<string, string>,
  path: string,
  paths: readonly string[],
  random: Random,
): void {
  const folder = path.replace(/[^/]*$/, '');
  const a = `${folder}link-${random.whole(0, 3)}`;
  const b = `${folder}link-${random.whole(0, 3)}`;
  symlinks[a] = random.pick([
    b.replace(/^.*\//, ''),
    a.replace(/^.*\//, ''),
    '.',
    '..',
    '../../../..',
    '/',
    '/etc/passwd',
    '/nowhere',
    '',
    `/${random.pick(paths)}`,
    `${'../'.repeat(50)}x`,
  ]);
  symlinks[b] = random.pick([a.replace(/^.*\//, ''), './', `/${folder}`]);
}

/** A line for a kustomization that names what it should not. */
function strangeEntry(paths: readonly string[], random: Random): string {
  const target = random.pick([
    '.',
    './',
    '..',
    '/',
    '',
    '../..',
    'link-0',
    'link-1/link-2',
    '../../../../etc/passwd',
    '/etc/passwd',
    `/${random.pick(paths)}`,
    `../${random.pick(paths)}`,
    'https://example.com/a//b?ref=c',
    'git@example.com:a/b.git',
    'a\\0b',
    '%2e%2e',
    'x'.repeat(5_000),
    '~',
    'null',
    '[]',
    '{a: b}',
    '*x',
  ]);
  const field = random.pick([
    'resources',
    'bases',
    'components',
    'patchesStrategicMerge',
    'configurations',
    'crds',
    'generators',
    'transformers',
    'validators',
    'patches',
    'openapi',
    'replacements',
    'helmCharts',
  ]);
  return random.pick([
    `${field}: [${target}]\n`,
    `${field}:\n- ${target}\n- ${target}\n`,
    `${field}: ${target}\n`,
    `${field}:\n- path: ${target}\n`,
    `openapi:\n  path: ${target}\n`,
    `configMapGenerator:\n- name: a\n  files: [${target}]\n  envs: [${target}]\n`,
    `helmCharts:\n- name: ${target}\n  valuesFile: ${target}\n`,
  ]);
}
