import {
  Disposable,
  EventEmitter,
  l10n,
  window,
  type TreeDataProvider,
  type TreeItem,
} from 'vscode';
import type { PlanView as Plan } from '../../../server/src/protocol/plan.ts';
import { dotted } from './certaintyMarks.ts';
import { planChildren, planItem, planItems, type PlanItem } from './planItems.ts';
import type { PlanModel } from './planModel.ts';

/** The view “Plan”, which is there while a plan is open. */
export class PlanTree implements TreeDataProvider<PlanItem>, Disposable {
  private readonly model: PlanModel;
  private readonly changed = new EventEmitter<void>();
  private readonly view;
  private readonly subscriptions: Disposable;

  readonly onDidChangeTreeData = this.changed.event;

  constructor(model: PlanModel) {
    this.model = model;
    this.view = window.createTreeView('strata.planView', { treeDataProvider: this });
    this.subscriptions = Disposable.from(
      this.view,
      model.onDidChange(() => {
        this.show();
      }),
    );
  }

  getTreeItem(item: PlanItem): TreeItem {
    return planItem(item);
  }

  getChildren(item?: PlanItem): PlanItem[] {
    if (item !== undefined) return [...planChildren(item)];
    return this.model.plan === undefined ? [] : [...planItems(this.model.plan)];
  }

  dispose(): void {
    this.subscriptions.dispose();
    this.changed.dispose();
  }

  private show(): void {
    const { plan } = this.model;
    this.changed.fire();
    this.view.description = plan?.title ?? '';
    // An empty message is none; the property itself has to stay, since setting it is what shows it.
    this.view.message = plan === undefined ? '' : planSummary(plan);
  }
}

/** `3 edits in 2 files · changes 2 clusters · nothing else`. */
export function planSummary({ files, effects, refused }: Plan): string {
  if (refused.length > 0 && files.length === 0)
    return l10n.t('Refused: there is nothing to apply.');
  const edits = files.reduce((sum, { lines }) => sum + lines.length, 0);
  const clusters = new Set(effects.flatMap(({ cluster }) => cluster ?? [])).size;
  const others = effects.flatMap(({ fields }) => fields).filter(({ intended }) => !intended).length;
  return dotted([
    editsText(edits, files.length),
    clusters === 1 ? l10n.t('changes 1 cluster') : l10n.t('changes {0} clusters', clusters),
    others === 0 ? l10n.t('nothing else') : l10n.t('{0} fields that nobody asked for', others),
    refused.length === 0 ? undefined : l10n.t('refused'),
  ]);
}

function editsText(edits: number, files: number): string {
  if (edits === 1) return l10n.t('1 edit in 1 file');
  return files === 1
    ? l10n.t('{0} edits in 1 file', edits)
    : l10n.t('{0} edits in {1} files', edits, files);
}
