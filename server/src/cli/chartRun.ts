import { chartCommand } from './chart.ts';
import { safely, type Io } from './io.ts';
import { runCommand } from './runCommand.ts';

/** Runs `strata chart` as `runCommandLine` does, in a bundle of a sixth of what all commands need; gives the exit code. */
export async function runChart(words: readonly string[], io: Io): Promise<number> {
  return runCommand(chartCommand, words, { ...io, out: safely(io.out), err: safely(io.err) });
}
