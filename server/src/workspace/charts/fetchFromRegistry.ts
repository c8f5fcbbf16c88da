import { isOneVersion, pickVersion } from '../../analysis/chartArchive.ts';
import type { WantedChart } from '../../analysis/chartsElsewhere.ts';
import { sha256 } from './chartStore.ts';
import type { FetchContext, FetchedArchive } from './fetchFromIndex.ts';
import { parseManifest, parseTags, parseToken, type ManifestLayer } from './parseRegistry.ts';
import { bytesOf, safeGet, withoutPassword, type FetchFailure, type Got } from './safeGet.ts';

/** One repository of a registry, and how it is spoken to. */
interface Registry {
  readonly base: string;
  readonly name: string;
  readonly context: FetchContext;
  /** What is sent once the registry wants something: a token, or a login. */
  authorization: string | undefined;
  /** What a refusal means. */
  sent: 'notAllowed' | 'noneKnown' | 'refused';
}

const mostManifest = 4 * 1024 * 1024;
const mostPages = 50;
const accepted =
  'application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json';

/**
 * Fetches a chart from a registry, with the token that anybody gets, or with that of a user who allowed it.
 * Source: OCI Distribution Specification v1.1, “Pull”, “Listing Tags”; distribution's token specification; Helm v4.2.3
 * pkg/registry/client.go `Pull`, `Tags`.
 */
export async function fetchFromRegistry(
  wanted: WantedChart,
  context: FetchContext,
): Promise<FetchedArchive | FetchFailure> {
  const registry = registryOf(wanted, context);
  if (registry === undefined)
    return { kind: 'address', address: withoutPassword(wanted.repository) };
  const tag = await tagOf(wanted.version, registry);
  if (typeof tag !== 'string') return tag;
  const manifest = await get(registry, `manifests/${tag}`, mostManifest, { accept: accepted });
  if (manifest.kind === 'got' && manifest.status === 404)
    return { kind: 'version', version: wanted.version };
  const bytes = bytesOf(manifest, registry.sent);
  if ('kind' in bytes) return bytes;
  const isDigest = tag.startsWith('sha256:');
  if (isDigest && tag !== `sha256:${sha256(bytes)}`)
    return { kind: 'digest', expected: tag.slice('sha256:'.length), got: sha256(bytes) };
  const layers = parseManifest(Buffer.from(bytes).toString('utf8'));
  if (layers === undefined) return { kind: 'content', message: 'its manifest is none of a chart' };
  const layer = chartLayer(layers);
  if (layer === undefined)
    return { kind: 'content', message: 'its manifest names no layer of Helm' };
  return fetchLayer(registry, layer, isDigest ? '' : tag.replaceAll('_', '+'));
}

async function fetchLayer(
  registry: Registry,
  { digest, size }: ManifestLayer,
  version: string,
): Promise<FetchedArchive | FetchFailure> {
  const { archive } = registry.context.limits;
  const host = new URL(registry.base).host;
  if (size > archive) return { kind: 'tooLarge', host, most: archive };
  const blob = bytesOf(await get(registry, `blobs/${digest}`, archive, {}), registry.sent);
  if ('kind' in blob) return blob;
  const got = sha256(blob);
  const expected = digest.slice('sha256:'.length);
  return got === expected
    ? { kind: 'archive', version, digest: got, bytes: blob }
    : { kind: 'digest', expected, got };
}

/**
 * The layer of Helm: what another tool packed is no chart, for Helm and for who renders with it.
 * Source: Helm v4.2.3 pkg/registry/constants.go `ChartLayerMediaType`, `LegacyChartLayerMediaType`, client.go `Pull`.
 */
function chartLayer(layers: readonly ManifestLayer[]): ManifestLayer | undefined {
  return layers.find(({ mediaType }) => chartTypes.has(mediaType));
}

const chartTypes: ReadonlySet<string> = new Set([
  'application/vnd.cncf.helm.chart.content.v1.tar+gzip',
  'application/tar+gzip',
]);

/**
 * The registry of an address. One on this machine is spoken to without encryption, as other tools do it; the first of all
 * registries has another name than its addresses.
 */
function registryOf(
  { repository, chart }: WantedChart,
  context: FetchContext,
): Registry | undefined {
  const base = registryBase(repository);
  const path = /^oci:\/\/[^/]+\/?(.*)$/i.exec(repository)?.[1]?.replace(/\/+$/, '') ?? '';
  const name = path === '' ? chart : `${path}/${chart}`;
  const isName = /^[a-z0-9]+(?:[._-]+[a-z0-9]+)*(?:\/[a-z0-9]+(?:[._-]+[a-z0-9]+)*)*$/.test(name);
  return base === undefined || !isName
    ? undefined
    : {
        base,
        name,
        context,
        authorization: undefined,
        sent: context.loginHosts.has(new URL(base).host) ? 'noneKnown' : 'notAllowed',
      };
}

