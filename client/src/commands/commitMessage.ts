/** The message of a commit with an impact at its end; one that stands there already is replaced. */
export function withImpact(message: string, impact: string): string {
  const written = message.replace(/(^|\n)Impact: [^\n]*(\n[-!] [^\n]*)*\n?/, '$1').trimEnd();
  return written === '' ? `\n\n${impact.trimEnd()}` : `${written}\n\n${impact.trimEnd()}`;
}
