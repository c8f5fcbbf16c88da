import { execFileSync } from 'node:child_process';

/**
 * Milliseconds of processor time (user and system) that a program and its children take, by the account of the shell's
 * `times`; whether it succeeds does not count.
 */
export function processorTime(program: string, words: readonly string[]): number {
  const script = '"$@" >/dev/null 2>&1; times';
  const output = execFileSync('sh', ['-c', script, 'sh', program, ...words], { encoding: 'utf8' });
  const children = output.trim().split('\n')[1] ?? '';
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)]
    .map(([, minutes, seconds]) => (Number(minutes) * 60 + Number(seconds)) * 1000)
    .reduce((sum, time) => sum + time, 0);
}

/** Milliseconds of processor time (user and system) that this process took since `start`, by `process.cpuUsage()`. */
export function processorMsSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
