import { contentQuery, entryInput, parentOf } from '../kustomize/files.ts';
import { kustomizationFileNames } from '../kustomize/load.ts';
import { configQuery } from '../layers/config/configFile.ts';
import type { StrataConfig } from '../layers/config/configFile.ts';
import { weigh } from '../layers/config/weigh.ts';
import { directReadersQuery, namedFilesQuery } from '../layers/namedFiles.ts';
import { rootsInput } from '../layers/roots.ts';
import { treePathsInput } from '../layers/treePaths.ts';
import type { Query, Reader } from '../query/database.ts';
import { fingerprintOf } from '../secrets/fingerprint.ts';
import { isTwin, twinPaths, usesOf, withUse, type FileUse } from '../secrets/fileContexts.ts';
import { fileKindOf } from '../secrets/pathSort.ts';
import { newMasks } from '../secrets/redact.ts';
import { scanFile, type FileContext, type FileFinding } from '../secrets/scanFile.ts';
import { readSopsRules, ruleOfPath, type SopsRule } from '../secrets/sopsRules.ts';
import type { Severity } from '../text/diagnostics.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A secret in clear, or what is wrong with an encrypted one. Its value is a mask: equal values of one answer have equal masks. */
export interface SecretFinding {
  readonly file: FileId;
  /** Lines and columns from 0, in UTF-16; the end is half-open. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly rule: string;
  readonly severity: Severity;
  /** The place in the structure, as a baseline keeps it: nothing of it comes from a value. */
  readonly pointer: string;
  /** Stays when lines move. */
  readonly fingerprint: string;
  /** `name`, `mask` and what else the message of the rule wants. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** The files of a tree that can hold a finding, sorted: all that is text by its name. */
export function scannedFiles(analysis: Analysis): readonly FileId[] {
  return [...analysis.files]
    .flatMap(([path, { kind }]) => (kind === 'file' && fileKindOf(path) !== 'skip' ? [path] : []))
    .sort();
}

/**
 * What is wrong in files, in their order and in that of their text; without what comments and the configuration silence.
 * `today` is `YYYY-MM-DD`, for what is silenced until a day.
 */
export function secretFindings(
  analysis: Analysis,
  files: readonly FileId[],
  today?: string,
): Answer<readonly SecretFinding[]> {
  return analysis.ask((reader) => {
    const told = teller(reader, today);
    return files.flatMap((file) => told(file, reader.get(fileFindingsQuery, file)));
  });
}

/** What a text would be found to hold as a file of the tree, whatever stands there; for what is not saved yet. */
export function secretFindingsOfText(
  analysis: Analysis,
  file: FileId,
  text: string,
  today?: string,
): Answer<readonly SecretFinding[]> {
  return analysis.ask((reader) =>
    teller(reader, today)(file, scanFile(file, text, contextOf(reader, file, text))),
  );
}

/** A finding with what else its message tells. */
export type TellableFinding = FileFinding & { readonly more?: Readonly<Record<string, string>> };

/** The text of a file of the tree; `undefined` where there is none, or it is no text. */
export function textOfFile(analysis: Analysis, file: FileId): Answer<string | undefined> {
  return analysis.ask((reader) => {
    if (reader.read(entryInput, file)?.kind !== 'file') return undefined;
    const content = reader.get(contentQuery, file);
    return content?.kind === 'text' ? content.text : undefined;
  });
}

/** Gives findings their weight here and their masks, which are those of one output. */
export function teller(
  reader: Reader,
  today: string | undefined,
): (file: FileId, found: readonly TellableFinding[]) => readonly SecretFinding[] {
  const config = reader.get(configQuery, '');
  const masks = newMasks();
  return (file, all) =>
    all.flatMap((found): readonly SecretFinding[] => {
      const severity = weighed(file, found, config, today);
      if (severity === 'off') return [];
      const { line, column, endLine, endColumn, rule, pointer, name, value } = found;
      const place = { file, line, column, endLine, endColumn };
      const mask = value === undefined ? '' : masks.maskOf(value);
      const parameters = { ...found.more, name, mask };
      const fingerprint = fingerprintOf(rule, file, pointer);
      return [{ ...place, rule, severity, pointer, fingerprint, parameters }];
    });
}

/** The fingerprint of an entry of a baseline. */
export function fingerprintOfEntry(entry: {
  readonly rule: string;
  readonly file: FileId;
  readonly pointer: string;
}): string {
  return fingerprintOf(entry.rule, entry.file, entry.pointer);
}

/** The severity here; `off` where the configuration silences the finding. */
function weighed(
  file: FileId,
  { rule, severity, pointer }: FileFinding,
  config: StrataConfig,
  today: string | undefined,
): Severity | 'off' {
  if (weigh({ code: rule, file }, config, today) === 'off') return 'off';
  const allowed = config.secrets.allow.some(
    (one) =>
      (one.rule === undefined || one.rule.value === rule) &&
      (one.file === undefined || one.file.value === file) &&
      (one.fingerprint === undefined ||
        one.fingerprint.value === fingerprintOf(rule, file, pointer)) &&
      (one.file !== undefined || one.fingerprint !== undefined),
  );
  if (allowed) return 'off';
  const own = config.severity.find(({ code }) => code === rule)?.severity.value;
  return own ?? severity;
}

/** What the text of a file shows, with what other files make of it; as it is, whatever the configuration says of it. */
export const fileFindingsQuery: Query<FileId, readonly FileFinding[]> = {
  name: 'secretFindings',
  compute: (file, reader) => {
    const content = reader.get(contentQuery, file);
    if (content?.kind !== 'text') return [];
    return scanFile(file, content.text, contextOf(reader, file, content.text));
  },
};

/** What the tree makes of a text that stands, or would stand, in a file. */
export function contextOf(reader: Reader, file: FileId, text: string): FileContext {
  const { keyNames, values } = reader.get(configQuery, '').secrets;
  const rule = sopsRuleOf(reader, file);
  const twin = twinPaths(file).find((other) => {
    if (reader.read(entryInput, other)?.kind !== 'file') return false;
    const content = reader.get(contentQuery, other);
    return content?.kind === 'text' && isTwin(text, content.text);
  });
  const recipients = text.includes('AGE-SECRET-KEY') ? allRecipients(reader) : undefined;
  return {
    ...reader.get(useOfFileQuery, file),
    ...(rule !== undefined && { sopsRule: rule }),
    ...(twin !== undefined && { twin }),
    ...(recipients !== undefined && { recipients }),
    keyNames: keyNames.map(({ value }) => value),
    values: values.map(({ value }) => value),
  };
}

/** The creation rule of SOPS for a path, whether a file stands there or not. */
export function sopsRuleOf(reader: Reader, file: FileId): SopsRule | undefined {
  const rules = sopsRulesFileOf(reader, file);
  if (rules === undefined) return undefined;
  const path = file.slice(rules.length - '.sops.yaml'.length);
  return ruleOfPath(reader.get(sopsRulesQuery, rules), path);
}

/** The file of creation rules for a path: the nearest `.sops.yaml` upwards counts alone. */
export function sopsRulesFileOf(reader: Reader, file: FileId): FileId | undefined {
  let folder = file;
  do {
    folder = parentOf(folder);
    const rules = folder === '' ? '.sops.yaml' : `${folder}/.sops.yaml`;
    if (reader.read(entryInput, rules)?.kind === 'file') return rules;
  } while (folder !== '');
  return undefined;
}

/** Everybody whom the creation rules of the tree encrypt for. */
export function allRecipients(reader: Reader): readonly string[] {
  const files = reader
    .read(treePathsInput, '')
    .filter((path) => /(?:^|\/)\.sops\.yaml$/.test(path));
  return files.flatMap((file) =>
    reader.get(sopsRulesQuery, file).flatMap(({ recipients }) => recipients),
  );
}

/** The creation rules of a file of SOPS. */
export const sopsRulesQuery: Query<FileId, readonly SopsRule[]> = {
  name: 'sopsRules',
  compute: (file, reader) => {
    const content = reader.get(contentQuery, file);
    return content?.kind === 'text' ? readSopsRules(content.text) : [];
  },
};

const fileUsesQuery: Query<FileId, readonly FileUse[]> = {
  name: 'secretUsesOfFile',
  compute: (file, reader) => {
    const content = reader.get(contentQuery, file);
    return content?.kind === 'text' ? usesOf(file, content.text) : [];
  },
  equals: (a, b) => JSON.stringify(a) === JSON.stringify(b),
};

/** The roots that name a file, whether it stands there or not. */
function rootsNaming(reader: Reader, file: FileId): readonly FileId[] {
  if (reader.read(entryInput, file) !== undefined)
    return reader.get(directReadersQuery, '').get(file) ?? [];
  const roots = reader.read(rootsInput, '');
  return roots.filter((root) => reader.get(namedFilesQuery, root).missing.includes(file));
}

/** What kustomization files make of one file: an edit of one reads the files again whose use it changes. */
const useOfFileQuery: Query<FileId, FileContext> = {
  name: 'secretUse',
  compute: (file, reader) => {
    let context: FileContext = {};
    for (const root of rootsNaming(reader, file))
      for (const name of kustomizationFileNames) {
        const kustomization = root === '' ? name : `${root}/${name}`;
        if (reader.read(entryInput, kustomization)?.kind !== 'file') continue;
        for (const { path, use } of reader.get(fileUsesQuery, kustomization))
          if (path === file) context = withUse(context, use);
      }
    return context;
  },
  equals: (a, b) => a.generator === b.generator && a.patchTarget === b.patchTarget,
};
