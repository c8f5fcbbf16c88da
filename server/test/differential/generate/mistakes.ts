import type { BuildCase } from '../../../../scripts/oracle/oracle.ts';
import { oddDocument, wrongValue } from './fields.ts';
import type { Random } from './random.ts';
import { writeYaml } from './yamlText.ts';

/** The same tree with a mistake in it, of the kinds that people make and of some that they do not. */
export function breakTree(tree: BuildCase, random: Random): BuildCase {
  const path = random.pick(Object.keys(tree.files));
  const text = tree.files[path] ?? '';
  const kustomizations = Object.keys(tree.files).filter((name) => /kustomization/i.test(name));
  const kustomization = random.pick(kustomizations);
  const edit = (name: string, next: string): BuildCase => ({
    ...tree,
    files: { ...tree.files, [name]: next },
  });
  const append = (line: string): BuildCase =>
    edit(kustomization, `${tree.files[kustomization] ?? ''}${line}`);
  return random.pick<() => BuildCase>([
    () => ({
      ...tree,
      files: Object.fromEntries(Object.entries(tree.files).filter(([name]) => name !== path)),
    }),
    () => edit(path, mutateLines(text, random)),
    () => edit(path, mutateLines(mutateLines(text, random), random)),
    () => edit(path, mutateCharacters(text, random)),
    () => edit(path, `${text}---\n${oddDocument(random)}`),
    () => append('unknownField: 1\n'),
    () => append(`${random.pick(knownFields)}:${spaced(writeYaml(wrongValue(random), random))}`),
    () => append('resources:\n- missing.yaml\n'),
    () => append('kind: Other\n'),
    () => append(random.pick(strangeFields)),
    () => append(random.pick(strangeFields)),
    () => linkFolder(tree, random),
    () => append('components: [../base]\n'),
    () => edit(kustomization.replace(/[^/]*$/, 'kustomization.yml'), 'namePrefix: other-\n'),
    () => edit(kustomization, ''),
    () => edit(kustomization, '# nothing\n'),
    () => edit(path.replace(/[^/]*$/, 'resource.yaml'), oddDocument(random)),
    () => addSymlink(tree, random),
  ])();
}

/** Fields as few write them, some of which kustomize takes. */
const strangeFields: readonly string[] = [
  'helmCharts:\n- name: x\n',
  'helmGlobals: {chartHome: charts}\n',
  'resources:\n- https://example.com/a/b.yaml\n',
  'resources:\n- github.com/example/repo//folder?ref=v1\n',
  'resources:\n- ./\n',
  'resources:\n- ""\n',
  'bases: []\n',
  'NamePrefix: other-\n',
  'nameprefix: other-\n',
  'NAMESPACE: other\n',
  'namePrefix: 12\n',
  'namePrefix: true\n',
  'namespace: 0777\n',
  'metadata:\n  name: x\n  labels: {a: b}\n  annotations: {a: b}\n',
  'metadata: {labels: {a: 1}}\n',
  'patches:\n- path: missing.yaml\n',
  'patches:\n- patch: ""\n',
  'patches:\n- target: {kind: Deployment}\n',
  'patchesStrategicMerge:\n- missing.yaml\n',
  'images:\n- newTag: x\n',
  'images:\n- name: nginx\n  newTag: 1.10\n',
  'replicas:\n- name: app\n',
  'configMapGenerator:\n- literals: [a=b]\n',
  'configMapGenerator:\n- name: x\n  files: [.]\n',
  'configMapGenerator:\n- name: x\n  literals: [1, true, null]\n',
  'secretGenerator:\n- name: x\n  type: 1\n',
  'generatorOptions: {disableNameSuffixHash: "true"}\n',
  'labels:\n- pairs: {a: b}\n  includeSelectors: "yes"\n',
  'vars:\n- name: X\n',
  'replacements:\n- path: missing.yaml\n',
  'transformers:\n- missing\n',
  'openapi: {version: v1.20.4}\n',
  'openapi: {}\n',
  'buildMetadata: [other]\n',
  'sortOptions: {}\n',
  'imageTags:\n- name: nginx\n  newTag: v1\n',
  'commonLabels: {a: null}\n',
  'commonAnnotations: {a: }\n',
  'crds: [missing.json]\n',
  'configurations: [missing.yaml]\n',
  'components:\n- .\n',
];

