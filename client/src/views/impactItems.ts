import { MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState, l10n } from 'vscode';
import type {
  ImpactApplication,
  ImpactCluster,
  ImpactPartOwner,
  ImpactPlace,
} from '../../../server/src/protocol/impact.ts';
import { applicationsOn, sizeOf } from './impactGroups.ts';
import { changeIcon, statusIcon, warningIcon } from './impactIcons.ts';
import type { ApplicationNode, ImpactNode, ResourceNode, RootNode } from './impactNodes.ts';
import {
  changeText,
  clusterCount,
  dangerCount,
  objectCount,
  ownerText,
  rootCount,
} from './impactTexts.ts';
import { isProductionName, spokenItem } from './spokenItem.ts';

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

/** The item that shows a row. Words, icons and shapes say the same, so that no color is needed. */
export function itemOf(node: ImpactNode): TreeItem {
  const item = plainItem(node);
  item.id = node.id;
  const isGone = node.kind === 'application' && node.rendered === undefined;
  item.contextValue = `impact.${node.kind}${isGone ? '.gone' : ''}`;
  return spokenItem(item);
}

function plainItem(node: ImpactNode): TreeItem {
  switch (node.kind) {
    case 'tree': {
      const { tree } = node;
      return described(new TreeItem(tree.tree, Expanded), tree.headline.text, 'root-folder');
    }
    case 'refusal': {
      const { tree, message } = node.refusal;
      return described(new TreeItem(tree, None), message, 'info');
    }
    case 'quiet':
      return described(new TreeItem(node.text, None), undefined, 'pass');
    case 'crossing': {
      const { text, between } = node.crossing;
      const item = warned(new TreeItem(text, None));
      item.description = between.join(', ');
      item.tooltip = `${text}: ${between.join(', ')}`;
      return item;
    }
    case 'group': {
      const { group } = node;
      const item = new TreeItem(group.name ?? l10n.t('other clusters'), Expanded);
      item.description = clusterCount(sizeOf(group));
      return item;
    }
    case 'cluster':
      return clusterItem(node);
    case 'alike': {
      const item = new TreeItem(l10n.t('{0} more clusters', node.clusters.length), Collapsed);
      return described(item, l10n.t('same as {0}', node.like), 'server');
    }
    case 'application':
      return applicationItem(node);
    case 'root':
      return rootItem(node);
    case 'roots': {
      const item = new TreeItem(l10n.t('on no known cluster'), Expanded);
      item.description = rootCount(node.tree.roots.length);
      return item;
    }
    case 'somewhere': {
      const open = applicationsOn(node.tree, undefined);
      const item = new TreeItem(l10n.t('open'), Collapsed);
      const [first] = open;
      const why = open.length === 1 ? first?.why : undefined;
      return described(item, why === undefined ? String(open.length) : `1 · ${why}`, 'question');
    }
    case 'touched': {
      const item = new TreeItem(l10n.t('touched, output equal'), Collapsed);
      return described(item, String(node.tree.touched.length), 'pass');
    }
    case 'equal': {
      const { name, cluster, uri } = node.touched;
      const item = described(new TreeItem(name, None), cluster, 'circle-small');
      if (uri !== undefined) item.command = openRendered(node);
      return item;
    }
    case 'looseEnd': {
      const item = new TreeItem(node.end.text, None);
      return node.end.isNew ? warned(item) : described(item, undefined, 'debug-disconnect');
    }
    case 'gap':
      return described(new TreeItem(node.text, None), undefined, 'question');
    case 'failure': {
      const { message, place } = node.failure;
      const item = new TreeItem(message, None);
      item.iconPath = statusIcon('fails');
      item.tooltip = message;
      return placed(item, place);
    }
    case 'danger':
      return placed(warned(new TreeItem(node.danger.message, None)), node.danger.place);
    case 'resource':
      return resourceItem(node);
    case 'field': {
      const { path, values, place } = node.field;
      const item = described(new TreeItem(path, None), values, 'symbol-field');
      item.tooltip = `${path}: ${values}`;
      item.command =
        place === undefined
          ? command('strata.openImpactDiff', l10n.t('Open the comparison'), node.resource)
          : command('strata.openImpactPlace', l10n.t('Open the line'), place);
      return item;
    }
  }
}

function clusterItem({ tree, cluster, like }: Extract<ImpactNode, { kind: 'cluster' }>): TreeItem {
  const item = new TreeItem(cluster.name, like === undefined ? Expanded : Collapsed);
  const applications = applicationsOn(tree, cluster.name);
  const notes = [
    ...(like === undefined ? [] : [l10n.t('same as {0}', like)]),
    ...(cluster.waitsFor === undefined
      ? []
      : [l10n.t('follows {0}: not until merged there', cluster.waitsFor)]),
    ...(cluster.status === 'fails' ? [l10n.t('with applications that fail')] : []),
    ...(cluster.status === 'unknown' ? [l10n.t('unknown')] : []),
  ];
  described(item, notes.join(' · '), cluster.isProduction ? 'server-environment' : 'server');
  item.tooltip = [cluster.name, ...factsOf(cluster), ...applications.map(spoken)].join('\n');
  item.accessibilityInformation = {
    label: [cluster.name, ...factsOf(cluster), ...notes, ...applications.map(spoken)].join(', '),
  };
  return item;
}

