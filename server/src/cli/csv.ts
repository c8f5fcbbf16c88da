/**
 * A table as CSV (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe before it: texts of a repository
 * are other people's.
 */
export function csvText(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

function cell(text: string): string {
  const isNumber = /^-?\d+(?:\.\d+)?$/.test(text);
  const plain = /^[=+\-@\t\r]/.test(text) && !isNumber ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}