/** The same tree with a folder moved elsewhere and a link in its place. */
function linkFolder(tree: BuildCase, random: Random): BuildCase {
  const folders = [...new Set(Object.keys(tree.files).map((path) => path.split('/')[0] ?? ''))];
  const folder = random.pick(folders);
  const move = (path: string): string =>
    path.startsWith(`${folder}/`) ? `elsewhere/deep/${path.slice(folder.length + 1)}` : path;
  const moved = (files: Readonly<Record<string, string>>): Record<string, string> =>
    Object.fromEntries(Object.entries(files).map(([path, text]) => [move(path), text]));
  const isFolder = Object.keys(tree.files).some((path) => path.startsWith(`${folder}/`));
  return isFolder
    ? {
        ...tree,
        files: moved(tree.files),
        filesBase64: moved(tree.filesBase64 ?? {}),
        symlinks: { [folder]: random.pick(['elsewhere/deep', './elsewhere/../elsewhere/deep/']) },
        disk: true,
      }
    : tree;
}

function spaced(text: string): string {
  return text.startsWith(' ') ? text : `\n${text}`;
}

const knownFields: readonly string[] = [
  'resources',
  'namePrefix',
  'namespace',
  'commonLabels',
  'labels',
  'patches',
  'images',
  'replicas',
  'configMapGenerator',
  'vars',
  'replacements',
  'transformers',
  'openapi',
  'sortOptions',
  'buildMetadata',
  'metadata',
  'NamePrefix',
];

/** Moves, doubles, drops or indents lines, or changes a value. */
export function mutateLines(text: string, random: Random): string {
  const lines = text.split('\n');
  const index = random.whole(0, Math.max(lines.length - 1, 0));
  const line = lines[index] ?? '';
  switch (random.whole(0, 6)) {
    case 0:
      lines.splice(index, 1);
      break;
    case 1:
      lines.splice(index, 0, line);
      break;
    case 2: {
      const other = random.whole(0, lines.length - 1);
      lines[index] = lines[other] ?? '';
      lines[other] = line;
      break;
    }
    case 3:
      lines[index] = random.chance(0.5) ? ` ${line}` : line.replace(/^ /, '');
      break;
    case 4:
      lines[index] = line.replace(/(:\s+|-\s+)\S.*$/, `$1${random.pick(values)}`);
      break;
    case 5:
      lines[index] = line.replace(/:.*$/, ':');
      break;
    default:
      lines[index] = line.replace(/\S+:/, (key) => (random.chance(0.5) ? `x${key}` : 'name:'));
  }
  return lines.join('\n');
}

const values: readonly string[] = [
  'x',
  'null',
  '~',
  '0777',
  'yes',
  '1.5',
  '[]',
  '{}',
  '[a, b]',
  '{a: b}',
  '""',
  '*alias',
  '&anchor x',
  '!!str 1',
  '"quoted"',
  '|',
  '- y',
  'a: b',
  '@bad',
  '2020-01-01',
];

/** Drops, doubles or changes one character. */
export function mutateCharacters(text: string, random: Random): string {
  const at = random.whole(0, Math.max(text.length - 1, 0));
  const inserted = random.pick([
    '',
    ' ',
    '\n',
    '\t',
    ':',
    '-',
    '"',
    "'",
    '{',
    ']',
    '#',
    '*',
    'é',
    '\0',
    '\r',
  ]);
  return `${text.slice(0, at)}${inserted}${text.slice(at + (random.chance(0.5) ? 1 : 0))}`;
}

function addSymlink(tree: BuildCase, random: Random): BuildCase {
  const path = random.pick(Object.keys(tree.files));
  const moved = `elsewhere/${path.replaceAll('/', '-')}`;
  const files = Object.fromEntries(
    Object.entries(tree.files).map(([name, text]) => [name === path ? moved : name, text]),
  );
  return { ...tree, files, symlinks: { [path]: `/${moved}` }, disk: true };
}
