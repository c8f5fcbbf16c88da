import { MarkdownString, ThemeIcon, TreeItem, TreeItemCollapsibleState, Uri, l10n } from 'vscode';
import type { ClusterFact } from '../../../server/src/protocol/clusters.ts';
import type { Certainty, Place } from '../../../server/src/protocol/place.ts';
import { dotted, markOf, wordOf } from './certaintyMarks.ts';
import type {
  ApplicationItem,
  ClusterItem as Item,
  ClusterOfGroup,
  GeneratorItem,
  GroupItem,
} from './clusterGroups.ts';
import { isProductionName, spokenItem } from './spokenItem.ts';

/** An item of the view; commands of its menus read what it stands for. */
export type ClusterItem = Item;

const { Collapsed, Expanded, None } = TreeItemCollapsibleState;

/** How an item looks and sounds, and what a click on it does. */
export function clusterItem(item: ClusterItem): TreeItem {
  return spokenItem(shownItem(item));
}

function shownItem(item: ClusterItem): TreeItem {
  switch (item.kind) {
    case 'group':
      return groupItem(item);
    case 'cluster':
      return ofCluster(item);
    case 'application':
      return applicationItem(item);
    case 'generator':
      return generatorItem(item);
    case 'unknown':
      return counted(l10n.t('a cluster that only its controller knows'), item.children.length);
    case 'open':
      return counted(l10n.t('open'), item.children.length);
  }
}

function groupItem({ grouping, name, isProduction, children }: GroupItem): TreeItem {
  const words = { environment: l10n.t('without environment'), region: l10n.t('without region') };
  const without = grouping === 'releaseDomain' ? l10n.t('without release domain') : words[grouping];
  const item = new TreeItem(name ?? without, Expanded);
  item.id = `group ${grouping} ${name ?? ''}`;
  item.description =
    children.length === 1 ? l10n.t('1 cluster') : l10n.t('{0} clusters', children.length);
  item.contextValue = 'group';
  if (!isProduction) return item;
  item.tooltip = l10n.t('{0}: production', name ?? without);
  return isProductionName(name) ? item : spokenItem(item, l10n.t('production'));
}

function ofCluster({ cluster, grouping, children }: ClusterOfGroup): TreeItem {
  const { name, certainty, isProduction, environment, region, wave, tree } = cluster;
  const item = new TreeItem(name, children.length === 0 ? None : Collapsed);
  item.id = `cluster ${tree} ${name}`;
  item.iconPath = new ThemeIcon(isProduction ? 'server-environment' : 'server');
  item.description = dotted([
    marked(
      certainty,
      children.length === 1 ? l10n.t('1 app') : l10n.t('{0} apps', children.length),
    ),
    wave === undefined ? undefined : l10n.t('wave {0}', wave),
    grouping === 'environment' ? region : environment,
  ]);
  item.tooltip = factsText(name, cluster.facts);
  item.contextValue = cluster.place === undefined ? 'cluster' : 'cluster declared';
  item.accessibilityInformation = {
    label: dotted([
      name,
      wordOf(certainty),
      environment,
      isProduction && !isProductionName(environment) ? l10n.t('production') : undefined,
      item.description,
    ]),
  };
  return item;
}

/** A text behind the mark of its certainty. */
function marked(certainty: Certainty, text: string): string {
  return `${markOf(certainty)} ${text}`.trim();
}

/** The facts of a cluster, each with its certainty and where it comes from. */
function factsText(title: string, facts: readonly ClusterFact[]): MarkdownString {
  const text = new MarkdownString();
  text.appendMarkdown('**').appendText(title).appendMarkdown('**\n\n');
  for (const { name, value, certainty, from } of facts) {
    // As code, an address is no link.
    text.appendText(`${name}: `).appendMarkdown(`\`${value.replaceAll('`', "'")}\``);
    if (certainty !== 'known') text.appendText(` ${markOf(certainty)}`);
    if (from !== '') text.appendMarkdown(' — *').appendText(from).appendMarkdown('*');
    text.appendMarkdown('  \n');
  }
  return text;
}

function applicationItem({ application }: ApplicationItem): TreeItem {
  const { name, family, kind, certainty, source, why, declaredAt, suspended, uri } = application;
  const item = new TreeItem(family, None);
  item.id = `application ${uri}`;
  item.iconPath = new ThemeIcon(suspended ? 'debug-pause' : 'package');
  item.description = dotted([
    marked(certainty, source),
    suspended ? l10n.t('suspended') : undefined,
  ]);
  const text = new MarkdownString();
  text.appendMarkdown('**').appendText(`${kind} ${name}`).appendMarkdown('**\n\n');
  text.appendText(l10n.t('declared at {0}', declaredAt));
  if (why !== '') text.appendMarkdown('  \n').appendText(dotted([wordOf(certainty), why]));
  item.tooltip = text;
  item.contextValue = 'application';
  item.command = {
    command: 'strata.openRendered',
    title: l10n.t('Open rendered'),
    arguments: [{ rendered: Uri.parse(uri) }],
  };
  item.accessibilityInformation = { label: dotted([family, kind, wordOf(certainty), source]) };
  return item;
}

function generatorItem({ generator }: GeneratorItem): TreeItem {
  const { name, kind, why, declaredAt, declared, tree } = generator;
  const item = new TreeItem(name, None);
  item.id = `generator ${tree} ${declaredAt} ${name}`;
  item.iconPath = new ThemeIcon('question');
  item.description = why;
  const text = new MarkdownString();
  text.appendMarkdown('**').appendText(`${kind} ${name}`).appendMarkdown('**\n\n');
  text.appendText(why).appendMarkdown('  \n').appendText(l10n.t('declared at {0}', declaredAt));
  item.tooltip = text;
  item.contextValue = 'generator declared';
  item.command = openCommand(declared);
  item.accessibilityInformation = { label: dotted([name, l10n.t('open'), why]) };
  return item;
}

function counted(label: string, count: number): TreeItem {
  const item = new TreeItem(label, Collapsed);
  item.id = `rest ${label}`;
  item.iconPath = new ThemeIcon('question');
  item.description = String(count);
  return item;
}

/** The command that opens a place. */
export function openCommand(place: Place): NonNullable<TreeItem['command']> {
  return { command: 'strata.openPlace', title: l10n.t('Open declaration'), arguments: [{ place }] };
}
