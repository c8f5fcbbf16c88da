// Bundles the client, the server and the command line to CommonJS files in dist/.
// Usage: node esbuild.mjs [--minify] [--watch] [client] [server] [cli]
import { build, context } from 'esbuild';

const bundles = {
  client: { entry: 'client/src/extension.ts', external: ['vscode'] },
  server: { entry: 'server/src/main.ts', external: [] },
  cli: { entry: 'server/src/cli.ts', external: [] },
};

const flags = new Set(process.argv.slice(2).filter((argument) => argument.startsWith('--')));
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const unknown = [
  ...names.filter((name) => !Object.hasOwn(bundles, name)),
  ...[...flags].filter((flag) => flag !== '--minify' && flag !== '--watch'),
];
if (unknown.length > 0) {
  console.error(`esbuild.mjs: unknown argument ${unknown.join(', ')}`);
  process.exit(2);
}

for (const name of names.length > 0 ? names : Object.keys(bundles)) {
  const options = {
    entryPoints: [bundles[name].entry],
    outfile: `dist/${name}.cjs`,
    external: bundles[name].external,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22.19',
    sourcemap: true,
    sourcesContent: false,
    minify: flags.has('--minify'),
    // Packages that ship both forms: the ES module form bundles smaller and without `require` tricks.
    mainFields: ['module', 'main'],
    logLevel: 'warning',
  };
  if (flags.has('--watch')) {
    await (await context(options)).watch();
  } else {
    await build(options);
  }
}
