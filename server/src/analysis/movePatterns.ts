import { contentQuery, parentOf } from '../kustomize/files.ts';
import { configFile } from '../layers/config/configFile.ts';
import { codeownersQuery } from '../layers/owners/codeownersFile.ts';
import { ownersOf } from '../layers/owners/codeowners.ts';
import { treePathsInput } from '../layers/treePaths.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { readPositions } from '../yaml/positions.ts';
import type { Analysis } from './analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import type { Fork } from './fork.ts';
import { configurationEdits } from './moveConfiguration.ts';
import { movedPath, type Move, type RangedEdit } from './moveFiles.ts';
import { sopsRuleOf, sopsRulesQuery } from './secretFindings.ts';
import { positionAt } from './sourceRange.ts';

/**
 * The edits of patterns that begin with a path that moves, in CODEOWNERS, in creation rules of SOPS and in the configuration,
 * by file: as far as the path stands in them letter by letter.
 */
export function patternEdits(
  reader: Reader,
  moves: readonly Move[],
): ReadonlyMap<FileId, readonly RangedEdit[]> {
  const found = new Map<FileId, readonly RangedEdit[]>();
  const keep = (file: FileId, edits: readonly RangedEdit[]): void => {
    if (edits.length > 0) found.set(file, edits);
  };
  const codeowners = reader.get(codeownersQuery, '');
  if (codeowners !== undefined) keep(codeowners.file, ownerEdits(reader, codeowners.file, moves));
  keep(configFile, configurationEdits(reader, moves));
  for (const file of reader.read(treePathsInput, ''))
    if (/(?:^|\/)\.sops\.yaml$/.test(file)) keep(file, sopsEdits(reader, file, moves));
  return found;
}

/** Files whose owners, or whose creation rules of SOPS, are other ones after a move; by their paths after it, sorted. */
export interface OtherRules {
  readonly owners: readonly FileId[];
  readonly encryption: readonly FileId[];
}

/** What owners and creation rules say of the files that move, before and after. */
export function rulesMoved(
  analysis: Analysis,
  fork: Fork,
  moves: readonly Move[],
): Answer<OtherRules> {
  const moving = [...analysis.files.keys()].filter((path) => movedPath(moves, path) !== path);
  const told = (one: Analysis, paths: readonly FileId[]): Answer<readonly RulesOfFile[]> =>
    one.ask((reader) => paths.map((path) => rulesOf(reader, path)));
  const after = moving.map((path) => movedPath(moves, path));
  return chainAnswer(told(analysis, moving), (old) =>
    mapAnswer(
      fork.ask((one) => told(one, after)),
      (now) => {
        const other = (rule: keyof RulesOfFile): readonly FileId[] =>
          after.filter((_, index) => old[index]?.[rule] !== now[index]?.[rule]).sort();
        return { owners: other('owners'), encryption: other('encryption') };
      },
    ),
  );
}

interface RulesOfFile {
  readonly owners: string;
  readonly encryption: string;
}

function rulesOf(reader: Reader, path: FileId): RulesOfFile {
  const codeowners = reader.get(codeownersQuery, '');
  const owners = codeowners === undefined ? [] : ownersOf(codeowners, path);
  const rule = sopsRuleOf(reader, path);
  const selectors = rule?.selectors.map(({ kind, pattern }) => [kind, pattern]);
  return {
    owners: JSON.stringify(owners.map(({ section, owners: names }) => [section, names])),
    encryption: JSON.stringify(rule && [rule.recipients, selectors]),
  };
}

/** A path that means itself in CODEOWNERS and, but for `.` and `+`, in a rule of SOPS, however YAML writes it. */
const isPlain = /^[\w./@+=~,-]+$/;

function ownerEdits(reader: Reader, file: FileId, moves: readonly Move[]): readonly RangedEdit[] {
  const content = reader.get(contentQuery, file);
  const codeowners = reader.get(codeownersQuery, '');
  if (content?.kind !== 'text' || codeowners === undefined) return [];
  const starts = lineStarts(content.text);
  return codeowners.sections
    .flatMap(({ rules }) => rules)
    .flatMap(({ text, line }) => {
      const start = content.text.indexOf(text, starts[line]);
      const [, head = '', path = '', tail = ''] = /^(!?\/?)(.*?)(\/?)$/.exec(text) ?? [];
      // Without a slash in it, a pattern is one of names at any place.
      const isPath = (head.endsWith('/') || path.includes('/')) && isPlain.test(path);
      const target = isPath ? movedPath(moves, path) : path;
      return target === path || !isPlain.test(target)
        ? []
        : [edit(file, content.text, { start, end: start + text.length }, head + target + tail)];
    });
}

/** `path_regex: ^apps/checkout/` follows a folder, and a file where the pattern is the whole path. */
function sopsEdits(reader: Reader, file: FileId, moves: readonly Move[]): readonly RangedEdit[] {
  const folder = parentOf(file);
  const content = reader.get(contentQuery, file);
  if (content?.kind !== 'text' || movedPath(moves, file) !== file) return [];
  const { text } = content;
  const below = (path: FileId): string | undefined =>
    folder === ''
      ? path
      : path.startsWith(`${folder}/`)
        ? path.slice(folder.length + 1)
        : undefined;
  const { starts, ends } = readPositions(text);
  return reader.get(sopsRulesQuery, file).flatMap(({ pathRegex, pathNode }) => {
    const [from, to] = [starts[pathNode?.ordinal ?? -1], ends[pathNode?.ordinal ?? -1]];
    if (from === undefined || to === undefined) return [];
    const written = text.slice(from, to);
    const at = written.indexOf(pathRegex);
    for (const move of moves) {
      const [old, now] = [below(move.from), below(move.to)];
      if (at < 0 || old === undefined || now === undefined || !isPlain.test(now)) continue;
      const found = new RegExp(`^(\\^?)(${looseRegex(old)})(?=\\\\?/|\\$?$)`).exec(pathRegex);
      if (found === null) continue;
      const start = from + at + (found[1] ?? '').length;
      const place = { start, end: start + (found[2] ?? '').length };
      // Between double quotes a backslash is written twice.
      const escape = written.slice(0, at).endsWith('"') ? '\\\\' : '\\';
      return [
        edit(
          file,
          text,
          place,
          now.replaceAll(/[.+]/g, (letter) => escape + letter),
        ),
      ];
    }
    return [];
  });
}

/** A path as somebody may write it in a pattern: its dots and slashes with a `\\` before them, or without. */
function looseRegex(path: string): string {
  return path.replaceAll(/[^\w-]/g, (letter) => `\\\\?\\${letter}`);
}

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
}

function edit(
  file: FileId,
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  newText: string,
): RangedEdit {
  const range = { file, start: positionAt(text, start), end: positionAt(text, end) };
  return { start, end, newText, range };
}
