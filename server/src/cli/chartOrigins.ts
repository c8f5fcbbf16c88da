import type { ChartKey, ChartObject, UnusedKey } from '../analysis/chartRequest.ts';
import { styled, type Output } from './io.ts';

/** The most characters that a line has for its comment to stand in the common column. */
const widest = 60;

/** Objects with a comment after each line: the template line that made it, and the values that stand on it. */
export function chartWithOrigins(objects: readonly ChartObject[], output: Output): string {
  return objects.map((object) => objectText(object, output)).join('');
}

function objectText({ source, lines }: ChartObject, output: Output): string {
  const fitting = lines.map(({ text }) => text.length).filter((length) => length <= widest);
  const width = Math.max(...fitting, 0);
  const commented = lines.map(({ text, file, line, through, values, chance }) => {
    if (file === undefined) return text;
    const via = through.length === 0 ? '' : ` < ${through.join(' < ')}`;
    const keys = [
      ...values.map(keyText),
      ...chance.map((name) => `${name} (another value each time)`),
    ];
    const from = keys.length === 0 ? '' : ` ← ${keys.join(', ')}`;
    return `${text.padEnd(width)}  ${styled(output, 'dim', `# ${file}:${line}${via}${from}`)}`;
  });
  return `---\n# Source: ${source}\n${commented.join('\n')}\n`;
}

function keyText({ key, file, line }: ChartKey): string {
  if (file === undefined) return key;
  return line === undefined ? `${key} (${file})` : `${key} (${file}:${line})`;
}

/** A sentence for a key that no template reads. */
export function unusedText({ key, file, line, nearest }: UnusedKey): string {
  const place = file === undefined ? '' : ` in ${file}${line === undefined ? '' : `:${line}`}`;
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`;
  return `no template reads ${key}${place}.${hint}`;
}
