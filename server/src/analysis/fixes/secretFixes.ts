import { contentQuery, entryInput } from '../../kustomize/files.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import type { Reader } from '../../query/database.ts';
import { fileKindOf } from '../../secrets/pathSort.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { sameTrees } from '../../yaml/nodes.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, type Answer } from '../answer.ts';
import { baselineFile, withEntries } from '../baseline.ts';
import { secretsIn, type SecretOptions } from '../secretDiagnostics.ts';
import { sopsRuleOf, sopsRulesFileOf, type SecretFinding } from '../secretFindings.ts';
import { secretPlaceholders } from './secretPlaceholders.ts';
import { secretSkeletons } from './secretSkeletons.ts';
import { withCreationRule } from './sopsRuleEdit.ts';
import {
  withGeneratorFile,
  withoutRemembered,
  withSecretReference,
  withWiderSelector,
} from './secretEdits.ts';

/** What can be done about findings of secrets. No change takes a value away without its title saying so. */
export interface SecretFix {
  /**
   * - `suppress`: a comment that silences the line.
   * - `baseline`: the finding counts as one that was there before; `baseline-file` all of its file.
   * - `reference`: a variable reads a Secret; `secret` is its name.
   * - `generator-file`: a literal of a generator moves to a file that SOPS is to encrypt.
   * - `widen-selector`: a creation rule encrypts all that a Secret holds.
   * - `drop-annotation`: without what `kubectl apply` remembers.
   * - `ignore-file`: git ignores the file from now on.
   * - `rename-rules`: creation rules where SOPS looks for them.
   * - `add-rule`: a creation rule for the file, with the recipients that all rules agree on.
   * - `external-secret`, `sealed-secret`: an object without values in the place of a Secret.
   * - `substitute`, `vault-path`: a placeholder that Flux, or Argo CD Vault Plugin, fills in.
   * - `encrypt`: SOPS encrypts the file in its place; no change of ours.
   */
  readonly code:
    | 'suppress'
    | 'baseline'
    | 'baseline-file'
    | 'reference'
    | 'generator-file'
    | 'widen-selector'
    | 'drop-annotation'
    | 'ignore-file'
    | 'rename-rules'
    | 'add-rule'
    | 'external-secret'
    | 'sealed-secret'
    | 'substitute'
    | 'vault-path'
    | 'encrypt';
  readonly parameters: Readonly<Record<string, string>>;
  /** What it is about; the first of them all, where it is about a file. */
  readonly finding: SecretFinding;
  readonly changes: readonly FileChange[];
}

/** A change of a file: its whole text before (`undefined` for a new one) and after, or its name. */
export type FileChange =
  | {
      readonly kind: 'write';
      readonly file: FileId;
      readonly before: string | undefined;
      readonly after: string;
    }
  | { readonly kind: 'rename'; readonly file: FileId; readonly to: FileId };

/** The fixes for the findings of a file that touch some of its lines, from 0, the best first. */
export function secretFixes(
  analysis: Analysis,
  file: FileId,
  {
    lines: { first, last },
    ...options
  }: SecretOptions & { readonly lines: { readonly first: number; readonly last: number } },
): Answer<readonly SecretFix[]> {
  return chainAnswer(secretsIn(analysis, file, options), (all) =>
    analysis.ask((reader) => {
      const text = textAt(reader, file);
      if (text === undefined) return [];
      const chosen = all.filter(({ line, endLine }) => line <= last && endLine >= first);
      const fixes = chosen.flatMap((finding) => fixesOf(reader, { file, text }, finding));
      return [...fixes, ...wholeFile(reader, file, chosen, all)];
    }),
  );
}

interface TextOfFile {
  readonly file: FileId;
  readonly text: string;
}

