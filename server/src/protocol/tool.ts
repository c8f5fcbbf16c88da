/** The request of a language model in the editor, `strata/tool`. */
export const toolMethod = 'strata/tool';

/** What the names of tools in the editor begin with. */
export const toolPrefix = 'strata_';

/** The tools that the editor offers, without the prefix. */
export const toolNames = [
  'impact',
  'explain',
  'render',
  'values',
  'why',
  'applications',
  'clusters',
  'survey',
  'secrets',
  'check',
  'rights',
] as const;

/** A call of a tool. */
export interface ToolParams {
  /** Without the prefix: `impact`. */
  readonly name: string;
  /** As the model sent it. */
  readonly input: unknown;
}

/** The answer, for the model; `isRefusal` where the text says what is wrong with the call. */
export interface ToolAnswer {
  readonly text: string;
  readonly isRefusal: boolean;
}
