import { writeFootComment, writeHeadComment, writeLineComment } from './emitterComments.ts';
import { writeScalar } from './emitterScalars.ts';
import {
  createEmitter,
  decreaseIndent,
  increaseIndent,
  popState,
  put,
  putBreak,
  writeIndent,
  writeIndicator,
  type Emitter,
  type EmitterState,
  type NodeContext,
} from './emitterState.ts';
import type { YamlEvent } from './parseEvents.ts';
import { analyzeScalar } from './scalarAnalysis.ts';
import type { ScalarStyle } from '../../yaml/resourceNode.ts';

/**
 * Writes the events of one document.
 *
 * Source: go-yaml v3.0.3 emitterc.go, with an indentation of two and compact sequences.
 */
export function emitEvents(events: readonly YamlEvent[]): string {
  const emitter = createEmitter(events);
  for (const event of events) {
    analyzeEvent(emitter, event);
    emitEvent(emitter, event);
    emitter.next += 1;
  }
  return emitter.out;
}

function analyzeEvent(emitter: Emitter, event: YamlEvent): void {
  emitter.anchor = event.anchor;
  emitter.tag = writtenTag(event.tag);
  emitter.analysis = event.kind === 'scalar' ? analyzeScalar(event.value) : undefined;
  emitter.head = event.head === '' ? emitter.head : event.head;
  emitter.line = event.line === '' ? emitter.line : event.line;
  emitter.foot = event.foot === '' ? emitter.foot : event.foot;
  emitter.tail = event.tail === '' ? emitter.tail : event.tail;
}

/** A tag in its short form, or between `!<` and `>` where it has none. */
function writtenTag(tag: string): string {
  return tag === '' || tag.startsWith('!') ? encodeTag(tag) : `!<${encodeTag(tag)}>`;
}

