import type { Random } from './generate/random.ts';

/** A tree of files, some with patterns of what its artifact leaves out. */
export interface IgnoredTree {
  /** Paths of files, no folder named like a file. */
  readonly paths: readonly string[];
  /** Folder to patterns; `''` is the top. */
  readonly patterns: Readonly<Record<string, readonly string[]>>;
  /** `spec.ignore`. */
  readonly ignore: string | undefined;
}

const folders = ['apps', 'apps/web', 'apps/web/base', 'apps/.hidden', 'infra', 'infra/x1', 'a b'];
const files = [
  ...['kustomization.yaml', 'deploy.yaml', 'values.yml', 'logo.png', '.sops.yaml', 'x1.yaml'],
  ...['.travis.yml', 'README.md', 'notes.txt', '.flux.yaml', 'a.tar.gz', 'é.yaml'],
];

/** Patterns on whose meaning git and Flux agree. */
const plain = [
  ...['*.md', '/apps', 'apps/', 'web/', '/infra/*', 'infra/x1/', '**/base', 'apps/**/base'],
  ...['deploy.yaml', '/deploy.yaml', '/*.yaml', 'x?', 'x[0-9]', 'apps/web/*.yaml', '**/x1.yaml'],
  ...['infra/**', '*.txt  ', '# a comment', '', 'a b/', '.hidden', '*', '/*', 'v[a-f]lues.y*'],
];

/** Patterns that git and Flux take differently, or that only one of them takes. */
const odd = [
  ...[
    '!deploy.yaml',
    '!/apps',
    '!apps/web/base/',
    '!*.yaml',
    '!/infra/x1',
    '!**/kustomization.yaml',
  ],
  ...['a**b', '[', '[!a]*', '\\#x', '**', '/**', '/', '!', 'apps//web', './apps', 'apps/web/**/*'],
  ...[
    '*.y\\aml',
    '[z-a]',
    '\\',
    'web/**',
    '/**/web/base',
    '!*',
    'a\\ b/',
    ' ',
    '\tinfra',
    '**/apps/**',
  ],
];

/** A random tree; `isOdd` takes patterns in that git reads differently, else each folder has one at least. */
export function generateIgnoredTree(random: Random, { isOdd }: { isOdd: boolean }): IgnoredTree {
  const paths = ['', ...folders].flatMap((folder) =>
    random.some(files, 0, 5).map((name) => (folder === '' ? name : `${folder}/${name}`)),
  );
  const choices = isOdd ? [...plain, ...odd, ...odd] : plain;
  const list = (): readonly string[] => random.list(1, 4, () => random.pick(choices));
  const owners = random.some(['', ...folders], isOdd ? 0 : 1, 2);
  return {
    paths,
    patterns: Object.fromEntries(owners.map((folder) => [folder, list()])),
    ignore: isOdd && random.chance(0.4) ? list().join('\n') : undefined,
  };
}
