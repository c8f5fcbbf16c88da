import process from 'node:process';
import { runCommandLine } from './cli/commandLine.ts';
import type { Output } from './cli/io.ts';

/** Starts the command line on this process: wiring only. */
async function main(): Promise<number> {
  const stop = new AbortController();
  process.once('SIGINT', () => {
    stop.abort();
  });
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // Whoever reads our output may leave early, as `head` does.
    if (error.code === 'EPIPE') process.exit(0);
    process.stderr.write(`strata: error: the output cannot be written: ${error.message}.\n`);
    process.exit(2);
  });
  try {
    return await runCommandLine(process.argv.slice(2), {
      folder: process.cwd(),
      out: outputOf(process.stdout),
      err: outputOf(process.stderr),
      signal: stop.signal,
    });
  } catch (error) {
    if (stop.signal.aborted) return 130;
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    process.stderr.write(`strata: a fault of ours: ${text}\n`);
    return 3;
  }
}

function outputOf(stream: NodeJS.WriteStream): Output {
  // Pipes and files have no such property, whatever the types say.
  const terminal = 'isTTY' in stream && stream.isTTY;
  return {
    terminal,
    colors: terminal && (process.env.NO_COLOR ?? '') === '' && process.env.TERM !== 'dumb',
    write: (text) => {
      stream.write(text);
    },
  };
}

void main().then((exitCode) => {
  process.exitCode = exitCode;
});
