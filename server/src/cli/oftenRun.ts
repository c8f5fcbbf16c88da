import { impactCommand } from './impact.ts';
import { safely, type Io } from './io.ts';
import { renderCommand } from './render.ts';
import { runCommand } from './runCommand.ts';

/*
 * What hooks and pipelines run again and again. It is a bundle of its own, of little more than half of what all commands
 * need: reading a bundle takes much of the time of a short run.
 */

/** Runs one of these commands as `runCommandLine` does; gives the exit code. */
export async function runOften(name: OftenRun, words: readonly string[], io: Io): Promise<number> {
  const command = name === 'impact' ? impactCommand : renderCommand;
  return runCommand(command, words, { ...io, out: safely(io.out), err: safely(io.err) });
}

export type OftenRun = 'impact' | 'render';
