import { EventEmitter, ThemeIcon, TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import type { Disposable } from 'vscode';
import {
  olderFindingsMethod,
  type OlderFindings,
  type OlderFindingsOfFile,
} from '../../../server/src/protocol/findings.ts';
import type { Server } from '../server.ts';
import { openCommand } from './clusterItems.ts';

/** The row of findings that are not told one by one, and the files below it. */
export type OlderItem =
  | { readonly kind: 'older'; readonly findings: OlderFindings }
  | { readonly kind: 'older-file'; readonly file: OlderFindingsOfFile };

/** Findings of files that are not open and did not change: one row, whatever their number. */
export class OlderFindingsRow implements Disposable {
  private readonly server: Server;
  private readonly changed = new EventEmitter<void>();
  private readonly subscription: Disposable;
  private findings: OlderFindings = { count: 0, files: [] };

  /** Their number is another than before. */
  readonly onDidChange = this.changed.event;

  constructor(server: Server) {
    this.server = server;
    this.subscription = server.onOlderFindingsChanged(() => {
      void this.ask();
    });
  }

  /** The row; none where there is nothing to count. */
  get items(): readonly OlderItem[] {
    return this.findings.count === 0 ? [] : [{ kind: 'older', findings: this.findings }];
  }

  dispose(): void {
    this.subscription.dispose();
    this.changed.dispose();
  }

  private async ask(): Promise<void> {
    this.findings = (await this.server.ask<OlderFindings>(olderFindingsMethod, {})) ?? {
      count: 0,
      files: [],
    };
    this.changed.fire();
  }
}

/** The files of the row. */
export function olderChildren(item: OlderItem): readonly OlderItem[] {
  return item.kind === 'older'
    ? item.findings.files.map((file) => ({ kind: 'older-file', file }))
    : [];
}

/** How a row looks. */
export function olderItem(item: OlderItem): TreeItem {
  switch (item.kind) {
    case 'older': {
      const { count } = item.findings;
      const label = count === 1 ? l10n.t('1 older finding') : l10n.t('{0} older findings', count);
      const row = new TreeItem(label, TreeItemCollapsibleState.Collapsed);
      row.id = 'older';
      row.iconPath = new ThemeIcon('history');
      row.contextValue = 'olderFindings';
      row.tooltip = l10n.t(
        'Findings in files that are not open, on lines that did not change. Adopted as baseline they are not told again.',
      );
      return row;
    }
    case 'older-file': {
      const { uri, path, count } = item.file;
      const row = new TreeItem(path, TreeItemCollapsibleState.None);
      row.id = `older ${uri}`;
      row.iconPath = new ThemeIcon('file');
      row.description = String(count);
      row.command = openCommand({ uri, line: 0 });
      return row;
    }
  }
}
