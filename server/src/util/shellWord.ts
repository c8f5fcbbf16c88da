/** A word that a shell of POSIX, or PowerShell on Windows (`win32`), takes as it is, whatever it holds. */
export function shellWord(word: string, platform: string): string {
  if (/^[\w%+=:,./-]+$/.test(word)) return word;
  const quote = platform === 'win32' ? "''" : String.raw`'\''`;
  return `'${word.replaceAll("'", quote)}'`;
}
