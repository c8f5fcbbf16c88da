/** A text with what changes put in for `{0}` and so on. */
export function filled(text: string, ...values: readonly (string | number)[]): string {
  return text.replaceAll(/\{(\d+)\}/g, (_, index: string) => String(values[Number(index)] ?? ''));
}
