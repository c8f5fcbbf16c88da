import {
  ProgressLocation,
  QuickPickItemKind,
  ThemeIcon,
  commands,
  l10n,
  window,
  type Disposable,
  type QuickPickItem,
} from 'vscode';
import {
  valuesAtMethod,
  type HistoryPart,
  type ValueAt,
  type ValueLayer,
  type ValuesAt,
} from '../../../server/src/protocol/history.ts';
import { renderedScheme } from '../../../server/src/protocol/renderedDocument.ts';
import type { Server } from '../server.ts';
import { dotted } from '../views/certaintyMarks.ts';
import { short, valueText, whoText } from '../views/historyTexts.ts';
import { compareButton, openChange, pickState, type HistoryItem } from './pickState.ts';
import { placeOfCursor } from './reports.ts';

/** The command “Strata: Why and when did this effective value change?”. */
export function registerValueHistory(server: Server): Disposable {
  return commands.registerCommand('strata.showValueHistory', () => showValueHistory(server));
}

async function showValueHistory(server: Server): Promise<void> {
  const place = placeOfCursor(['file', renderedScheme]);
  if (place === undefined) return;
  const { uri, position } = place;
  const params = { uri: uri.toString(), line: position.line, character: position.character };
  const reading = { location: ProgressLocation.Window, title: l10n.t('Rendering') };
  const answer = await window.withProgress(reading, () =>
    server.ask<ValuesAt>(valuesAtMethod, params),
  );
  const value = await pickValue(answer?.values ?? []);
  if (value === undefined) return;
  const { resource, field, cluster = '?' } = value;
  const key = field.slice(field.lastIndexOf('/') + 1);
  const title = l10n.t('{0} of {1} on {2}', key, shortResource(resource), cluster);
  const item = await pickState(
    server,
    { uri: value.uri, value: { resource, field } },
    {
      title,
      placeHolder: l10n.t('Who sets it now, and the commits that changed it.'),
      nothing: l10n.t('Nothing has changed it as far as the history goes.'),
      rowsOf: rowsOf(Date.now()),
    },
  );
  item?.open?.();
  if (item?.state !== undefined) await openChange(item.state, title);
}

interface ValueItem extends QuickPickItem {
  readonly value?: ValueAt;
}

/** Asks on which cluster, where there is more than one; the user is told where there is none. */
async function pickValue(values: readonly ValueAt[]): Promise<ValueAt | undefined> {
  const [only, ...others] = values;
  if (only === undefined) {
    void window.showInformationMessage(l10n.t('Nothing that is delivered cites this line.'));
    return undefined;
  }
  if (others.length === 0) return only;
  const groups = Map.groupBy(values, ({ environment }) => environment);
  const items = [...groups].flatMap(([environment, own]): readonly ValueItem[] => [
    { label: environment ?? l10n.t('without environment'), kind: QuickPickItemKind.Separator },
    ...own.map((value) => ({
      label: value.cluster ?? '?',
      description: dotted([short(value.value), shortResource(value.resource), value.application]),
      iconPath: new ThemeIcon(value.isProduction ? 'server-environment' : 'server'),
      value,
    })),
  ]);
  const item = await window.showQuickPick(items, {
    title: l10n.t('Why and when did this effective value change?'),
    placeHolder: l10n.t('The cluster whose value it is about'),
    matchOnDescription: true,
  });
  return item?.value;
}

/** `Deployment/checkout` of `Deployment.apps/shop/checkout`. */
function shortResource(resource: string): string {
  return resource.replace(/^([^./]+)(?:\.[^/]*)?\/(?:[^/]+\/)?/, '$1/');
}

/** Who sets the value now stands before the commits that changed it. */
function rowsOf(now: number): (part: HistoryPart) => readonly HistoryItem[] {
  let hasStates = false;
  return ({ states, layers, uncommitted }) => {
    const rows: HistoryItem[] = [];
    if (uncommitted !== undefined) {
      rows.push({
        label: `${short(uncommitted.before)} → ${short(uncommitted.after)}`,
        description: l10n.t('not committed'),
        iconPath: new ThemeIcon('edit'),
      });
    }
    if (layers !== undefined && layers.length > 0) {
      rows.push({ label: l10n.t('set by'), kind: QuickPickItemKind.Separator });
      rows.push(...layers.map((layer) => layerItem(layer, now)));
    }
    if (states.length > 0 && !hasStates) {
      hasStates = true;
      rows.push({ label: l10n.t('changed by'), kind: QuickPickItemKind.Separator });
    }
    rows.push(
      ...states.map((state) => ({
        label: valueText(state),
        description: whoText(state, now),
        detail: dotted([state.subject, state.changes[0]?.fields[0]?.place]),
        iconPath: new ThemeIcon('git-commit'),
        buttons: [compareButton()],
        state,
      })),
    );
    return rows;
  };
}

function layerItem(
  { uri, line, place, step, value, written }: ValueLayer,
  now: number,
): HistoryItem {
  return {
    label: value === undefined ? place : short(value),
    description: dotted([value === undefined ? undefined : place, step]),
    ...(written !== undefined && { detail: dotted([whoText(written, now), written.subject]) }),
    iconPath: new ThemeIcon('layers'),
    open: () => {
      void commands.executeCommand('strata.openPlace', { place: { uri, line } });
    },
  };
}
