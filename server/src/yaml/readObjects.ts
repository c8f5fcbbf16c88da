import { composePart } from './composePart.ts';
import type { RecordPlace } from './composer.ts';
import type { ResourceNode } from './resourceNode.ts';
import { failureProblem, type TextPart, type YamlProblem } from './yamlProblem.ts';

/** One document of a file, between `---` lines. Documents that are empty or null are not among a file's documents. */
export interface YamlDocument {
  readonly root: ResourceNode;
  /** True when `expandAliases` has something to do: the tree has an alias or a key `<<`. */
  readonly hasAliases: boolean;
}

/**
 * What a file says. A file with a problem is unreadable for kustomize as a whole; its other documents are here all the same.
 * It has no offsets, so an edit that only moves text gives an equal value.
 */
export interface YamlFile {
  readonly documents: readonly YamlDocument[];
  readonly problems: readonly YamlProblem[];
  /** Into how many parts the `---` lines split the file, empty ones counted. kustomize takes a list apart in a file of one. */
  readonly chunks: number;
}

/**
 * Reads the objects of a file as kustomize does: `\r\n` becomes `\n`, lines of `---` split the file, and of every part the
 * first document counts. Aliases stay aliases, lists of objects stay lists.
 *
 * Source: kyaml v0.21.1 kio.ByteReader on go-yaml v3.0.3.
 * Deviations: a control character anywhere in a part is a problem, where go-yaml misses one that stands far behind the part's
 * first document; nesting is bounded (see `compose`).
 */
export function readObjects(text: string): YamlFile {
  return readFile(text, undefined).file;
}

/** A file, and how many ordinals its nodes took. */
export interface ReadFile {
  readonly file: YamlFile;
  readonly ordinalCount: number;
}

/** Reads a file and tells `record` where its nodes stand: offsets in the text with `\r\n` as one character. */
export function readFile(original: string, record: RecordPlace | undefined): ReadFile {
  const wellFormed = original.toWellFormed();
  const text = wellFormed.includes('\r\n') ? wellFormed.replaceAll('\r\n', '\n') : wellFormed;
  const { parts, problem } = splitDocuments(text);
  const documents: YamlDocument[] = [];
  const problems: YamlProblem[] = problem === undefined ? [] : [problem];
  let ordinal = 0;
  for (const { start, end } of parts) {
    const from = text.charCodeAt(start) === 0xfeff ? start + 1 : start;
    const composed = composePart(text, {
      start: from,
      end,
      version: 3,
      firstOrdinal: ordinal,
      record,
    });
    ordinal = composed.nextOrdinal;
    if (composed.failure !== undefined) {
      problems.push(failureProblem(text, { start: from, end }, composed.failure, 3));
    } else if (composed.root !== undefined && composed.root.kind !== 'alias') {
      if (composed.root.tag !== '!!null') {
        documents.push({ root: composed.root, hasAliases: composed.hasAliases });
      }
    }
  }
  return { file: { documents, problems, chunks: parts.length }, ordinalCount: ordinal };
}

const goSpace = '[\\t-\\r \\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]';

interface Split {
  readonly parts: readonly TextPart[];
  readonly problem: YamlProblem | undefined;
}

/** Cuts the text at lines that start with `---`; the line break before such a line belongs to the part before it. */
function splitDocuments(text: string): Split {
  const parts: TextPart[] = [];
  if (text === '') {
    return { parts, problem: undefined };
  }
  let problem: YamlProblem | undefined;
  let start = 0;
  for (;;) {
    const separator = text.indexOf('\n---', start);
    const lineEnd = separator < 0 ? -1 : text.indexOf('\n', separator + 4);
    if (lineEnd < 0) {
      break;
    }
    problem ??= separatorProblem(text, separator + 1, lineEnd);
    parts.push({ start, end: separator + 1 });
    start = lineEnd + 1;
  }
  parts.push({ start, end: text.length });
  return { parts, problem };
}

function separatorProblem(text: string, start: number, end: number): YamlProblem | undefined {
  const rest = trimSpace(text.slice(start + 3, end));
  if (rest === '' || rest.startsWith('#')) {
    return undefined;
  }
  return failureProblem(
    text,
    { start: 0, end: text.length },
    {
      kind: 'separator',
      message: `invalid document separator: ${trimSpace(text.slice(start, end))}`,
      offset: start,
      contextOffset: undefined,
    },
    3,
  );
}

/** Go's strings.TrimSpace. */
function trimSpace(text: string): string {
  return text.replace(goSpaceAround, '');
}

const goSpaceAround = new RegExp(`^${goSpace}+|${goSpace}+$`, 'g');
