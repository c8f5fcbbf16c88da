import { isBreak } from '../../yaml/characters.ts';
import { put, putBreak, writeBreak, writeIndent, type Emitter } from './emitterState.ts';

/** Writes the foot that was handed on from the key before, and the head. Source: `yaml_emitter_process_head_comment`. */
export function writeHeadComment(emitter: Emitter): void {
  if (emitter.tail !== '') {
    writeIndent(emitter);
    writeComment(emitter, emitter.tail);
    emitter.tail = '';
    emitter.footIndent = Math.max(emitter.indent, 0);
  }
  if (emitter.head !== '') {
    writeIndent(emitter);
    writeComment(emitter, emitter.head);
    emitter.head = '';
  }
}

/** Writes the comment behind a node, on its line. Source: `yaml_emitter_process_line_comment`. */
export function writeLineComment(emitter: Emitter): void {
  if (emitter.line === '') {
    return;
  }
  if (!emitter.whitespace) {
    put(emitter, ' ');
  }
  writeComment(emitter, emitter.line);
  emitter.line = '';
}

/** Writes the comment behind the header of a block scalar, or at least the line break there. */
export function writeHeaderComment(emitter: Emitter): void {
  if (emitter.line === '') {
    putBreak(emitter);
  } else {
    writeLineComment(emitter);
  }
}

/** Writes the comment after a node, on lines of its own. Source: `yaml_emitter_process_foot_comment`. */
export function writeFootComment(emitter: Emitter): void {
  if (emitter.foot === '') {
    return;
  }
  writeIndent(emitter);
  writeComment(emitter, emitter.foot);
  emitter.foot = '';
  emitter.footIndent = Math.max(emitter.indent, 0);
}

/** Source: `yaml_emitter_write_comment`. */
function writeComment(emitter: Emitter, comment: string): void {
  let afterBreak = false;
  let hasPound = false;
  for (const character of comment) {
    if (isBreak(character.charCodeAt(0))) {
      writeBreak(emitter, character);
      afterBreak = true;
      hasPound = false;
      continue;
    }
    if (afterBreak) {
      writeIndent(emitter);
    }
    if (!hasPound && character !== '#') {
      put(emitter, '# ');
    }
    hasPound = true;
    put(emitter, character);
    emitter.indention = false;
    afterBreak = false;
  }
  if (!afterBreak) {
    putBreak(emitter);
  }
  emitter.whitespace = true;
}
