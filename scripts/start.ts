import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Analysis } from '../server/src/analysis/analysis.ts';
import { layers, type Layer } from '../server/src/analysis/layers.ts';
import { renderedRoot } from '../server/src/analysis/renderedRoot.ts';
import { runCommandLine } from '../server/src/cli/commandLine.ts';
import { safely, styled, type Io, type Output } from '../server/src/cli/io.ts';
import { withOrigins } from '../server/src/cli/origins.ts';
import { openWorkspace, type Workspace } from '../server/src/workspace/workspace.ts';
import { startDemoFleet } from './demo/demoFleet.ts';
import { openEditor } from './openEditor.ts';
import { describeMissingTool } from './tools/missingTool.ts';

const fixtures = join(import.meta.dirname, '..', 'test-fixtures');
const exampleFleet = join(fixtures, 'argocd-fleet');

/** The object that is shown with its origins: its root and its name. */
const shown = {
  root: 'apps/checkout/clusters/prod-eu-1',
  resource: 'Ingress.networking.k8s.io/checkout/checkout',
};

/** A change to show the impact of. */
const sample = {
  file: 'apps/checkout/base/deployment.yaml',
  before: 'memory: 256Mi',
  after: 'memory: 320Mi',
};

/** Three fields whose chains tell something: root, resource and field. */
const explained = [
  ['apps/checkout/clusters/prod-us-1', 'Deployment/checkout/checkout', '/spec/replicas'],
  [
    'apps/checkout/clusters/prod-ap-1',
    'Deployment/checkout/checkout',
    '/spec/template/spec/containers[name=app]/image',
  ],
  ['apps/checkout/clusters/prod-eu-1', 'Ingress/checkout/checkout', '/spec/rules/0/host'],
] as const;

/**
 * Shows Strata on the example fleets (`npm start`): first in the terminal, then in a real VS Code that runs until it is
 * stopped. With `--no-editor` it ends after the first.
 */
export async function main(words: readonly string[]): Promise<number> {
  const stop = new AbortController();
  await showInTerminal(stop.signal);
  return words.includes('--no-editor') ? 0 : showInEditor();
}

async function showInTerminal(signal: AbortSignal): Promise<void> {
  const out = outputOf(process.stdout);
  for (const fleet of ['argocd-fleet', 'flux-fleet']) {
    const workspace = await openWorkspace(join(fixtures, fleet), { exact: true }, signal);
    out.write(
      heading(out, `test-fixtures/${fleet}: its roots, each with its layers, the base first`),
    );
    out.write(layersText(out, await workspace.complete(layers, signal)));
  }
  const workspace = await openWorkspace(exampleFleet, { exact: true }, signal);
  out.write(heading(out, `${shown.resource} as ${shown.root} renders it, and who set each line`));
  out.write(await objectText(workspace, out, signal));
  const io: Io = { folder: exampleFleet, out, err: outputOf(process.stderr), signal };
  for (const question of explained) {
    out.write(heading(out, `$ strata explain ${question.map(quoted).join(' ')}`));
    await runCommandLine(['explain', ...question, '--workspace', '.'], io);
  }
  for (const command of ['clusters', 'apps']) {
    out.write(heading(out, `$ strata ${command} --workspace .`));
    await runCommandLine([command, '--workspace', '.'], io);
  }
  await showImpact(out, io);
  for (const command of [['secrets'], ['values', 'storefront', 'prod-eu-1', '--key', 'image']]) {
    out.write(heading(out, `$ strata ${command.join(' ')} --workspace .`));
    await runCommandLine([...command, '--workspace', '.'], io);
  }
  await showDrift(workspace, io);
  out.write('\n');
}

