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
