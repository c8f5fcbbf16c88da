import { plainTag, type GoYamlVersion } from './goScalar.ts';
import type { AliasNode, ResourceNode, ScalarNode, ScalarStyle } from './resourceNode.ts';
import { peekToken, skipToken } from './scanTokens.ts';
import type { Scanner, Token } from './scanner.ts';

/** Told the ordinal and the place of every node that is read: UTF-16 offsets in the composer's text, half-open. */
export type RecordPlace = (ordinal: number, start: number, end: number) => void;

/** `indentless` is a block node whose sequence may stand at the column of its key. */
export type NodeContext = 'block' | 'indentless' | 'flow';

/** The state of one composition, changed in place like its scanner. */
export interface Composer {
  readonly scanner: Scanner;
  readonly record: RecordPlace | undefined;
  /** Reads the node at the head of the queue; `undefined` after a failure. */
  readonly composeNode: (composer: Composer, context: NodeContext) => ResourceNode | undefined;
  ordinal: number;
  hasAliases: boolean;
  /** The nodes that aliases may mean; `open` while the collection that defines the name is being read. */
  readonly anchors: Map<string, ResourceNode | 'open'>;
  readonly tagPrefixes: Map<string, string>;
  depth: number;
  flowDepth: number;
  /** The empty scalars that an explicit tag made null. */
  readonly taggedNulls: Set<ResourceNode>;
  /** Where the last token that shows in the text ended. */
  lastEnd: number;
}

/** What may stand before a node. */
export interface Properties {
  readonly anchor: string;
  /** The short tag, `''` when there is none. */
  readonly tag: string;
  readonly given: boolean;
  readonly end: number;
}

/** A node with neither anchor nor tag. */
export const noProperties: Properties = { anchor: '', tag: '', given: false, end: 0 };

const longTagPrefix = 'tag:yaml.org,2002:';

/** Records a failure of the parser, in libyaml's words. */
export function parserFailure(
  composer: Composer,
  message: string,
  offset: number,
  contextOffset?: number,
): undefined {
  composer.scanner.failure ??= { kind: 'parser', message, offset, contextOffset };
  return undefined;
}

/** Drops the token at the head of the queue. */
export function skip(composer: Composer, token: Token): void {
  if (token.end > token.start) {
    composer.lastEnd = token.end;
  }
  skipToken(composer.scanner);
}

/** Consumes the directives before a document; false when one is wrong. */
export function readDirectives(composer: Composer): boolean {
  const { scanner, tagPrefixes } = composer;
  let hasVersion = false;
  for (;;) {
    const token = peekToken(scanner);
    if (token === undefined) {
      return false;
    }
    if (token.kind === 'versionDirective') {
      if (hasVersion) {
        parserFailure(composer, 'found duplicate %YAML directive', token.start);
        return false;
      }
      if (token.value !== '1.1') {
        parserFailure(composer, 'found incompatible YAML document', token.start);
        return false;
      }
      hasVersion = true;
    } else if (token.kind === 'tagDirective') {
      if (tagPrefixes.has(token.value)) {
        parserFailure(composer, 'found duplicate %TAG directive', token.start);
        return false;
      }
      tagPrefixes.set(token.value, token.suffix);
    } else {
      break;
    }
    skip(composer, token);
  }
  if (!tagPrefixes.has('!')) {
    tagPrefixes.set('!', '!');
  }
  if (!tagPrefixes.has('!!')) {
    tagPrefixes.set('!!', longTagPrefix);
  }
  return true;
}

/** Reads an anchor and a tag in either order; `undefined` when the tag's handle is unknown or scanning failed. */
export function readProperties(composer: Composer, first: Token): Properties | undefined {
  if (first.kind !== 'anchor' && first.kind !== 'tag') {
    return noProperties;
  }
  let anchor = '';
  let tagToken: Token | undefined;
  let end = first.start;
  let token: Token | undefined = first;
  for (let i = 0; i < 2; i += 1) {
    if (token.kind === 'anchor' && anchor === '') {
      anchor = token.value;
    } else if (token.kind === 'tag' && tagToken === undefined) {
      tagToken = token;
    } else {
      break;
    }
    end = token.end;
    skip(composer, token);
    token = peekToken(composer.scanner);
    if (token === undefined) {
      return undefined;
    }
  }
  const tag = tagToken === undefined ? '' : resolveTag(composer, tagToken, first.start);
  return tag === undefined ? undefined : { anchor, tag, given: true, end };
}

