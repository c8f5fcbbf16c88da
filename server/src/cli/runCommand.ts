import type { Command } from './command.ts';
import { commandHelp } from './help.ts';
import type { Io } from './io.ts';
import { parseCall } from './parseCall.ts';
import { wrongUse } from './wrongUse.ts';

/** Runs a command with the words after its name; gives the exit code. */
export async function runCommand(
  command: Command,
  words: readonly string[],
  io: Io,
): Promise<number> {
  const call = parseCall(command, words);
  if (call.kind === 'failed') return wrongUse(io, command.name, call.failure);
  if (call.value.options.has('help')) {
    io.out.write(commandHelp(io.out, command));
    return 0;
  }
  return command.run(call.value, io);
}
