import { CodeActionKind, type CodeAction, type Range } from 'vscode-languageserver';
import { chartsElsewhere, type ChartElsewhere } from '../analysis/chartsElsewhere.ts';
import { hostOf } from '../workspace/charts/fetchCharts.ts';
import type { Session } from './session.ts';
import { uriOf, type Place } from './trees.ts';

/** The command of the client that lists what would be fetched, and from where, before anything is. */
const fetchCommand = 'strata.fetchCharts';

/** At a line that names a chart from elsewhere which was not fetched: the way to fetch it. */
export async function chartActions(
  session: Session,
  { tree, path }: Place,
  range: Range,
  signal: AbortSignal,
): Promise<readonly CodeAction[]> {
  if (session.options.fetchesCharts !== true || !session.trees.trusted) return [];
  const text = session.documents.get(uriOf(tree, path))?.text;
  const line = text?.split('\n')[range.start.line] ?? '';
  const [, key = '', written = ''] = /^[\s-]*([A-Za-z]+):(.*)$/.exec(line) ?? [];
  if (!keys.has(key) || !mayAsk.test(text ?? '')) return [];
  const value = written.trim().replace(/^(["'])(.*)\1$/, '$2');
  const charts = await tree.workspace.complete(chartsElsewhere, signal);
  const named = charts.some(
    (one) =>
      !one.isFetched && hostOf(one) !== undefined && one.files.includes(path) && says(one, value),
  );
  const title = session.words.fixes.fetchCharts;
  return named
    ? [{ title, kind: CodeActionKind.QuickFix, command: { title, command: fetchCommand } }]
    : [];
}

/** In a file without these words nobody asks for a chart from elsewhere. */
const mayAsk =
  /\b(?:chart|helmCharts?|chartRef|dependencies|HelmChartInflationGenerator)\b|HelmRepository|OCIRepository/;

const keys: ReadonlySet<string> = new Set([
  ...['chart', 'name', 'repo', 'repoURL', 'repository', 'url', 'version', 'targetRevision'],
]);

/** Whether a text of the file is a part of the address of a chart. */
function says({ chart, version, repository }: ChartElsewhere, value: string): boolean {
  const address = repository.replace(/^oci:\/\//, '');
  const isAddress = [repository, address, `${repository}/${chart}`].includes(
    value.replace(/\/+$/, ''),
  );
  return isAddress || value === chart || (value !== '' && value === version);
}
