/** Items with commas between them, in lines of some 300 characters. */
export function wrap(items: readonly string[]): string {
  const lines: string[] = [];
  for (const [index, item] of items.entries()) {
    const next = index === items.length - 1 ? item : `${item},`;
    const last = lines.at(-1);
    if (last === undefined || last.length + next.length > 300) lines.push(next);
    else lines.splice(-1, 1, last + next);
  }
  return lines.join('\n');
}
