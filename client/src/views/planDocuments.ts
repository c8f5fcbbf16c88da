import {
  Disposable,
  Uri,
  commands,
  l10n,
  workspace,
  type TextDocumentContentProvider,
} from 'vscode';
import type { PlanTarget, PlanView } from '../../../server/src/protocol/plan.ts';
import type { PlanModel } from './planModel.ts';

const scheme = 'strata-plan';

/** The preview of a plan: each file and each target before and after, as documents of the plan that is open. */
export class PlanDocuments implements TextDocumentContentProvider, Disposable {
  private readonly model: PlanModel;
  private readonly subscriptions: Disposable;

  constructor(model: PlanModel) {
    this.model = model;
    this.subscriptions = Disposable.from(
      workspace.registerTextDocumentContentProvider(scheme, this),
      commands.registerCommand('strata.previewPlan', () => this.preview()),
    );
  }

  provideTextDocumentContent({ query, fragment }: Uri): string {
    const { plan } = this.model;
    const [kind, index] = query.split(' ');
    const side = fragment === 'before' ? 'before' : 'after';
    if (plan === undefined) return '';
    if (kind === 'file') return plan.files[Number(index)]?.[side] ?? '';
    const target = plan.effects[Number(index)];
    return target === undefined ? '' : targetText(target, side);
  }

  dispose(): void {
    this.subscriptions.dispose();
  }

  private async preview(): Promise<void> {
    const { plan } = this.model;
    if (plan === undefined) return;
    await commands.executeCommand(
      'vscode.changes',
      l10n.t('Plan: {0}', plan.title),
      changesOf(plan),
    );
  }
}

/** The file edits first, and the effects after them. */
function changesOf({ files, effects }: PlanView): readonly (readonly [Uri, Uri, Uri])[] {
  const change = (path: string, query: string): readonly [Uri, Uri, Uri] => {
    const at = (fragment: string): Uri => Uri.from({ scheme, path: `/${path}`, query, fragment });
    return [at('after'), at('before'), at('after')];
  };
  return [
    ...files.map(({ path }, index) => change(path, `file ${index}`)),
    ...effects.map(({ cluster, application }, index) =>
      change(
        `${cluster ?? l10n.t('roots')}/${application.replaceAll('/', '∕')}.yaml`,
        `effect ${index}`,
      ),
    ),
  ];
}

/** The fields of a target that change, by objects; each value stands on a line of its own, where it is seen. */
function targetText({ fields }: PlanTarget, side: 'before' | 'after'): string {
  const objects = Map.groupBy(fields, ({ resource }) => resource);
  return [...objects]
    .map(([resource, own]) => {
      const lines = own.map((field) => `  ${field.path}:\n    ${field[side] ?? ''}`.trimEnd());
      return `${resource}:\n${lines.join('\n')}\n`;
    })
    .join('');
}
