import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import type { Uri } from 'vscode';
import type { FleetView } from '../../../server/src/protocol/liveFleet.ts';
import { parseKeptFleet, type KeptFleet } from './parseKeptFleet.ts';

/** What is older is not shown any more. */
const longest = 24 * 60 * 60 * 1000;

/**
 * The fleet as it was last seen from this workspace, in a file of the extension that its owner alone may read: names, states
 * and times, and no value of any object.
 */
export class FleetCache {
  private readonly folder: string | undefined;

  /** Takes the folder that VS Code keeps for the extension and this workspace; without one nothing is kept. */
  constructor(storage: Pick<Uri, 'scheme' | 'fsPath'> | undefined) {
    this.folder = storage?.scheme === 'file' ? storage.fsPath : undefined;
  }

  /** What is kept; `undefined` where nothing is, or it is older than a day. */
  async read(now: number): Promise<KeptFleet | undefined> {
    if (this.folder === undefined) return undefined;
    const text = await readFile(this.file(this.folder), 'utf8').catch(() => '');
    const kept = parseKeptFleet(text);
    return kept !== undefined && now - kept.keptAt < longest ? kept : undefined;
  }

  /** Keeps a view; what cannot be written is not kept. */
  async write(view: FleetView, now: number): Promise<void> {
    if (this.folder === undefined) return;
    const file = this.file(this.folder);
    const partial = `${file}.${process.pid}`;
    try {
      await mkdir(this.folder, { recursive: true });
      await chmod(this.folder, 0o700);
      // The words of a controller are not kept.
      const sources = view.sources.map((one) => ({ ...one, failing: undefined }));
      const kept = { version: 1, keptAt: now, view: { ...view, sources } };
      await writeFile(partial, JSON.stringify(kept), { mode: 0o600 });
      await rename(partial, file);
    } catch {
      // A full disk is no reason to see nothing.
      await rm(partial, { force: true }).catch(() => undefined);
    }
  }

  private file(folder: string): string {
    return join(folder, 'fleet.json');
  }
}
