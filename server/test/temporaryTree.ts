import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import { parseFixture } from './fixture.ts';

/** Writes a small repository in one string (see `parseFixture`) to a folder that goes with the test. */
export function temporaryTree(text: string): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strata-test-')));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  writeTree(folder, text);
  return folder;
}

/** Writes a small repository in one string to a folder that is there. */
export function writeTree(folder: string, text: string): void {
  for (const [path, content] of parseFixture(text).files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}
