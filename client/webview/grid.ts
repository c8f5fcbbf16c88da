import type { FleetWords } from '../../server/src/protocol/fleetPanel.ts';
import type { FleetCell } from '../../server/src/protocol/liveFleet.ts';
import { element } from './elements.ts';
import type { GridModel } from './gridModel.ts';
import {
  broad,
  facts,
  idOf,
  lean,
  narrow,
  rowElement,
  rowHeight,
  textAt,
  wide,
  widest,
  type Cursor,
  type GridPage,
  type Layout,
} from './gridRows.ts';

/** What is shown beyond the edges, so that scrolling shows no gap. */
const beyond = 4;

/** Whom the grid tells what the user does. */
export interface GridEvents {
  readonly open: (cluster: string, tree: string, cell: FleetCell) => void;
  readonly fold: (group: string) => void;
  /** What stands under the pointer or the cursor, in words; `''` for nothing. */
  readonly point: (text: string) => void;
}

/**
 * The clusters by applications. However many there are, only those on the screen are in the document. The focus stays on the
 * grid itself, which names the cell that the cursor is on.
 */
export class Grid {
  readonly root: HTMLElement;
  private readonly words: FleetWords;
  private readonly language: string;
  private readonly events: GridEvents;
  private readonly head = element('div', { class: 'head', role: 'row', 'aria-rowindex': '1' });
  private readonly body = element('div', { class: 'body', role: 'rowgroup' });
  private readonly drawn = new Map<number, HTMLElement>();
  private model: GridModel | undefined;
  private names: readonly string[] = [];
  private cursor: Cursor = { row: 0, column: -1 };
  private layout: Layout = { facts: facts.length, tile: narrow, left: 0 };
  private isDue = false;

  constructor(words: FleetWords, language: string, events: GridEvents) {
    this.words = words;
    this.language = language;
    this.events = events;
    this.root = element('div', {
      class: 'grid',
      role: 'grid',
      tabindex: '0',
      'aria-label': words.grid,
    });
    this.root.append(this.head, this.body);
    this.root.addEventListener('scroll', () => this.drawSoon());
    this.root.addEventListener('keydown', (event) => this.onKey(event));
    this.root.addEventListener('click', (event) => this.onClick(event));
    this.root.addEventListener('focus', () => this.tellCursor());
    this.root.addEventListener('pointermove', (event) => {
      const at = this.placeOf(event.target);
      events.point(at === undefined ? '' : textAt(this.page, at));
    });
    this.root.addEventListener('pointerleave', () => this.tellCursor());
    new ResizeObserver(() => this.arrange()).observe(this.root);
  }

  /** Shows another model; `names` are those of all columns. */
  show(model: GridModel, names: readonly string[]): void {
    this.model = model;
    this.names = names;
    const { row, column } = this.cursor;
    this.cursor = {
      row: Math.max(0, Math.min(row, model.rows.length - 1)),
      column: Math.min(column, model.columns.length - 1),
    };
    this.arrange();
  }

  focus(): void {
    this.root.focus();
  }

  private get page(): GridPage {
    const { words, language, layout, names, model } = this;
    return {
      words,
      language,
      layout,
      names,
      columns: model?.columns ?? [],
      rows: model?.rows ?? [],
    };
  }

  /** Works out how much room there is, and draws all anew. */
  private arrange(): void {
    const { model } = this;
    const width = this.root.clientWidth;
    if (model === undefined || width === 0) return;
    const tiles = model.columns.length;
    const widthOf = (count: number): number =>
      facts.slice(0, count).reduce((sum, one) => sum + one.width, 0);
    // Facts take no more than three fifths where tiles need the room.
    let shown: number = facts.length;
    while (shown > 1 && widthOf(shown) + tiles * narrow > width && widthOf(shown) > width * 0.6)
      shown -= 1;
    const left = widthOf(shown);
    const each = tiles === 0 ? widest : (width - left - lean) / tiles;
    const tile =
      each >= wide
        ? Math.min(Math.floor(each), widest)
        : Math.max(narrow, Math.min(Math.floor(each), broad));
    this.layout = { facts: shown, tile, left };
    this.root.classList.toggle('wide', tile >= wide);
    this.root.setAttribute('aria-rowcount', String(model.rows.length + 1));
    this.root.setAttribute('aria-colcount', String(shown + tiles));
    const total = left + tiles * tile + (tile >= wide ? 16 : lean);
    this.body.style.height = `${model.rows.length * rowHeight}px`;
    this.body.style.width = this.head.style.width = `${total}px`;
    this.drawn.clear();
    this.body.replaceChildren();
    this.draw();
  }

