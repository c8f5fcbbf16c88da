import type { ScalarStyle } from '../../yaml/resourceNode.ts';
import type { CommentedToken } from './commentTokens.ts';
import { scanWithComments } from './commentTokens.ts';
import type { Comment } from './scanComments.ts';

/** What go-yaml's parser tells of a text, and what its emitter is told, with the comments that go with it. */
export interface YamlEvent {
  readonly kind:
    | 'documentStart'
    | 'documentEnd'
    | 'alias'
    | 'scalar'
    | 'sequenceStart'
    | 'sequenceEnd'
    | 'mappingStart'
    | 'mappingEnd';
  /** The name of an alias or an anchor. */
  readonly anchor: string;
  /** The tag, in its short form where it is one of YAML's own; '' where there is none. */
  readonly tag: string;
  readonly value: string;
  readonly style: ScalarStyle;
  readonly flow: boolean;
  readonly head: string;
  readonly line: string;
  readonly foot: string;
  readonly tail: string;
}

/** An event with nothing but what is given. */
export function yamlEvent(
  kind: YamlEvent['kind'],
  given: Partial<Omit<YamlEvent, 'kind'>> = {},
): YamlEvent {
  return {
    kind,
    anchor: '',
    tag: '',
    value: '',
    style: 'plain',
    flow: false,
    head: '',
    line: '',
    foot: '',
    tail: '',
    ...given,
  };
}

/**
 * The events of the first document of a text that go-yaml can parse. They are undefined where it cannot, and empty where the
 * text has no document.
 *
 * Source: go-yaml v3.0.3 parserc.go.
 */
export function parseEvents(text: string): readonly YamlEvent[] {
  const parser: Parser = {
    ...scanWithComments(text),
    events: [],
    next: 0,
    nextComment: 0,
    head: '',
    line: '',
    foot: '',
    stem: '',
    prefixes: new Map([
      ['!', '!'],
      ['!!', LONG_TAG],
    ]),
  };
  skip(parser);
  parseDocument(parser);
  return parser.events;
}

const LONG_TAG = 'tag:yaml.org,2002:';

/** The state of one parse; the comments wait for the event that they go with. It is changed in place. */
interface Parser {
  readonly tokens: readonly CommentedToken[];
  readonly comments: readonly Comment[];
  readonly events: YamlEvent[];
  readonly prefixes: Map<string, string>;
  next: number;
  nextComment: number;
  head: string;
  line: string;
  foot: string;
  stem: string;
}

type Kind = CommentedToken['kind'];

/** The kind of the next token; takes up the comments that belong to it or to what is before it. */
function peek(parser: Parser): Kind {
  return peekToken(parser)?.kind ?? 'streamEnd';
}

/** Source: parserc.go `yaml_parser_unfold_comments`. */
function peekToken(parser: Parser): CommentedToken | undefined {
  const token = parser.tokens[parser.next];
  for (;;) {
    const comment = parser.comments[parser.nextComment];
    if (token === undefined || comment === undefined || token.at < comment.tokenAt) {
      return token;
    }
    if (comment.head !== '' && token.kind === 'blockEnd') {
      return token;
    }
    parser.head = joined(parser.head, comment.head);
    parser.foot = joined(parser.foot, comment.foot);
    parser.line = joined(parser.line, comment.line);
    parser.nextComment += 1;
  }
}

function joined(before: string, comment: string): string {
  return before === '' || comment === '' ? before + comment : `${before}\n${comment}`;
}

function skip(parser: Parser): void {
  parser.next += 1;
}

/** Takes the comments that wait, for the event that comes now. */
function takeComments(parser: Parser): Pick<YamlEvent, 'head' | 'line' | 'foot'> {
  const { head, line, foot } = parser;
  parser.head = '';
  parser.line = '';
  parser.foot = '';
  parser.stem = '';
  return { head, line, foot };
}

function emit(
  parser: Parser,
  kind: YamlEvent['kind'],
  given: Partial<Omit<YamlEvent, 'kind'>> = {},
): void {
  parser.events.push(yamlEvent(kind, given));
}

function emptyScalar(parser: Parser): void {
  emit(parser, 'scalar');
}