/** A change of a base in a copy of the fleet: who sees it, and who does not, as other layers override it. */
async function showImpact(out: Output, io: Io): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'strata-start-'));
  try {
    cpSync(exampleFleet, folder, { recursive: true });
    const git = (...words: readonly string[]): void => {
      const identity = ['-c', 'user.name=Strata', '-c', 'user.email=strata@example.com'];
      execFileSync('git', [...identity, ...words], { cwd: folder, stdio: 'ignore' });
    };
    git('init', '--quiet');
    git('add', '--all');
    git('-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message', 'The example fleet');
    const file = join(folder, sample.file);
    writeFileSync(file, readFileSync(file, 'utf8').replace(sample.before, sample.after));
    const edit = `${sample.file}: ${sample.before} becomes ${sample.after}`;
    out.write(heading(out, `$ strata impact    # ${edit}`));
    await runCommandLine(['impact'], { ...io, folder });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The live side: a demonstration server plays the clusters of the fleet, on one of which people edited by hand. */
async function showDrift(workspace: Workspace, io: Io): Promise<void> {
  const fleet = await startDemoFleet(workspace, io.signal);
  try {
    const words = ['--workspace', '.', '--kubeconfig', fleet.kubeconfig];
    for (const command of [
      ['status', 'prod-eu-1'],
      ['drift', 'prod-eu-1'],
    ]) {
      const title = `$ strata ${command.join(' ')}    # clusters played by a demonstration server`;
      io.out.write(heading(io.out, title));
      await runCommandLine([...command, ...words], io);
    }
  } finally {
    await fleet.close();
  }
}

function heading(out: Output, text: string): string {
  return `\n${styled(out, 'bold', text)}\n\n`;
}

/** The roots that are no components: role and folder, and below them all layers, components with a plus. */
function layersText(out: Output, all: readonly Layer[]): string {
  const byRoot = new Map(all.map((layer) => [layer.root, layer]));
  const roots = all.filter(({ role }) => role !== 'component');
  return roots
    .map(({ root, role }) => {
      const below = layersBelow(root, byRoot).map(({ root: one, role: its }) =>
        its === 'component' ? `+${one}` : one,
      );
      const style = role === 'overlay' ? 'green' : role === 'base' ? 'bold' : 'dim';
      const lines = wrap(below, ' › ', 100).map((line) => `${indent}${styled(out, 'dim', line)}\n`);
      return `  ${styled(out, style, role.padEnd(10))}  ${root}\n${lines.join('')}`;
    })
    .join('');
}

const indent = ' '.repeat(16);

/** Words in lines of at most `width` characters, a longer word in a line of its own. */
function wrap(words: readonly string[], separator: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const [index, word] of words.entries()) {
    const next = index === words.length - 1 ? word : word + separator;
    const last = lines.at(-1);
    if (last === undefined || last.length + next.trimEnd().length > width) lines.push(next);
    else lines.splice(-1, 1, last + next);
  }
  return lines.map((line) => line.trimEnd());
}

/** All that a root builds on, the deepest first, each once. */
function layersBelow(
  root: string,
  byRoot: ReadonlyMap<string, Layer>,
  seen = new Set([root]),
): readonly Layer[] {
  const bases = byRoot.get(root)?.bases ?? [];
  return bases.flatMap((base) => {
    const layer = byRoot.get(base);
    if (layer === undefined || seen.has(base)) return [];
    seen.add(base);
    return [...layersBelow(base, byRoot, seen), layer];
  });
}

async function objectText(workspace: Workspace, out: Output, signal: AbortSignal): Promise<string> {
  const ask = (analysis: Analysis) => renderedRoot(analysis, shown.root);
  const { resources } = await workspace.complete(ask, signal);
  const object = resources.find(({ label }) => label === shown.resource);
  if (object === undefined) throw new Error(`${shown.root} does not render ${shown.resource}`);
  return workspace.complete((analysis) => withOrigins(analysis, object, out), signal);
}

function quoted(word: string): string {
  return /[[\]]/.test(word) ? `'${word}'` : word;
}

async function showInEditor(): Promise<number> {
  process.stdout.write('Packaging the extension and starting VS Code …\n');
  const opened = await openEditor(exampleFleet);
  if (opened.kind === 'failed') {
    process.stderr.write(`No VS Code to show: ${describeMissingTool(opened.failure)}\n`);
    return 0;
  }
  const { url, close } = opened.value;
  process.stdout.write(`\nVS Code with Strata on a copy of the example fleet: ${url}\n`);
  process.stdout.write('Press Ctrl+C to stop it.\n');
  await stopRequested();
  await close();
  return 0;
}

async function stopRequested(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => {
        resolve();
      });
    }
  });
}

function outputOf(stream: NodeJS.WriteStream): Output {
  const terminal = 'isTTY' in stream && stream.isTTY;
  return safely({
    terminal,
    colors: terminal && (process.env.NO_COLOR ?? '') === '',
    write: (text) => {
      stream.write(text);
    },
  });
}