  private drawSoon(): void {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.draw();
    });
  }

  /** Draws what is on the screen, and lets go of what is not. */
  private draw(): void {
    const { model } = this;
    if (model === undefined) return;
    const { scrollTop, clientHeight } = this.root;
    const first = Math.max(0, Math.floor(scrollTop / rowHeight) - beyond);
    const last = Math.min(
      model.rows.length,
      Math.ceil((scrollTop + clientHeight) / rowHeight) + beyond,
    );
    const columns = this.columnsSeen();
    const key = columns.join('-');
    if (this.body.dataset['columns'] !== key) {
      this.body.dataset['columns'] = key;
      this.drawn.clear();
      this.body.replaceChildren();
      this.drawHead(columns);
    } else if (this.head.childElementCount === 0 || this.drawn.size === 0) {
      this.drawHead(columns);
    }
    for (const [index, row] of this.drawn) {
      if (index >= first && index < last) continue;
      row.remove();
      this.drawn.delete(index);
    }
    for (let index = first; index < last; index += 1) {
      const row = model.rows[index];
      if (row === undefined || this.drawn.has(index)) continue;
      const drawn = rowElement(this.page, row, index, columns);
      this.drawn.set(index, drawn);
      this.body.append(drawn);
    }
    this.showCursor();
  }

  /** The first and the last column on the screen, by their places in the model. */
  private columnsSeen(): readonly [number, number] {
    const { scrollLeft, clientWidth } = this.root;
    const { tile, left } = this.layout;
    const count = this.model?.columns.length ?? 0;
    const first = Math.max(0, Math.floor(scrollLeft / tile) - beyond);
    const last = Math.min(count, Math.ceil((scrollLeft + clientWidth - left) / tile) + beyond);
    return [first, Math.max(first, last)];
  }

  private drawHead([first, last]: readonly [number, number]): void {
    const { facts: shown, tile, left } = this.layout;
    const own = facts.slice(0, shown).map(({ word, width }, index) => {
      const cell = element(
        'div',
        { class: `fact ${word}`, role: 'columnheader', 'aria-colindex': String(index + 1) },
        this.words[word],
      );
      cell.style.width = `${width}px`;
      return cell;
    });
    const names = (this.model?.columns ?? []).slice(first, last).map((column, index) => {
      const name = this.names[column] ?? '';
      const cell = element(
        'div',
        {
          class: 'name',
          role: 'columnheader',
          'aria-colindex': String(shown + first + index + 1),
          title: name,
        },
        element('span', {}, name),
      );
      cell.style.left = `${left + (first + index) * tile}px`;
      cell.style.width = `${tile}px`;
      return cell;
    });
    const frozen = element('div', { class: 'facts', role: 'presentation' }, ...own);
    frozen.style.width = `${left}px`;
    this.head.replaceChildren(frozen, ...names);
  }

  private onKey(event: KeyboardEvent): void {
    const { model } = this;
    if (model === undefined || event.altKey || event.metaKey) return;
    const { row, column } = this.cursor;
    const [lastRow, lastColumn] = [model.rows.length - 1, model.columns.length - 1];
    const page = Math.max(1, Math.floor(this.root.clientHeight / rowHeight) - 2);
    const at = model.rows[row];
    const isFold = at?.kind === 'group' && event.key === (at.isFolded ? 'ArrowRight' : 'ArrowLeft');
    const to = ((): Cursor | undefined => {
      switch (event.key) {
        case 'ArrowDown':
          return { row: row + 1, column };
        case 'ArrowUp':
          return { row: row - 1, column };
        case 'ArrowRight':
          return { row, column: column + 1 };
        case 'ArrowLeft':
          return { row, column: column - 1 };
        case 'PageDown':
          return { row: row + page, column };
        case 'PageUp':
          return { row: row - page, column };
        case 'Home':
          return event.ctrlKey ? { row: 0, column: -1 } : { row, column: -1 };
        case 'End':
          return event.ctrlKey ? { row: lastRow, column: lastColumn } : { row, column: lastColumn };
        default:
          return undefined;
      }
    })();
    if (event.key === 'Enter' || event.key === ' ' || isFold) {
      event.preventDefault();
      this.act(this.cursor);
    } else if (to !== undefined) {
      event.preventDefault();
      const column = Math.max(-1, Math.min(to.column, lastColumn));
      this.cursor = { row: Math.max(0, Math.min(to.row, lastRow)), column };
      this.reveal();
      this.tellCursor();
    }
  }

  private onClick(event: MouseEvent): void {
    const at = this.placeOf(event.target);
    if (at === undefined) return;
    this.cursor = at;
    this.showCursor();
    this.act(at);
  }

  private act({ row, column }: Cursor): void {
    const at = this.model?.rows[row];
    if (at?.kind === 'group') {
      this.events.fold(at.name ?? '');
      return;
    }
    const tile = at?.tiles.get(this.model?.columns[column] ?? -1);
    if (at !== undefined && tile !== undefined) {
      this.events.open(at.cluster.name, at.cluster.tree, tile.cells[0]);
    }
  }

  /** Scrolls until the cursor is on the screen, beside what never scrolls. */
  private reveal(): void {
    const { root, cursor, layout } = this;
    const top = cursor.row * rowHeight;
    const height = root.clientHeight - this.head.offsetHeight;
    if (top < root.scrollTop) root.scrollTop = top;
    else if (top + rowHeight > root.scrollTop + height) root.scrollTop = top + rowHeight - height;
    const left = cursor.column * layout.tile;
    const width = root.clientWidth - layout.left;
    if (cursor.column < 0 || left < root.scrollLeft) root.scrollLeft = Math.max(0, left);
    else if (left + layout.tile > root.scrollLeft + width)
      root.scrollLeft = left + layout.tile - width;
    this.draw();
  }

  private showCursor(): void {
    const id = idOf(this.cursor);
    this.root.querySelector('.cursor')?.classList.remove('cursor');
    document.getElementById(id)?.classList.add('cursor');
    this.root.setAttribute('aria-activedescendant', id);
  }

  private tellCursor(): void {
    const isSeen = this.root === document.activeElement;
    this.events.point(isSeen ? textAt(this.page, this.cursor) : '');
  }

  private placeOf(target: EventTarget | null): Cursor | undefined {
    const cell = target instanceof Element ? target.closest('[id^="at-"]') : undefined;
    const [, row, column] = /^at-(\d+)-(\d+)$/.exec(cell?.id ?? '') ?? [];
    return row === undefined ? undefined : { row: Number(row), column: Number(column) - 1 };
  }
}
