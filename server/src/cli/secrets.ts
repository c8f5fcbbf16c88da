import {
  scannedFiles,
  secretFindings,
  secretFindingsOfText,
  type SecretFinding,
} from '../analysis/secretFindings.ts';
import { secretsJson } from '../analysis/secretsDocument.ts';
import { secretsWithRendered } from '../analysis/secretDiagnostics.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import type { Io } from './io.ts';
import { parseSilences } from './parseSilences.ts';
import { addToBaseline, readBaseline, writeBaseline } from './secretsBaseline.ts';
import { secretsSarif, secretsText } from './secretsReports.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';
import { resolve } from 'node:path';
import { readTextFile } from '../workspace/output.ts';
import { realPath } from '../workspace/realPath.ts';
import { readInput } from './readInput.ts';
import { toJson } from './json.ts';
import type { Workspace } from '../workspace/workspace.ts';

const conditions = ['error', 'warning'] as const;

/** `strata secrets`: secrets in clear, and what is wrong with encrypted ones. */
export const secretsCommand: Command = {
  name: 'secrets',
  summary: 'Finds secrets in clear, and files of SOPS that are not what they seem',
  forms: [
    'secrets [PATH…] [--rendered] [--fail-on error|warning] [--baseline]',
    'secrets --import FILE',
    'secrets --stdin-filename NAME < FILE',
  ],
  details: [
    'Reads the files that git knows or does not ignore, or those below the paths. No value is ever printed:',
    'equal ones have equal masks. A comment  # strata:ignore[RULE] reason  silences a line, as do the comments',
    'of gitleaks, detect-secrets and secretlint. What stands in .strata/baseline.json is not told.',
    '',
    'README.md has a hook that reads what is staged before each commit.',
  ],
  options: [
    {
      name: 'fail-on',
      value: 'SEVERITY',
      choices: conditions,
      text: 'Exits with 1 where a finding weighs as much or more.',
    },
    {
      name: 'rendered',
      text: 'Builds every root and chart, too, and tells what only they make, at the line that wrote it.',
    },
    {
      name: 'baseline',
      text: 'Writes what is found to .strata/baseline.json, so that it is not told again.',
    },
    {
      name: 'import',
      value: 'FILE',
      text: 'Adds what another tool silences (such as .gitleaksignore) to .strata/baseline.json.',
    },
    {
      name: 'stdin-filename',
      value: 'NAME',
      text: 'Reads one file from stdin, as if it stood at this path.',
    },
  ],
  formats: ['sarif'],
  examples: [
    { line: 'strata secrets --workspace . findings', text: 'What stands in clear below a folder' },
    { line: 'strata secrets --workspace . --rendered', text: 'Also what only a layer makes' },
    { line: 'strata secrets --workspace . --json', text: 'Everything, for scripts' },
    { line: 'strata secrets --workspace . --format sarif', text: 'For code scanning' },
  ],
  words: ['folder'],
  run: async (call, io) => {
    const name = call.options.get('stdin-filename');
    if (name !== undefined && call.words.length > 0)
      return wrongUse(io, 'secrets', '--stdin-filename takes no further paths.');
    if (call.options.has('import') && (name !== undefined || call.options.has('baseline')))
      return wrongUse(io, 'secrets', '--import goes with no other way to read or to write.');
    if (call.options.has('baseline') && name !== undefined)
      return wrongUse(io, 'secrets', '--baseline and --stdin-filename do not go together.');
    if (call.options.has('rendered') && name !== undefined)
      return wrongUse(io, 'secrets', '--rendered and --stdin-filename do not go together.');
    const tree = await openTree(call, io);
    if (tree.kind === 'failed') return refuse(io, tree.failure);
    const workspace = tree.value;
    const asked =
      name === undefined
        ? await findInTree(call, io, workspace)
        : await findInStream(name, io, workspace);
    if (typeof asked === 'string') return wrongUse(io, 'secrets', asked);
    const source = call.options.get('import');
    if (source !== undefined) return importSilences(source, io, workspace, asked);
    if (call.options.has('baseline')) {
      const written = writeBaseline(workspace.top, asked);
      if (written.kind === 'failed') return refuse(io, { exitCode: 1, message: written.failure });
      io.err.write(`${asked.length} findings stand in .strata/baseline.json.\n`);
      return 0;
    }
    const known = readBaseline(workspace.top);
    if (known === undefined)
      return refuse(io, { exitCode: 2, message: '.strata/baseline.json is no baseline.' });
    const findings = asked.filter((one) => !known.has(one.fingerprint));
    const older = asked.length - findings.length;
    const { out } = io;
    if (wantsJson(call)) out.write(toJson(secretsJson(findings)));
    else if (call.options.get('format') === 'sarif') out.write(toJson(secretsSarif(findings)));
    // A hook that asks for one file after the other hears only of what is wrong.
    else if (name === undefined || findings.length > 0)
      out.write(secretsText(out, findings, older));
    return fails(call, findings) ? 1 : 0;
  },
};

