import { contentIdOf, readContent } from '../../kustomize/files.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { editsBetween, type TextEdit } from '../../text/textEdit.ts';
import { moveScalarToList } from '../../yaml/editItems.ts';
import { moveList, wrapItems, wrapMap } from '../../yaml/editLists.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import { rootsReading } from '../hover.ts';
import { positionAt, type SourceRange } from '../sourceRange.ts';
import type { Verdict } from './trial.ts';

/** The fix of a deprecated field, which is offered once every root in `roots` is known to stay as it is (`judge`). */
export interface DeprecatedFieldFix {
  readonly kind: 'fix';
  /** What its title says; `lsp/words` has the words. */
  readonly code: 'replace-field';
  /** The field and what takes its place. */
  readonly parameters: DeprecatedField;
  readonly file: FileId;
  /** In the order of the text. */
  readonly edits: readonly FileEdit[];
  /** The whole file after the edits. */
  readonly text: string;
  /** The roots whose build reads the file. */
  readonly roots: readonly FileId[];
}

/** Why a deprecated field has no fix. */
export interface NoFix {
  readonly kind: 'no-fix';
  /**
   * - `by-hand`: nothing else does the same (`vars`).
   * - `layout`: the file is written in a way that an edit would not keep.
   * - `changes-output`: the replacement gives other bytes in `root`, as it runs earlier or later.
   * - `fails`: `root` does not build, so that nobody can tell.
   * - `unused`: no root builds with the file, so that nobody can tell.
   */
  readonly code: 'by-hand' | 'layout' | 'changes-output' | 'fails' | 'unused';
  readonly parameters: DeprecatedField & { readonly root?: FileId };
}

/** The parameters of `kustomization.deprecated-field`: `field` is a name, or a path such as `configMapGenerator[0].env`. */
export interface DeprecatedField {
  readonly field: string;
  readonly replacement: string;
}

/** An edit of a file, by offsets and by lines. */
export interface FileEdit extends TextEdit {
  readonly range: SourceRange;
}

/**
 * What a kustomization file would be without a deprecated field, from the data of `kustomization.deprecated-field`; not yet
 * proven. `undefined` where there is no such file or the data are of no field that has a fix.
 */
export function deprecatedFieldFix(
  analysis: Analysis,
  file: FileId,
  parameters: Readonly<Record<string, string>>,
): Answer<DeprecatedFieldFix | NoFix | undefined> {
  const { field = '', replacement = '' } = parameters;
  const deprecated = { field, replacement };
  type Found = Answer<DeprecatedFieldFix | NoFix | undefined>;
  return chainAnswer(textOf(analysis, file), (text): Found => {
    if (text === undefined) return { kind: 'complete', value: undefined };
    if (field === 'vars') return { kind: 'complete', value: noFix('by-hand', deprecated) };
    const fixed = fixedText(text, field);
    if (fixed === undefined) return { kind: 'complete', value: noFix('layout', deprecated) };
    return mapAnswer(rootsReading(analysis, file), (roots) => ({
      kind: 'fix',
      code: 'replace-field',
      parameters: deprecated,
      file,
      edits: editsBetween(text, fixed).map((edit) => ({
        ...edit,
        range: { file, start: positionAt(text, edit.start), end: positionAt(text, edit.end) },
      })),
      text: fixed,
      roots,
    }));
  });
}

/**
 * Why a fix is not to be offered, from what a trial says of each of its roots; `undefined` where it is safe. A field that
 * kustomize itself moves before it builds is safe also where a root fails, and where no root builds with the file.
 */
export function judge(fix: DeprecatedFieldFix, verdicts: readonly Verdict[]): NoFix | undefined {
  const other = verdicts.indexOf('other');
  if (other >= 0) return noFix('changes-output', fix.parameters, fix.roots[other]);
  if (isMovedByKustomize(fix.parameters.field)) return undefined;
  const failing = verdicts.indexOf('same-and-fails');
  if (failing >= 0) return noFix('fails', fix.parameters, fix.roots[failing]);
  return verdicts.length === 0 ? noFix('unused', fix.parameters) : undefined;
}

function noFix(code: NoFix['code'], parameters: DeprecatedField, root?: FileId): NoFix {
  return {
    kind: 'no-fix',
    code,
    parameters: root === undefined ? parameters : { ...parameters, root },
  };
}

/** The text of a file of the tree; `undefined` for a link, which another file stands behind. */
function textOf(analysis: Analysis, file: FileId): Answer<string | undefined> {
  return analysis.ask((reader) => {
    const id = analysis.files.get(file)?.kind === 'file' ? contentIdOf(reader, file) : undefined;
    const content = id === undefined ? undefined : readContent(reader, id);
    return content?.kind === 'text' ? content.text : undefined;
  });
}

const envField = /^(configMapGenerator|secretGenerator)\[(\d+)\]\.env$/;

/** Source: kustomize api/types/kustomization.go (`FixKustomization`). */
function isMovedByKustomize(field: string): boolean {
  return field === 'bases' || field === 'imageTags' || envField.test(field);
}

/** The text without a deprecated field; `undefined` where it cannot be written. */
function fixedText(text: string, field: string): string | undefined {
  const [, generator, index] = envField.exec(field) ?? [];
  if (generator !== undefined)
    return moveScalarToList(text, [generator, Number(index)], 'env', 'envs');
  switch (field) {
    case 'bases':
      return moveList(text, field, { to: 'resources', where: 'after' });
    case 'imageTags':
      return moveList(text, field, { to: 'images', where: 'after' });
    case 'commonLabels': {
      const listed = wrapMap(text, field, 'pairs', [['includeSelectors', 'true']]);
      return listed && moveList(listed, field, { to: 'labels', where: 'after' });
    }
    case 'patchesStrategicMerge': {
      // These run before `patches`.
      const listed = wrapItems(text, field, patchKey);
      return listed && moveList(listed, field, { to: 'patches', where: 'before' });
    }
    case 'patchesJson6902':
      return moveList(text, field, { to: 'patches', where: 'after' });
    default:
      return undefined;
  }
}

/** kustomize reads an entry as objects first, and as a path where it holds none. */
function patchKey(entry: string): 'path' | 'patch' {
  return entry.includes('\n') || entry.trimStart().startsWith('{') ? 'patch' : 'path';
}