/** Where the registry of an address answers; `undefined` for what is no address of one. */
export function registryBase(repository: string): string | undefined {
  const [, named = ''] = /^oci:\/\/([^/]+)/i.exec(repository) ?? [];
  const host = named === 'docker.io' ? 'registry-1.docker.io' : named;
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])(?::\d+)?$/.test(host);
  const base = `${isLocal ? 'http' : 'https'}://${host}`;
  return host === '' || host.includes('@') || !URL.canParse(base) ? undefined : base;
}

/** The tag, or the digest, that a version means. A tag cannot have a `+`. */
async function tagOf(version: string, registry: Registry): Promise<string | FetchFailure> {
  if (/^sha256:[0-9a-f]{64}$/.test(version)) return version;
  if (version.startsWith('sha256:')) return { kind: 'version', version };
  if (isOneVersion(version)) return version.replaceAll('+', '_');
  const tags: string[] = [];
  let path: string | undefined = 'tags/list?n=1000';
  for (let page = 0; page < mostPages && path !== undefined; page += 1) {
    const got: Got | FetchFailure = await get(registry, path, mostManifest, {});
    const bytes = bytesOf(got, registry.sent);
    if ('kind' in bytes) return bytes;
    tags.push(...parseTags(Buffer.from(bytes).toString('utf8')));
    path = nextPage(got.kind === 'got' ? got.headers.get('link') : null);
  }
  const versions = new Map(tags.map((tag) => [tag.replaceAll('_', '+'), tag]));
  const picked = tags.includes(version) ? version : pickVersion(version, [...versions.keys()]);
  const tag = picked === undefined ? undefined : (versions.get(picked) ?? picked);
  return tag === undefined || !/^\w[\w.-]{0,127}$/.test(tag) ? { kind: 'version', version } : tag;
}

/** Where the next page of tags stands: only what it asks for is taken, not where. */
function nextPage(link: string | null): string | undefined {
  const [, query] = /<[^>?]*\?([^>]*)>\s*;\s*rel="?next"?/.exec(link ?? '') ?? [];
  return query === undefined ? undefined : `tags/list?${query}`;
}

/** Asks the registry; where it wants a token, with the one that anybody gets. */
async function get(
  registry: Registry,
  path: string,
  most: number,
  headers: Readonly<Record<string, string>>,
): Promise<Got | FetchFailure> {
  const { base, name, context } = registry;
  const { hosts, signal, limits } = context;
  const url = `${base}/v2/${name}/${path}`;
  const ask = (): Promise<Got | FetchFailure> => {
    const { authorization } = registry;
    const { milliseconds } = limits;
    return safeGet(url, {
      hosts,
      signal,
      most,
      milliseconds,
      headers: { ...headers, ...(authorization !== undefined && { authorization }) },
    });
  };
  const first = await ask();
  if (first.kind !== 'got' || first.status !== 401 || registry.authorization !== undefined)
    return first;
  const answer = await authorizationFor(first, registry);
  if (answer === undefined) return first;
  if (typeof answer !== 'string') return answer;
  registry.authorization = answer;
  return ask();
}

/** What the registry wants to see: the token that it sends people for, or a login; `undefined` where there is neither. */
async function authorizationFor(
  { headers }: Got,
  registry: Registry,
): Promise<string | FetchFailure | undefined> {
  const { base, name, context } = registry;
  const { hosts, signal, limits, logins } = context;
  const login = await logins.ofRegistry(new URL(base).host, signal);
  if (login !== undefined) registry.sent = 'refused';
  const challenge = headers.get('www-authenticate') ?? '';
  if (/^basic\b/i.test(challenge)) return login;
  const said = (key: string): string | undefined =>
    new RegExp(`\\b${key}="([^"]*)"`).exec(challenge)?.[1];
  const realm = said('realm');
  if (!/^bearer /i.test(challenge) || realm === undefined || !URL.canParse(realm)) return undefined;
  const url = new URL(realm);
  if (base.startsWith('https:') && url.protocol === 'http:')
    return { kind: 'downgrade', host: url.host };
  const service = said('service');
  if (service !== undefined) url.searchParams.set('service', service);
  url.searchParams.set('scope', `repository:${name}:pull`);
  const { milliseconds } = limits;
  const sent = login === undefined ? {} : { authorization: login };
  const options = { hosts, signal, milliseconds, most: mostManifest, headers: sent };
  const bytes = bytesOf(await safeGet(url, options), registry.sent);
  // Who hands out tokens does so for the registry.
  if ('kind' in bytes)
    return bytes.kind === 'credentials' ? { ...bytes, host: new URL(base).host } : bytes;
  const token = parseToken(Buffer.from(bytes).toString('utf8'));
  return token === undefined ? undefined : `Bearer ${token}`;
}
