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
import { foldersOf, matchingFiles, type FileGlobbing } from './gitFiles.ts';
import { fieldOf, isObject, listAt, textAt, textsAt, type Json } from './json.ts';
import { mapsOf } from './listGenerator.ts';
import { sanitizeName } from './names.ts';
import { addValues, flatten, type Parameters } from './parameters.ts';
import type { TemplateMode } from './render.ts';
import { matchesGoPath } from './wildcards.ts';
import { readYaml } from './yaml.ts';

/** The files of a repository: paths with slashes and their texts. */
export interface Repository {
  readonly paths: readonly string[];
  /** The text of a file; `undefined` where it is not in the repository. */
  readonly read: (path: string) => string | undefined;
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
  const sets: Parameters[] = [];
  for (const folder of foldersOf(repository.paths, 'skipped')) {
    const matched = items.filter((item) => matchesGoPath(textAt(item, 'path'), folder));
    if (matched.length === 0 || matched.some((item) => fieldOf(item, 'exclude') === true)) {
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
  const isExcluding = (item: Json): boolean => fieldOf(item, 'exclude') === true;
  const found = new Set<string>();
  for (const item of [
    ...items.filter((each) => !isExcluding(each)),
    ...items.filter(isExcluding),
  ]) {
    const files = matchingFiles(textAt(item, 'path'), repository.paths, globbing);
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
      oneFile(file, repository.read(file) ?? '', generator, mode),
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
  text: string,
  generator: Json,
  mode: TemplateMode,
): Expanded<readonly Parameters[]> {
  const read = within(readYaml(text), 'unable to parse file');
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
