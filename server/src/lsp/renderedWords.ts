import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import {
  layerRoles,
  type LegendEntry,
  type LineMark,
  type RenderedDocument,
} from '../protocol/renderedDocument.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { RenderedView, ViewLine } from './renderedView.ts';
import type { Words } from './words/words.ts';

/** How many reasons the header gives at most. */
const mostReasons = 5;

/** The document of a view: a header of comments above the YAML, and a mark for each line. */
export function renderedDocumentOf(view: RenderedView, words: Words): RenderedDocument {
  const title = ['# strata', view.root === '' ? '.' : view.root, words.workingTree].join(' · ');
  const { line: legendLine, legend } = legendOf(view, words);
  const marks = new Map<string, { readonly place: number; readonly mark: LineMark }>();
  const lines = view.lines.map((line) => {
    if (line === undefined) return -1;
    const mark = markOf(line, view.root, words);
    const key = `${mark.role} ${mark.note}`;
    const known = marks.get(key) ?? { place: marks.size, mark };
    marks.set(key, known);
    return known.place;
  });
  return {
    header: [title, ...(legend.length === 0 ? [] : [legendLine]), ...reasonsOf(view, words)],
    yaml: view.yaml,
    marks: [...marks.values()].map(({ mark }) => mark),
    lines,
    legend,
  };
}

/** A document that is no longer what its sources say, marked so. */
export function asOfLastValid(document: RenderedDocument, words: Words): RenderedDocument {
  const [title = '', ...rest] = document.header;
  return { ...document, header: [`${title} · ${words.asOfLastValid}`, ...rest] };
}

/** A path as it is told beside a root: from the folder that both share on, where they share one. */
export function pathBeside(root: FileId, file: FileId): string {
  const [own, other] = [root.split('/'), file.split('/')];
  const shared = own.findIndex((segment, index) => segment !== other[index]);
  return other.slice(shared < 0 ? own.length : shared).join('/') || file;
}

function markOf({ role, step, writtenAt }: ViewLine, root: FileId, words: Words): LineMark {
  const place = `${pathBeside(root, writtenAt.file)}:${writtenAt.start.line + 1}`;
  const steps = step === 'base' ? [] : [step];
  return { role, note: [words.roles[role], place, ...steps].join(' · ') };
}

/** The roles that occur, from the ground up, in one line of the header; it is the second one. */
function legendOf(
  { lines }: RenderedView,
  words: Words,
): { readonly line: string; readonly legend: readonly LegendEntry[] } {
  const found = new Set(lines.map((line) => line?.role));
  const legend: LegendEntry[] = [];
  let text = '#';
  for (const role of layerRoles.filter((one) => found.has(one))) {
    const startColumn = text.length + 1;
    text += ` ${words.roles[role]}`;
    legend.push({ role, line: 1, startColumn, endColumn: text.length });
  }
  return { line: text, legend };
}

/** What is missing (`?`) and what is wrong (`!`), each with its place. */
function reasonsOf({ failures, root }: RenderedView, words: Words): readonly string[] {
  const lines = failures.slice(0, mostReasons).map((failure) => {
    const place = placeOf(failure, root);
    return `# ${signOf(failure)} ${words.message(failure)}${place}`.replace(/\s+/g, ' ');
  });
  const rest = failures.length - mostReasons;
  return rest > 0 ? [...lines, `# … ${words.more(rest)}`] : lines;
}

function signOf({ severity }: LocatedProblem): string {
  return severity === 'error' ? '!' : '?';
}

function placeOf({ range }: LocatedProblem, root: FileId): string {
  return range === undefined ? '' : ` · ${pathBeside(root, range.file)}:${range.start.line + 1}`;
}
