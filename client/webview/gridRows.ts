import type { FleetMark, FleetWords } from '../../server/src/protocol/fleetPanel.ts';
import { element, markShape } from './elements.ts';
import { filled } from './filled.ts';
import type { GridRow, Tile } from './gridModel.ts';
import { ageText, cellText, groupText, revisionText } from './gridTexts.ts';

/** Pixels, as the stylesheet has them. */
export const rowHeight = 28;
/** A tile is a shape, and where there is room for it, a shape with a word. */
export const [narrow, broad, wide, widest] = [28, 40, 96, 150] as const;
/** Room for the last name, which leans to the right. */
export const lean = 64;

/** A fact that each row shows, with its width; those at the end go first where there is no room. */
export const facts = [
  { word: 'cluster', width: 190 },
  { word: 'drift', width: 56 },
  { word: 'synced', width: 68 },
  { word: 'healthy', width: 68 },
  { word: 'revision', width: 150 },
  { word: 'lastSync', width: 92 },
] as const;

/** Where the cursor stands: a row, and a column of the model; -1 for the name of the row. */
export interface Cursor {
  readonly row: number;
  readonly column: number;
}

/** How many facts there is room for, how wide a tile is, and where the tiles begin, in pixels. */
export interface Layout {
  readonly facts: number;
  readonly tile: number;
  readonly left: number;
}

/** What rows are drawn of. */
export interface GridPage {
  readonly words: FleetWords;
  readonly language: string;
  readonly layout: Layout;
  /** The columns of the model, by their places in the view, and the names of all. */
  readonly columns: readonly number[];
  readonly names: readonly string[];
  readonly rows: readonly GridRow[];
}

/** The element of a row, with the tiles from one column up to another. */
export function rowElement(
  page: GridPage,
  row: GridRow,
  index: number,
  columns: readonly [number, number],
): HTMLElement {
  const drawn = element('div', {
    class: `row ${row.kind}`,
    role: 'row',
    'aria-rowindex': String(index + 2),
  });
  drawn.style.transform = `translateY(${index * rowHeight}px)`;
  drawn.append(
    ...(row.kind === 'group'
      ? groupParts(page, row, index)
      : clusterParts(page, row, index, columns)),
  );
  return drawn;
}

function groupParts(
  page: GridPage,
  row: Extract<GridRow, { kind: 'group' }>,
  index: number,
): readonly HTMLElement[] {
  const { words } = page;
  const counts = element('span', { class: 'counts' });
  for (const [mark, count] of row.counts) {
    if (mark === 'synced') continue;
    // What was there, and may be no more, has no color of its own.
    const state = row.present.has(mark) ? mark : `${mark} stale`;
    counts.append(element('span', { class: `count ${state}` }, markShape(mark), String(count)));
  }
  const cell = element(
    'div',
    {
      class: 'title',
      role: 'gridcell',
      id: idOf({ row: index, column: -1 }),
      'aria-colspan': String(page.layout.facts + page.columns.length),
      'aria-expanded': String(!row.isFolded),
      'aria-label': groupText(row, words),
    },
    element('span', {
      class: row.isFolded ? 'twistie folded' : 'twistie',
      'aria-hidden': 'true',
    }),
    element('span', { class: 'word' }, row.name ?? words.without),
    element(
      'span',
      { class: 'about' },
      groupText({ ...row, counts: new Map() }, words, { short: true }),
    ),
    counts,
  );
  return [cell];
}

