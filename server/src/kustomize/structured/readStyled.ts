import { composePart } from '../../yaml/composePart.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { parseStyled } from './parseStyled.ts';
import type { StyledNode } from './styledNode.ts';

/** Reads a text as go-yaml v3 does; `undefined` where it cannot be parsed, `empty` where it has no document. */
export function readStyled(text: string): StyledNode | 'empty' | undefined {
  const part = withoutMark(text);
  return compose(part).failure === undefined ? (parseStyled(part) ?? 'empty') : undefined;
}

/** The same text as a tree of values; `undefined` where it cannot be parsed or has no document. */
export function readValues(text: string): ResourceNode | undefined {
  const { root, failure } = compose(withoutMark(text));
  return failure === undefined ? root : undefined;
}

function withoutMark(text: string): string {
  return text.startsWith('\uFEFF') ? text.slice(1) : text;
}

function compose(text: string): ReturnType<typeof composePart> {
  return composePart(text, {
    start: 0,
    end: text.length,
    version: 3,
    firstOrdinal: 0,
    record: undefined,
  });
}
