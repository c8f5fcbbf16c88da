import { commands, l10n, window, workspace, type Disposable } from 'vscode';
import type { LiveView } from '../../../server/src/protocol/live.ts';
import { dotted } from './certaintyMarks.ts';
import type { LiveModel } from './liveModel.ts';
import { liveNews, type LiveNews } from './liveNews.ts';
import { rowLabel } from './liveWords.ts';
import { plainMessage } from './plainMessage.ts';

/** No more than one notification in so long; what happens meanwhile is told in the next one. */
const every = 5 * 60_000;

/** Tells what gets worse on the selected cluster, where a setting wants it; of no other cluster anything is told. */
export class LiveNotifications implements Disposable {
  private readonly model: LiveModel;
  private readonly subscription: Disposable;
  private before: LiveView | undefined;
  private waiting: readonly LiveNews[] = [];
  private toldAt = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(model: LiveModel) {
    this.model = model;
    this.subscription = model.onDidChange(() => this.look());
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscription.dispose();
  }

  private look(): void {
    const { view } = this.model;
    const { before } = this;
    this.before = view;
    if (view?.cluster !== before?.cluster) this.forget();
    const isWanted = workspace
      .getConfiguration('strata')
      .get<boolean>('notifications.enabled', false);
    if (view === undefined || !isWanted) {
      this.forget();
      return;
    }
    this.waiting = [...this.waiting, ...liveNews(before, view, Date.now())];
    if (this.waiting.length === 0 || this.timer !== undefined) return;
    const left = Math.max(0, this.toldAt + every - Date.now());
    this.timer = setTimeout(() => this.tell(view.cluster), left);
  }

  private tell(cluster: string): void {
    const news = this.waiting;
    this.forget();
    if (news.length === 0 || this.model.cluster !== cluster) return;
    this.toldAt = Date.now();
    const show = l10n.t('Show');
    const text = `${cluster}: ${newsText(news)}`;
    void window.showWarningMessage(plainMessage(text), show).then((picked) => {
      if (picked === show) void commands.executeCommand('strata.live.focus');
    });
  }

  private forget(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }
}

function newsText([first, ...more]: readonly LiveNews[]): string {
  return dotted([
    first && sentence(first),
    more.length === 0 ? undefined : l10n.t('{0} more', more.length),
  ]);
}

function sentence(news: LiveNews): string {
  switch (news.kind) {
    case 'failed':
      return l10n.t('{0} failed', news.application);
    case 'degraded':
      return l10n.t('{0} does badly', news.application);
    case 'drifted': {
      const { application, row, more } = news;
      if (row === undefined) return l10n.t('{0} drifted', application);
      const what = dotted([rowLabel(row), row.owner]);
      return more === 0
        ? l10n.t('{0} drifted: {1}', application, what)
        : l10n.t('{0} drifted: {1}, and {2} more', application, what, more);
    }
  }
}
