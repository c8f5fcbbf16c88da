import { plainTag } from '../../yaml/goScalar.ts';
import { parseEvents, type YamlEvent } from './parseEvents.ts';
import { newStyledNode, type StyledNode } from './styledNode.ts';

/**
 * Reads the first document of a text that go-yaml can parse, with its comments and styles; `undefined` where there is none.
 *
 * Source: go-yaml v3.0.3 decode.go, the parser.
 */
export function parseStyled(text: string): StyledNode | undefined {
  const events = parseEvents(text);
  return events.length === 0 ? undefined : readNode({ events, next: 0 });
}

/** Where reading stands in the events. */
interface Cursor {
  readonly events: readonly YamlEvent[];
  next: number;
}

function peek({ events, next }: Cursor): YamlEvent | undefined {
  return events[next];
}

function readNode(cursor: Cursor): StyledNode {
  const event = peek(cursor);
  cursor.next += 1;
  switch (event?.kind) {
    case 'documentStart':
      return readDocument(cursor, event);
    case 'sequenceStart':
      return readSequence(cursor, event);
    case 'mappingStart':
      return readMapping(cursor, event);
    case 'alias':
      return { ...newStyledNode('alias'), value: event.anchor, ...commentsOf(event) };
    case 'scalar':
      return readScalar(event);
    default:
      return newStyledNode('scalar');
  }
}

function commentsOf({ head, line, foot }: YamlEvent): Pick<StyledNode, 'head' | 'line' | 'foot'> {
  return { head, line, foot };
}

function readScalar(event: YamlEvent): StyledNode {
  const { value, style, anchor } = event;
  const tagged = event.tag !== '' && event.tag !== '!';
  const untagged = style !== 'plain' ? '!!str' : value === '<<' ? '!!merge' : plainTag(value, 3);
  return {
    ...newStyledNode('scalar'),
    tag: tagged ? event.tag : untagged,
    tagged,
    value,
    style,
    anchor,
    ...commentsOf(event),
  };
}

function collection(kind: 'mapping' | 'sequence', event: YamlEvent): StyledNode {
  const tagged = event.tag !== '' && event.tag !== '!';
  const usual = kind === 'mapping' ? '!!map' : '!!seq';
  return {
    ...newStyledNode(kind),
    tag: tagged ? event.tag : usual,
    tagged,
    flow: event.flow,
    anchor: event.anchor,
    head: event.head,
  };
}

function readDocument(cursor: Cursor, event: YamlEvent): StyledNode {
  const node = { ...newStyledNode('document'), head: event.head };
  node.content.push(readNode(cursor));
  node.foot = peek(cursor)?.foot ?? '';
  return node;
}

function readSequence(cursor: Cursor, event: YamlEvent): StyledNode {
  const node = collection('sequence', event);
  while (peek(cursor) !== undefined && peek(cursor)?.kind !== 'sequenceEnd') {
    node.content.push(readNode(cursor));
  }
  node.line = peek(cursor)?.line ?? '';
  node.foot = peek(cursor)?.foot ?? '';
  cursor.next += 1;
  return node;
}

function readMapping(cursor: Cursor, event: YamlEvent): StyledNode {
  const node = collection('mapping', event);
  while (peek(cursor) !== undefined && peek(cursor)?.kind !== 'mappingEnd') {
    readEntry(cursor, node);
  }
  node.line = peek(cursor)?.line ?? '';
  node.foot = peek(cursor)?.foot ?? '';
  cursor.next += 1;
  const lastKey = node.content.at(-2);
  if (!node.flow && node.foot !== '' && lastKey !== undefined) {
    lastKey.foot = node.foot;
    node.foot = '';
  }
  return node;
}

/** A foot that stands at a key belongs to the value before it, and one at a value to its key. */
function readEntry(cursor: Cursor, mapping: StyledNode): void {
  const key = readNode(cursor);
  const keyBefore = mapping.content.at(-2);
  mapping.content.push(key);
  if (!mapping.flow && key.foot !== '' && keyBefore !== undefined) {
    keyBefore.foot = key.foot;
    key.foot = '';
  }
  const value = readNode(cursor);
  mapping.content.push(value);
  if (key.foot === '' && value.foot !== '') {
    key.foot = value.foot;
    value.foot = '';
  }
}
