import { isKustomizationFile } from '../layers/roots.ts';
import type { Reader } from '../query/database.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { namesOfFileQuery } from './links/namePlaces.ts';
import { partOfScalar } from './links/pathLink.ts';
import { isSubstituted } from './signature/signatureAt.ts';
import { sourceIndexOf, type OffsetRange, type SourceIndex } from './sourceIndex.ts';

/**
 * What a part of a text is that no grammar can tell, as it depends on the kind of the object or on who delivers the file:
 * - `class`: the name of another object.
 * - `parameter`: what an ApplicationSet fills into its template.
 * - `variable`: what Flux fills in.
 */
export type TokenKind = 'class' | 'parameter' | 'variable';

/** A part of one line. */
export interface SemanticToken extends OffsetRange {
  readonly kind: TokenKind;
}

/** The parts of a file that no grammar can tell, in order; none overlap. */
export function semanticTokens(analysis: Analysis, file: FileId): Answer<readonly SemanticToken[]> {
  return analysis.ask((reader) => {
    const index = sourceIndexOf(reader, file);
    if (index === undefined) return [];
    const found = [...namesIn(reader, file, index), ...filledIn(reader, file, index)];
    const sorted = found.sort((a, b) => a.start - b.start);
    return sorted.filter(
      ({ start, end }, at) =>
        start >= (sorted[at - 1]?.end ?? 0) && !index.text.slice(start, end).includes('\n'),
    );
  });
}

function namesIn(reader: Reader, file: FileId, index: SourceIndex): readonly SemanticToken[] {
  return reader.get(namesOfFileQuery, file).flatMap(({ how, at, name }) => {
    if (how === 'object' || how === 'generator') return [];
    const range = partOfScalar(index, at, name, { start: 0, end: name.length });
    return range === undefined ? [] : [{ ...range, kind: 'class' as const }];
  });
}

/** What controllers fill in. */
function filledIn(reader: Reader, file: FileId, index: SourceIndex): readonly SemanticToken[] {
  const { text, roots } = index;
  const found: SemanticToken[] = [];
  if (text.includes('{{')) {
    for (const root of roots) {
      if (rawText(field(root, 'kind')) !== 'ApplicationSet') continue;
      const spec = field(root, 'spec');
      const isGo = rawText(field(spec, 'goTemplate')) === 'true';
      for (const part of ['template', 'templatePatch', 'generators']) {
        const form = isGo ? goParameters : parameters;
        found.push(...matchesIn(field(spec, part), index, form, 'parameter'));
      }
    }
  }
  if (text.includes('${') && !isKustomizationFile(file) && isSubstituted(reader, file)) {
    for (const root of roots) found.push(...matchesIn(root, index, variables, 'variable'));
  }
  return found;
}

type Matches = (text: string) => readonly OffsetRange[];

const parameters: Matches = (text) => matched(text, /\{\{\s*([\w.\-[\]]+)\s*\}\}/g);

/** Fields in actions of Go's templates, texts in quotes left out; no longer ones than people write, as each is read twice. */
const goParameters: Matches = (text) =>
  matched(text, /(\{\{(?:(?!\{\{|\}\}).){0,2000}\}\})/gs).flatMap(({ start, end }) => {
    const action = text
      .slice(start, end)
      .replaceAll(/"(?:\\.|[^"\\])*"|`[^`]*`/g, (quoted) => ' '.repeat(quoted.length));
    return matched(action, /(?<![\w)])(\.[A-Za-z_][\w.]*)/g).map((one) => ({
      start: start + one.start,
      end: start + one.end,
    }));
  });

const variables: Matches = (text) => matched(text, /(?<!\$)\$\{(\w+)/g);

function matched(text: string, form: RegExp): readonly OffsetRange[] {
  return [...text.matchAll(form)].map(({ index, 0: whole, 1: part = '' }) => {
    const start = index + whole.indexOf(part);
    return { start, end: start + part.length };
  });
}

/** What matches in the scalars below a node, as they are written. */
function matchesIn(
  node: ResourceNode | undefined,
  index: SourceIndex,
  matches: Matches,
  kind: TokenKind,
): readonly SemanticToken[] {
  switch (node?.kind) {
    case 'map':
      return node.values.flatMap((one) => matchesIn(one, index, matches, kind));
    case 'sequence':
      return node.items.flatMap((one) => matchesIn(one, index, matches, kind));
    case 'scalar': {
      const range = index.rangeOf(node.ordinal);
      if (range === undefined) return [];
      return matches(index.text.slice(range.start, range.end)).map(({ start, end }) => ({
        start: range.start + start,
        end: range.start + end,
        kind,
      }));
    }
    default:
      return [];
  }
}
