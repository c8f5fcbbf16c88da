import { indexedVersions, pickVersion, type IndexedVersion } from '../../analysis/chartArchive.ts';
import type { WantedChart } from '../../analysis/chartsElsewhere.ts';
import { sha256 } from './chartStore.ts';
import type { Logins } from './logins.ts';
import { bytesOf, safeGet, urlOf, withoutPassword, type FetchFailure } from './safeGet.ts';

/** With what charts are fetched. */
export interface FetchContext {
  /** The hosts that the user allowed. */
  readonly hosts: ReadonlySet<string>;
  /** The hosts for which the user allowed credentials, and those that are known. */
  readonly loginHosts: ReadonlySet<string>;
  readonly logins: Logins;
  readonly signal: AbortSignal;
  /** Indexes of repositories that were asked for already, or why they did not come, by their addresses. */
  readonly indexes: Map<string, ChartIndex | FetchFailure>;
  readonly limits: FetchLimits;
}

/** The versions of charts by their names. */
type ChartIndex = ReadonlyMap<string, readonly IndexedVersion[]>;

/** Bounds of one answer, in bytes when unpacked, and of the time for it, in milliseconds. */
export interface FetchLimits {
  readonly index: number;
  readonly archive: number;
  readonly milliseconds: number;
}

/** An index of some thousand charts has some ten megabytes, a chart some hundred kilobytes. */
export const usualLimits: FetchLimits = {
  index: 64 * 1024 * 1024,
  archive: 20 * 1024 * 1024,
  milliseconds: 60_000,
};

/** An archive as it came, its bytes those that the repository says. */
export interface FetchedArchive {
  readonly kind: 'archive';
  /** The version that was taken, as the repository writes it. */
  readonly version: string;
  readonly digest: string;
  readonly bytes: Uint8Array;
}

/**
 * Fetches a chart from a repository with an index.yaml.
 * Source: Helm v4.2.3 pkg/repo/v1/chartrepo.go `FindChartInRepoURL`, `ResolveReferenceURL`.
 */
export async function fetchFromIndex(
  { repository, chart, version }: WantedChart,
  context: FetchContext,
): Promise<FetchedArchive | FetchFailure> {
  const { hosts, signal, indexes, limits } = context;
  const { milliseconds } = limits;
  const address = `${repository.replace(/\/+$/, '')}/`;
  const index = indexes.get(address) ?? (await fetchIndex(address, context));
  indexes.set(address, index);
  if ('kind' in index) return index;
  const versions = index.get(chart) ?? [];
  const picked = pickVersion(
    version,
    versions.map((one) => one.version),
  );
  const found = versions.find((one) => one.version === picked);
  const [url] = found?.urls ?? [];
  if (found === undefined || url === undefined) return { kind: 'version', version };
  if (!URL.canParse(url, address)) return { kind: 'address', address: withoutPassword(url) };
  const from = new URL(url, address);
  // Bytes of which the index says no digest are as good as the connection that they come by.
  if (new URL(address).protocol === 'https:' && from.protocol === 'http:')
    return { kind: 'downgrade', host: from.host };
  const { headers, sent } = await loginFor(address, from, context);
  const options = { hosts, signal, most: limits.archive, milliseconds, headers };
  const bytes = bytesOf(await safeGet(from, options), sent);
  if ('kind' in bytes) return bytes;
  const digest = sha256(bytes);
  return found.digest === undefined || found.digest === digest
    ? { kind: 'archive', version: found.version, digest, bytes }
    : { kind: 'digest', expected: found.digest, got: digest };
}

async function fetchIndex(
  address: string,
  context: FetchContext,
): Promise<ChartIndex | FetchFailure> {
  const { hosts, signal, limits } = context;
  const url = `${address}index.yaml`;
  const { headers, sent } = await loginFor(address, url, context);
  const { index: most, milliseconds } = limits;
  const bytes = bytesOf(await safeGet(url, { hosts, signal, most, milliseconds, headers }), sent);
  if ('kind' in bytes) return bytes;
  const index = indexedVersions(Buffer.from(bytes).toString('utf8'));
  return index ?? { kind: 'content', message: 'its index.yaml is no index' };
}

/** What is sent for a file of a repository: a password only to where the repository itself is. */
async function loginFor(
  repository: string,
  url: string | URL,
  { loginHosts, logins }: FetchContext,
): Promise<{
  readonly headers: Readonly<Record<string, string>>;
  readonly sent: 'notAllowed' | 'noneKnown' | 'refused';
}> {
  const [own, asked] = [urlOf(repository), urlOf(url)];
  const isOwn = own !== undefined && own.origin === asked?.origin;
  const login = isOwn ? await logins.ofRepository(repository) : undefined;
  if (login !== undefined) return { headers: { authorization: login }, sent: 'refused' };
  return { headers: {}, sent: loginHosts.has(asked?.host ?? '') ? 'noneKnown' : 'notAllowed' };
}
