import { readBlockMapping, readBlockSequence, readIndentless } from './composeBlocks.ts';
import { composeMapping, composeSequence } from './composeCollections.ts';
import { readFlowMapping, readFlowSequence } from './composeFlows.ts';
import {
  composeAlias,
  emptyScalar,
  parserFailure,
  readDirectives,
  readProperties,
  scalarNode,
  skip,
  type Composer,
  type NodeContext,
  type Properties,
  type RecordPlace,
} from './composer.ts';
import type { GoYamlVersion } from './goScalar.ts';
import type { ResourceNode, ScalarNode } from './resourceNode.ts';
import { peekToken } from './scanTokens.ts';
import { createScanner, type ScanFailure, type Token } from './scanner.ts';

/** The first document of a stream. */
export interface ComposedDocument {
  /** `undefined` when the stream is empty, or when it has a failure. */
  readonly root: ResourceNode | undefined;
  /** True when the tree has an alias or a key `<<`, so that `expandAliases` has something to do. */
  readonly hasAliases: boolean;
  readonly nextOrdinal: number;
  readonly failure: ScanFailure | undefined;
}

/** How to read a stream. */
export interface ComposeOptions {
  readonly version: GoYamlVersion;
  readonly firstOrdinal: number;
  readonly record: RecordPlace | undefined;
}

/**
 * Reads the first document of `text` by go-yaml's own scanner and parser, rule by rule. It takes and refuses what go-yaml
 * takes and refuses, with its messages; `quickRead` is the fast way for common texts and must give the same.
 *
 * Source: go-yaml v3.0.3 and v2.4.2 scannerc.go, parserc.go and the parser in decode.go.
 * Deviation: collections nested deeper than `maxDepth` fail with "nested too deeply".
 */
export function compose(text: string, options: ComposeOptions): ComposedDocument {
  const scanner = createScanner(text, options.version);
  const composer: Composer = {
    scanner,
    record: options.record,
    composeNode,
    ordinal: options.firstOrdinal,
    hasAliases: false,
    anchors: new Map(),
    tagPrefixes: new Map(),
    depth: 0,
    flowDepth: 0,
    taggedNulls: new Set(),
    lastEnd: 0,
  };
  const root = composeDocument(composer);
  return {
    root: scanner.failure === undefined ? root : undefined,
    hasAliases: composer.hasAliases,
    nextOrdinal: composer.ordinal,
    failure: scanner.failure,
  };
}

function composeDocument(composer: Composer): ResourceNode | undefined {
  const { scanner } = composer;
  const streamStart = peekToken(scanner);
  if (streamStart === undefined) {
    return undefined;
  }
  skip(composer, streamStart);
  const first = peekToken(scanner);
  if (first === undefined || first.kind === 'streamEnd') {
    return undefined;
  }
  const explicit =
    first.kind === 'versionDirective' ||
    first.kind === 'tagDirective' ||
    first.kind === 'documentStart';
  if (!readDirectives(composer)) {
    return undefined;
  }
  if (explicit) {
    const start = peekToken(scanner);
    if (start === undefined) {
      return undefined;
    }
    if (start.kind !== 'documentStart') {
      parserFailure(composer, 'did not find expected <document start>', start.start);
      return undefined;
    }
    skip(composer, start);
  }
  const root = explicit ? composeExplicitContent(composer) : composeNode(composer, 'block');
  if (root === undefined || peekToken(scanner) === undefined) {
    return undefined;
  }
  return root;
}

function composeExplicitContent(composer: Composer): ResourceNode | undefined {
  const token = peekToken(composer.scanner);
  switch (token?.kind) {
    case undefined:
      return undefined;
    case 'versionDirective':
    case 'tagDirective':
    case 'documentStart':
    case 'documentEnd':
    case 'streamEnd':
      return emptyScalar(composer, token.start);
    default:
      return composeNode(composer, 'block');
  }
}

function composeNode(composer: Composer, context: NodeContext): ResourceNode | undefined {
  const { scanner } = composer;
  const first = peekToken(scanner);
  if (first === undefined) {
    return undefined;
  }
  if (first.kind === 'alias') {
    return composeAlias(composer, first);
  }
  const properties = readProperties(composer, first);
  const token = peekToken(scanner);
  if (properties === undefined || token === undefined) {
    return undefined;
  }
  return composeContent(composer, context, properties, token);
}

function composeContent(
  composer: Composer,
  context: NodeContext,
  properties: Properties,
  token: Token,
): ResourceNode | undefined {
  switch (token.kind) {
    case 'scalar': {
      skip(composer, token);
      return anchored(composer, properties, scalarNode(composer, properties, token));
    }
    case 'blockEntry':
      if (context === 'indentless') {
        return composeSequence(composer, properties, token, readIndentless);
      }
      break;
    case 'flowSequenceStart':
      return composeSequence(composer, properties, token, readFlowSequence);
    case 'flowMappingStart':
      return composeMapping(composer, properties, token, readFlowMapping);
    case 'blockSequenceStart':
      if (context !== 'flow') {
        return composeSequence(composer, properties, token, readBlockSequence);
      }
      break;
    case 'blockMappingStart':
      if (context !== 'flow') {
        return composeMapping(composer, properties, token, readBlockMapping);
      }
      break;
    default:
  }
  if (properties.given) {
    const empty = emptyScalar(composer, properties.end, properties);
    return anchored(composer, properties, empty);
  }
  parserFailure(composer, 'did not find expected node content', token.start, token.start);
  return undefined;
}

function anchored(composer: Composer, properties: Properties, node: ScalarNode): ScalarNode {
  if (properties.anchor !== '') {
    composer.anchors.set(properties.anchor, node);
  }
  return node;
}