function fixesOf(reader: Reader, place: TextOfFile, finding: SecretFinding): readonly SecretFix[] {
  if (finding.rule === 'secrets.unused-suppression') return [];
  const own = ownFixes(reader, place, finding);
  const filled = secretPlaceholders(reader, place, finding).map(
    ({ code, parameters, text }): SecretFix => {
      const { name = '' } = finding.parameters;
      const changes = [write(place.file, place.text, text)];
      return { code, parameters: { name, ...parameters }, finding, changes };
    },
  );
  return [
    ...own,
    ...filled,
    ...encrypted(reader, place, finding),
    ...silenced(reader, place, finding),
  ];
}

/** What only one rule offers. */
function ownFixes(
  reader: Reader,
  { file, text }: TextOfFile,
  finding: SecretFinding,
): readonly SecretFix[] {
  const make = (
    code: SecretFix['code'],
    after: string | undefined,
    parameters: SecretFix['parameters'] = {},
  ): readonly SecretFix[] =>
    after === undefined ? [] : [{ code, parameters, finding, changes: [write(file, text, after)] }];
  switch (finding.rule) {
    case 'secrets.environment': {
      const found = withSecretReference(text, finding);
      return make('reference', found?.text, { name: finding.parameters.name ?? '', ...found?.of });
    }
    case 'secrets.kustomize-generator':
      return isKustomizationFile(file) ? generatorFile(reader, { file, text }, finding) : [];
    case 'secrets.secret-data':
      return secretSkeletons(reader, { file, text }, finding.pointer).flatMap((one) =>
        make(one.code, one.text, one.parameters),
      );
    case 'secrets.sops-rule':
      return make('widen-selector', withWiderSelector(text, finding));
    case 'secrets.last-applied':
      return make('drop-annotation', withoutRemembered(text, finding));
    case 'secrets.sops-ignored-file': {
      const to = file.replace(/yml$/, 'yaml');
      const isFree = reader.read(entryInput, to) === undefined;
      const changes: readonly FileChange[] = [{ kind: 'rename', file, to }];
      return isFree ? [{ code: 'rename-rules', parameters: {}, finding, changes }] : [];
    }
    case 'secrets.decryption-key':
    case 'secrets.decryption-key-in-use':
    case 'secrets.decrypted-twin':
      return fileKindOf(file) === 'text' || finding.rule === 'secrets.decrypted-twin'
        ? ignored(reader, file, finding)
        : [];
    default:
      return [];
  }
}

/** Where a creation rule of SOPS is for the new file, a literal goes there. */
function generatorFile(
  reader: Reader,
  { file, text }: TextOfFile,
  finding: SecretFinding,
): readonly SecretFix[] {
  const moved = withGeneratorFile(text, finding);
  if (moved === undefined) return [];
  const path = file.replace(/[^/]*$/, moved.name);
  const isFree = reader.read(entryInput, path) === undefined;
  if (!isFree || sopsRuleOf(reader, path) === undefined) return [];
  const changes = [write(file, text, moved.text), write(path, undefined, moved.content)];
  return [{ code: 'generator-file', parameters: { file: moved.name }, finding, changes }];
}