/** Adds the findings that a file of another tool silences to the baseline. */
function importSilences(
  source: string,
  io: Io,
  { top }: Workspace,
  findings: readonly SecretFinding[],
): number {
  const text = readTextFile(pathOf(io, source));
  const silences = text === undefined ? undefined : parseSilences(source, text);
  if (silences === undefined)
    return wrongUse(
      io,
      'secrets',
      `${source} is no file of gitleaks, detect-secrets or secretlint.`,
    );
  const silenced = findings.filter(({ file, line }) => silences({ file, line: line + 1 }));
  const written = addToBaseline(top, silenced);
  if (written.kind === 'failed') return refuse(io, { exitCode: 1, message: written.failure });
  io.err.write(
    `${silenced.length} of ${findings.length} findings are silenced by ${source}, and stand in .strata/baseline.json.\n`,
  );
  return 0;
}

/** The findings of the files that the words name, of all where there are none; what is wrong with a word. */
async function findInTree(
  call: Call,
  io: Io,
  workspace: Workspace,
): Promise<readonly SecretFinding[] | string> {
  const all = scannedFiles(workspace.host.analysis());
  const chosen = new Set<string>();
  for (const word of call.words) {
    const id = workspace.fileIdOf(pathOf(io, word));
    if (id === undefined) return `${word} is not in the workspace ${workspace.top}.`;
    const below = all.filter((file) => id === '' || file === id || file.startsWith(`${id}/`));
    if (below.length === 0 && !existsInTree(workspace, id)) return `there is no file ${word}.`;
    for (const file of below) chosen.add(file);
  }
  const files = call.words.length === 0 ? all : all.filter((file) => chosen.has(file));
  const day = today();
  if (!call.options.has('rendered'))
    return workspace.complete((analysis) => secretFindings(analysis, files, day), io.signal);
  const roots = workspace.host.analysis().roots();
  await workspace.prepare(roots, io.signal);
  return workspace.complete(
    (analysis) => secretsWithRendered(analysis, { files, roots }, { today: day }),
    io.signal,
  );
}

/** A file that git deletes or that is no text has nothing to tell, and is no mistake. */
function existsInTree(workspace: Workspace, id: string): boolean {
  const { files } = workspace.host.analysis();
  return files.has(id) || [...files.keys()].some((file) => file.startsWith(`${id}/`));
}

async function findInStream(
  name: string,
  io: Io,
  workspace: Workspace,
): Promise<readonly SecretFinding[] | string> {
  const id = workspace.fileIdOf(pathOf(io, name));
  if (id === undefined) return `${name} is not in the workspace ${workspace.top}.`;
  const text = await readInput(io.signal);
  return workspace.complete(
    (analysis) => secretFindingsOfText(analysis, id, text, today()),
    io.signal,
  );
}

function fails(call: Call, findings: readonly SecretFinding[]): boolean {
  const condition = call.options.get('fail-on');
  if (condition === undefined) return false;
  return findings.some(
    ({ severity }) => severity === 'error' || (condition === 'warning' && severity === 'warning'),
  );
}

function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** The path on disk of a word, the folder's links resolved as those of the tree are. */
function pathOf({ folder }: Io, word: string): string {
  return resolve(realPath(folder)?.path ?? folder, word);
}
