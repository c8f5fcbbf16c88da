import type { TextEdit } from '../text/textEdit.ts';
import { insertItem } from './insertItem.ts';
import { splitVersion } from './versionText.ts';
import { quoted } from './writeScalar.ts';

/**
 * The edits that give an image a version as `insertImage` does: the head of a list that is made is one of its own, so that
 * several images share it.
 */
export function insertSharedImage(
  text: string,
  image: string,
  version: string,
): readonly TextEdit[] | undefined {
  const edit = insertImage(text, image, version);
  const [head] = /^(?:\r?\n)?images:\r?\n/.exec(edit?.newText ?? '') ?? [];
  if (edit === undefined || head === undefined) return edit && [edit];
  return [
    { ...edit, newText: head },
    { ...edit, newText: edit.newText.slice(head.length) },
  ];
}

/**
 * The edit that gives an image a version in a kustomization file that says nothing of it yet: one more entry of `images:`,
 * which is made at the end where it is missing. `undefined` where the list is written in a way that this cannot go on with.
 */
export function insertImage(text: string, image: string, version: string): TextEdit | undefined {
  const { tag, digest } = splitVersion(version);
  const frame = { around: [] };
  const lines = [
    `name: ${quoted(frame, image)}`,
    ...(tag === undefined ? [] : [`newTag: ${quoted(frame, tag)}`]),
    ...(digest === undefined ? [] : [`digest: ${quoted(frame, digest)}`]),
  ];
  return lines.length > 1 ? insertItem(text, 'images', lines) : undefined;
}
