#!/usr/bin/env node
// The command `strata` of a checkout: loads the bundled command line, and builds it first where the
// sources are newer.
'use strict';

const { ensureNode } = require('./ensureNode.cjs');

ensureNode(__filename);

const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, statSync } = require('node:fs');
const { enableCompileCache } = require('node:module');
const { join } = require('node:path');

const root = join(__dirname, '..', '..');
const bundle = join(root, 'dist', 'cli.cjs');
const builder = join(root, 'esbuild.mjs');

if (existsSync(builder) && isStale()) {
  const built = spawnSync(process.execPath, [builder, 'cli'], {
    cwd: root,
    // The output of `strata` is for whoever reads it: the build speaks on stderr only.
    stdio: ['ignore', 2, 2],
  });
  if (built.status !== 0) {
    process.stderr.write('strata: the command line could not be built.\n');
    process.exit(3);
  }
}
enableCompileCache();
require(bundle);

function isStale() {
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
