import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { ok, type Result } from '../server/src/util/result.ts';
import { packageExtension } from './package.ts';
import { codeServer } from './tools/codeServer.ts';
import { startEditor } from './tools/editor.ts';
import type { MissingTool } from './tools/missingTool.ts';

/** A real VS Code with Strata on a copy of a folder. */
export interface OpenEditor {
  /** The address of the workbench, on this machine alone. */
  readonly url: string;
  /** Stops it and removes the copy and the profile. */
  readonly close: () => Promise<void>;
}

/** Packages the extension, installs it into a VS Code with a profile of its own, and opens a copy of a folder there. */
export async function openEditor(folder: string): Promise<Result<OpenEditor, MissingTool>> {
  const entry = await codeServer();
  if (entry.kind === 'failed') return entry;
  const home = await mkdtemp(join(tmpdir(), 'strata-fleet-'));
  const copy = join(home, basename(folder));
  await cp(folder, copy, { recursive: true });
  const editor = await startEditor(entry.value, {
    folder: copy,
    extensions: [packageExtension()],
    trust: 'every folder',
  });
  return ok({
    url: editor.url,
    close: async () => {
      await editor.close();
      await rm(home, { recursive: true, force: true });
    },
  });
}
