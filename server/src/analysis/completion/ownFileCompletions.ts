import { fleetQuery } from '../../layers/fleet/fleet.ts';
import type { ClusterRow } from '../../layers/register/clusterRow.ts';
import { clustersQuery } from '../../layers/register/fleetClusters.ts';
import type { Reader } from '../../query/database.ts';
import { diagnostics } from '../../text/diagnostics.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { allRecipients } from '../secretFindings.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { CompletionItem } from './completionItem.ts';
import type { CompletionContext } from './context.ts';
import { clusterNames, labelKeys, labelValues } from './controllerCompletions.ts';
import { textOfFile } from './objectsBelow.ts';
import { pathCompletions } from './pathCompletions.ts';

/**
 * What can be written into `.strata/*.yaml` and into creation rules of SOPS that only the repository knows: clusters and what
 * is said of others, codes of diagnostics, paths, recipients. `undefined` for any other file.
 */
export function ownFileCompletions(
  reader: Reader,
  file: FileId,
  context: CompletionContext,
  offset: number,
): readonly CompletionItem[] | undefined {
  const keys = context.path.filter((step) => step !== '-');
  const way = keys.join('/');
  switch (file) {
    case '.strata/clusters.yaml':
      return inRegister(reader, way, { context, offset });
    case '.strata/config.yaml':
      return inConfiguration(reader, way, context);
    case '.strata/differences.yaml':
      return inDifferences(reader, way, context);
    default:
      return /(?:^|\/)\.sops\.yaml$/.test(file) ? inSopsRules(reader, way, context) : undefined;
  }
}

/** The facts of a cluster that others of its kind mostly share. */
const sharedFacts = [
  'environment',
  'region',
  'tenant',
  'owner',
  'network',
  'releaseDomain',
  'purpose',
  'kubernetesVersion',
  'project',
] as const;

function inRegister(
  reader: Reader,
  way: string,
  {
    context: { writes, prefix },
    offset,
  }: { readonly context: CompletionContext; readonly offset: number },
): readonly CompletionItem[] {
  const [, fact = '', label] = way.split('/');
  const merged = (
    items: readonly CompletionItem[],
    labels: readonly string[],
  ): readonly CompletionItem[] => {
    // What is being written counts only where another cluster has it, too.
    const known = items.filter((one) => one.label !== prefix || labels.includes(prefix));
    const names = new Set(known.map((one) => one.label));
    const others = [...new Set(labels)].filter((one) => !names.has(one));
    return [...known, ...others.map((one) => valueItem(one, ''))];
  };
  // The line that is being written may leave nothing of the file readable.
  const others = listWithoutLine(textOfFile(reader, '.strata/clusters.yaml') ?? '', offset);
  if (fact === 'labels') {
    const own = others.flatMap((one) => field(one, 'labels') ?? []);
    if (writes !== 'key') {
      return label === undefined ? [] : merged(labelValues(reader, label), textsOf(own, label));
    }
    const keys = own.flatMap((one) => (one.kind === 'map' ? one.keys : []));
    return merged(labelKeys(reader), keys).map((item) => ({ ...item, insert: `${item.label}: ` }));
  }
  if (writes === 'key') return [];
  const told = textsOf(others, fact);
  const shared = sharedFacts.find((one) => one === fact);
  if (shared !== undefined)
    return merged(
      said(reader, (row) => row[shared] ?? []),
      told,
    );
  if (fact === 'approvers')
    return merged(
      said(reader, ({ approvers }) => approvers),
      told,
    );
  return fact === 'name' || fact === 'mirrors' ? clusterNames(reader) : [];
}

/** The items of the first list of a text without the line of the cursor. */
function listWithoutLine(text: string, offset: number): readonly ResourceNode[] {
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const end = text.indexOf('\n', offset);
  const [document] = readObjects(text.slice(0, start) + (end < 0 ? '' : text.slice(end))).documents;
  const clusters = field(document?.root, 'clusters');
  return clusters?.kind === 'sequence' ? clusters.items : [];
}

