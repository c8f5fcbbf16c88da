import { contentQuery } from '../kustomize/files.ts';
import type { Query } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { parseBaseline, type BaselineEntry } from './parseBaseline.ts';
import { fingerprintOfEntry } from './secretFindings.ts';

/** The file of findings that were there before, in the tree. */
export const baselineFile: FileId = '.strata/baseline.json';

/** The fingerprints of a baseline; none where there is no such file, or it is no baseline. */
export const baselineQuery: Query<'', ReadonlySet<string>> = {
  name: 'baseline',
  compute: (_key, reader) => {
    const content = reader.get(contentQuery, baselineFile);
    const entries = content?.kind === 'text' ? parseBaseline(content.text) : undefined;
    return new Set(entries?.map(fingerprintOfEntry));
  },
};

/** The text of a baseline with more entries, each once and sorted, so that branches merge. Anew where `text` is none. */
export function withEntries(text: string, more: readonly BaselineEntry[]): string {
  return baselineText([...(parseBaseline(text) ?? []), ...more]);
}

/** The text of a baseline with other entries for secrets; those for other kinds of findings stay. */
export function withSecretEntries(text: string, secrets: readonly BaselineEntry[]): string {
  const others = (parseBaseline(text) ?? []).filter(({ rule }) => !rule.startsWith('secrets.'));
  return baselineText([...others, ...secrets]);
}

/** Each entry has a rule, a file and a place in the structure of the file, and nothing that follows from a value. */
function baselineText(all: readonly BaselineEntry[]): string {
  const entries = all.map(({ rule, file, pointer }) => ({ rule, file, pointer }));
  const distinct = new Map(entries.map((one) => [fingerprintOfEntry(one), one]));
  const findings = [...distinct.values()].toSorted((a, b) => compare(textOf(a), textOf(b)));
  return `${JSON.stringify({ findings }, null, 2)}\n`;
}

function textOf({ file, rule, pointer }: BaselineEntry): string {
  return `${file}\0${rule}\0${pointer}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
