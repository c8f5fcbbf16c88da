import { plainTag } from '../../yaml/goScalar.ts';
import { emitEvents } from './emitter.ts';
import { yamlEvent, type YamlEvent } from './parseEvents.ts';
import type { StyledNode } from './styledNode.ts';

/**
 * Writes a tree as kyaml's `RNode.String()` does: go-yaml v3 with an indentation of two and lists that are not indented under
 * their key. Styles, comments and anchors stay.
 *
 * Source: kyaml yaml/types.go `String` (v0.21.1), go-yaml v3.0.3 encode.go `node`.
 */
export function writeStyled(node: StyledNode): string {
  const events: YamlEvent[] = [];
  if (node.kind === 'document') {
    pushNode(events, node, '');
  } else {
    events.push(yamlEvent('documentStart'));
    pushNode(events, node, '');
    events.push(yamlEvent('documentEnd'));
  }
  return emitEvents(events);
}

function pushNode(events: YamlEvent[], node: StyledNode, tail: string): void {
  const { anchor, head, line, foot, flow } = node;
  switch (node.kind) {
    case 'document':
      events.push(yamlEvent('documentStart', { head }));
      for (const child of node.content) {
        pushNode(events, child, '');
      }
      events.push(yamlEvent('documentEnd', { foot }));
      return;
    case 'sequence':
      events.push(yamlEvent('sequenceStart', { anchor, tag: tagToWrite(node), flow, head }));
      for (const child of node.content) {
        pushNode(events, child, '');
      }
      events.push(yamlEvent('sequenceEnd', { line, foot }));
      return;
    case 'mapping': {
      events.push(yamlEvent('mappingStart', { anchor, tag: tagToWrite(node), flow, head, tail }));
      const last = pushEntries(events, node.content);
      events.push(yamlEvent('mappingEnd', { line, foot, tail: last }));
      return;
    }
    case 'alias':
      events.push(yamlEvent('alias', { anchor: node.value, head, line, foot }));
      return;
    case 'scalar':
      pushScalar(events, node, tail);
  }
}

/** Pushes keys and values. The foot of a key is written after its value, and so handed on: the last one is given back. */
function pushEntries(events: YamlEvent[], content: readonly StyledNode[]): string {
  let tail = '';
  for (let index = 0; index + 1 < content.length; index += 2) {
    const [key, value] = content.slice(index, index + 2);
    if (key !== undefined && value !== undefined) {
      pushNode(events, { ...key, foot: '' }, tail);
      tail = key.foot;
      pushNode(events, value, '');
    }
  }
  return tail;
}

function pushScalar(events: YamlEvent[], node: StyledNode, tail: string): void {
  const { value, anchor, head, line, foot } = node;
  events.push(
    yamlEvent('scalar', {
      anchor,
      tag: tagToWrite(node),
      value,
      style: styleToWrite(node),
      head,
      line,
      foot,
      tail,
    }),
  );
}

/** The tag, unless it did not stand in the text and reading what is written gives the same one. */
function tagToWrite(node: StyledNode): string {
  const { tag } = node;
  if (tag === '' || node.tagged) {
    return tag;
  }
  switch (node.kind) {
    case 'mapping':
      return tag === '!!map' ? '' : tag;
    case 'sequence':
      return tag === '!!seq' ? '' : tag;
    default:
      return tag === '!!str' || resolvedTag(node.value) === tag ? '' : tag;
  }
}

function styleToWrite(node: StyledNode): YamlEvent['style'] {
  const { style, value, tag, tagged } = node;
  if (style !== 'plain') {
    return style;
  }
  if (value.includes('\n')) {
    return 'literal';
  }
  const mustQuote = tag === '!!str' && !tagged && resolvedTag(value) !== '!!str';
  return mustQuote ? 'double' : 'plain';
}

/** The tag of a plain text. For `<<` go-yaml's encoder says that it is a string. */
function resolvedTag(value: string): string {
  return value === '<<' ? '!!str' : plainTag(value, 3);
}
