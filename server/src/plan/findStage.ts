import { isInOrBelow, parentOf } from '../kustomize/files.ts';
import { configQuery } from '../layers/config/configFile.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { ClusterRow } from '../layers/register/clusterRow.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import { pathsBelow } from '../layers/treePaths.ts';
import { familiesNamed, familiesOf, type Family } from '../layers/variants/families.ts';
import { stagesOf } from '../layers/variants/stages.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { failed, ok, type Result } from '../util/result.ts';

/** What is promoted: an application on its clusters, or the folder that holds its layers, or both. */
export interface PromotedApplication {
  /** As it was asked for. */
  readonly name: string;
  readonly families: readonly Family[];
  /** The folder that holds its layers, as far as there is one. */
  readonly folder: FileId | undefined;
}

/** A stage: clusters that the tree knows, or a layer's folder or file. */
export type Stage =
  | { readonly kind: 'clusters'; readonly name: string; readonly clusters: readonly ClusterRow[] }
  | {
      readonly kind: 'layer';
      readonly name: string;
      readonly path: FileId;
      readonly isFolder: boolean;
    };

/** Why something that was named is not there. */
export type StageRefusal =
  | { readonly kind: 'no-application'; readonly name: string }
  | { readonly kind: 'no-stage'; readonly name: string; readonly stages: readonly string[] }
  | { readonly kind: 'ambiguous-stage'; readonly name: string; readonly stages: readonly string[] };

/** Finds an application by its name, or the folder that holds its layers. */
export function findPromoted(
  reader: Reader,
  word: string,
): Result<PromotedApplication, StageRefusal> {
  const name = word.replace(/^\.\//, '').replace(/\/+$/, '');
  const isFolder = pathsBelow(reader, name).length > 0;
  const all = familiesOf(reader.get(fleetQuery, '').applications);
  const families = familiesNamed(all, name);
  if (families.length === 0 && !isFolder) return failed({ kind: 'no-application', name });
  return ok({ name, families, folder: isFolder ? name : commonFolder(families) });
}

/** The folder that all sources of an application lie in; `undefined` where it is the whole tree. */
function commonFolder(families: readonly Family[]): FileId | undefined {
  const paths = families.flatMap(({ members }) =>
    members.flatMap(({ application }) =>
      application.sources.flatMap(({ isHere, path }) =>
        isHere && path !== undefined ? [path] : [],
      ),
    ),
  );
  let [folder] = paths;
  for (const path of paths) {
    while (folder !== undefined && folder !== '' && !isInOrBelow(path, folder))
      folder = parentOf(folder);
  }
  return folder === undefined || folder === '' ? undefined : folder;
}

/** Finds a stage of an application by a word: of the ladder, an environment, a wave, a cluster, or a layer's folder below it. */
export function findStage(
  reader: Reader,
  { families, folder }: PromotedApplication,
  word: string,
): Result<Stage, StageRefusal> {
  const name = word.replace(/^\.\//, '').replace(/\/+$/, '');
  const rows = reader.get(clustersQuery, '');
  const there = new Set(families.flatMap(({ members }) => members.map(({ cluster }) => cluster)));
  const own = rows.filter((row) => there.has(row.name));
  const layers = folder === undefined ? [] : layersNamed(reader, folder, name);
  const [exact] = layers;
  // A folder that is named in full is meant, whatever clusters are called.
  if (exact?.isExact === true && (name.includes('/') || families.length === 0))
    return ok(exact.stage);
  const clusters = clustersOf(reader, own, name);
  if (clusters.length > 0) return ok({ kind: 'clusters', name, clusters });
  if (exact?.isExact === true || (exact !== undefined && layers.length === 1))
    return ok(exact.stage);
  if (layers.length > 1) {
    const stages = layers.map(({ stage }) => (stage.kind === 'layer' ? stage.path : stage.name));
    return failed({ kind: 'ambiguous-stage', name, stages });
  }
  return failed({ kind: 'no-stage', name, stages: stageNames(reader, own, folder) });
}

/** The clusters that a word means, sorted. */
function clustersOf(
  reader: Reader,
  rows: readonly ClusterRow[],
  word: string,
): readonly ClusterRow[] {
  const named = rows.filter(({ name, aliases }) => name === word || aliases.includes(word));
  if (named.length > 0) return named;
  const stage = ladderOf(reader).find(({ name }) => name === word);
  if (stage !== undefined) return rows.filter(({ name }) => stage.clusters.includes(name));
  const environment = rows.filter((row) => row.environment === word);
  if (environment.length > 0) return environment;
  const [, wave] = /^(?:wave|ring)[ -]?(\d+)$/.exec(word) ?? [];
  return wave === undefined ? [] : rows.filter((row) => row.wave === Number(wave));
}

/** The stages of the fleet in their order. */
export function ladderOf(reader: Reader): ReturnType<typeof stagesOf> {
  return stagesOf(reader.get(clustersQuery, ''), reader.get(configQuery, ''));
}

function stageNames(
  reader: Reader,
  rows: readonly ClusterRow[],
  folder: FileId | undefined,
): readonly string[] {
  const known = new Set(rows.map(({ name }) => name));
  const stages = ladderOf(reader).filter(({ clusters }) => clusters.some((one) => known.has(one)));
  const below = folder === undefined ? [] : [...foldersBelow(reader, folder)];
  // A stage has a folder of its name as a rule.
  return [
    ...new Set([
      ...stages.map(({ name }) => name).filter((name) => name !== ''),
      ...below.filter((one) => one.split('/').length === 1),
    ]),
  ];
}

/** The folders below a folder that hold files, as ways from it. */
function foldersBelow(reader: Reader, folder: FileId): ReadonlySet<string> {
  const found = new Set<string>();
  for (const path of pathsBelow(reader, folder)) {
    for (let one = parentOf(path.slice(folder.length + 1)); one !== ''; one = parentOf(one)) {
      if (found.has(one)) break;
      found.add(one);
    }
  }
  return found;
}

interface NamedLayer {
  readonly stage: Stage;
  readonly isExact: boolean;
}

/** The layers below a folder that a word means: the way to one, or the end of the way; else a file of values. */
function layersNamed(reader: Reader, folder: FileId, word: string): readonly NamedLayer[] {
  const layer = (path: FileId, isFolder: boolean, isExact: boolean): NamedLayer => ({
    stage: { kind: 'layer', name: word, path, isFolder },
    isExact,
  });
  const folders = foldersBelow(reader, folder);
  if (folders.has(word)) return [layer(`${folder}/${word}`, true, true)];
  const files = pathsBelow(reader, folder).map((path) => path.slice(folder.length + 1));
  if (files.includes(word)) return [layer(`${folder}/${word}`, false, true)];
  const ends = [...folders].filter((one) => one.endsWith(`/${word}`));
  const shortest = Math.min(...ends.map((one) => one.split('/').length));
  const nearest = ends.filter((one) => one.split('/').length === shortest);
  if (nearest.length > 0) return nearest.map((one) => layer(`${folder}/${one}`, true, false));
  const names = ['', 'values-', 'values.', 'values_'].flatMap((prefix) =>
    ['.yaml', '.yml'].map((ending) => `${prefix}${word}${ending}`),
  );
  return files
    .filter((path) => names.includes(path.slice(path.lastIndexOf('/') + 1)))
    .map((path) => layer(`${folder}/${path}`, false, false));
}
