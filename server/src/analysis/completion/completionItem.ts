/** One thing that can be written at a place. */
export interface CompletionItem {
  readonly label: string;
  readonly kind:
    'field' | 'value' | 'file' | 'folder' | 'object' | 'image' | 'cluster' | 'label' | 'variable';
  /** What takes the place of what is written; the label by default. */
  readonly insert?: string;
  /** A few plain words behind it: a kind, a present value, a role. Never a value of a Secret. */
  readonly detail?: string;
  /** The path of a field of a kustomization file, for what it says; `lsp/words` has the words. */
  readonly field?: string;
  /** What comes first among others; the label by default. */
  readonly sort?: string;
  /** Whether more is to be written behind it at once, as behind the name of a folder. */
  readonly goesOn?: boolean;
}
