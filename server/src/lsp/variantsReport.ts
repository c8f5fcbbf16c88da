import { isProductionRow } from '../analysis/isProductionRow.ts';
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
import { dotted } from './markdown.ts';
import { parseRenderedUri } from './renderedUri.ts';
import { columns, placePiece, plain, type Line } from './reportText.ts';
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
  const environments = [...groupBy(variants, ({ environment }) => environment)];
  const isFirst = ([environment]: readonly [string | undefined, unknown]): number =>
    Number(isProductionRow({ environment }));
  return [
    [dotted(['strata', plain(application).text, counts])],
    ...environments
      .toSorted((one, other) => isFirst(other) - isFirst(one))
      .flatMap(([name, own]) => [
        [],
        [name === undefined ? words.withoutEnvironment : plain(name)],
        ...own.flatMap((variant) => variantLines(telling, variant)),
      ]),
    ...standbys.flatMap(({ cluster, mirrors, differences }) => [
      [],
      [plain(words.mirrors(cluster, mirrors))],
      ...differenceLines(telling, differences),
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
  const names = clusters.map((name) => plain(name).text).join(', ');
  return [
    [`  ${isUsual ? '●' : '○'} ${names}  ${notes}`],
    ...(isUsual ? [] : differenceLines(telling, differences)),
  ];
}

/** The differences by object: field and values, and below them the place and the reason. */
function differenceLines(
  { tree, words, today }: Telling,
  differences: readonly DifferenceRow[],
): readonly Line[] {
  return [...groupBy(differences, ({ resource }) => resource)].flatMap(([resource, own]) => {
    const rows = columns(
      own.map((row) => [
        plain(row.field === '' ? words.wholeObject : row.field),
        plain(valuesText(row, words)),
      ]),
      { indent: 8 },
    );
    return [
      ['      ', plain(resource)],
      ...own.flatMap((row, index): readonly Line[] => [
        rows[index] ?? [],
        ['          ', placePiece(tree, row.at), '  ', plain(reasonText(row, words, today))],
      ]),
    ];
  });
}

function valuesText({ kind, value, usual, isTied }: DifferenceRow, words: ReportWords): string {
  if (isTied && kind !== 'field') return kind === 'added' ? words.tiedHere : words.tiedMissing;
  switch (kind) {
    case 'added':
      return words.onlyHere;
    case 'missing':
      return words.missingHere;
    case 'field': {
      const here = value === undefined ? '–' : valueText(value);
      if (isTied) return words.tied(here);
      return usual === undefined ? here : words.usually(here, valueText(usual));
    }
  }
}

/** What JSON can say. */
type JsonText = Exclude<DifferenceRow['value'], undefined>;

/** A value in one line. */
export function valueText(value: JsonText): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function reasonText(row: DifferenceRow, words: ReportWords, today: string): string {
  const { reason } = row;
  if (reason === undefined) return words.noReason;
  const { because, review } = reason;
  const note =
    review === undefined
      ? ''
      : isOverdue(row, today)
        ? words.overdue(review)
        : words.review(review);
  return dotted([because, note]);
}
