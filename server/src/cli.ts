import process from 'node:process';
import type { Io, Output } from './cli/io.ts';

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
    return await run(process.argv.slice(2), {
      folder: process.cwd(),
      out: outputOf(process.stdout),
      err: outputOf(process.stderr),
      signal: stop.signal,
    });
  } catch (error) {
    if (stop.signal.aborted) return 130;
    process.stderr.write(`strata: a fault of ours: ${faultText(error)}\n`);
    return 3;
  }
}

/** Each way is a bundle of its own: no run reads what it does not need. */
async function run([first, ...rest]: readonly string[], io: Io): Promise<number> {
  if (first === 'impact' || first === 'render') {
    const { runOften } = await import('./cli/oftenRun.ts');
    return runOften(first, rest, io);
  }
  if (first === 'chart') {
    const { runChart } = await import('./cli/chartRun.ts');
    return runChart(rest, io);
  }
  const { runCommandLine } = await import('./cli/commandLine.ts');
  return runCommandLine(first === undefined ? [] : [first, ...rest], io);
}

/**
 * What a fault says and where it happened. Parsers quote what they read, in further lines or, as those of JSON do, at once:
 * that is left out, since it may be a credential.
 */
function faultText(error: unknown): string {
  if (!(error instanceof Error)) return 'something that is no error was thrown';
  const [first = ''] = error.message.split('\n');
  const said = error instanceof SyntaxError ? error.name : `${error.name}: ${first}`;
  return [said, ...((error.stack ?? '').match(/^\s+at .*$/gm) ?? [])].join('\n');
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
