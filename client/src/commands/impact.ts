import {
  Range,
  Uri,
  commands,
  env,
  l10n,
  window,
  workspace,
  type Disposable,
  type TextDocumentShowOptions,
} from 'vscode';
import {
  impactReportMethod,
  type ImpactPlace,
  type ImpactReport,
  type ImpactReportParams,
} from '../../../server/src/protocol/impact.ts';
import type { Server } from '../server.ts';
import { impactUris } from '../views/impactDocuments.ts';
import { distinctOwners } from '../views/impactGroups.ts';
import type { ImpactModel } from '../views/impactModel.ts';
import { comparisonTitle, type ResourceNode } from '../views/impactNodes.ts';
import { sidesText } from '../views/impactSides.ts';
import { comparedTrees } from '../views/impactView.ts';

/** How many objects are opened at once at most. */
const mostDiffs = 100;

/** The commands of the Impact view that look at what it shows. */
export function registerImpactCommands(server: Server, model: ImpactModel): readonly Disposable[] {
  return [
    commands.registerCommand('strata.showImpact', () =>
      commands.executeCommand('strata.impact.focus'),
    ),
    commands.registerCommand('strata.refreshImpact', () => model.refresh()),
    commands.registerCommand('strata.copyImpact', () => copyReview(server, model)),
    commands.registerCommand('strata.openImpactDiffs', () => openAll(model)),
    commands.registerCommand('strata.openImpactDiff', (node?: ResourceNode) =>
      openDiff(model, node),
    ),
    commands.registerCommand('strata.openImpactPlace', (place?: ImpactPlace) => openPlace(place)),
  ];
}

async function openDiff(model: ImpactModel, node: ResourceNode | undefined): Promise<void> {
  if (node === undefined) return;
  const { before, after } = urisOf(model, node);
  const options: TextDocumentShowOptions = { preview: true };
  await commands.executeCommand('vscode.diff', before, after, comparisonTitle(node), options);
}

function urisOf(model: ImpactModel, node: ResourceNode): ReturnType<typeof impactUris> {
  return impactUris({ ...model.sides, tree: node.tree, id: node.owner.id }, node);
}

/** Each change once, in the editor for many comparisons. */
async function openAll(model: ImpactModel): Promise<void> {
  const [tree] = comparedTrees(model);
  const found: [Uri, Uri, Uri][] = [];
  for (const [id, where] of tree === undefined ? [] : distinctOwners(tree)) {
    if (tree === undefined || found.length >= mostDiffs) break;
    const part = await model.part(tree.tree, id);
    for (const resource of part?.resources ?? []) {
      if (resource.isHidden) continue;
      const params = { ...model.sides, tree: tree.tree, id };
      const { before, after } = impactUris(params, { resource, where });
      found.push([after, before, after]);
    }
  }
  if (tree === undefined || found.length === 0) {
    void window.showInformationMessage(l10n.t('No object differs.'));
    return;
  }
  const title = l10n.t('Impact: {0}', sidesText(tree));
  await commands.executeCommand('vscode.changes', title, found.slice(0, mostDiffs));
}

async function copyReview(server: Server, model: ImpactModel): Promise<void> {
  const texts: string[] = [];
  for (const { tree } of comparedTrees(model)) {
    const params: ImpactReportParams = { ...model.sides, tree, form: 'markdown' };
    const report = await server.ask<ImpactReport>(impactReportMethod, params);
    if (report !== undefined) texts.push(report.text);
  }
  if (texts.length === 0) {
    void window.showInformationMessage(l10n.t('There is no impact to copy.'));
    return;
  }
  await env.clipboard.writeText(texts.join('\n'));
  window.setStatusBarMessage(l10n.t('Review copied as Markdown'), 3000);
}

/** Opens a line of a file, as it is now or as a commit has it. */
async function openPlace(place: ImpactPlace | undefined): Promise<void> {
  if (place === undefined) return;
  const selection = new Range(place.line, 0, place.line, 0);
  const document = await workspace.openTextDocument(uriOfPlace(place));
  await window.showTextDocument(document, { selection, preview: true });
}

/** The extension of VS Code for git shows files of commits; what is staged is its revision without a name. */
function uriOfPlace({ uri, commit }: ImpactPlace): Uri {
  const file = Uri.parse(uri);
  if (commit === undefined) return file;
  const ref = commit === ':index' ? '' : commit;
  return file.with({ scheme: 'git', query: JSON.stringify({ path: file.fsPath, ref }) });
}
