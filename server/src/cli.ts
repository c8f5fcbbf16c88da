/** Starts the command line: wiring only. Returns the exit code of `command-line` rules. */
export function main(): number {
  process.stderr.write('strata: no command is built yet\n');
  return 2;
}

process.exitCode = main();
