import { join, resolve } from 'node:path';
import type { Analysis, RenderOptions } from '../analysis/analysis.ts';
import type { Answer } from '../analysis/answer.ts';
import { locateProblems } from '../analysis/locatedProblem.ts';
import { renderedText } from '../analysis/renderedRoot.ts';
import { ok, type Result } from '../util/result.ts';
import { readTextFile, removeFile, writeTextFile } from '../workspace/output.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { wantsJson, type Call } from './command.ts';
import { styled, type Io } from './io.ts';
import { toJson } from './json.ts';
import { problemText } from './problems.ts';
import { newPause, startProgress } from './progress.ts';
import { renderOptionsOf } from './renderOptions.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** Text of a root in clear; only `render.ts` has such a function. */
type Reveal = (
  analysis: Analysis,
  root: string,
  options: RenderOptions,
) => Answer<Pick<RootText, 'yaml' | 'failures' | 'gaps'>>;

interface RootText {
  readonly yaml: string;
  readonly failures: Parameters<typeof locateProblems>[1];
  readonly gaps: readonly { readonly kind: string; readonly detail: string }[];
}

/** `strata render --all`: every root into a file of its own, and an index. */
export async function renderAll(call: Call, io: Io, reveal: Reveal): Promise<number> {
  const { options } = call;
  const out = options.get('out');
  if (out === undefined) return wrongUse(io, 'render', '--all needs --out FOLDER.');
  if (call.words.length > 0) return wrongUse(io, 'render', '--all takes no folder.');
  for (const name of ['origins', 'partial']) {
    if (options.has(name)) return wrongUse(io, 'render', `--${name} does not go with --all.`);
  }
  const started = performance.now();
  const tree = await openTree(call, io);
  if (tree.kind === 'failed') return refuse(io, tree.failure);
  const workspace = tree.value;
  const list = options.get('roots');
  const listed = list === undefined ? undefined : readTextFile(resolve(io.folder, list));
  if (list !== undefined && listed === undefined) {
    return wrongUse(io, 'render', `there is no file ${list}.`);
  }
  const known = workspace.host.analysis().roots();
  const roots = listed === undefined ? known : linesOf(listed);
  const outside = roots.find((root) => root.startsWith('/') || root.split('/').includes('..'));
  if (outside !== undefined) {
    const message = `${outside} is not in the workspace; roots are named from its top, as strata roots prints them.`;
    return wrongUse(io, 'render', message);
  }
  const ask = options.has('reveal') ? reveal : renderedText;
  const folder = resolve(io.folder, out);
  const rendered = await renderRoots(call, io, { workspace, roots, ask, folder });
  if (rendered.kind === 'failed') return refuse(io, { exitCode: 2, message: rendered.failure });
  const rows = rendered.value;
  const index = {
    roots: rows,
    ...(options.has('timings') && { milliseconds: since(started) }),
  };
  const written = writeTextFile(join(folder, 'index.json'), toJson(index));
  if (written.kind === 'failed') return refuse(io, { exitCode: 2, message: written.failure });
  if (options.has('reveal')) {
    io.err.write(
      `strata: ${styled(io.err, 'yellow', 'warning')}: values of Secrets are written in clear.\n`,
    );
  }
  const builds = rows.filter(({ kustomize }) => kustomize === 'builds').length;
  const fails = rows.length - builds;
  io.out.write(
    wantsJson(call)
      ? toJson(index)
      : `${count(rows.length, 'root')}: ${builds} build, ${fails} fail; see ${join(out, 'index.json')}\n`,
  );
  return 0;
}

interface Work {
  readonly workspace: Workspace;
  readonly roots: readonly string[];
  readonly ask: Reveal;
  readonly folder: string;
}

interface IndexRow {
  readonly root: string;
  readonly kustomize: 'builds' | 'fails';
  readonly error?: string;
  readonly gaps: readonly { readonly kind: string; readonly detail: string }[];
  readonly milliseconds?: number;
}

/** Renders roots into files; a refusal says why the disk does not take them. */
async function renderRoots(
  call: Call,
  io: Io,
  work: Work,
): Promise<Result<readonly IndexRow[], string>> {
  const { workspace, roots, ask, folder } = work;
  const options = renderOptionsOf(call);
  const progress = startProgress(io.err, (done) => `rendering ${done} of ${roots.length} roots`);
  const pause = newPause();
  await workspace.prepare(roots, io.signal);
  const rows: IndexRow[] = [];
  for (const root of roots) {
    const started = performance.now();
    const text = await workspace.complete((analysis) => ask(analysis, root, options), io.signal);
    const milliseconds = since(started);
    const fails = text.failures.length > 0;
    const written = writeRoot(join(folder, root), text.yaml, fails ? 'fails' : 'builds');
    if (written.kind === 'failed') return written;
    const [first] = await workspace.complete(
      (analysis) => locateProblems(analysis, text.failures.slice(0, 1)),
      io.signal,
    );
    rows.push({
      root,
      kustomize: fails ? 'fails' : 'builds',
      ...(first !== undefined && { error: problemText(first) }),
      gaps: text.gaps.map(({ kind, detail }) => ({ kind, detail })),
      ...(call.options.has('timings') && { milliseconds }),
    });
    progress.tell(rows.length);
    await pause.whenDue(io.signal);
  }
  progress.end();
  return ok(rows);
}

/** Writes what a root renders to, and removes what an earlier run wrote of it. */
function writeRoot(
  place: string,
  yaml: string,
  kustomize: IndexRow['kustomize'],
): Result<undefined, string> {
  const [name, other] =
    kustomize === 'builds' ? ['rendered.yaml', 'partial.yaml'] : ['partial.yaml', 'rendered.yaml'];
  removeFile(join(place, other));
  if (kustomize === 'builds' || yaml !== '') return writeTextFile(join(place, name), yaml);
  removeFile(join(place, name));
  return ok(undefined);
}

/** The roots of a list: one a line, relative to the workspace; empty lines and lines of `#` count for nothing. */
function linesOf(text: string): readonly string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim().replace(/^\.\//, '').replace(/\/+$/, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => (line === '.' ? '' : line));
}

function since(started: number): number {
  return Math.round((performance.now() - started) * 10) / 10;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
