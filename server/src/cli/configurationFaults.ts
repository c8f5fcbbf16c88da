import { configurationFaults } from '../analysis/configurationFaults.ts';
import type { Io } from './io.ts';
import { problemLine } from './problems.ts';
import type { Snapshot } from './snapshot.ts';

/** Says which files of `.strata/` cannot be read, as an answer without them looks like one that has them. */
export async function tellConfigurationFaults(
  complete: Snapshot['complete'],
  io: Io,
): Promise<void> {
  for (const fault of await complete(configurationFaults, io.signal)) {
    io.err.write(`strata: ${problemLine(io.err, fault)}`);
  }
}

/** Whether a file of `.strata/` cannot be read. */
export async function hasConfigurationFaults(
  complete: Snapshot['complete'],
  io: Io,
): Promise<boolean> {
  return (await complete(configurationFaults, io.signal)).length > 0;
}
