/** What each reason says in English, as one sentence; `{name}` stands for a parameter. Codes never change. */
export const englishReasonWords = {
  'application.declared': 'Declared in {place}.',
} as const satisfies Readonly<Record<string, string>>;