/** SOPS can be asked to encrypt a file in clear that a creation rule is for. */
function encrypted(
  reader: Reader,
  { file, text }: TextOfFile,
  finding: SecretFinding,
): readonly SecretFix[] {
  const isInClear =
    (finding.severity === 'error' || finding.severity === 'warning') &&
    !/^secrets\.(?:sops-(?!not-encrypted)|rendered|sealed|ciphertext)/.test(finding.rule);
  const isEncrypted = /ENC\[AES256_GCM,|"?sops"?:/.test(text);
  if (!isInClear || isEncrypted) return [];
  if (sopsRuleOf(reader, file) === undefined) return creationRule(reader, file, finding);
  return [{ code: 'encrypt', parameters: { file }, finding, changes: [] }];
}

/** Where rules of SOPS stand above a Secret, and none is for it. */
function creationRule(reader: Reader, file: FileId, finding: SecretFinding): readonly SecretFix[] {
  const rules = sopsRulesFileOf(reader, file);
  if (rules === undefined || finding.rule !== 'secrets.secret-data') return [];
  const before = textAt(reader, rules);
  const path = file.slice(rules.length - '.sops.yaml'.length);
  const added = before === undefined ? undefined : withCreationRule(before, path);
  if (added === undefined) return [];
  const parameters = { file, rules, count: String(added.recipients) };
  return [{ code: 'add-rule', parameters, finding, changes: [write(rules, before, added.text)] }];
}

/** Git does not take the file in any more; what it has, it keeps. */
function ignored(reader: Reader, file: FileId, finding: SecretFinding): readonly SecretFix[] {
  const before = textAt(reader, '.gitignore');
  const line = `/${file.replaceAll(/[*?[\]\\ !#]/g, String.raw`\$&`)}`;
  if (before?.split(/\r?\n/).includes(line) === true) return [];
  const start = before === undefined || before === '' || before.endsWith('\n') ? '' : '\n';
  const changes = [write('.gitignore', before, `${before ?? ''}${start}${line}\n`)];
  return [{ code: 'ignore-file', parameters: { file }, finding, changes }];
}

/** A comment above the line where it changes nothing that the file says; the baseline anywhere. */
function silenced(
  reader: Reader,
  { file, text }: TextOfFile,
  finding: SecretFinding,
): readonly SecretFix[] {
  const { rule } = finding;
  const after = withComment({ file, text }, finding);
  const parameters = { rule };
  const comment: readonly SecretFix[] =
    after === undefined
      ? []
      : [{ code: 'suppress', parameters, finding, changes: [write(file, text, after)] }];
  const older = baselined(reader, [finding]);
  return [...comment, { code: 'baseline', parameters, finding, changes: older }];
}

function withComment({ file, text }: TextOfFile, finding: SecretFinding): string | undefined {
  const words = `strata:ignore[${finding.rule.replace(/^secrets\./, '')}]`;
  const lines = text.split('\n');
  const line = lines[finding.line] ?? '';
  const indent = /^\s*/.exec(line)?.[0] ?? '';
  const ending = line.endsWith('\r') ? '\r' : '';
  const kind = fileKindOf(file);
  const comment = kind === 'template' ? `{{- /* ${words} */}}` : `${indent}# ${words}`;
  const after = lines.toSpliced(finding.line, 0, comment + ending).join('\n');
  if (kind === 'template') return after;
  if (kind === 'text')
    return /(?:^|[/.])(?:env|properties|ini|conf|sh|toml)$/.test(file) ? after : undefined;
  return /\.json$/.test(file) || !saysTheSame(text, after) ? undefined : after;
}

/** Whether two texts hold the same documents: a comment in a text of more lines would be one of its lines. */
function saysTheSame(before: string, after: string): boolean {
  const [one, other] = [readObjects(before), readObjects(after)];
  const rootsOf = ({ documents }: typeof one) => documents.map(({ root }) => root);
  return one.problems.length === 0 && sameTrees(rootsOf(one), rootsOf(other));
}

/** All findings of a file at once, where there are more than the chosen ones. */
function wholeFile(
  reader: Reader,
  file: FileId,
  chosen: readonly SecretFinding[],
  all: readonly SecretFinding[],
): readonly SecretFix[] {
  const known = all.filter(({ rule }) => rule !== 'secrets.unused-suppression');
  const [finding] = chosen;
  if (finding === undefined || known.length < 2) return [];
  const parameters = { count: String(known.length), file };
  return [{ code: 'baseline-file', parameters, finding, changes: baselined(reader, known) }];
}

function baselined(reader: Reader, findings: readonly SecretFinding[]): readonly FileChange[] {
  const before = textAt(reader, baselineFile);
  return [write(baselineFile, before, withEntries(before ?? '', findings))];
}

function textAt(reader: Reader, file: FileId): string | undefined {
  if (reader.read(entryInput, file)?.kind !== 'file') return undefined;
  const content = reader.get(contentQuery, file);
  return content?.kind === 'text' ? content.text : undefined;
}

function write(file: FileId, before: string | undefined, after: string): FileChange {
  return { kind: 'write', file, before, after };
}
