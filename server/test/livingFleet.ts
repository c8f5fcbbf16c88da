import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { startDemoFleet, type DemoFleet } from '../../scripts/demo/demoFleet.ts';
import { openWorkspace } from '../src/workspace/workspace.ts';
import { exampleFleet } from './commandLine.ts';
import { commitAll, git } from './gitRepository.ts';
import { startLanguageServer, type LanguageServer } from './languageServer.ts';

/**
 * Lets the demonstration server play the clusters of the example fleet while the tests of a file run, as those of the user's
 * kubeconfig; gives it once the tests begin.
 */
export function playDemoFleet(): () => DemoFleet {
  let fleet: DemoFleet | undefined;
  beforeAll(async () => {
    const { signal } = new AbortController();
    const workspace = await openWorkspace(exampleFleet, { exact: true }, signal);
    fleet = await startDemoFleet(workspace, signal);
    vi.stubEnv('KUBECONFIG', fleet.kubeconfig);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await fleet?.close();
  });
  return () => {
    if (fleet === undefined) throw new Error('the tests have not begun');
    return fleet;
  };
}

/** Starts one language server for the tests of a file, on a copy of the example fleet that is a repository with one commit. */
export function serveFleet(): () => LanguageServer {
  const folder = mkdtempSync(join(tmpdir(), 'strata-fleet-'));
  let server: LanguageServer | undefined;
  beforeAll(async () => {
    cpSync(exampleFleet, folder, { recursive: true });
    git(folder, 'init', '--quiet');
    commitAll(folder);
    server = await startLanguageServer(folder, { trusted: true });
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true });
  });
  return () => {
    if (server === undefined) throw new Error('the tests have not begun');
    return server;
  };
}
