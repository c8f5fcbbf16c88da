import { styled, type Io } from './io.ts';

/** Says what is wrong with the words of a command and where help is; gives the exit code for wrong use. */
export function wrongUse(io: Io, command: string | undefined, message: string): number {
  const help = command === undefined ? 'strata --help' : `strata ${command} --help`;
  io.err.write(`strata: ${styled(io.err, 'red', 'error')}: ${message}\nSee ${help}.\n`);
  return 2;
}

/** Says why something cannot be done, and gives the exit code for that. */
export function refuse(
  io: Io,
  { exitCode, message }: { readonly exitCode: number; readonly message: string },
): number {
  io.err.write(`strata: ${styled(io.err, 'red', 'error')}: ${message}\n`);
  return exitCode;
}
