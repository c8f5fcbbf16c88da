import { contentQuery, resolvedQuery } from '../kustomize/files.ts';
import type { ClusterRow, Fact } from '../layers/register/clusterRow.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import { importedItems, mergeRegister } from '../layers/register/mergeRegister.ts';
import { configQuery } from '../layers/config/configFile.ts';
import {
  needsCluster,
  parseImport,
  type ImportedCluster,
  type IsSecret,
} from '../layers/register/parseImport.ts';
import { registerFile, registerQuery } from '../layers/register/registerFile.ts';
import type { Reader } from '../query/database.ts';
import { scanFile } from '../secrets/scanFile.ts';
import { failed, ok, type Result } from '../util/result.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** Where the register is, as a path of the tree. */
export const registerPath = registerFile;

/** A text for the register, and whether there is a file already. */
export interface RegisterProposal {
  readonly text: string;
  readonly exists: boolean;
  /** Whether it says more than what is there. */
  readonly isNew: boolean;
  /** What whoever imports should know; none where nothing was imported. */
  readonly notes: readonly ImportNote[];
}

/** What an import left out, or tells otherwise than the register, which holds. `field` is `server` or `labels.<key>`. */
export interface ImportNote {
  readonly kind: 'secret' | 'contradiction';
  readonly cluster: string;
  readonly field: string;
}

/** What an export tells, and when and where it was made. */
export interface RegisterImport {
  readonly text: string;
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** The cluster that was asked; `undefined` where nobody said. */
  readonly cluster: string | undefined;
}

/** Why an import cannot be done. */
export type ImportRefusal =
  | { readonly kind: 'unreadable'; readonly why: string }
  /** Objects of Flux do not say which cluster they are from. */
  | { readonly kind: 'needsCluster' }
  /** The register that is there cannot be read, or has its lists in brackets. */
  | { readonly kind: 'notEditable' };

const head = `# The register of clusters: what people know of each, and what Strata cannot see.
# Check what stands here; owner, approvers, releaseDomain, wave, mirrors and purpose are yours to add.
# server is the address that Argo CD has for it: ApplicationSets that fill in {{server}} stay open without it.
`;

/** The register with the clusters that the tree shows and the register lacks; `undefined` where its text cannot be kept. */
export function proposeRegister(analysis: Analysis): Answer<RegisterProposal | undefined> {
  return analysis.ask((reader) => {
    const present = presentText(reader);
    const written = writtenNames(reader);
    const items = reader
      .get(clustersQuery, '')
      .filter(({ name, aliases }) => ![name, ...aliases].some((one) => written.has(one)))
      .map(proposedItem);
    const text = mergeRegister(present ?? head, [
      { list: ['clusters'], identity: ['name'], items },
    ]);
    if (text === undefined) return undefined;
    const isEmpty = present === undefined && items.length === 0;
    return {
      text: isEmpty ? `${head}clusters: []\n` : text,
      exists: present !== undefined,
      isNew: text !== present,
      notes: [],
    };
  });
}

/** The register with what an export tells. */
export function importIntoRegister(
  analysis: Analysis,
  { text, today, cluster }: RegisterImport,
): Answer<Result<RegisterProposal, ImportRefusal>> {
  return analysis.ask((reader): Result<RegisterProposal, ImportRefusal> => {
    const parsed = parseImport(text, secretTest(reader));
    if (parsed.kind === 'failed') return failed({ kind: 'unreadable', why: parsed.failure });
    if (needsCluster(parsed.value) && cluster === undefined)
      return failed({ kind: 'needsCluster' });
    const present = presentText(reader);
    const merged = mergeRegister(
      present ?? head,
      importedItems(parsed.value, {
        observed: today,
        seenOn: cluster,
        known: writtenNames(reader),
      }),
    );
    return merged === undefined
      ? failed({ kind: 'notEditable' })
      : ok({
          text: merged,
          exists: present !== undefined,
          isNew: merged !== (present ?? head),
          notes: [
            ...parsed.value.dropped.map(({ cluster: of, key }): ImportNote => ({
              kind: 'secret',
              cluster: of,
              field: key,
            })),
            ...contradictions(reader, parsed.value.clusters),
          ],
        });
  });
}

/** What would be a finding in the register is not written there. */
function secretTest(reader: Reader): IsSecret {
  const { keyNames, values } = reader.get(configQuery, '').secrets;
  const context = {
    keyNames: keyNames.map(({ value }) => value),
    values: values.map(({ value }) => value),
  };
  return (key, value) =>
    scanFile(registerFile, `${JSON.stringify(key)}: ${JSON.stringify(value)}\n`, context).some(
      ({ severity }) => severity === 'error' || severity === 'warning',
    );
}

/** What an import saw otherwise than somebody wrote it down. */
function contradictions(reader: Reader, seen: readonly ImportedCluster[]): readonly ImportNote[] {
  const { clusters } = reader.get(registerQuery, '');
  return seen.flatMap(({ name, server, labels }) => {
    const written = clusters.find((one) =>
      [one.name, ...one.aliases].some(({ value }) => value === name),
    );
    if (written === undefined) return [];
    const differs = (one: string | undefined, other: string | undefined): boolean =>
      one !== undefined && other !== undefined && plain(one) !== plain(other);
    const fields = [
      ...(differs(written.server?.value, server) ? ['server'] : []),
      ...written.labels
        .filter(({ key, value }) => differs(value, labels[key]))
        .map(({ key }) => `labels.${key}`),
    ];
    return fields.map((field): ImportNote => ({ kind: 'contradiction', cluster: name, field }));
  });
}

function plain(text: string): string {
  return text.replace(/\/+$/, '');
}

function presentText(reader: Reader): string | undefined {
  const found = reader.get(resolvedQuery, registerFile);
  const content = found?.kind === 'file' ? reader.get(contentQuery, found.path) : undefined;
  return content?.kind === 'text' ? content.text : undefined;
}

function writtenNames(reader: Reader): ReadonlySet<string> {
  const { clusters } = reader.get(registerQuery, '');
  return new Set(
    clusters.flatMap(({ name, aliases }) => [name, ...aliases].map(({ value }) => value)),
  );
}

/** What an import saw stays where it is; the rest of what is known is written down. */
function proposedItem(
  row: ClusterRow,
): Parameters<typeof mergeRegister>[1][number]['items'][number] {
  const isOwn = (fact: Fact | undefined): boolean =>
    fact !== undefined && fact.why?.code !== 'cluster.observed';
  const told = <T>(field: string, value: T): T | undefined =>
    isOwn(row.facts[field]) ? value : undefined;
  return {
    name: row.name,
    aliases: row.aliases,
    server: told('server', row.server),
    environment: told('environment', row.environment),
    region: told('region', row.region),
    tenant: told('tenant', row.tenant),
    wave: told('wave', row.wave),
    flux: told('flux', row.flux),
    project: told('project', row.project),
    labels: Object.fromEntries(
      Object.entries(row.labels).filter(([key]) => isOwn(row.facts[`labels.${key}`])),
    ),
  };
}
