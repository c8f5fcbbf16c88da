import { isBlank, isBreak } from './characters.ts';
import { compose } from './compose.ts';
import type { ScalarNode } from './resourceNode.ts';

/** The text of a scalar once kustomize has written it as YAML and read it again, or go-yaml's complaint about what it wrote. */
export type PrintedText =
  { readonly text: string; readonly message?: undefined } | { readonly message: string };

/**
 * What becomes of a scalar's text on its way through kustomize's `MarshalJSON`, which writes the node with go-yaml v3 and
 * reads that back. Most texts stay; a folded text gains line breaks before lines that begin with a blank and at its end, and
 * a block text that begins with a tab cannot be read back at all.
 *
 * Source: kyaml v0.21.1 RNode.MarshalJSON; go-yaml v3.0.3 emitterc.go yaml_emitter_write_folded_scalar.
 */
export function printedText(node: ScalarNode): PrintedText {
  const { value: text, style } = node;
  const isBlock =
    style === 'literal' || style === 'folded' || (style === 'plain' && text.includes('\n'));
  if (!isBlock || text === '' || !allowsBlock(text)) {
    return { text };
  }
  if (text.startsWith('\t')) {
    return { message: 'found a tab character where an indentation space is expected' };
  }
  return style === 'folded' && changesWhenFolded(text) ? foldAgain(text) : { text };
}

/** Whether go-yaml writes the text as a block: not with blanks at the end of a line, nor with characters to escape. */
function allowsBlock(text: string): boolean {
  return !/ (?:$|[\n\u2028\u2029])|[^\t\n\x20-\x7e\xa0-\ud7ff\ue000-\ufffd]|\ufeff/.test(text);
}

function changesWhenFolded(text: string): boolean {
  return /^[ \n]|\n[ \t]|\n\n$|[\u2028\u2029]/.test(text);
}

function foldAgain(text: string): PrintedText {
  const written = `k: ${writeFolded(text)}${isBreak(lastCode(text)) ? '' : '\n'}z: 0\n`;
  const { root, failure } = compose(written, { version: 3, firstOrdinal: 0, record: undefined });
  const value = root?.kind === 'map' ? root.values[0] : undefined;
  return value?.kind === 'scalar'
    ? { text: value.value }
    : { message: failure?.message ?? 'did not find expected key' };
}

function lastCode(text: string): number {
  return text.charCodeAt(text.length - 1);
}

/** go-yaml v3's folded scalar, for an indentation of two. */
function writeFolded(text: string): string {
  const startsBlank = text.startsWith(' ') || isBreak(text.charCodeAt(0));
  let written = `>${startsBlank ? '2' : ''}${chompingHint(text)}\n`;
  let afterBreak = true;
  let leadingBlank = true;
  for (const character of text) {
    const code = character.charCodeAt(0);
    if (isBreak(code)) {
      if (!afterBreak && !leadingBlank && code === 0x0a && firstWordIsFlush(text)) {
        written += '\n';
      }
      written += character;
      afterBreak = true;
    } else {
      if (afterBreak) {
        written += '  ';
        leadingBlank = isBlank(code);
      }
      written += character;
      afterBreak = false;
    }
  }
  return written;
}

/** go-yaml means to look at the next line but looks at the first one that is not empty. */
function firstWordIsFlush(text: string): boolean {
  const first = text.search(/[^\n\u2028\u2029]/);
  return first >= 0 && !isBlank(text.charCodeAt(first));
}

function chompingHint(text: string): string {
  if (!isBreak(lastCode(text))) {
    return '-';
  }
  return text.length === 1 || isBreak(text.charCodeAt(text.length - 2)) ? '+' : '';
}