function textsOf(maps: readonly ResourceNode[], key: string): readonly string[] {
  return maps.flatMap((one) => {
    const value = field(one, key);
    const all = value?.kind === 'sequence' ? value.items : [value];
    return all.map(rawText).filter((text) => text !== '');
  });
}

function valueItem(label: string, detail: string): CompletionItem {
  const insert = /^[\w.-]+$/.test(label) ? {} : { insert: JSON.stringify(label) };
  return { label, kind: 'value', ...(detail !== '' && { detail }), ...insert };
}

function inConfiguration(
  reader: Reader,
  way: string,
  { writes, prefix }: CompletionContext,
): readonly CompletionItem[] {
  if (way === 'severity' && writes === 'key')
    return codes('').map((item) => ({ ...item, insert: `${item.label}: ` }));
  if (writes === 'key') return [];
  switch (way) {
    case 'ladder/environments':
      return said(reader, ({ environment }) => environment ?? []);
    case 'ladder/clusters':
      return clusterNames(reader);
    case 'ladder/approvers':
      return said(reader, ({ approvers }) => approvers);
    case 'silence/code':
      return codes('');
    case 'secrets/allow/rule':
      return codes('secrets.');
    case 'silence/path':
    case 'secrets/allow/file':
      return pathCompletions(reader, 'file', prefix, atTop);
    case 'values/chart':
      return pathCompletions(reader, 'folder', prefix, atTop);
    default:
      return /^artifacts\/.*\/path$/.test(way)
        ? pathCompletions(reader, 'folder', prefix, atTop)
        : [];
  }
}

const atTop = { base: '', root: undefined, taken: new Set<string>() };

function inDifferences(
  reader: Reader,
  way: string,
  { writes, prefix }: CompletionContext,
): readonly CompletionItem[] {
  if (writes === 'key') return [];
  switch (way) {
    case 'differences/file':
      return pathCompletions(reader, 'file', prefix, atTop);
    case 'differences/cluster':
      return clusterNames(reader);
    case 'differences/application': {
      const names = reader.get(fleetQuery, '').applications.map(({ name }) => name);
      return [...new Set(names)].sort().map((label) => ({ label, kind: 'object' }));
    }
    case 'differences/owner':
      return said(reader, ({ owner }) => owner ?? []);
    default:
      return [];
  }
}

/** Recipients that rules of the tree name, so that nobody copies a key by hand. */
function inSopsRules(
  reader: Reader,
  way: string,
  { prefix }: CompletionContext,
): readonly CompletionItem[] {
  const form = recipientForms.find(([name]) => new RegExp(`/${name}$`).test(way))?.[1];
  return form === undefined
    ? []
    : [...new Set(allRecipients(reader))]
        .filter((one) => one !== prefix && form.test(one))
        .map((label) => ({ label, kind: 'value' }));
}

const recipientForms: readonly (readonly [name: string, form: RegExp])[] = [
  ['age', /^(?:age1|ssh-)/],
  ['pgp', /^[0-9A-F]{16,}$/i],
  ['kms', /^arn:/],
  ['gcp_kms', /^projects\//],
  ['azure_keyvault', /^https:.*vault/],
];

/** What the register and the repository say of clusters, each once, with how many have it. */
function said(
  reader: Reader,
  of: (row: ClusterRow) => string | readonly string[],
): readonly CompletionItem[] {
  const found = new Map<string, string[]>();
  for (const row of reader.get(clustersQuery, '')) {
    for (const text of [of(row)].flat()) found.set(text, [...(found.get(text) ?? []), row.name]);
  }
  return [...found]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([label, names]) => valueItem(label, names.slice(0, 3).join(', ')));
}

function codes(area: string): readonly CompletionItem[] {
  return Object.keys(diagnostics)
    .filter((code) => code.startsWith(area))
    .map((label) => ({ label, kind: 'value' }));
}
