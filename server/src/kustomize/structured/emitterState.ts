import type { YamlEvent } from './parseEvents.ts';
import type { ScalarAnalysis } from './scalarAnalysis.ts';

/** What the emitter does with the next event; the names are libyaml's. */
export type EmitterState =
  | 'documentStart'
  | 'documentContent'
  | 'documentEnd'
  | 'flowSequenceFirstItem'
  | 'flowSequenceTrailItem'
  | 'flowSequenceItem'
  | 'flowMappingFirstKey'
  | 'flowMappingTrailKey'
  | 'flowMappingKey'
  | 'flowMappingSimpleValue'
  | 'flowMappingValue'
  | 'blockSequenceFirstItem'
  | 'blockSequenceItem'
  | 'blockMappingFirstKey'
  | 'blockMappingKey'
  | 'blockMappingSimpleValue'
  | 'blockMappingValue';

/** What a node stands in. */
export interface NodeContext {
  readonly mapping: boolean;
  readonly simpleKey: boolean;
}

/** The state of go-yaml's emitter, changed in place. Comments wait until they can be written. */
export interface Emitter {
  readonly events: readonly YamlEvent[];
  next: number;
  readonly states: EmitterState[];
  state: EmitterState;
  readonly indents: number[];
  indent: number;
  flowLevel: number;
  context: NodeContext;
  out: string;
  column: number;
  whitespace: boolean;
  indention: boolean;
  footIndent: number;
  head: string;
  line: string;
  foot: string;
  tail: string;
  keyLine: string;
  /** The tag and the anchor of the event, as they are written, and what its text allows. */
  tag: string;
  anchor: string;
  analysis: ScalarAnalysis | undefined;
}

/** An emitter at the start of a stream. */
export function createEmitter(events: readonly YamlEvent[]): Emitter {
  return {
    events,
    next: 0,
    states: [],
    state: 'documentStart',
    indents: [],
    indent: -1,
    flowLevel: 0,
    context: { mapping: false, simpleKey: false },
    out: '',
    column: 0,
    whitespace: true,
    indention: true,
    footIndent: -1,
    head: '',
    line: '',
    foot: '',
    tail: '',
    keyLine: '',
    tag: '',
    anchor: '',
    analysis: undefined,
  };
}

/** The number of spaces of one level. */
export const BEST_INDENT = 2;

/** Writes characters that hold no line break. */
export function put(emitter: Emitter, text: string): void {
  emitter.out += text;
  emitter.column += Array.from(text).length;
}

/** Writes `\n`. */
export function putBreak(emitter: Emitter): void {
  emitter.out += '\n';
  emitter.column = 0;
  emitter.indention = true;
}

/** Writes a line break of a text as it is. */
export function writeBreak(emitter: Emitter, character: string): void {
  emitter.out += character;
  emitter.column = 0;
  emitter.indention = true;
}

/** Begins a line at the indentation, unless the emitter stands there. */
export function writeIndent(emitter: Emitter): void {
  const indent = Math.max(emitter.indent, 0);
  const { column, whitespace, indention } = emitter;
  if (!indention || column > indent || (column === indent && !whitespace)) {
    putBreak(emitter);
  }
  if (emitter.footIndent === indent) {
    putBreak(emitter);
  }
  if (emitter.column < indent) {
    put(emitter, ' '.repeat(indent - emitter.column));
  }
  emitter.whitespace = true;
  emitter.footIndent = -1;
}

/** Writes an indicator such as `-`, after a space where it needs one. */
export function writeIndicator(
  emitter: Emitter,
  indicator: string,
  options: {
    readonly needsSpace: boolean;
    readonly isSpace?: boolean;
    readonly keepsIndention?: boolean;
  },
): void {
  if (options.needsSpace && !emitter.whitespace) {
    put(emitter, ' ');
  }
  put(emitter, indicator);
  emitter.whitespace = options.isSpace ?? false;
  emitter.indention = emitter.indention && (options.keepsIndention ?? false);
}

/** Goes one level in. */
export function increaseIndent(
  emitter: Emitter,
  options: { readonly flow: boolean; readonly compactSequence: boolean },
): void {
  const { indent } = emitter;
  emitter.indents.push(indent);
  if (indent < 0) {
    emitter.indent = options.flow ? BEST_INDENT : 0;
  } else if (emitter.states.at(-1) === 'blockSequenceItem') {
    // The first level inside a list only leaves room for the `- `.
    emitter.indent = indent + 2;
  } else {
    const next = BEST_INDENT * Math.floor((indent + BEST_INDENT) / BEST_INDENT);
    emitter.indent = options.compactSequence ? next - 2 : next;
  }
}

/** Goes one level out. */
export function decreaseIndent(emitter: Emitter): void {
  emitter.indent = emitter.indents.pop() ?? -1;
}

/** Goes back to the state that was left. */
export function popState(emitter: Emitter): void {
  emitter.state = emitter.states.pop() ?? 'documentEnd';
}
