import type {
  FleetEntry,
  FleetHappening,
  FleetPane,
  FleetRow,
  FleetStep,
  FleetWords,
  FromFleetPanel,
} from '../../server/src/protocol/fleetPanel.ts';
import { button, element, markShape } from './elements.ts';

/** The opened application, beside the grid. */
export class Pane {
  readonly root = element('aside', { class: 'pane', hidden: '' });
  private readonly words: FleetWords;
  private readonly language: string;
  private readonly send: (message: FromFleetPanel) => void;
  private readonly onClose: () => void;

  constructor(
    words: FleetWords,
    language: string,
    { send, onClose }: { readonly send: Pane['send']; readonly onClose: () => void },
  ) {
    this.words = words;
    this.language = language;
    this.send = send;
    this.onClose = onClose;
    this.root.addEventListener('keydown', (event) => {
      if (event.key === 'Escape') onClose();
    });
  }

  /** Shows an application, or none. */
  show(pane: FleetPane | undefined): void {
    this.root.hidden = pane === undefined;
    if (pane === undefined) {
      this.root.replaceChildren();
      return;
    }
    const focused = this.root.contains(document.activeElement)
      ? document.activeElement?.getAttribute('data-key')
      : undefined;
    const { scrollTop } = this.root;
    this.root.setAttribute('aria-label', pane.title);
    this.root.replaceChildren(...this.parts(pane));
    this.root.scrollTop = scrollTop;
    const again =
      typeof focused !== 'string'
        ? null
        : this.root.querySelector<HTMLElement>(`[data-key="${focused}"]`);
    again?.focus();
  }

  focus(): void {
    this.root.querySelector<HTMLElement>('[data-key="close"]')?.focus();
  }

  private parts(pane: FleetPane): readonly Node[] {
    const { words } = this;
    const signals = element('dl', { class: 'signals', 'aria-label': words.signals });
    for (const { name, text, mark } of pane.signals) {
      signals.append(
        element(
          'div',
          { class: `signal ${mark}` },
          element('dt', {}, name),
          element('dd', {}, markShape(mark), element('span', {}, text)),
        ),
      );
    }
    const facts = element('dl', { class: 'facts-of' });
    for (const { name, text } of pane.facts) {
      facts.append(element('div', {}, element('dt', {}, name), element('dd', {}, text)));
    }
    return [
      element(
        'div',
        { class: 'top' },
        element('h2', {}, pane.title),
        button(
          { class: 'icon', 'data-key': 'close', 'aria-label': words.close, title: words.close },
          this.onClose,
          '×',
        ),
      ),
      element('p', { class: 'about' }, pane.about),
      signals,
      ...(pane.failure === ''
        ? []
        : [
            element(
              'p',
              { class: 'failure' },
              markShape('failed'),
              element('span', {}, pane.failure),
            ),
          ]),
      facts,
      element(
        'div',
        { class: 'buttons' },
        this.act('rendered', words.openRendered, pane.canOpen),
        this.act('follow', words.follow, pane.canFollow),
      ),
      ...this.way(pane.way),
      element('h3', {}, words.drifts),
      element(
        'p',
        { class: 'about', role: 'status' },
        pane.busy === '' ? pane.comparison : pane.busy,
      ),
      element('ul', { class: 'rows' }, ...pane.rows.map((row, index) => this.row(row, index))),
      ...this.events(pane.events),
      ...this.history(pane.history),
    ];
  }

  private act(
    kind: 'rendered' | 'follow',
    label: string,
    isOffered: boolean,
  ): HTMLElement | undefined {
    if (!isOffered) return undefined;
    return button({ class: 'secondary', 'data-key': kind }, () => this.send({ kind }), label);
  }

  private way(steps: readonly FleetStep[]): readonly Node[] {
    if (steps.every(({ at }) => at === undefined)) return [];
    const form = new Intl.DateTimeFormat(this.language, { dateStyle: 'short', timeStyle: 'short' });
    return [
      element('h3', {}, this.words.way),
      element(
        'ol',
        { class: 'way' },
        ...steps.map(({ name, at, took }) =>
          element(
            'li',
            { class: at === undefined ? 'open' : 'done' },
            element('span', { class: 'step' }, name),
            element('span', { class: 'time' }, at === undefined ? '–' : form.format(new Date(at))),
            element('span', { class: 'took' }, took),
          ),
        ),
      ),
    ];
  }

  private row({ label, text, matters, hasPlace }: FleetRow, index: number): HTMLElement {
    const parts = [
      element('span', { class: 'label' }, label),
      element('span', { class: 'about' }, text),
    ];
    const line = hasPlace
      ? button(
          { class: 'line', 'data-key': `row ${index}`, title: this.words.openLine },
          () => this.send({ kind: 'declared', row: index }),
          ...parts,
        )
      : element('div', { class: 'line' }, ...parts);
    return element('li', { class: matters ? 'matters' : '' }, line);
  }

  private events(all: readonly FleetHappening[]): readonly Node[] {
    if (all.length === 0) return [];
    return [
      element('h3', {}, this.words.events),
      element(
        'ul',
        { class: 'rows' },
        ...all.map(({ reason, text, detail, isWarning }) =>
          element(
            'li',
            { class: isWarning ? 'matters' : '' },
            element(
              'div',
              { class: 'line' },
              element('span', { class: 'label' }, `${reason}: ${text}`),
              element('span', { class: 'about' }, detail),
            ),
          ),
        ),
      ),
    ];
  }

  private history(entries: readonly FleetEntry[]): readonly Node[] {
    if (entries.length === 0) return [];
    return [
      element('h3', {}, this.words.history),
      element(
        'ol',
        { class: 'history' },
        ...entries.map(({ revision, text, detail }) =>
          element(
            'li',
            {},
            element('code', {}, revision),
            element('span', { class: 'text' }, text),
            element('span', { class: 'about' }, detail),
          ),
        ),
      ),
    ];
  }
}
