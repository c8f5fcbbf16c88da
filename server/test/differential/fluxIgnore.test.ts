import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FluxOracle } from '../../../scripts/oracle/fluxOracle.ts';
import { fluxOraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { artifactReader, scopeOfFolder } from '../../src/flux/ignore.ts';
import { entryInput } from '../../src/kustomize/files.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { databaseOf } from '../fluxTree.ts';
import { generateIgnoredTree, type IgnoredTree } from './fluxIgnoreCases.ts';
import { Random } from './generate/random.ts';

describeWith('generated .sourceignore', await fluxOraclePath(), { tests: 1 }, (path) => {
  test('leave out what they leave out of an artifact of Flux', async () => {
    const oracle = new FluxOracle(path);
    const trees = generate({ isOdd: true }, { fixed: 300, long: 5_000 });
    const answers = await oracle.ignored(
      trees.map(({ paths, patterns, ignore }) => {
        const order = Object.keys(patterns).sort();
        const files = order.map((folder): [string, string] => [
          folder,
          text(patterns[folder] ?? []),
        ]);
        const all = [...paths, ...order.map(ignoreFile)];
        return { files: Object.fromEntries(files), order, ignore, paths: all };
      }),
    );
    oracle.dispose();
    answers.forEach((answer, index) => {
      const tree = trees[index];
      if (tree === undefined || answer.kind !== 'ok') throw new Error(JSON.stringify(answer));
      expect([...leftOut(tree)].sort(), JSON.stringify(tree, undefined, 1)).toEqual(
        [...answer.value].sort(),
      );
    });
  });
});

test('patterns that git and Flux read alike leave out what git ignores', () => {
  const folder = mkdtempSync(join(tmpdir(), 'strata-ignore-'));
  try {
    execFileSync('git', ['init', '-q', folder]);
    for (const [index, tree] of generate({ isOdd: false }, { fixed: 40, long: 1_000 }).entries()) {
      const here = join(folder, `case-${index}`);
      mkdirSync(here);
      for (const [owner, patterns] of Object.entries(tree.patterns)) {
        mkdirSync(join(here, owner), { recursive: true });
        writeFileSync(join(here, owner, '.gitignore'), text(patterns));
      }
      // A pattern of any kind ends what Flux leaves out by default.
      const own = leftOut({ ...tree, ignore: 'nothing-is-called-so' }).filter(
        (path) => !path.endsWith('.sourceignore'),
      );
      expect([...own].sort(), JSON.stringify(tree, undefined, 1)).toEqual(
        [...ignoredByGit(here, tree.paths)].sort(),
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 300_000);

function generate(
  how: { readonly isOdd: boolean },
  counts: { readonly fixed: number; readonly long: number },
): readonly IgnoredTree[] {
  const first = testSeed() * 1_000_003;
  return Array.from({ length: howMany(counts) }, (_, index) =>
    generateIgnoredTree(new Random(first + index), how),
  );
}

/** The files of a tree that are not in its artifact. */
function leftOut({ paths, patterns, ignore }: IgnoredTree): readonly string[] {
  const own = Object.entries(patterns).map(([folder, lines]) => [ignoreFile(folder), text(lines)]);
  const files = Object.fromEntries([...paths.map((path) => [path, '']), ...own]) as Record<
    string,
    string
  >;
  const reader = artifactReader(databaseOf(files), {
    ...scopeOfFolder('', Object.keys(patterns).map(ignoreFile)),
    ignore,
  });
  return Object.keys(files).filter((path) => reader.read(entryInput, path) === undefined);
}

function ignoredByGit(folder: string, paths: readonly string[]): readonly string[] {
  const options = { cwd: folder, input: paths.join('\0'), encoding: 'utf8' } as const;
  try {
    return execFileSync('git', ['check-ignore', '--no-index', '-z', '--stdin'], options)
      .split('\0')
      .filter((path) => path !== '');
  } catch (error) {
    // Git ends with 1 where it ignores none of them.
    if ((error as { status?: number }).status === 1) return [];
    throw error;
  }
}

function ignoreFile(folder: string): string {
  return folder === '' ? '.sourceignore' : `${folder}/.sourceignore`;
}

function text(lines: readonly string[]): string {
  return lines.map((line) => `${line}\n`).join('');
}
