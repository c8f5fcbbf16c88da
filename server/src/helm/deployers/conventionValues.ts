import type { ChartInputs, NamedText } from './chartInputs.ts';

/**
 * The values of a chart whose files only a naming convention ties to a cluster, as `.strata/config.yaml` declares: in the
 * order of its patterns, the later on top; files of one pattern in the order of their names.
 */
export function conventionValues(patterns: readonly (readonly NamedText[])[]): ChartInputs {
  const files = patterns.flatMap((matches) =>
    [...matches].sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
  );
  return { layers: files.map(({ name, text }) => ({ kind: 'file', name, text })), ignored: [] };
}
