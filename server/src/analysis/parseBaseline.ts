/** A finding that was there before: its rule, its file, and its place in the structure of the file. */
export interface BaselineEntry {
  readonly rule: string;
  readonly file: string;
  readonly pointer: string;
}

/** The entries of `.strata/baseline.json`; `undefined` where the text is none. */
export function parseBaseline(text: string): readonly BaselineEntry[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const findings: unknown = (value as { findings?: unknown } | null)?.findings;
  if (!Array.isArray(findings)) return undefined;
  return findings.flatMap((one: unknown) => {
    const { rule, file, pointer } = (one ?? {}) as Readonly<Record<string, unknown>>;
    const isEntry =
      typeof rule === 'string' && typeof file === 'string' && typeof pointer === 'string';
    return isEntry ? [{ rule, file, pointer }] : [];
  });
}
