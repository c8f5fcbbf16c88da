import {
  CancellationTokenSource,
  QuickPickItemKind,
  ThemeIcon,
  Uri,
  commands,
  l10n,
  window,
  type QuickInputButton,
  type QuickPickItem,
} from 'vscode';
import type {
  HistoryParams,
  HistoryPart,
  HistoryStateView,
} from '../../../server/src/protocol/history.ts';
import type { Server } from '../server.ts';
import { plainMessage } from '../views/plainMessage.ts';

/** A row of a history. */
export interface HistoryItem extends QuickPickItem {
  readonly state?: HistoryStateView;
  /** What choosing it does, where it is no state. */
  readonly open?: () => void;
}

/** How a history is shown. */
export interface HistoryRows {
  readonly title: string;
  readonly placeHolder: string;
  /** What stands there where nothing ever changed. */
  readonly nothing: string;
  readonly rowsOf: (part: HistoryPart) => readonly HistoryItem[];
}

/** Shows a history while it is read, and gives the row that the user picks; `undefined` where nothing is picked. */
export async function pickState(
  server: Server,
  params: HistoryParams,
  { title, placeHolder, nothing, rowsOf }: HistoryRows,
): Promise<HistoryItem | undefined> {
  const pick = window.createQuickPick<HistoryItem>();
  const source = new CancellationTokenSource();
  Object.assign(pick, { title, placeholder: placeHolder, busy: true, keepScrollPosition: true });
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  const picked = new Promise<HistoryItem | undefined>((resolve) => {
    pick.onDidAccept(() => {
      const [item] = pick.selectedItems;
      resolve(item?.kind === QuickPickItemKind.Separator ? undefined : item);
    });
    pick.onDidHide(() => {
      resolve(undefined);
    });
    pick.onDidTriggerItemButton(({ item: { state } }) => {
      if (state !== undefined) void openChange(state, title);
    });
  });
  pick.show();
  const onPart = (part: HistoryPart): void => {
    const { activeItems } = pick;
    pick.items = [...pick.items, ...rowsOf(part)];
    if (activeItems.length > 0) pick.activeItems = activeItems;
  };
  void server
    .history(params, { onPart, token: source.token })
    .then((end) => {
      pick.busy = false;
      if (end.kind === 'refused') {
        pick.hide();
        void window.showWarningMessage(plainMessage(end.text));
      } else if (pick.items.length === 0) {
        pick.placeholder = nothing;
      } else if (!end.isComplete) {
        pick.placeholder = l10n.t('{0} The history goes further back.', placeHolder);
      }
    })
    .catch(() => {
      // Nobody waits any more, or the server said in its output what is wrong.
      pick.busy = false;
    });
  try {
    return await picked;
  } finally {
    source.cancel();
    source.dispose();
    pick.dispose();
  }
}

/** The button that shows what a commit changed. */
export function compareButton(): QuickInputButton {
  return { iconPath: new ThemeIcon('git-compare'), tooltip: l10n.t('What this commit changed') };
}

/** Opens what an application was before and after a commit. */
export async function openChange(
  { beforeUri, afterUri, commit }: HistoryStateView,
  title: string,
): Promise<void> {
  const [before, after] = [Uri.parse(beforeUri), Uri.parse(afterUri)];
  await commands.executeCommand('vscode.diff', before, after, `${title} (${commit.slice(0, 7)})`);
}
