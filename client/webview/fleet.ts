import type {
  FleetPane,
  FleetWords,
  FromFleetPanel,
} from '../../server/src/protocol/fleetPanel.ts';
import type { FleetView } from '../../server/src/protocol/liveFleet.ts';
import { element } from './elements.ts';
import { Grid } from './grid.ts';
import { gridModel, type GridWish } from './gridModel.ts';
import { Pane } from './pane.ts';
import { parseMessage, parseWish, type Host } from './parseMessage.ts';
import { Toolbar } from './toolbar.ts';

declare function acquireVsCodeApi(): Host;

/** Ages are told anew after so long. */
const agesEvery = 30_000;

/** The panel as a whole: what it was last told, and what the user wants to see of it. */
class FleetPage {
  private readonly host: Host;
  private readonly words: FleetWords;
  private readonly toolbar: Toolbar;
  private readonly grid: Grid;
  private readonly pane: Pane;
  private readonly message = element('p', { class: 'message' });
  private readonly pointed = element('footer', { class: 'pointed', 'aria-hidden': 'true' });
  private wish: GridWish;
  private view: FleetView | undefined;
  private keptAt: number | undefined;

  constructor(host: Host, words: FleetWords, language: string) {
    this.host = host;
    this.words = words;
    this.wish = parseWish(host.getState());
    const send = (message: FromFleetPanel): void => host.postMessage(message);
    this.toolbar = new Toolbar(words, language, this.wish, {
      read: () => send({ kind: 'read' }),
      wish: (change) => this.want(change),
    });
    this.grid = new Grid(words, language, {
      open: (cluster, tree, { kind, namespace, name }) => {
        send({ kind: 'open', cell: { tree, cluster, kind, namespace, name } });
      },
      fold: (group) => {
        const folded = new Set(this.wish.folded);
        if (!folded.delete(group)) folded.add(group);
        this.want({ folded });
      },
      point: (text) => {
        this.pointed.textContent = text;
      },
    });
    this.pane = new Pane(words, language, {
      send,
      onClose: () => {
        send({ kind: 'close' });
        this.showPane(undefined);
        this.grid.focus();
      },
    });
    const page = element('main', {}, this.message, this.grid.root, this.pane.root);
    document.body.replaceChildren(this.toolbar.root, page, this.pointed);
    setInterval(() => this.draw(), agesEvery);
  }

  show(view: FleetView, keptAt: number | undefined): void {
    this.view = view;
    this.keptAt = keptAt;
    this.draw();
  }

  showPane(pane: FleetPane | undefined): void {
    const wasClosed = this.pane.root.hidden;
    this.pane.show(pane);
    if (wasClosed && pane !== undefined) this.pane.focus();
  }

  untrusted(): void {
    this.view = undefined;
    this.toolbar.root.hidden = true;
    this.grid.root.hidden = true;
    this.tell(this.words.untrusted);
  }

  private want(change: Partial<GridWish>): void {
    this.wish = { ...this.wish, ...change };
    const { marks, folded } = this.wish;
    this.host.setState({ ...this.wish, marks: [...marks], folded: [...folded] });
    this.draw();
  }

  private draw(): void {
    const { view, wish, keptAt } = this;
    if (view === undefined) return;
    const model = gridModel(view, wish, { now: Date.now(), keptAt });
    this.toolbar.root.hidden = false;
    this.toolbar.show(model, view, wish, keptAt);
    this.grid.root.hidden = model.rows.length === 0;
    this.tell(
      model.rows.length > 0
        ? ''
        : view.clusters.length === 0
          ? this.words.noClusters
          : this.words.nothingFits,
    );
    this.grid.show(model, view.columns);
  }

  private tell(text: string): void {
    this.message.textContent = text;
    this.message.hidden = text === '';
  }
}

function start(): void {
  const host = acquireVsCodeApi();
  let page: FleetPage | undefined;
  window.addEventListener('message', (event) => {
    const message = parseMessage(event);
    switch (message.kind) {
      case 'start':
        page = new FleetPage(host, message.words, message.language);
        break;
      case 'view':
        page?.show(message.view, message.keptAt);
        break;
      case 'untrusted':
        page?.untrusted();
        break;
      case 'pane':
        page?.showPane(message.pane);
        break;
    }
  });
  host.postMessage({ kind: 'ready' });
}

start();
