import { createHash } from 'node:crypto';
import { promises as fs } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { env, pid, platform } from 'node:process';
import type { TreeEntry } from '../../analysis/analysis.ts';
import type { FileContent } from '../../analysis/analysisHost.ts';
import { archivedChart, nameOfChartTree } from '../../analysis/chartArchive.ts';
import { wantedChart, wantedChartId, type WantedChart } from '../../analysis/chartsElsewhere.ts';
import { placeTree, type PlacedTree } from '../../analysis/treesBeside.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { blobId } from '../content.ts';
import { parseStoredChart } from './parseStoredChart.ts';

/** A chart as it was fetched: what an address meant then. */
export interface StoredChart extends WantedChart {
  /** The version that the chart says itself, and that was taken for the one that is asked for. */
  readonly is: string;
  /** SHA-256 of the archive, in hexadecimal. */
  readonly digest: string;
}

/**
 * Charts that were fetched, outside of every workspace: archives by the hash of their bytes, and beside them what each address
 * meant when it was fetched. Only their owner can read them, nothing of them is unpacked to disk, and an archive whose bytes
 * are not those of its name does not count.
 */
export interface ChartStore {
  /** What was fetched, by the ids of charts. */
  readonly known: () => Promise<ReadonlyMap<string, StoredChart>>;
  /** Keeps a chart. */
  readonly put: (chart: StoredChart, bytes: Uint8Array) => Promise<void>;
  /** The archive of a digest; `undefined` where it is not there as it was. */
  readonly archive: (digest: string) => Promise<Uint8Array | undefined>;
  /** The trees of charts, by the ids of what needs them; ids of anything else are left out. */
  readonly find: (ids: readonly string[]) => Promise<ReadonlyMap<string, PlacedTree | 'missing'>>;
  /** The contents of the trees that were found, by their ids; what none has is left out. */
  readonly load: (ids: readonly string[]) => ReadonlyMap<string, FileContent>;
}

/** The folder of charts of this user: `$STRATA_CHARTS`, else one in the folder of caches. */
export function chartStoreFolder(): string {
  const named = env['STRATA_CHARTS'] ?? '';
  if (named !== '') return named;
  const local = env['LOCALAPPDATA'] ?? '';
  const cache = env['XDG_CACHE_HOME'] ?? '';
  const caches =
    platform === 'win32' && local !== '' ? local : cache !== '' ? cache : join(homedir(), '.cache');
  return join(caches, 'strata', 'charts');
}

/** Why charts cannot be kept in a folder, as the system says it; `undefined` where they can. */
export async function storeProblem(
  folder: string = chartStoreFolder(),
): Promise<string | undefined> {
  try {
    await fs.mkdir(folder, { recursive: true, mode: 0o700 });
    await fs.access(folder, fs.constants.W_OK);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The charts in a folder, which need not be there. */
export function newChartStore(folder: string = chartStoreFolder()): ChartStore {
  const names = join(folder, 'names');
  const archives = join(folder, 'sha256');
  /** Which archive has a content. */
  const holders = new Map<string, Uint8Array>();
  /** By the digests of archives, whose bytes stay as well: somebody may clear the folder while their trees are read. */
  const placed = new Map<string, PlacedTree>();

  async function archive(digest: string): Promise<Uint8Array | undefined> {
    if (!/^[0-9a-f]{64}$/.test(digest)) return undefined;
    const bytes = await fs.readFile(join(archives, `${digest}.tgz`)).catch(() => undefined);
    return bytes !== undefined && sha256(bytes) === digest ? bytes : undefined;
  }

  async function stored(id: string): Promise<StoredChart | undefined> {
    const text = await fs.readFile(join(names, nameOf(id)), 'utf8').catch(() => undefined);
    const chart = text === undefined ? undefined : parseStoredChart(text);
    return chart !== undefined && wantedChartId(chart) === id ? chart : undefined;
  }

  async function place({ digest }: StoredChart): Promise<PlacedTree | 'missing'> {
    const known = placed.get(digest);
    if (known !== undefined) return known;
    const bytes = await archive(digest);
    if (bytes === undefined) return 'missing';
    const chart = archivedChart(bytes);
    if ('problem' in chart) return 'missing';
    const entries = new Map<FileId, TreeEntry>();
    for (const [path, one] of chart.files) {
      const content = idOf(one);
      holders.set(content, bytes);
      entries.set(path, { kind: 'file', content });
    }
    const tree = placeTree(nameOfChartTree(chart, digest), entries);
    placed.set(digest, tree);
    return tree;
  }

  return {
    archive,
    known: async () => {
      const found = new Map<string, StoredChart>();
      for (const name of await fs.readdir(names).catch((): string[] => [])) {
        const text = await fs.readFile(join(names, name), 'utf8').catch(() => '');
        const chart = parseStoredChart(text);
        if (chart !== undefined && nameOf(wantedChartId(chart)) === name)
          found.set(wantedChartId(chart), chart);
      }
      return found;
    },
    put: async (chart, bytes) => {
      await writeFile(archives, `${chart.digest}.tgz`, bytes);
      const text = `${JSON.stringify(chart, undefined, 2)}\n`;
      await writeFile(names, nameOf(wantedChartId(chart)), Buffer.from(text));
    },
    find: async (ids) => {
      const found = new Map<string, PlacedTree | 'missing'>();
      for (const id of ids) {
        if (wantedChart(id) === undefined) continue;
        const chart = await stored(id);
        found.set(id, chart === undefined ? 'missing' : await place(chart));
      }
      return found;
    },
    load: (ids) => {
      const wanted = new Set(ids);
      const contents = new Map<string, FileContent>();
      for (const bytes of new Set(ids.flatMap((id) => holders.get(id) ?? []))) {
        const chart = archivedChart(bytes);
        for (const one of 'problem' in chart ? [] : chart.files.values()) {
          const id = idOf(one);
          if (wanted.has(id)) contents.set(id, one);
        }
      }
      return contents;
    },
  };
}

/** The SHA-256 of bytes, in hexadecimal. */
export function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function nameOf(id: string): string {
  return `${sha256(Buffer.from(id))}.json`;
}

/** As git has it, so that equal files of the tree are one with it. */
function idOf(content: FileContent): string {
  const bytes =
    content.kind === 'text'
      ? Buffer.from(content.text, 'utf8')
      : content.kind === 'bytes'
        ? content.bytes
        : new Uint8Array();
  return blobId(bytes, 'sha1');
}

/** Whole or not at all: two windows may write the same at a time. */
async function writeFile(folder: string, name: string, bytes: Uint8Array): Promise<void> {
  await fs.mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, name);
  const fresh = `${path}.${pid}.${sha256(bytes).slice(0, 8)}.new`;
  await fs.writeFile(fresh, bytes, { mode: 0o600 });
  await fs.rename(fresh, path);
}
