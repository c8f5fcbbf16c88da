// Loads a bundle of a checkout, and builds it first where the sources are newer.
'use strict';

const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, statSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');
const builder = join(root, 'esbuild.mjs');

/**
 * Loads `dist/NAME.cjs`, which `esbuild.mjs NAME live` builds, with what it loads when a cluster is asked; `program` is what
 * speaks where that fails.
 */
function launch(name, program) {
  const bundle = join(root, 'dist', `${name}.cjs`);
  if (existsSync(builder) && isStale(bundle)) {
    const built = spawnSync(process.execPath, [builder, name, 'live'], {
      cwd: root,
      // The output is for whoever reads it: the build speaks on stderr only.
      stdio: ['ignore', 2, 2],
    });
    if (built.status !== 0) {
      process.stderr.write(`${program}: dist/${name}.cjs could not be built.\n`);
      process.exit(3);
    }
  }
  enableCompileCache();
  require(bundle);
}

function isStale(bundle) {
  if (!existsSync(bundle)) {
    return true;
  }
  const built = statSync(bundle).mtimeMs;
  const inputs = [
    builder,
    join(root, 'package-lock.json'),
    ...sourcesBelow(join(root, 'server', 'src')),
  ];
  return inputs.some((file) => statSync(file).mtimeMs > built);
}

function sourcesBelow(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return sourcesBelow(path);
    }
    return entry.name.endsWith('.test.ts') ? [] : [path];
  });
}

module.exports = { launch };
