import { withoutCredentials } from '../text/withoutCredentials.ts';

/** What a command has of the world beside the files: where it runs, where it writes, and when to stop. */
export interface Io {
  /** The folder that relative paths start from; absolute. */
  readonly folder: string;
  readonly out: Output;
  /** For progress, warnings and errors: nothing that a script reads. */
  readonly err: Output;
  readonly signal: AbortSignal;
}

/** One stream of text. */
export interface Output {
  readonly write: (text: string) => void;
  /** Whether a person reads it as it comes. */
  readonly terminal: boolean;
  /** Whether colours may be used. */
  readonly colors: boolean;
  /** Writes a text byte for byte; `write` is the same where there is none. */
  readonly writeAsIs?: (text: string) => void;
}

/** A style of terminals; plain text where there are no colours. */
export type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'green' | 'cyan';

const codes: Readonly<Record<Style, readonly [number, number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  cyan: [36, 39],
};

/** Stands before a style until the text is written: a character that no text has, so that escapes of others are not ours. */
const mark = '\ufdd0';

/** A text in a style, where the stream has colours. */
export function styled(output: Output, style: Style, text: string): string {
  const [on, off] = codes[style];
  return output.colors && text !== '' ? `${mark}[${on}m${text}${mark}[${off}m` : text;
}

/** Writes what other programs read, such as YAML, byte for byte. */
export function writeAsIs(output: Output, text: string): void {
  (output.writeAsIs ?? output.write)(text);
}

/**
 * The same stream, which shows what would move the cursor of a terminal, or turn the order of its letters, as `\u001b`:
 * names, values and messages are other people's. In JSON that means the same character. Credentials of URLs are left out of
 * it, whatever says them; of what is written as it is, the masks of what makes it take care.
 */
export function safely(output: Output): Output {
  // A stream that knows the difference shows all of it safely already.
  if (output.writeAsIs !== undefined) return output;
  const withStyles = (text: string): string =>
    output.colors ? text.replaceAll(mark, '\u001b') : text;
  return {
    terminal: output.terminal,
    colors: output.colors,
    write: (text) => {
      output.write(withStyles(visible(withoutCredentials(text))));
    },
    writeAsIs: (text) => {
      output.write(withStyles(text));
    },
  };
}

/** C0 but line breaks and tabs, DEL, C1, and what overrides the direction of text. */
const hidden = /(?!\r\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/gu;

function visible(text: string): string {
  return text.replaceAll(hidden, (one) =>
    one === '\n' || one === '\t' ? one : `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
