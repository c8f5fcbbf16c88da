import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** Builds the extension and prints where it is (`npm run package`). */
export function main(): number {
  process.stdout.write(`${packageExtension()}\n`);
  return 0;
}

/** Builds the bundles and from them the VSIX; returns its path. Throws where that fails, or vsce warns of something. */
export function packageExtension(): string {
  const vsix = join(root, 'dist', 'strata.vsix');
  run('esbuild.mjs', '--minify', 'client', 'server', 'live', 'fleet');
  run(
    join('node_modules', '@vscode', 'vsce', 'vsce'),
    'package',
    // The bundles hold everything that the extension needs.
    '--no-dependencies',
    '--allow-missing-repository',
    '--no-rewrite-relative-links',
    ...['--out', vsix],
  );
  return vsix;
}

function run(script: string, ...words: readonly string[]): void {
  const ended = spawnSync(process.execPath, [join(root, script), ...words], {
    cwd: root,
    encoding: 'utf8',
  });
  if (ended.status !== 0 || ended.stdout.includes('WARNING') || ended.stderr.includes('WARNING')) {
    throw new Error(`${script} failed:\n${ended.stdout}${ended.stderr}`);
  }
}
