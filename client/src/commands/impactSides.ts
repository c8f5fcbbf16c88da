import {
  QuickPickItemKind,
  ThemeIcon,
  commands,
  l10n,
  window,
  type Disposable,
  type QuickPickItem,
} from 'vscode';
import {
  impactRevisionsMethod,
  type ImpactBase,
  type ImpactHead,
  type ImpactRevision,
  type ImpactRevisions,
} from '../../../server/src/protocol/impact.ts';
import type { Server } from '../server.ts';
import { defaultSides, type ImpactModel } from '../views/impactModel.ts';
import { ageText } from '../views/impactSides.ts';

/** The commands that pick what the Impact view compares: any commit is read from git's objects, without a checkout. */
export function registerImpactSides(server: Server, model: ImpactModel): readonly Disposable[] {
  return [
    commands.registerCommand('strata.pickImpactBase', async () => {
      const base = await pickBase(server);
      if (base !== undefined) model.compare({ ...model.sides, base });
    }),
    commands.registerCommand('strata.pickImpactHead', async () => {
      const head = await pickHead(server);
      if (head !== undefined) model.compare({ ...model.sides, head });
    }),
    commands.registerCommand('strata.resetImpactSides', () => {
      model.compare(defaultSides);
    }),
  ];
}

interface SideItem<Side> extends QuickPickItem {
  readonly side?: Side;
  /** A name is to be typed. */
  readonly asksName?: true;
}

async function pickBase(server: Server): Promise<ImpactBase | undefined> {
  const fixed: readonly SideItem<ImpactBase>[] = [
    {
      label: l10n.t('Merge base with the default branch'),
      description: l10n.t('HEAD where there is no upstream'),
      iconPath: new ThemeIcon('git-merge'),
      side: { kind: 'automatic' },
    },
    {
      label: l10n.t('HEAD'),
      description: l10n.t('the last commit'),
      iconPath: new ThemeIcon('git-commit'),
      side: { kind: 'exact', revision: 'HEAD' },
    },
  ];
  const item = await pick(server, fixed, {
    title: l10n.t('Pick what is compared with'),
    // A branch goes on after others left it: what they have in common counts.
    sideOf: ({ kind, name }): ImpactBase => ({
      kind: kind === 'commit' || kind === 'tag' ? 'exact' : 'shared',
      revision: name,
    }),
  });
  if (item?.asksName !== true) return item?.side;
  const revision = await askName();
  return revision === undefined ? undefined : { kind: 'exact', revision };
}

async function pickHead(server: Server): Promise<ImpactHead | undefined> {
  const fixed: readonly SideItem<ImpactHead>[] = [
    {
      label: l10n.t('Working tree'),
      description: l10n.t('with what is typed and not saved'),
      iconPath: new ThemeIcon('edit'),
      side: { kind: 'workingTree' },
    },
    {
      label: l10n.t('Staged changes'),
      iconPath: new ThemeIcon('add'),
      side: { kind: 'staged' },
    },
  ];
  const item = await pick(server, fixed, {
    title: l10n.t('Pick what is looked at'),
    sideOf: ({ name }): ImpactHead => ({ kind: 'revision', revision: name }),
  });
  if (item?.asksName !== true) return item?.side;
  const revision = await askName();
  return revision === undefined ? undefined : { kind: 'revision', revision };
}

async function pick<Side>(
  server: Server,
  fixed: readonly SideItem<Side>[],
  { title, sideOf }: { readonly title: string; readonly sideOf: (one: ImpactRevision) => Side },
): Promise<SideItem<Side> | undefined> {
  const items = server
    .ask<ImpactRevisions>(impactRevisionsMethod, {})
    .then((answer): SideItem<Side>[] => [
      ...fixed,
      {
        label: l10n.t('Another commit…'),
        description: l10n.t('anything that git rev-parse takes'),
        iconPath: new ThemeIcon('search'),
        asksName: true,
      },
      ...revisionItems(answer?.revisions ?? [], sideOf),
    ]);
  return window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true });
}

function revisionItems<Side>(
  revisions: readonly ImpactRevision[],
  sideOf: (one: ImpactRevision) => Side,
): readonly SideItem<Side>[] {
  const now = Date.now();
  return [...Map.groupBy(revisions, ({ kind }) => kind)].flatMap(([kind, own]) => [
    { label: groupName(kind), kind: QuickPickItemKind.Separator },
    ...own.map((one): SideItem<Side> => {
      const age = ageText(one.committedAt, now);
      const commit = one.commit.slice(0, 7);
      return kind === 'commit'
        ? {
            label: one.subject,
            description: `${commit} · ${age}`,
            iconPath: icon,
            side: sideOf(one),
          }
        : {
            label: one.name,
            description: `${commit} · ${one.subject} · ${age}`,
            iconPath: new ThemeIcon(iconOf(kind)),
            side: sideOf(one),
          };
    }),
  ]);
}

const icon = new ThemeIcon('git-commit');

function iconOf(kind: ImpactRevision['kind']): string {
  switch (kind) {
    case 'branch':
      return 'git-branch';
    case 'remote':
      return 'cloud';
    case 'tag':
      return 'tag';
    case 'pull-request':
      return 'git-pull-request';
    case 'commit':
      return 'git-commit';
  }
}

function groupName(kind: ImpactRevision['kind']): string {
  switch (kind) {
    case 'branch':
      return l10n.t('branches');
    case 'remote':
      return l10n.t('remote branches');
    case 'tag':
      return l10n.t('tags');
    case 'pull-request':
      return l10n.t('pull requests');
    case 'commit':
      return l10n.t('last commits');
  }
}

async function askName(): Promise<string | undefined> {
  const name = await window.showInputBox({
    title: l10n.t('Another commit'),
    prompt: l10n.t('A branch, a tag, a commit, or anything else that git rev-parse takes'),
    placeHolder: 'HEAD~3',
  });
  return name === undefined || name.trim() === '' ? undefined : name.trim();
}
