import { readFileSync } from 'node:fs';

/** A stretch of time in which the extension host did not come up for air. */
export interface Turn {
  /** When it ended, in milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds of processor time that the main thread spent. */
  readonly spent: number;
}

/**
 * The source of a module that, loaded into an extension host, notes in a file each stretch of processor time between two
 * ticks of a clock. What other processes take from the processor does not count, and neither does waiting.
 */
export function turnProbe(record: string): string {
  return `if (process.argv.some((word) => word.includes('extensionHost')) && process.threadCpuUsage) {
    const { appendFile } = require('node:fs');
    let before = process.threadCpuUsage();
    let rows = '';
    setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      before = process.threadCpuUsage();
      const spent = (user + system) / 1000;
      if (spent > 5) rows += Date.now() + ' ' + spent + '\\n';
    }, 5).unref();
    setInterval(() => {
      if (rows === '') return;
      appendFile(${JSON.stringify(record)}, rows, () => {});
      rows = '';
    }, 500).unref();
  }`;
}

/** What the module has noted, in the order of time. */
export function readTurns(record: string): readonly Turn[] {
  return readFileSync(record, 'utf8')
    .split('\n')
    .filter((row) => row !== '')
    .map((row) => row.split(' ').map(Number))
    .map(([at = 0, spent = 0]) => ({ at, spent }));
}
