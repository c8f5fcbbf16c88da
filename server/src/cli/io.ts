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

/** A text in a style, where the stream has colours. */
export function styled(output: Output, style: Style, text: string): string {
  const [on, off] = codes[style];
  return output.colors && text !== '' ? `\u001b[${on}m${text}\u001b[${off}m` : text;
}
