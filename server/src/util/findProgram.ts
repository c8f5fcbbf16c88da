/** Where a program is looked for. */
export interface ProgramSearch {
  readonly platform: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Whether a file is there that can be run. */
  readonly canRun: (path: string) => boolean;
}

/**
 * The absolute path of a program by the folders of PATH alone; `undefined` where none of them has it. Windows would look into
 * the folder at hand first, and relative folders of PATH lead there as well: what a repository holds is not the user's program.
 * A name with a folder in it is no name to look for, and stays as it is. Source: Microsoft Learn, CreateProcessW.
 */
export function findProgram(
  program: string,
  { platform, environment, canRun }: ProgramSearch,
): string | undefined {
  const isWindows = platform === 'win32';
  if (program === '') return undefined;
  if ((isWindows ? /[\\/:]/ : /\//).test(program)) return program;
  // The names of variables have no case on Windows.
  const path = Object.entries(environment).find(([key]) =>
    isWindows ? key.toUpperCase() === 'PATH' : key === 'PATH',
  )?.[1];
  // What needs a shell, as scripts do, is not run without one.
  const names =
    isWindows && !/\.(?:exe|com)$/i.test(program)
      ? [`${program}.com`, `${program}.exe`]
      : [program];
  const folders = isWindows
    ? (path ?? '')
        .split(';')
        .map((folder) => folder.replaceAll('"', ''))
        .filter((folder) => /^(?:[A-Za-z]:)?[\\/]/.test(folder))
    : (path ?? '/usr/bin:/bin').split(':').filter((folder) => folder.startsWith('/'));
  const separator = isWindows ? '\\' : '/';
  return folders
    .flatMap((folder) => names.map((name) => `${folder.replace(/[\\/]+$/, '')}${separator}${name}`))
    .find((one) => canRun(one));
}