function parseDocument(parser: Parser): void {
  const first = peek(parser);
  if (first === 'streamEnd') {
    return;
  }
  const isExplicit =
    first === 'versionDirective' || first === 'tagDirective' || first === 'documentStart';
  if (isExplicit) {
    parseDirectives(parser);
    emit(parser, 'documentStart');
    skip(parser);
  } else {
    emit(parser, 'documentStart', { head: takeDocumentHead(parser) });
  }
  const content = peek(parser);
  const isEmpty =
    isExplicit &&
    ['versionDirective', 'tagDirective', 'documentStart', 'documentEnd', 'streamEnd'].includes(
      content,
    );
  if (isEmpty) {
    emptyScalar(parser);
  } else {
    parseNode(parser, 'block');
  }
  if (peek(parser) === 'documentEnd') {
    skip(parser);
  }
  const { head, line, foot } = takeComments(parser);
  emit(parser, 'documentEnd', { line, foot: foot === '' ? head : foot });
}

function parseDirectives(parser: Parser): void {
  for (;;) {
    const token = peekToken(parser);
    if (token?.kind === 'tagDirective') {
      parser.prefixes.set(token.value, token.suffix);
    } else if (token?.kind !== 'versionDirective') {
      return;
    }
    skip(parser);
  }
}

/** Cuts off the part of the first comment that an empty line parts from the rest: it belongs to the document. */
function takeDocumentHead(parser: Parser): string {
  const { head } = parser;
  for (let index = head.length - 1; index > 0; index -= 1) {
    if (head[index] !== '\n') {
      continue;
    }
    if (index === head.length - 1) {
      parser.head = '';
      return head.slice(0, index);
    }
    if (head[index - 1] === '\n') {
      parser.head = head.slice(index + 1);
      return head.slice(0, index - 1);
    }
  }
  return '';
}

/** `indentless` is a block node whose sequence may stand at the column of its key. */
type Context = 'block' | 'indentless' | 'flow';

interface Properties {
  readonly anchor: string;
  readonly tag: string;
}

/** Source: parserc.go `yaml_parser_parse_node`. */
function parseNode(parser: Parser, context: Context): void {
  const first = peekToken(parser);
  if (first?.kind === 'alias') {
    emit(parser, 'alias', { anchor: first.value, ...takeComments(parser) });
    skip(parser);
    return;
  }
  const properties = parseProperties(parser);
  const token = peekToken(parser);
  switch (token?.kind) {
    case 'scalar':
      emit(parser, 'scalar', {
        ...properties,
        value: token.value,
        style: token.style,
        ...takeComments(parser),
      });
      skip(parser);
      return;
    case 'blockEntry':
      if (context === 'indentless') {
        emit(parser, 'sequenceStart', properties);
        parseIndentlessItems(parser);
        return;
      }
      break;
    case 'flowSequenceStart':
      emit(parser, 'sequenceStart', { ...properties, flow: true, ...takeComments(parser) });
      parseFlowSequence(parser);
      return;
    case 'flowMappingStart':
      emit(parser, 'mappingStart', { ...properties, flow: true, ...takeComments(parser) });
      parseFlowMapping(parser);
      return;
    case 'blockSequenceStart':
      emit(parser, 'sequenceStart', { ...properties, head: takeStem(parser) });
      parseBlockSequence(parser);
      return;
    case 'blockMappingStart':
      emit(parser, 'mappingStart', { ...properties, head: takeStem(parser) });
      parseBlockMapping(parser);
      return;
    default:
  }
  emit(parser, 'scalar', properties);
}

function takeStem(parser: Parser): string {
  const { stem } = parser;
  parser.stem = '';
  return stem;
}

function parseProperties(parser: Parser): Properties {
  let anchor = '';
  let tag = '';
  for (;;) {
    const token = peekToken(parser);
    if (token?.kind === 'anchor' && anchor === '') {
      anchor = token.value;
    } else if (token?.kind === 'tag' && tag === '') {
      const full = (parser.prefixes.get(token.value) ?? '') + token.suffix;
      tag = full.startsWith(LONG_TAG) ? `!!${full.slice(LONG_TAG.length)}` : full;
    } else {
      return { anchor, tag };
    }
    skip(parser);
  }
}

