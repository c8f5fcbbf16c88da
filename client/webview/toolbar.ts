import type { FleetGrouping, FleetMark, FleetWords } from '../../server/src/protocol/fleetPanel.ts';
import type { FleetView } from '../../server/src/protocol/liveFleet.ts';
import { button, element, markShape } from './elements.ts';
import { filled } from './filled.ts';
import { marksByWeight, type GridModel, type GridWish } from './gridModel.ts';
import { ageText, markWord } from './gridTexts.ts';

const groupings: readonly FleetGrouping[] = ['environment', 'region', 'releaseDomain'];

/** So many failures are told one by one. */
const mostFailures = 3;

/** Whom the toolbar tells what the user wants. */
export interface ToolbarEvents {
  readonly read: () => void;
  readonly wish: (change: Partial<GridWish>) => void;
}

/** What stands over the grid: how old it is, what it is grouped by, and what is shown of it. */
export class Toolbar {
  readonly root = element('header', { class: 'toolbar' });
  private readonly words: FleetWords;
  private readonly language: string;
  private readonly events: ToolbarEvents;
  private readonly state = element('span', { class: 'state', role: 'status' });
  private readonly notes = element('span', { class: 'notes' });
  private readonly failures = element('ul', { class: 'failures', hidden: '' });
  private readonly read: HTMLButtonElement;
  private readonly chips = element('div', { class: 'chips', role: 'group' });
  private chipsShown = '';

  constructor(words: FleetWords, language: string, wish: GridWish, events: ToolbarEvents) {
    this.words = words;
    this.language = language;
    this.events = events;
    this.read = button({ class: 'primary' }, events.read, words.read);
    const filter = (key: 'clusters' | 'applications', label: string): HTMLElement => {
      const input = element('input', { type: 'search', placeholder: label, 'aria-label': label });
      input.value = wish[key];
      input.addEventListener('input', () => events.wish({ [key]: input.value }));
      return input;
    };
    const select = element('select', { 'aria-label': words.groupBy });
    for (const one of groupings) {
      const option = element('option', { value: one }, words[one]);
      option.selected = one === wish.grouping;
      select.append(option);
    }
    select.addEventListener('change', () => {
      const grouping = groupings.find((one) => one === select.value);
      if (grouping !== undefined) events.wish({ grouping });
    });
    this.root.append(
      element('div', { class: 'line' }, this.read, this.state, this.notes),
      element(
        'div',
        { class: 'line' },
        element('label', { class: 'grouping' }, words.groupBy, ' ', select),
        filter('clusters', words.filterClusters),
        filter('applications', words.filterApplications),
        this.chips,
      ),
      this.failures,
    );
  }

  show(model: GridModel, view: FleetView, wish: GridWish, keptAt: number | undefined): void {
    const { words } = this;
    const { reading } = view;
    this.state.textContent = this.stateText(view, keptAt);
    this.read.textContent = view.sources.some(({ readAt }) => readAt !== undefined)
      ? words.readAgain
      : words.read;
    this.read.disabled = reading !== undefined;
    this.notes.textContent = [
      ...(view.unplaced > 0 ? [filled(words.unplaced, view.unplaced)] : []),
      ...view.sources.flatMap(({ name, unread = [] }) =>
        unread.length > 0 ? [filled(words.unread, name, unread.join(', '))] : [],
      ),
    ].join(' · ');
    this.showFailures(view);
    this.showChips(model, wish);
  }

  /** What makes applications and fails: they may be missing in the grid. */
  private showFailures({ sources }: FleetView): void {
    const { words } = this;
    const all = sources.flatMap(({ name: on, failing = [] }) =>
      failing.map(({ namespace, name, message }) =>
        filled(words.failing, `${namespace}/${name}`, on, message),
      ),
    );
    const lines = all.slice(0, mostFailures);
    if (all.length > lines.length) lines.push(filled(words.moreFailing, all.length - lines.length));
    this.failures.hidden = lines.length === 0;
    if (this.failures.textContent === lines.join('')) return;
    this.failures.replaceChildren(
      ...lines.map((line) =>
        element('li', {}, markShape('failed'), element('span', { title: line }, line)),
      ),
    );
  }

  private stateText({ reading, sources, clusters }: FleetView, keptAt: number | undefined): string {
    const { words } = this;
    if (reading !== undefined) return filled(words.reading, reading.done, reading.all);
    const now = Date.now();
    const read = sources.flatMap(({ readAt }) => (readAt === undefined ? [] : [readAt]));
    if (read.length === 0) return clusters.length === 0 ? '' : words.notReadYet;
    const oldest = ageText(new Date(Math.min(...read)).toISOString(), now, this.language);
    const isKept = keptAt !== undefined;
    return filled(isKept ? words.keptAt : words.readAt, oldest);
  }

  /** A chip for each state that there is; those that are pressed are shown. */
  private showChips({ counts, present }: GridModel, { marks }: GridWish): void {
    const shown = marksByWeight.filter((mark) => counts.has(mark) || marks.has(mark));
    const text = JSON.stringify([
      shown.map((mark) => counts.get(mark)),
      shown,
      ...present,
      [...marks],
    ]);
    if (text === this.chipsShown) return;
    this.chipsShown = text;
    const focused = document.activeElement?.getAttribute('data-mark');
    this.chips.replaceChildren(
      ...shown.map((mark) =>
        this.chip({ mark, count: counts.get(mark) ?? 0, isStale: !present.has(mark) }, marks),
      ),
    );
    const again =
      typeof focused !== 'string'
        ? null
        : this.chips.querySelector<HTMLElement>(`[data-mark="${focused}"]`);
    again?.focus();
  }

  /** What was there, and may be no more, has no color of its own. */
  private chip(
    {
      mark,
      count,
      isStale,
    }: { readonly mark: FleetMark; readonly count: number; readonly isStale: boolean },
    marks: ReadonlySet<FleetMark>,
  ): HTMLElement {
    const isOn = marks.has(mark);
    return button(
      {
        class: `chip ${mark}${isStale ? ' stale' : ''}`,
        'aria-pressed': String(isOn),
        'data-mark': mark,
      },
      () => {
        const others = new Set(marks);
        if (isOn) others.delete(mark);
        else others.add(mark);
        this.events.wish({ marks: others });
      },
      markShape(mark),
      `${markWord(mark, this.words)} ${count}`,
    );
  }
}
