import { basePath, directoryOf } from '../../template/functions/paths.ts';
import {
  dictValue,
  stringValue,
  stringsValue,
  type MapValue,
  type Value,
} from '../../template/value.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { ok } from '../../util/result.ts';
import { expansionError, within, type Expanded } from './failure.ts';
import { compareWalked, foldersOf, matchingFiles, type FileGlobbing } from './gitFiles.ts';
import { fieldOf, isObject, listAt, textAt, textsAt, type Json } from './json.ts';
import { mapsOf } from './listGenerator.ts';
import { sanitizeName } from './names.ts';
import { addValues, flatten, type Parameters } from './parameters.ts';
import type { TemplateMode } from './render.ts';
import { matchesGoPath } from './wildcards.ts';
import { readYaml } from './yaml.ts';

/** What git generators see of a repository. */
export interface Repository {
  /** The folders that fit a pattern of Go's `path.Match`, in any order; none that is hidden or lies in a hidden one. */
  readonly folders: (pattern: string) => readonly string[];
  /** The files that fit a pattern, in any order. */
  readonly files: (pattern: string, globbing: FileGlobbing) => Expanded<readonly string[]>;
  /** A file as YAML. */
  readonly parse: (path: string) => Expanded<Json>;
}

/** The files of a repository: paths with slashes, and their texts. */
export interface RepositoryFiles {
  readonly paths: readonly string[];
  /** The text of a file; `undefined` where it is not in the repository. */
  readonly read: (path: string) => string | undefined;
}

/** A repository that holds these files. */
export function repositoryOf({ paths, read }: RepositoryFiles): Repository {
  return {
    folders: (pattern) =>
      foldersOf(paths, 'skipped').filter((folder) => matchesGoPath(pattern, folder)),
    files: (pattern, globbing) => matchingFiles(pattern, paths, globbing),
    parse: (path) => readYaml(read(path) ?? ''),
  };
}

/**
 * The parameters of a git generator: of folders, or else of files.
 * Source: Argo CD 3.2.0 applicationset/generators/git.go.
 */
export function gitParameters(
  generator: Json,
  repository: Repository,
  globbing: FileGlobbing,
  mode: TemplateMode,
): Expanded<readonly Parameters[]> {
  if (listAt(generator, 'directories').length > 0) {
    return within(
      folderParameters(generator, repository, mode),
      'error generating params from git: error generating params from apps',
    );
  }
  return listAt(generator, 'files').length > 0
    ? within(
        fileParameters(generator, repository, globbing, mode),
        'error generating params from git',
      )
    : expansionError('ApplicationSet is empty');
}

function folderParameters(
  generator: Json,
  repository: Repository,
  mode: TemplateMode,
): Expanded<readonly Parameters[]> {
  const items = listAt(generator, 'directories');
  const [excluded, included] = [
    items.filter(isExcluding),
    items.filter((item) => !isExcluding(item)),
  ];
  const found = new Set(included.flatMap((item) => repository.folders(textAt(item, 'path'))));
  const sets: Parameters[] = [];
  for (const folder of [...found].sort(compareWalked)) {
    if (excluded.some((item) => matchesGoPath(textAt(item, 'path'), folder))) {
      continue;
    }
    const set = dictValue();
    setPath(set, textAt(generator, 'pathParamPrefix'), folder, undefined, mode);
    const added = withValues(set, generator, mode);
    if (added.kind === 'failed') {
      return added;
    }
    sets.push(added.value);
  }
  return ok(sets);
}

function isExcluding(item: Json): boolean {
  return fieldOf(item, 'exclude') === true;
}

function withValues(set: Parameters, generator: Json, mode: TemplateMode): Expanded<Parameters> {
  return within(
    addValues(set, textsAt(generator, 'values'), mode),
    'failed to append templated values: failed to replace templated string',
  );
}

/** The parameters that tell of the path; `filename` is given for a file. */
function setPath(
  set: Parameters,
  prefix: string,
  folder: string,
  filename: string | undefined,
  mode: TemplateMode,
): void {
  const base = basePath(folder);
  const segments = folder.split('/');
  const texts: (readonly [string, string])[] = [
    ['basename', base],
    ['basenameNormalized', sanitizeName(base)],
    ...(filename === undefined
      ? []
      : ([
          ['filename', filename],
          ['filenameNormalized', sanitizeName(filename)],
        ] as const)),
  ];
  if (mode.goTemplate) {
    const entries: [string, Value][] = [
      ['path', stringValue(folder)],
      ...texts.map(([key, text]): [string, Value] => [key, stringValue(text)]),
      ['segments', stringsValue(segments)],
    ];
    const path: MapValue = dictValue(entries);
    if (prefix === '') {
      set.entries.set('path', path);
    } else {
      set.entries.set(prefix, dictValue([['path', path]]));
    }
    return;
  }
  const name = prefix === '' ? 'path' : `${prefix}.path`;
  set.entries.set(name, stringValue(folder));
  for (const [key, text] of texts) {
    set.entries.set(`${name}.${key}`, stringValue(text));
  }
  for (const [index, segment] of segments.entries()) {
    if (segment !== '') {
      set.entries.set(`${name}[${index}]`, stringValue(segment));
    }
  }
}

function fileParameters(
  generator: Json,
  repository: Repository,
  globbing: FileGlobbing,
  mode: TemplateMode,
): Expanded<readonly Parameters[]> {
  const items = listAt(generator, 'files');
  const found = new Set<string>();
  for (const item of [
    ...items.filter((each) => !isExcluding(each)),
    ...items.filter(isExcluding),
  ]) {
    const files = repository.files(textAt(item, 'path'), globbing);
    if (files.kind === 'failed') {
      return files;
    }
    for (const file of files.value) {
      if (isExcluding(item)) {
        found.delete(file);
      } else {
        found.add(file);
      }
    }
  }
  const sets: Parameters[] = [];
  for (const file of [...found].sort(compareBytes)) {
    const more = within(
      oneFile(file, repository.parse(file), generator, mode),
      `unable to process file '${file}'`,
    );
    if (more.kind === 'failed') {
      return more;
    }
    sets.push(...more.value);
  }
  return ok(sets);
}

/** A file holds one map, or a list of maps. */
function oneFile(
  file: string,
  parsed: Expanded<Json>,
  generator: Json,
  mode: TemplateMode,
): Expanded<readonly Parameters[]> {
  const read = within(parsed, 'unable to parse file');
  if (read.kind === 'failed') {
    return read;
  }
  const json = read.value;
  const objects = within(
    mapsOf(json === null ? [null] : isObject(json) ? [json] : json),
    'unable to parse file',
  );
  if (objects.kind === 'failed') {
    return objects;
  }
  const sets: Parameters[] = [];
  for (const object of objects.value) {
    const set = mode.goTemplate
      ? dictValue(object.entries)
      : dictValue(
          Array.from(flatten(object), ([key, value]) => [key, stringValue(value)] as const),
        );
    setPath(set, textAt(generator, 'pathParamPrefix'), directoryOf(file), basePath(file), mode);
    const added = withValues(set, generator, mode);
    if (added.kind === 'failed') {
      return added;
    }
    sets.push(added.value);
  }
  return ok(sets);
}
