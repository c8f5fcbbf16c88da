import process from 'node:process';

/** All of the standard input; a watch ends where the signal fires. */
export async function readInput(signal: AbortSignal): Promise<string> {
  let text = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    signal.throwIfAborted();
    text += String(chunk);
  }
  return text;
}

/** The lines of the standard input as they come, without their ends; they end where the signal fires. */
export async function* readLines(signal: AbortSignal): AsyncGenerator<string> {
  const stop = (): void => {
    process.stdin.destroy();
  };
  signal.addEventListener('abort', stop);
  let rest = '';
  process.stdin.setEncoding('utf8');
  for await (const chunk of process.stdin) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
  signal.removeEventListener('abort', stop);
}