function factsOf({ environment, releaseDomain, isProduction }: ImpactCluster): readonly string[] {
  return [
    ...(environment === undefined ? [] : [environment]),
    ...(isProduction && !isProductionName(environment) ? [l10n.t('production')] : []),
    ...(releaseDomain === undefined || releaseDomain === environment
      ? []
      : [l10n.t('release domain {0}', releaseDomain)]),
  ];
}

function spoken(application: ImpactApplication): string {
  return `${application.name}: ${ownerText(application)}`;
}

function applicationItem(node: ApplicationNode): TreeItem {
  const { application } = node;
  const { name, certainty, notes, why, approvals, fullName, kind, namespace } = application;
  const label = certainty === 'inferred' ? `~ ${name}` : name;
  const item = ownerItem(label, application, notes);
  if (node.isOpen && item.collapsibleState === Collapsed) item.collapsibleState = Expanded;
  const tooltip = new MarkdownString();
  tooltip.appendText(`${kind} ${namespace === '' ? '' : `${namespace}/`}${fullName}`);
  const failure = application.failure?.message ?? '';
  const lines = [ownerText(application), failure, ...notes, why, ...application.gaps];
  for (const line of lines.filter(Boolean)) {
    tooltip.appendMarkdown('\n\n').appendText(line);
  }
  if (approvals.length > 0) {
    tooltip.appendMarkdown('\n\n').appendText(l10n.t('needs {0}', approvals.join(', ')));
  }
  item.tooltip = tooltip;
  return item;
}

function rootItem({ root }: RootNode): TreeItem {
  const item = ownerItem(root.path === '' ? '.' : root.path, root, []);
  item.tooltip = [root.path, ownerText(root), root.failure?.message ?? '', ...root.gaps]
    .filter(Boolean)
    .join('\n');
  return item;
}

function ownerItem(label: string, owner: ImpactPartOwner, notes: readonly string[]): TreeItem {
  const { status, objects, dangers, restarts, gaps, failure } = owner;
  const hasParts = objects + dangers + gaps.length > 0 || failure !== undefined;
  const item = new TreeItem(label, hasParts ? Collapsed : None);
  const words = [
    status === 'changed' && objects > 0 ? l10n.t('{0} changed', objects) : ownerText(owner),
    ...(status !== 'changed' && objects > 0 ? [objectCount(objects)] : []),
    ...(restarts ? [l10n.t('restarts pods')] : []),
    ...(dangers > 0 ? [dangerCount(dangers)] : []),
    ...notes,
  ];
  item.description = words.join(' · ');
  item.iconPath = dangers > 0 ? warningIcon() : statusIcon(status);
  item.accessibilityInformation = { label: [label, ...words].join(', ') };
  return item;
}

function resourceItem(node: ResourceNode): TreeItem {
  const { resource } = node;
  const { kind, name, change, previousName, restarts, isHidden, fields, namespace } = resource;
  const [first, ...more] = fields;
  const item = new TreeItem(`${kind}/${name}`, fields.length > 0 ? Collapsed : None);
  const words = [
    changeText(change),
    ...(previousName === undefined ? [] : [l10n.t('was {0}', previousName)]),
    ...(first === undefined ? [] : [`${lastPart(first.path)} ${first.values}`]),
    ...(more.length > 0 ? [l10n.t('and {0} more', more.length)] : []),
    ...(restarts ? [l10n.t('restarts pods')] : []),
    ...(resource.stays === true ? [l10n.t('stays on the cluster')] : []),
    ...(isHidden ? [l10n.t('by a patch of what cannot be rendered')] : []),
  ];
  const shown = change === 'changed' && words.length > 1 ? words.slice(1) : words;
  item.description = shown.join(' · ');
  item.tooltip = [
    `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`,
    changeText(change),
    ...fields.slice(0, 20).map((field) => `${field.path}: ${field.values}`),
  ].join('\n');
  item.iconPath = changeIcon(change);
  item.accessibilityInformation = { label: [`${kind} ${name}`, ...words].join(', ') };
  if (!isHidden) {
    item.command = command('strata.openImpactDiff', l10n.t('Open the comparison'), node);
  }
  return item;
}

/** `replicas` of `/spec/replicas`; a list item keeps what it is found by. */
function lastPart(path: string): string {
  const parts = path.split('/').filter((part) => part !== '');
  const last = parts.at(-1) ?? path;
  return /^\d+$/.test(last) && parts.length > 1 ? `${parts.at(-2) ?? ''}/${last}` : last;
}

function described(item: TreeItem, text: string | undefined, icon: string): TreeItem {
  if (text !== undefined && text !== '') item.description = text;
  item.iconPath = new ThemeIcon(icon);
  return item;
}

function warned(item: TreeItem): TreeItem {
  item.iconPath = warningIcon();
  return item;
}

function placed(item: TreeItem, place: ImpactPlace | undefined): TreeItem {
  if (place !== undefined) {
    item.command = command('strata.openImpactPlace', l10n.t('Open the line'), place);
  }
  return item;
}

function openRendered(node: ImpactNode): NonNullable<TreeItem['command']> {
  return command('strata.openRendered', l10n.t('Open rendered'), node);
}

function command(name: string, title: string, argument: unknown): NonNullable<TreeItem['command']> {
  return { command: name, title, arguments: [argument] };
}
