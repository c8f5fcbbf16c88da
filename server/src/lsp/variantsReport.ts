import { applicationNamed } from '../analysis/deliveredApplications.ts';
import {
  familyVariants,
  isOverdue,
  variantCounts,
  type DifferenceRow,
  type FamilyVariants,
  type VariantRow,
} from '../analysis/variants.ts';
import { groupBy } from '../util/groupBy.ts';
import { dotted, escapeMarkdown } from './markdown.ts';
import { parseRenderedUri } from './renderedUri.ts';
import { code, placePiece, table, type Line, type Piece } from './reportText.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';
import type { ReportWords } from './words/reportWords.ts';

/** The clusters of an application, by what they get, with what separates them. */
export async function variantsReport(
  session: Session,
  application: string,
  signal: AbortSignal,
): Promise<readonly Line[]> {
  const words = session.words.reports;
  const address = parseRenderedUri(application);
  const tree = address && session.trees.named(address.tree);
  if (tree === undefined || address?.kind !== 'application') return [[words.nothingDelivered]];
  const { complete } = tree.workspace;
  const { cluster, namespace, name, key } = address;
  const found = await complete(
    (analysis) => applicationNamed(analysis, { cluster, namespace, name, key }),
    signal,
  );
  if (found === undefined) return [[words.nothingDelivered]];
  const family = await complete((analysis) => familyVariants(analysis, found.family), signal);
  const today = new Date().toISOString().slice(0, 10);
  return describe({ tree, words, today }, family);
}

interface Telling {
  readonly tree: Tree;
  readonly words: ReportWords;
  readonly today: string;
}

function describe(telling: Telling, family: FamilyVariants): readonly Line[] {
  const { words } = telling;
  const { application, variants, standbys } = family;
  const { clusters, explained, unexplained } = variantCounts(family);
  const counts = dotted([
    words.variants(variants.length, clusters),
    explained > 0 ? words.explained(explained) : '',
    unexplained > 0 ? words.unexplained(unexplained) : '',
  ]);
  const environments = groupBy(variants, ({ environment }) => environment);
  return [
    [`# ${escapeMarkdown(application)}`],
    [],
    [counts],
    ...[...environments].flatMap(([name, own]) => [
      [],
      [`## ${name === undefined ? words.withoutEnvironment : escapeName(name)}`],
      ...own.flatMap((variant) => variantLines(telling, variant)),
    ]),
    ...standbys.flatMap(({ cluster, mirrors, differences }) => [
      [],
      [`## ${words.mirrors(escapeName(cluster), escapeName(mirrors))}`],
      [],
      ...differenceTable(telling, differences),
    ]),
  ];
}

function variantLines(telling: Telling, variant: VariantRow): readonly Line[] {
  const { words } = telling;
  const { clusters, isUsual, differences, gaps } = variant;
  const notes = dotted([
    isUsual ? words.usual : words.differences(differences.length),
    gaps === 0 ? '' : `? ${words.gaps(gaps)}`,
  ]);
  const title = `### ${isUsual ? '●' : '○'} ${clusters.map(escapeName).join(', ')} — ${notes}`;
  return [[], [title], ...(isUsual ? [] : [[], ...differenceTable(telling, differences)])];
}

function differenceTable(
  { tree, words, today }: Telling,
  differences: readonly DifferenceRow[],
): readonly Line[] {
  const { field, here, usually, setAt, reason } = words.columns;
  return table(
    [field, here, usually, setAt, reason],
    differences.map((row) => [
      code(`${row.resource}${row.field === '' ? '' : ` ${row.field}`}`),
      ownValue(row, words),
      usualValue(row),
      placePiece(tree, row.at),
      { text: reasonText(row, words, today) },
    ]),
  );
}

function ownValue({ kind, value }: DifferenceRow, words: ReportWords): Piece {
  switch (kind) {
    case 'added':
      return { text: words.onlyHere };
    case 'missing':
      return { text: words.missingHere };
    case 'field':
      return value === undefined ? { text: '–' } : code(valueText(value));
  }
}

function usualValue({ kind, usual }: DifferenceRow): Piece {
  return kind === 'field' && usual !== undefined ? code(valueText(usual)) : { text: '–' };
}

/** What JSON can say. */
type JsonText = Exclude<DifferenceRow['value'], undefined>;

/** A value in one line. */
export function valueText(value: JsonText): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function reasonText(row: DifferenceRow, words: ReportWords, today: string): string {
  const { reason } = row;
  if (reason === undefined) return `**${words.noReason}**`;
  const { because, review } = reason;
  const note =
    review === undefined
      ? ''
      : isOverdue(row, today)
        ? words.overdue(review)
        : words.review(review);
  return dotted([escapeText(because), note]);
}

/** A name as it is: those of Kubernetes have no sign of Markdown; others are escaped. */
export function escapeName(name: string): string {
  return /^[\w.-]+$/.test(name) ? name : escapeMarkdown(name);
}

/** A sentence that somebody wrote: only what Markdown would make something of is escaped. */
export function escapeText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#!|&~]/g, '\\$&');
}
