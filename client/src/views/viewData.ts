import { Disposable, EventEmitter, commands, l10n, type TreeView } from 'vscode';
import type { Server } from '../server.ts';

/** What a view asks the server for, and how it is told that there is nothing. */
export interface ViewQuestion<Answered> {
  readonly method: string;
  /** The key of the context that is `empty` where there is nothing to show, so that a welcome can say what to do. */
  readonly context: string;
  readonly isEmpty: (answer: Answered) => boolean;
}

/**
 * What a view shows: asked for when the view is first seen, and again when files changed while it is seen. Views are told
 * only of answers that are other than before, so that nothing flickers.
 */
export class ViewData<Answered extends { readonly isBeingWritten: boolean }> implements Disposable {
  private readonly server: Server;
  private readonly question: ViewQuestion<Answered>;
  private readonly changed = new EventEmitter<void>();
  private subscriptions = new Disposable(() => undefined);
  private view: TreeView<unknown> | undefined;
  private latest: { readonly answer: Answered; readonly text: string } | undefined;
  private asking: Promise<Answered | undefined> | undefined;
  private isStale = true;

  /** The answer is another than before. */
  readonly onDidChange = this.changed.event;

  constructor(server: Server, question: ViewQuestion<Answered>) {
    this.server = server;
    this.question = question;
  }

  /** Keeps up while a view is seen. */
  follow(view: TreeView<unknown>): void {
    this.view = view;
    const look = (): void => {
      if (view.visible && this.isStale && this.latest !== undefined) void this.refresh();
    };
    this.subscriptions = Disposable.from(
      view.onDidChangeVisibility(look),
      this.server.onTreesChanged(() => {
        this.isStale = true;
        look();
      }),
      this.server.onStarted(() => {
        this.isStale = true;
        look();
      }),
    );
  }

  /** The latest answer; the first one waits until the folders are read. */
  async get(): Promise<Answered | undefined> {
    return this.latest?.answer ?? this.refresh();
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private async refresh(): Promise<Answered | undefined> {
    this.asking ??= this.ask();
    return this.asking;
  }

  private async ask(): Promise<Answered | undefined> {
    const { method, context, isEmpty } = this.question;
    const { view, latest } = this;
    if (view !== undefined && latest === undefined) view.message = l10n.t('Reading layers …');
    try {
      this.isStale = false;
      const answer = await this.server.ask<Answered>(method, {});
      if (answer === undefined) return undefined;
      const isKept = answer.isBeingWritten && latest !== undefined;
      if (view !== undefined) view.message = isKept ? l10n.t('as of last valid') : '';
      // While somebody writes, what a file declares is not gone.
      if (isKept) return latest.answer;
      const text = JSON.stringify(answer);
      const isOther = text !== latest?.text;
      this.latest = { answer, text };
      await commands.executeCommand('setContext', context, isEmpty(answer) ? 'empty' : 'ready');
      if (isOther && latest !== undefined) this.changed.fire();
      return answer;
    } catch (error) {
      this.isStale = true;
      if (view !== undefined) view.message = l10n.t('Strata cannot tell: see its output.');
      throw error;
    } finally {
      this.asking = undefined;
    }
  }
}