function clusterParts(
  page: GridPage,
  row: Extract<GridRow, { kind: 'cluster' }>,
  index: number,
  [first, last]: readonly [number, number],
): readonly HTMLElement[] {
  const { facts: shown, tile: width, left } = page.layout;
  const frozen = element('div', { class: 'facts', role: 'presentation' });
  frozen.style.width = `${left}px`;
  for (const [at, { word, width: own }] of facts.slice(0, shown).entries()) {
    const cell = element(
      'div',
      {
        class: `fact ${word}`,
        role: at === 0 ? 'rowheader' : 'gridcell',
        'aria-colindex': String(at + 1),
        ...(at === 0 && { id: idOf({ row: index, column: -1 }) }),
      },
      ...factParts(page, row, word),
    );
    cell.style.width = `${own}px`;
    frozen.append(cell);
  }
  const tiles = page.columns.slice(first, last).flatMap((column, at) => {
    const place = { row: index, column: first + at };
    const tile = row.tiles.get(column);
    const cell = element(
      'div',
      {
        class: tile === undefined ? 'cell' : `cell ${tileClasses(tile)}`,
        role: 'gridcell',
        id: idOf(place),
        'aria-colindex': String(shown + first + at + 1),
        'aria-label': textAt(page, place),
      },
      tile && tileElement(page, tile),
    );
    cell.style.left = `${left + (first + at) * width}px`;
    cell.style.width = `${width}px`;
    return [cell];
  });
  return [frozen, ...tiles];
}

function tileElement(page: GridPage, { mark, cells, isStale }: Tile): HTMLElement {
  const [cell] = cells;
  const word =
    page.layout.tile < wide
      ? undefined
      : element('span', { class: 'word' }, cellText(cell, page.words, { isStale, short: true }));
  return element('span', { class: 'tile' }, markShape(mark), word);
}

function factParts(
  page: GridPage,
  { cluster, summary }: Extract<GridRow, { kind: 'cluster' }>,
  word: (typeof facts)[number]['word'],
): readonly (Node | string)[] {
  const { all, synced, healthy, assessed, drifted, isDrifted, stale, lastSyncAt } = summary;
  const known = all - stale;
  switch (word) {
    case 'cluster':
      return [
        cluster.isProduction
          ? element('span', { class: 'production', title: page.words.production }, 'P')
          : '',
        element('span', { class: 'word', title: cluster.name }, cluster.name),
        cluster.isKnown ? '' : element('span', { class: 'about' }, page.words.notRegistered),
      ];
    case 'drift':
      return [
        drifted === 0
          ? element('span', { class: 'none' }, known === 0 ? '–' : '0')
          : element(
              'span',
              { class: isDrifted ? 'count drifted' : 'count drifted stale' },
              markShape('drifted'),
              String(drifted),
            ),
      ];
    case 'synced':
      return [share(synced, all, known)];
    case 'healthy':
      return [share(healthy, assessed, known)];
    case 'revision':
      return [revisionText(summary, page.words)];
    case 'lastSync':
      return [ageText(lastSyncAt, Date.now(), page.language)];
  }
}

/** What stands at a place, in words; `''` for nothing. */
export function textAt(page: GridPage, { row, column }: Cursor): string {
  const at = page.rows[row];
  if (at === undefined) return '';
  if (at.kind === 'group') return groupText(at, page.words);
  if (column < 0) return at.cluster.name;
  const place = page.columns[column] ?? -1;
  const name = page.names[place] ?? '';
  const tile = at.tiles.get(place);
  if (tile === undefined) return filled(page.words.empty, name, at.cluster.name);
  const texts = tile.cells.map((cell) =>
    cellText(cell, page.words, { isStale: tile.isStale, language: page.language }),
  );
  return filled(page.words.cell, name, at.cluster.name, texts.join('; '));
}

/** The name of a place in the document. */
export function idOf({ row, column }: Cursor): string {
  return `at-${row}-${column + 1}`;
}

function tileClasses({ mark, isStale, isFaint }: Tile): string {
  return ['has', mark satisfies FleetMark, isStale ? 'stale' : '', isFaint ? 'faint' : ''].join(
    ' ',
  );
}

/** How many of all; nothing where all of it is from before. */
function share(some: number, all: number, known: number): HTMLElement {
  if (known === 0 || all === 0) return element('span', { class: 'none' }, '–');
  return element('span', { class: some === all ? 'full' : 'part' }, `${some}/${all}`);
}