function encodeTag(tag: string): string {
  return tag.replace(/[^!;/?:@&=+$,_.~*'()[\]A-Za-z0-9-]/gu, (character) =>
    Array.from(
      new TextEncoder().encode(character),
      (byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    ).join(''),
  );
}

function emitEvent(emitter: Emitter, event: YamlEvent): void {
  switch (emitter.state) {
    case 'documentStart':
      emitDocumentStart(emitter);
      return;
    case 'documentContent':
      emitDocumentContent(emitter, event);
      return;
    case 'documentEnd':
      emitDocumentEnd(emitter);
      return;
    case 'flowSequenceFirstItem':
    case 'flowSequenceTrailItem':
    case 'flowSequenceItem':
      emitFlowItem(emitter, event);
      return;
    case 'flowMappingFirstKey':
    case 'flowMappingTrailKey':
    case 'flowMappingKey':
      emitFlowKey(emitter, event);
      return;
    case 'flowMappingSimpleValue':
    case 'flowMappingValue':
      emitFlowValue(emitter, event);
      return;
    case 'blockSequenceFirstItem':
    case 'blockSequenceItem':
      emitBlockItem(emitter, event);
      return;
    case 'blockMappingFirstKey':
    case 'blockMappingKey':
      emitBlockKey(emitter, event);
      return;
    case 'blockMappingSimpleValue':
    case 'blockMappingValue':
      emitBlockValue(emitter, event);
  }
}

function emitDocumentStart(emitter: Emitter): void {
  if (emitter.head !== '') {
    writeHeadComment(emitter);
    putBreak(emitter);
  }
  emitter.state = 'documentContent';
}

function emitDocumentContent(emitter: Emitter, event: YamlEvent): void {
  emitter.states.push('documentEnd');
  writeHeadComment(emitter);
  emitNode(emitter, event, { mapping: false, simpleKey: false });
  writeLineComment(emitter);
  writeFootComment(emitter);
}

function emitDocumentEnd(emitter: Emitter): void {
  emitter.footIndent = 0;
  writeFootComment(emitter);
  emitter.footIndent = -1;
  writeIndent(emitter);
}

function emitFlowItem(emitter: Emitter, event: YamlEvent): void {
  const isFirst = emitter.state === 'flowSequenceFirstItem';
  const isTrail = emitter.state === 'flowSequenceTrailItem';
  if (isFirst) {
    openFlow(emitter, '[');
  }
  if (event.kind === 'sequenceEnd') {
    emitter.flowLevel -= 1;
    decreaseIndent(emitter);
    if (emitter.column === 0) {
      writeIndent(emitter);
    }
    closeFlow(emitter, ']');
    return;
  }
  if (!isFirst && !isTrail) {
    writeIndicator(emitter, ',', { needsSpace: false });
  }
  writeHeadComment(emitter);
  beginFlowPart(emitter);
  const hasComments = hasCommentsAfter(emitter);
  emitter.states.push(hasComments ? 'flowSequenceTrailItem' : 'flowSequenceItem');
  emitNode(emitter, event, { mapping: false, simpleKey: false });
  endFlowPart(emitter);
}

function emitFlowKey(emitter: Emitter, event: YamlEvent): void {
  const isFirst = emitter.state === 'flowMappingFirstKey';
  const isTrail = emitter.state === 'flowMappingTrailKey';
  if (isFirst) {
    openFlow(emitter, '{');
  }
  if (event.kind === 'mappingEnd') {
    if (
      (emitter.head !== '' || emitter.foot !== '' || emitter.tail !== '') &&
      !isFirst &&
      !isTrail
    ) {
      writeIndicator(emitter, ',', { needsSpace: false });
    }
    writeHeadComment(emitter);
    emitter.flowLevel -= 1;
    decreaseIndent(emitter);
    closeFlow(emitter, '}');
    return;
  }
  if (!isFirst && !isTrail) {
    writeIndicator(emitter, ',', { needsSpace: false });
  }
  writeHeadComment(emitter);
  beginFlowPart(emitter);
  if (isSimpleKey(emitter, event)) {
    emitter.states.push('flowMappingSimpleValue');
    emitNode(emitter, event, { mapping: true, simpleKey: true });
    return;
  }
  writeIndicator(emitter, '?', { needsSpace: true });
  emitter.states.push('flowMappingValue');
  emitNode(emitter, event, { mapping: true, simpleKey: false });
}

function emitFlowValue(emitter: Emitter, event: YamlEvent): void {
  if (emitter.state === 'flowMappingSimpleValue') {
    writeIndicator(emitter, ':', { needsSpace: false });
  } else {
    writeIndicator(emitter, ':', { needsSpace: true });
  }
  emitter.states.push(hasCommentsAfter(emitter) ? 'flowMappingTrailKey' : 'flowMappingKey');
  emitNode(emitter, event, { mapping: true, simpleKey: false });
  endFlowPart(emitter);
}

function openFlow(emitter: Emitter, bracket: string): void {
  writeIndicator(emitter, bracket, { needsSpace: true, isSpace: true });
  increaseIndent(emitter, { flow: true, compactSequence: false });
  emitter.flowLevel += 1;
}

function closeFlow(emitter: Emitter, bracket: string): void {
  writeIndicator(emitter, bracket, { needsSpace: false });
  writeLineComment(emitter);
  writeFootComment(emitter);
  popState(emitter);
}

function beginFlowPart(emitter: Emitter): void {
  if (emitter.column === 0) {
    writeIndent(emitter);
  }
}

/** Ends an item, or the value of an entry: a comma goes before a comment. */
function endFlowPart(emitter: Emitter): void {
  if (hasCommentsAfter(emitter)) {
    writeIndicator(emitter, ',', { needsSpace: false });
  }
  writeLineComment(emitter);
  writeFootComment(emitter);
}

function hasCommentsAfter({ line, foot, tail }: Emitter): boolean {
  return line !== '' || foot !== '' || tail !== '';
}

function emitBlockItem(emitter: Emitter, event: YamlEvent): void {
  if (emitter.state === 'blockSequenceFirstItem') {
    const compactSequence = emitter.context.mapping && (emitter.column === 0 || !emitter.indention);
    increaseIndent(emitter, { flow: false, compactSequence });
  }
  if (event.kind === 'sequenceEnd') {
    decreaseIndent(emitter);
    popState(emitter);
    return;
  }
  writeHeadComment(emitter);
  writeIndent(emitter);
  writeIndicator(emitter, '-', { needsSpace: true, keepsIndention: true });
  emitter.states.push('blockSequenceItem');
  emitNode(emitter, event, { mapping: false, simpleKey: false });
  writeLineComment(emitter);
  writeFootComment(emitter);
}

function emitBlockKey(emitter: Emitter, event: YamlEvent): void {
  if (emitter.state === 'blockMappingFirstKey') {
    increaseIndent(emitter, { flow: false, compactSequence: false });
  }
  writeHeadComment(emitter);
  if (event.kind === 'mappingEnd') {
    decreaseIndent(emitter);
    popState(emitter);
    return;
  }
  writeIndent(emitter);
  if (emitter.line !== '') {
    // A comment behind a key can only be written once it is known what the value is.
    emitter.keyLine = emitter.line;
    emitter.line = '';
  }
  if (isSimpleKey(emitter, event)) {
    emitter.states.push('blockMappingSimpleValue');
    emitNode(emitter, event, { mapping: true, simpleKey: true });
    return;
  }
  writeIndicator(emitter, '?', { needsSpace: true, keepsIndention: true });
  emitter.states.push('blockMappingValue');
  emitNode(emitter, event, { mapping: true, simpleKey: false });
}

function emitBlockValue(emitter: Emitter, event: YamlEvent): void {
  if (emitter.state === 'blockMappingSimpleValue') {
    writeIndicator(emitter, ':', { needsSpace: false });
  } else {
    writeIndent(emitter);
    writeIndicator(emitter, ':', { needsSpace: true, keepsIndention: true });
  }
  placeKeyLine(emitter, event);
  emitter.states.push('blockMappingKey');
  emitNode(emitter, event, { mapping: true, simpleKey: false });
  writeLineComment(emitter);
  writeFootComment(emitter);
}

/** Writes the comment of a key before a block, or leaves it to a scalar that has none. */
function placeKeyLine(emitter: Emitter, event: YamlEvent): void {
  if (emitter.keyLine === '') {
    return;
  }
  if (event.kind === 'scalar') {
    if (emitter.line === '') {
      emitter.line = emitter.keyLine;
      emitter.keyLine = '';
    }
  } else if (!event.flow && (event.kind === 'mappingStart' || event.kind === 'sequenceStart')) {
    const { line } = emitter;
    emitter.line = emitter.keyLine;
    emitter.keyLine = line;
    writeLineComment(emitter);
    emitter.line = emitter.keyLine;
    emitter.keyLine = '';
  }
}

function emitNode(emitter: Emitter, event: YamlEvent, context: NodeContext): void {
  emitter.context = context;
  switch (event.kind) {
    case 'alias':
      writeAnchor(emitter, '*');
      popState(emitter);
      return;
    case 'scalar':
      emitScalar(emitter, event);
      return;
    case 'sequenceStart':
      beginCollection(emitter, event, 'flowSequenceFirstItem', 'blockSequenceFirstItem');
      return;
    case 'mappingStart':
      beginCollection(emitter, event, 'flowMappingFirstKey', 'blockMappingFirstKey');
      return;
    default:
  }
}

function beginCollection(
  emitter: Emitter,
  event: YamlEvent,
  flow: EmitterState,
  block: EmitterState,
): void {
  writeAnchor(emitter, '&');
  writeTag(emitter);
  emitter.state = emitter.flowLevel > 0 || event.flow || isEmpty(emitter) ? flow : block;
}

/** Whether the collection that begins here ends with the next event. */
function isEmpty(emitter: Emitter): boolean {
  const next = emitter.events[emitter.next + 1]?.kind;
  return next === 'sequenceEnd' || next === 'mappingEnd';
}

function emitScalar(emitter: Emitter, event: YamlEvent): void {
  const style = selectStyle(emitter, event);
  writeAnchor(emitter, '&');
  writeTag(emitter);
  increaseIndent(emitter, { flow: true, compactSequence: false });
  writeScalar(emitter, event.value, style);
  decreaseIndent(emitter);
  popState(emitter);
}

/** Source: emitterc.go `yaml_emitter_select_scalar_style`. */
function selectStyle(emitter: Emitter, event: YamlEvent): ScalarStyle {
  const analysis = emitter.analysis ?? analyzeScalar(event.value);
  const inFlow = emitter.flowLevel > 0;
  const { simpleKey } = emitter.context;
  let { style } = event;
  if (simpleKey && analysis.multiline) {
    style = 'double';
  }
  if (style === 'plain') {
    const isAllowed = inFlow ? analysis.flowPlain : analysis.blockPlain;
    const isEmptyPart = event.value === '' && (inFlow || simpleKey);
    style = isAllowed && !isEmptyPart ? 'plain' : 'single';
  }
  if (style === 'single' && !analysis.singleQuoted) {
    style = 'double';
  }
  const isBlock = style === 'literal' || style === 'folded';
  return isBlock && (!analysis.block || inFlow || simpleKey) ? 'double' : style;
}

function writeAnchor(emitter: Emitter, sign: string): void {
  if (emitter.anchor !== '') {
    writeIndicator(emitter, sign, { needsSpace: true });
    put(emitter, emitter.anchor);
    emitter.whitespace = false;
    emitter.indention = false;
  }
}

function writeTag(emitter: Emitter): void {
  if (emitter.tag !== '') {
    writeIndicator(emitter, emitter.tag, { needsSpace: true });
  }
}

/** Source: emitterc.go `yaml_emitter_check_simple_key`. */
function isSimpleKey(emitter: Emitter, event: YamlEvent): boolean {
  const { anchor, tag } = emitter;
  switch (event.kind) {
    case 'alias':
      return byteLength(anchor) <= 128;
    case 'scalar':
      return emitter.analysis?.multiline === false && byteLength(anchor + tag + event.value) <= 128;
    case 'sequenceStart':
    case 'mappingStart':
      return isEmpty(emitter) && byteLength(anchor + tag) <= 128;
    default:
      return false;
  }
}

function byteLength(text: string): number {
  return text.length > 128 ? text.length : new TextEncoder().encode(text).length;
}
