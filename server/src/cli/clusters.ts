import {
  clusters,
  type ClusterFact,
  type ClusterRow,
  type Clusters,
} from '../analysis/clusters.ts';
import { clustersJson } from '../analysis/clustersDocument.ts';
import { columnsText } from './columns.ts';
import { wantsJson, type Call, type Command } from './command.ts';
import { type Io, type Output } from './io.ts';
import { toJson } from './json.ts';
import { problemLine } from './problems.ts';
import { importRegister, initRegister } from './registerProposal.ts';
import { atOption, openSnapshot } from './snapshot.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata clusters`: every cluster, what is known of it, and where from. */
export const clustersCommand: Command = {
  name: 'clusters',
  summary: 'Lists the clusters, what is known of each, and where from',
  forms: [
    'clusters [--at REF] [options]',
    'clusters --init [--write]',
    'clusters --import FILE|- [--cluster NAME] [--write]',
  ],
  details: [
    'What stands in .strata/clusters.yaml is known; the rest follows from Secrets of Argo CD, folders of',
    'Flux, lists and destinations. A ~ marks what is inferred. Findings come last.',
    '',
    '--import reads one of these, keeps labels, annotations and versions, and drops credentials unread:',
    '  argocd cluster list -o json',
    '  kubectl get applications -A -o json',
    '  kubectl get kustomizations.kustomize.toolkit.fluxcd.io,helmreleases -A -o json',
  ],
  options: [
    atOption,
    {
      name: 'init',
      text: 'Prints a register with the clusters that are known and not registered.',
    },
    {
      name: 'import',
      value: 'FILE',
      text: 'Prints the register with what an export tells; - is stdin.',
    },
    { name: 'cluster', value: 'NAME', text: 'The cluster that was asked, for exports of Flux.' },
    { name: 'write', text: 'Writes .strata/clusters.yaml instead of printing it.' },
  ],
  examples: [
    { line: 'strata clusters --workspace .', text: 'The clusters of this folder' },
    { line: 'strata clusters --workspace . --json', text: 'With the place of every fact' },
    { line: 'strata clusters --workspace . --init', text: 'A register to start from' },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) {
      return wrongUse(io, 'clusters', 'it takes no words; --workspace DIR names a smaller tree.');
    }
    const proposal = proposalOf(call, io);
    if (proposal !== undefined) return proposal;
    const opened = await openSnapshot(call, io);
    if (opened.kind === 'failed') return refuse(io, opened.failure);
    const today = new Date().toISOString().slice(0, 10);
    const answer = await opened.value.complete((analysis) => clusters(analysis, today), io.signal);
    if (wantsJson(call)) io.out.write(toJson(clustersJson(answer)));
    else printClusters(io, answer);
    return 0;
  },
};

/** What `--init` and `--import` do; `undefined` for a call that asks for the table. */
function proposalOf(call: Call, io: Io): number | Promise<number> | undefined {
  const has = (name: string): boolean => call.options.has(name);
  const file = call.options.get('import');
  if (!has('init') && file === undefined) {
    const lonely = ['write', 'cluster'].find(has);
    if (lonely === undefined) return undefined;
    return wrongUse(io, 'clusters', `--${lonely} goes with --import.`);
  }
  if (has('init') && file !== undefined) {
    return wrongUse(io, 'clusters', '--init and --import do not go together.');
  }
  if (has('at')) return wrongUse(io, 'clusters', '--at goes with the table alone.');
  if (wantsJson(call)) return wrongUse(io, 'clusters', 'a register is printed as YAML alone.');
  return file === undefined ? initRegister(call, io) : importRegister(call, io, file);
}

const columns = [
  ['environment', 'ENVIRONMENT'],
  ['region', 'REGION'],
  ['tenant', 'TENANT'],
  ['releaseDomain', 'RELEASE DOMAIN'],
  ['wave', 'WAVE'],
  ['kubernetesVersion', 'KUBERNETES'],
] as const;

function printClusters({ out }: Io, { clusters: rows, findings }: Clusters): void {
  if (rows.length === 0) {
    out.write(
      'Nothing here names a cluster. .strata/clusters.yaml is where they are registered.\n',
    );
  } else {
    out.write(tableText(out, rows));
  }
  if (findings.length > 0) out.write('\n');
  for (const finding of findings) out.write(problemLine(out, finding));
}

/** Columns that have a value; what is inferred has a `~`. */
function tableText(output: Output, rows: readonly ClusterRow[]): string {
  const shown = columns.filter(([field]) => rows.some((row) => row[field] !== undefined));
  const header = ['CLUSTER', ...shown.map(([, title]) => title)];
  const cells = rows.map((row) => [
    marked(row.name, row.facts.name),
    ...shown.map(([field]) => marked(row[field], row.facts[field])),
  ]);
  return columnsText(output, header, cells);
}

function marked(value: string | number | undefined, fact: ClusterFact | undefined): string {
  if (value === undefined) return '';
  return `${value}${fact?.certainty === 'inferred' ? ' ~' : fact?.certainty === 'open' ? ' ?' : ''}`;
}
