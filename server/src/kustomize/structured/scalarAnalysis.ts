import { isBlank, isBlankOrEnd, isBreak } from '../../yaml/characters.ts';
import { plainTag } from '../../yaml/goScalar.ts';
import type { ScalarStyle } from '../../yaml/resourceNode.ts';

/** In which styles a text can be written so that it reads back as itself. */
export interface ScalarAnalysis {
  /** Whether it has a line break of YAML 1.1. */
  readonly multiline: boolean;
  readonly flowPlain: boolean;
  readonly blockPlain: boolean;
  readonly singleQuoted: boolean;
  /** Whether it can be a literal or a folded block. */
  readonly block: boolean;
}

/**
 * Says which styles suit a text.
 *
 * Source: go-yaml v3.0.3 emitterc.go `yaml_emitter_analyze_scalar`.
 */
export function analyzeScalar(value: string): ScalarAnalysis {
  if (value === '') {
    return {
      multiline: false,
      flowPlain: false,
      blockPlain: true,
      singleQuoted: true,
      block: false,
    };
  }
  const { special, tabs } = unusualCharacters(value);
  const breaks = / [\n\r\u0085\u2028\u2029]/.test(value);
  const breakThenSpace = /[\n\r\u0085\u2028\u2029] /.test(value);
  const multiline = /[\n\r\u0085\u2028\u2029]/.test(value);
  const single = !breakThenSpace && !breaks && !tabs && !special;
  const plain = single && !multiline && !value.startsWith(' ') && !value.endsWith(' ');
  const indicators = plain ? indicatorsIn(value) : 'block';
  return {
    multiline,
    flowPlain: plain && indicators === 'none',
    blockPlain: plain && indicators !== 'block',
    singleQuoted: single,
    block: !breaks && !special && !value.endsWith(' '),
  };
}

/** Whether go-yaml can write this character as it is. Source: go-yaml v3.0.3 yamlprivateh.go `is_printable`. */
export function isPrintable(code: number): boolean {
  return (
    code === 0x0a ||
    (code >= 0x20 && code <= 0x7e) ||
    (code >= 0xa0 && code < 0xd800) ||
    (code >= 0xe000 && code <= 0xfffd && code !== 0xfeff)
  );
}

/**
 * The style in which go-yaml v3 writes a Go string, outside flow collections, and so the style of the node that is read
 * back.
 *
 * Source: go-yaml v3.0.3 encode.go `stringv`, emitterc.go `yaml_emitter_select_scalar_style`.
 */
export function goStringStyle(text: string): ScalarStyle {
  const analysis = analyzeScalar(text);
  if (text.includes('\n')) {
    return analysis.block ? 'literal' : 'double';
  }
  if (!readsAsString(text)) {
    return 'double';
  }
  if (analysis.blockPlain) {
    return 'plain';
  }
  return analysis.singleQuoted ? 'single' : 'double';
}

/** Whether a plain scalar of this text is a string for go-yaml v3 and for a reader of YAML 1.1. */
function readsAsString(text: string): boolean {
  // As a value, `<<` is a string that needs no quotes.
  return (
    text === '<<' ||
    (plainTag(text, 3) === '!!str' && !BASE_60.test(text) && !OLD_BOOLEANS.has(text))
  );
}

const BASE_60 = /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/;

const OLD_BOOLEANS: ReadonlySet<string> = new Set(
  ['y', 'Y', 'yes', 'Yes', 'YES', 'on', 'On', 'ON'].concat([
    'n',
    'N',
    'no',
    'No',
    'NO',
    'off',
    'Off',
    'OFF',
  ]),
);

function unusualCharacters(value: string): { readonly special: boolean; readonly tabs: boolean } {
  let tabs = false;
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    if (code === 0x09) {
      tabs = true;
    } else if (!isPrintable(code)) {
      return { special: true, tabs };
    }
  }
  return { special: false, tabs };
}

/** Whether an indicator forbids a plain scalar everywhere (`block`), in flow collections only, or nowhere. */
function indicatorsIn(value: string): 'none' | 'flow' | 'block' {
  if (/^(?:---|\.\.\.|[#,[\]{}&*!|>'"%@`])/.test(value)) {
    return 'block';
  }
  let flow = /^[?:]/.test(value);
  for (let index = 0; index < value.length; index += 1) {
    const code = value.charCodeAt(index);
    const followed = index + 1 >= value.length || isBlank(value.charCodeAt(index + 1));
    if (code === 0x3a /* : */) {
      if (followed) {
        return 'block';
      }
      flow = true;
    } else if (code === 0x23 /* # */) {
      if (isBlankOrEnd(value.charCodeAt(index - 1)) || isBreak(value.charCodeAt(index - 1))) {
        return 'block';
      }
    } else if (index === 0) {
      if ((code === 0x2d /* - */ || code === 0x3f) /* ? */ && followed) {
        return 'block';
      }
    } else if (FLOW_INDICATORS.includes(value.charAt(index))) {
      flow = true;
    }
  }
  return flow ? 'flow' : 'none';
}

const FLOW_INDICATORS = ',?[]{}';