function parseBlockSequence(parser: Parser): void {
  peek(parser);
  skip(parser);
  while (peek(parser) === 'blockEntry') {
    passEntry(parser);
    const next = peek(parser);
    if (next === 'blockEntry' || next === 'blockEnd') {
      emptyScalar(parser);
    } else {
      parseNode(parser, 'block');
    }
  }
  emit(parser, 'sequenceEnd');
  skip(parser);
}

function parseIndentlessItems(parser: Parser): void {
  while (peek(parser) === 'blockEntry') {
    passEntry(parser);
    if (['blockEntry', 'key', 'value', 'blockEnd'].includes(peek(parser))) {
      emptyScalar(parser);
    } else {
      parseNode(parser, 'block');
    }
  }
  emit(parser, 'sequenceEnd');
}

/** Passes a `-`. A comment before it goes to the collection behind it as a whole, where there is one. */
function passEntry(parser: Parser): void {
  const stemLength = parser.head.length;
  skip(parser);
  const next = peek(parser);
  if (stemLength > 0 && (next === 'blockSequenceStart' || next === 'blockMappingStart')) {
    parser.stem = parser.head.slice(0, stemLength);
    parser.head = parser.head.slice(stemLength + 1);
  }
}

function parseBlockMapping(parser: Parser): void {
  peek(parser);
  skip(parser);
  while (peek(parser) === 'key') {
    skip(parser);
    parseBlockPart(parser);
    if (peek(parser) === 'value') {
      skip(parser);
      parseBlockPart(parser);
    } else {
      emptyScalar(parser);
    }
  }
  emit(parser, 'mappingEnd', takeComments(parser));
  skip(parser);
}

/** A key or a value of a block mapping. */
function parseBlockPart(parser: Parser): void {
  if (['key', 'value', 'blockEnd'].includes(peek(parser))) {
    emptyScalar(parser);
  } else {
    parseNode(parser, 'indentless');
  }
}

function parseFlowSequence(parser: Parser): void {
  peek(parser);
  skip(parser);
  for (let isFirst = true; peek(parser) !== 'flowSequenceEnd'; isFirst = false) {
    if (!isFirst) {
      skip(parser);
    }
    const next = peek(parser);
    if (next === 'key') {
      parsePair(parser);
    } else if (next !== 'flowSequenceEnd') {
      parseNode(parser, 'flow');
    }
  }
  emit(parser, 'sequenceEnd', takeComments(parser));
  skip(parser);
}

/** A single `key: value` in a flow sequence. */
function parsePair(parser: Parser): void {
  emit(parser, 'mappingStart', { flow: true });
  skip(parser);
  if (['value', 'flowEntry', 'flowSequenceEnd'].includes(peek(parser))) {
    skip(parser);
    emptyScalar(parser);
  } else {
    parseNode(parser, 'flow');
  }
  parseFlowValue(parser, 'flowSequenceEnd');
  emit(parser, 'mappingEnd');
}

function parseFlowMapping(parser: Parser): void {
  peek(parser);
  skip(parser);
  for (let isFirst = true; peek(parser) !== 'flowMappingEnd'; isFirst = false) {
    if (!isFirst) {
      skip(parser);
    }
    const next = peek(parser);
    if (next === 'key') {
      skip(parser);
      if (['value', 'flowEntry', 'flowMappingEnd'].includes(peek(parser))) {
        emptyScalar(parser);
      } else {
        parseNode(parser, 'flow');
      }
      parseFlowValue(parser, 'flowMappingEnd');
    } else if (next !== 'flowMappingEnd') {
      parseNode(parser, 'flow');
      peek(parser);
      emptyScalar(parser);
    }
  }
  emit(parser, 'mappingEnd', takeComments(parser));
  skip(parser);
}

function parseFlowValue(parser: Parser, end: Kind): void {
  if (peek(parser) === 'value') {
    skip(parser);
    const next = peek(parser);
    if (next !== 'flowEntry' && next !== end) {
      parseNode(parser, 'flow');
      return;
    }
  }
  emptyScalar(parser);
}
