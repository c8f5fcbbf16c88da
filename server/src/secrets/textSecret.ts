/** A secret that its own shape gives away, wherever it stands: offsets in the text that was read, half-open. */
export interface TextSecret {
  readonly rule: TextRule;
  readonly start: number;
  readonly end: number;
  /** What it is, in words that tell nothing of it: `GitHub token`. */
  readonly what: string;
}

/** The rules that need no key: their shape is enough. */
export type TextRule =
  | 'secrets.token'
  | 'secrets.url'
  | 'secrets.private-key'
  | 'secrets.decryption-key'
  | 'secrets.authorization'
  | 'weak-url';
