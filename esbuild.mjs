// Bundles the client, the server and the command line to CommonJS files in dist/.
// What talks to clusters is a bundle of its own, which the server and the command line load when a cluster is asked.
// The command line itself only picks the bundle of what is run, and is built with those.
// What the panel of the fleet runs is a script of a page, with its stylesheet beside it.
// Usage: node esbuild.mjs [--minify] [--out FOLDER] [client] [server] [cli] [live] [fleet]
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';

const root = dirname(fileURLToPath(import.meta.url));

const bundles = {
  client: { entry: 'client/src/extension.ts', external: ['vscode'] },
  server: { entry: 'server/src/main.ts', external: [] },
  oftenRun: { entry: 'server/src/cli/oftenRun.ts', external: [] },
  chartRun: { entry: 'server/src/cli/chartRun.ts', external: [] },
  commandLine: { entry: 'server/src/cli/commandLine.ts', external: [] },
  cli: { entry: 'server/src/cli.ts', external: [], picks: ['oftenRun', 'chartRun', 'commandLine'] },
  live: { entry: 'server/src/live/live.ts', external: [] },
  fleet: { entry: 'client/webview/fleet.ts', external: [], style: 'client/webview/fleet.css' },
};

/** Leaves the door to clusters, and what the command line picks, to their own bundles. */
const loadedApart = {
  name: 'loaded-apart',
  setup({ onResolve }) {
    onResolve(
      { filter: /\/(?:live\/live|cli\/oftenRun|cli\/chartRun|cli\/commandLine)\.ts$/ },
      ({ kind, path }) =>
        kind === 'dynamic-import'
          ? { path: `./${basename(path, '.ts')}.cjs`, external: true }
          : undefined,
    );
  },
};

/** Holds that no other bundle takes in what talks to clusters: it would double what each start has to read. */
const clientsOnlyInLive = {
  name: 'clients-only-in-live',
  setup({ onResolve }) {
    onResolve({ filter: /^@kubernetes\/client-node$/ }, ({ importer }) => ({
      errors: [{ text: `${importer} may only be reached through live/live.ts` }],
    }));
  },
};

const { values, positionals: names } = parseArgs({
  options: { minify: { type: 'boolean' }, out: { type: 'string' } },
  allowPositionals: true,
});
const outdir = values.out === undefined ? join(root, 'dist') : resolve(values.out);
const unknown = names.filter((name) => !Object.hasOwn(bundles, name));
if (unknown.length > 0) {
  console.error(`esbuild.mjs: unknown argument ${unknown.join(', ')}`);
  process.exit(2);
}

await mkdir(outdir, { recursive: true });
const wanted = names.length > 0 ? names : Object.keys(bundles);
// What is picked comes before what picks it.
for (const name of new Set(wanted.flatMap((one) => [...(bundles[one].picks ?? []), one]))) {
  const { entry, external, style } = bundles[name];
  const entries = style === undefined ? [entry] : [entry, style];
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: entries.map((one) => ({ in: one, out: name })),
    outdir,
    external,
    plugins: name === 'live' ? [] : [loadedApart, clientsOnlyInLive],
    bundle: true,
    ...(style === undefined
      ? { platform: 'node', format: 'cjs', target: 'node22.19', outExtension: { '.js': '.cjs' } }
      : { platform: 'browser', format: 'iife', target: 'chrome132' }),
    sourcemap: true,
    sourcesContent: false,
    minify: values.minify === true,
    // Packages that ship both forms: the ES module form bundles smaller and loads faster.
    mainFields: ['module', 'main'],
    logLevel: 'warning',
    // Loading another bundle by require is quicker than by import, which reads it twice.
    supported: { 'dynamic-import': false },
    write: false,
  });
  // The map first: whoever finds the bundle finds a whole one, also while another build runs.
  for (const { path, contents } of outputFiles.toSorted((a, b) => (a.path > b.path ? -1 : 1))) {
    const partial = `${path}.${process.pid}`;
    await writeFile(partial, contents);
    await rename(partial, path);
  }
}
