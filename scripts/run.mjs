// Runs a script of ours: `node scripts/run.mjs NAME …` calls `main` of scripts/NAME.ts with the rest
// of the words and ends with the exit code that it returns.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { ensureNode } = createRequire(import.meta.url)('../server/bin/ensureNode.cjs');
ensureNode(fileURLToPath(import.meta.url));

// Node reads our sources as they are. That it has to look whether they are modules is fine with us.
process.removeAllListeners('warning');
process.on('warning', (warning) => {
  if (warning.code !== 'MODULE_TYPELESS_PACKAGE_JSON') {
    console.error(`${warning.name}: ${warning.message}`);
  }
});

const [name, ...words] = process.argv.slice(2);
const script = new URL(`${name}.ts`, import.meta.url);
if (existsSync(script)) {
  const { main } = await import(script.href);
  process.exitCode = await main(words);
} else {
  console.error(`scripts/${name}.ts is planned and not built yet.`);
  process.exitCode = 2;
}
