import { join, resolve } from 'node:path';
import {
  importIntoRegister,
  proposeRegister,
  registerPath,
  type ImportRefusal,
  type RegisterProposal,
} from '../analysis/registerProposal.ts';
import { readTextFile, writeTextFile } from '../workspace/output.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Call } from './command.ts';
import { writeAsIs, type Io } from './io.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';
import { readInput } from './readInput.ts';

/** `strata clusters --init`: prints a register, or writes it where there is none. */
export async function initRegister(call: Call, io: Io): Promise<number> {
  const tree = await openTree(call, io);
  if (tree.kind === 'failed') return refuse(io, tree.failure);
  const proposal = await tree.value.complete(proposeRegister, io.signal);
  if (proposal === undefined) return refuse(io, { exitCode: 1, message: sentences.notEditable });
  if (proposal.exists && call.options.has('write')) {
    const message = `${registerPath} is there already, and --init overwrites nothing.`;
    return refuse(io, { exitCode: 2, message });
  }
  return printOrWrite(call, io, tree.value, proposal);
}

/** `strata clusters --import`: prints the register with what an export tells, or writes it. */
export async function importRegister(call: Call, io: Io, file: string): Promise<number> {
  const text = file === '-' ? await readInput(io.signal) : readTextFile(resolve(io.folder, file));
  if (text === undefined) return wrongUse(io, 'clusters', `the file ${file} cannot be read.`);
  const tree = await openTree(call, io);
  if (tree.kind === 'failed') return refuse(io, tree.failure);
  const today = new Date().toISOString().slice(0, 10);
  const cluster = call.options.get('cluster');
  const answer = await tree.value.complete(
    (analysis) => importIntoRegister(analysis, { text, today, cluster }),
    io.signal,
  );
  if (answer.kind === 'ok') return printOrWrite(call, io, tree.value, answer.value);
  const { failure } = answer;
  return failure.kind === 'needsCluster'
    ? wrongUse(io, 'clusters', sentences.needsCluster)
    : refuse(io, { exitCode: 1, message: sentenceFor(failure, file) });
}

const sentences = {
  needsCluster: 'objects of Flux do not say where they are from: name it, --cluster NAME.',
  notEditable: `${registerPath} cannot be read, or its lists are in brackets: write them in lines, one item below the other.`,
} as const;

function sentenceFor(
  failure: Exclude<ImportRefusal, { kind: 'needsCluster' }>,
  file: string,
): string {
  return failure.kind === 'unreadable'
    ? `${file === '-' ? 'the input' : file} cannot be imported: ${failure.why}.`
    : sentences.notEditable;
}

function printOrWrite(
  call: Call,
  io: Io,
  { top }: Workspace,
  { text, notes }: RegisterProposal,
): number {
  for (const { kind, cluster, field } of notes) {
    io.err.write(
      kind === 'secret'
        ? `strata: ${cluster}: ${field} looks like a secret and is left out.\n`
        : `strata: ${cluster}: ${field} is not what the register says, and what the register says holds.\n`,
    );
  }
  if (!call.options.has('write')) {
    writeAsIs(io.out, text);
    return 0;
  }
  const written = writeTextFile(join(top, registerPath), text);
  if (written.kind === 'failed') {
    const message = `${registerPath} cannot be written: ${written.failure}.`;
    return refuse(io, { exitCode: 2, message });
  }
  io.err.write(`strata: wrote ${registerPath}.\n`);
  return 0;
}