function resolveTag(composer: Composer, token: Token, start: number): string | undefined {
  const handle = token.value;
  const prefix = handle === '' ? '' : composer.tagPrefixes.get(handle);
  if (prefix === undefined) {
    parserFailure(composer, 'found undefined tag handle', token.start, start);
    return undefined;
  }
  const tag = prefix + token.suffix;
  return tag.startsWith(longTagPrefix) ? `!!${tag.slice(longTagPrefix.length)}` : tag;
}

/** The ordinal of the next node. */
export function takeOrdinal(composer: Composer): number {
  const { ordinal } = composer;
  composer.ordinal = ordinal + 1;
  return ordinal;
}

/** Reads `*name`. */
export function composeAlias(composer: Composer, token: Token): AliasNode | undefined {
  const target = composer.anchors.get(token.value);
  composer.hasAliases = true;
  if (target === 'open') {
    composerFailure(composer, `anchor '${token.value}' value contains itself`, token.start);
    return undefined;
  }
  if (target === undefined) {
    composerFailure(composer, `unknown anchor '${token.value}' referenced`, token.start);
    return undefined;
  }
  skip(composer, token);
  const ordinal = takeOrdinal(composer);
  composer.record?.(ordinal, token.start, token.end);
  return { kind: 'alias', name: token.value, target, ordinal, origin: undefined };
}

function composerFailure(composer: Composer, message: string, offset: number): undefined {
  composer.scanner.failure ??= { kind: 'composer', message, offset, contextOffset: undefined };
  return undefined;
}

/** Makes the node of a scalar token, which was dropped already. */
export function scalarNode(composer: Composer, properties: Properties, token: Token): ScalarNode {
  const ordinal = takeOrdinal(composer);
  composer.record?.(ordinal, token.start, token.end);
  const { value, style } = token;
  const { version } = composer.scanner;
  const tag = scalarTag(properties.tag, value, style, version);
  const node: ScalarNode = {
    kind: 'scalar',
    // A tag of its own keeps an empty null from being taken for a missing one.
    value: value === '' && properties.tag === '!!null' ? 'null' : value,
    tag,
    style: printedStyle(properties.tag, tag, token),
    ordinal,
    origin: undefined,
  };
  if (properties.tag === '!!null' && value === '') {
    composer.taggedNulls.add(node);
  }
  return node;
}

function scalarTag(
  explicit: string,
  value: string,
  style: ScalarStyle,
  version: GoYamlVersion,
): string {
  if (explicit !== '' && (explicit !== '!' || version === 2)) {
    return explicit;
  }
  if (style !== 'plain') {
    return '!!str';
  }
  return value === '<<' ? '!!merge' : plainTag(value, version);
}

/**
 * The style that makes the node print as in kustomize. An explicit tag outweighs quotes: `!!int "3"` is 3, where a number
 * that a transformer put between quotes is a string.
 */
function printedStyle(explicit: string, tag: string, token: Token): ScalarStyle {
  if (explicit !== '' && explicit !== '!' && tag !== '!!str' && tag.startsWith('!!')) {
    return token.style === 'folded' ? 'folded' : 'plain';
  }
  return token.style;
}

/** Makes the node of a value that is not there. */
export function emptyScalar(
  composer: Composer,
  offset: number,
  properties = noProperties,
): ScalarNode {
  return scalarNode(composer, properties, {
    kind: 'scalar',
    start: offset,
    end: offset,
    value: '',
    suffix: '',
    style: 'plain',
  });
}

/** Records a failure at a token, unless there is none because scanning failed before. */
export function failAt(
  composer: Composer,
  token: Token | undefined,
  message: string,
  context: Token,
): false {
  if (token !== undefined) {
    parserFailure(composer, message, token.start, context.start);
  }
  return false;
}
