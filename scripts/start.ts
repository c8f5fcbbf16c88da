import { spawnSync } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packageExtension } from './package.ts';
import { codeServer } from './tools/codeServer.ts';
import { startEditor } from './tools/editor.ts';
import { describeMissingTool } from './tools/missingTool.ts';

const root = join(import.meta.dirname, '..');
const exampleFleet = join(root, 'test-fixtures', 'argocd-fleet');

/**
 * Shows Strata on the example fleet (`npm start`): first in the terminal, then in a real VS Code that
 * runs until it is stopped. With `--no-editor` it ends after the first.
 */
export async function main(words: readonly string[]): Promise<number> {
  showInTerminal();
  return words.includes('--no-editor') ? 0 : showInEditor();
}

/** Runs the command line as a user would. */
function showInTerminal(): void {
  for (const words of [['--help']]) {
    process.stdout.write(`\n$ strata ${words.join(' ')}\n`);
    spawnSync(process.execPath, [join(root, 'server', 'bin', 'strata.cjs'), ...words], {
      cwd: exampleFleet,
      stdio: 'inherit',
    });
  }
}

async function showInEditor(): Promise<number> {
  const entry = await codeServer();
  if (entry.kind === 'failed') {
    process.stderr.write(`No VS Code to show: ${describeMissingTool(entry.failure)}\n`);
    return 0;
  }
  const folder = await mkdtemp(join(tmpdir(), 'strata-fleet-'));
  await cp(exampleFleet, folder, { recursive: true });
  const editor = await startEditor(entry.value, {
    folder,
    extensions: [packageExtension()],
    trust: 'every folder',
  });
  process.stdout.write(`\nVS Code with Strata on a copy of the example fleet: ${editor.url}\n`);
  process.stdout.write('Press Ctrl+C to stop it.\n');
  await stopRequested();
  await editor.close();
  await rm(folder, { recursive: true, force: true });
  return 0;
}

async function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}
