import { chromiumPath } from './tools/chromium.ts';
import { codeServer } from './tools/codeServer.ts';
import { helmPath, kubectlPath } from './tools/kubectl.ts';
import { describeMissingTool } from './tools/missingTool.ts';
import { oldestNode } from './tools/oldestNode.ts';

/** Fetches every tool that tests and benchmarks use, and prints where each is (`npm run tools`). */
export async function main(): Promise<number> {
  const tools = [
    ['kubectl', await kubectlPath()],
    ['helm', await helmPath()],
    ['chromium', chromiumPath()],
    ['code-server', await codeServer()],
    ['oldest node', await oldestNode()],
  ] as const;
  for (const [name, path] of tools) {
    const line = path.kind === 'ok' ? `${name}: ${path.value}` : describeMissingTool(path.failure);
    process.stdout.write(`${line}\n`);
  }
  return tools.every(([, path]) => path.kind === 'ok') ? 0 : 1;
}
