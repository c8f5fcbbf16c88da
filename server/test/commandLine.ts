import { join } from 'node:path';
import { runCommandLine } from '../src/cli/commandLine.ts';

/** The folder of the bundled fleet for Argo CD. */
export const exampleFleet = join(import.meta.dirname, '..', '..', 'test-fixtures', 'argocd-fleet');

/** What a run of `strata` gave. */
export interface Run {
  readonly exitCode: number;
  readonly out: string;
  readonly err: string;
}

/** Runs `strata` in this process; by default in the example fleet, without a terminal. */
export async function strata(
  words: readonly string[],
  options: {
    readonly folder?: string;
    readonly colors?: boolean;
    /** Default: that of all commands. */
    readonly run?: typeof runCommandLine;
  } = {},
): Promise<Run> {
  const { folder = exampleFleet, colors = false, run = runCommandLine } = options;
  let [out, err] = ['', ''];
  const exitCode = await run(words, {
    folder,
    out: { write: (text) => (out += text), terminal: colors, colors },
    err: { write: (text) => (err += text), terminal: colors, colors },
    signal: new AbortController().signal,
  });
  return { exitCode, out, err };
}
