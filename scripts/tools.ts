import { checkerPath, checkerPrograms } from './tools/checkers.ts';
import { chromiumPath } from './tools/chromium.ts';
import { codeServer } from './tools/codeServer.ts';
import { helmPath, kubectlPath } from './tools/kubectl.ts';
import { describeMissingTool, type ToolPath } from './tools/missingTool.ts';
import { oldestNode } from './tools/oldestNode.ts';

/**
 * Fetches every tool that tests and benchmarks use, and prints where each is (`npm run tools`); with the word `checkers`, it
 * also builds the checkers, which takes long.
 */
export async function main(words: readonly string[] = []): Promise<number> {
  const tools: readonly (readonly [string, ToolPath])[] = [
    ['kubectl', await kubectlPath()],
    ['helm', await helmPath()],
    ['chromium', chromiumPath()],
    ['code-server', await codeServer()],
    ['oldest node', await oldestNode()],
    ...(words.includes('checkers')
      ? await Promise.all(
          checkerPrograms.map(
            async (name) => [name, await checkerPath(name, { build: true })] as const,
          ),
        )
      : []),
  ];
  for (const [name, path] of tools) {
    const line = path.kind === 'ok' ? `${name}: ${path.value}` : describeMissingTool(path.failure);
    process.stdout.write(`${line}\n`);
  }
  return tools.every(([, path]) => path.kind === 'ok') ? 0 : 1;
}
