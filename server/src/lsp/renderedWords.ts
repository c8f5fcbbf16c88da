import type { LocatedProblem } from '../analysis/locatedProblem.ts';
import {
  layerRoles,
  type LegendEntry,
  type LineMark,
  type RenderedDocument,
  type RenderedState,
} from '../protocol/renderedDocument.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { RenderedSubject } from './renderedSubject.ts';
import type { RenderedView, ViewLine } from './renderedView.ts';
import type { Words } from './words/words.ts';

/** How many reasons the header gives at most. */
const mostReasons = 5;

/** The document of a view: a header of comments above the YAML, and a mark for each line. */
export function renderedDocumentOf(
  subject: RenderedSubject,
  view: RenderedView,
  words: Words,
): RenderedDocument {
  const { folder } = subject;
  const title = ['# strata', ...titleOf(subject), sideOf(subject, words)].join(' · ');
  const { line: legendLine, legend } = legendOf(view, words);
  const marks = new Map<string, { readonly place: number; readonly mark: LineMark }>();
  const lines = view.lines.map((line) => {
    if (line === undefined) return -1;
    const mark = markOf(line, folder, words);
    const key = `${mark.role} ${mark.note}`;
    const known = marks.get(key) ?? { place: marks.size, mark };
    marks.set(key, known);
    return known.place;
  });
  return {
    state: stateOf(subject),
    header: [
      title,
      ...(legend.length === 0 ? [] : [legendLine]),
      ...reasonsOf(subject, view, words),
    ],
    yaml: view.yaml,
    marks: [...marks.values()].map(({ mark }) => mark),
    lines,
    legend,
  };
}

/** What the document is about, from the most telling on. */
function titleOf({ address, folder }: RenderedSubject): readonly string[] {
  const place = folder === '' ? '.' : folder;
  if (address.kind === 'root') return [place];
  const { name, cluster = '?' } = address;
  return [name, cluster, ...(folder === '' ? [] : [place])];
}

function stateOf({ side, source }: RenderedSubject): RenderedState {
  if (side.kind === 'unknown') return 'unknown revision';
  return source === undefined ? 'not delivered' : 'rendered';
}

function sideOf({ side }: RenderedSubject, words: Words): string {
  switch (side.kind) {
    case 'working tree':
      return words.workingTree;
    case 'commit':
      return side.commit.startsWith(side.name)
        ? side.commit.slice(0, 7)
        : `${side.name} (${side.commit.slice(0, 7)})`;
    case 'unknown':
      return side.name;
  }
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
function reasonsOf(
  { source, side, folder }: RenderedSubject,
  { failures, gaps }: RenderedView,
  words: Words,
): readonly string[] {
  if (side.kind === 'unknown') return [`# ? ${words.views.unknownRevision(side.name)}`];
  if (source === undefined) return [`# ? ${words.views.notDelivered}`];
  const reasons = [
    ...failures.map((failure) => {
      return `${signOf(failure)} ${words.message(failure)}${placeOf(failure, folder)}`;
    }),
    ...gaps.map((gap) => `? ${words.views.gaps[gap.kind](gap.detail)}${placeOf(gap, folder)}`),
  ].map((reason) => `# ${reason}`.replace(/\s+/g, ' '));
  const rest = reasons.length - mostReasons;
  const shown = reasons.slice(0, mostReasons);
  return rest > 0 ? [...shown, `# … ${words.more(rest)}`] : shown;
}

function signOf({ severity }: LocatedProblem): string {
  return severity === 'error' ? '!' : '?';
}

function placeOf({ range }: Pick<LocatedProblem, 'range'>, folder: FileId): string {
  return range === undefined ? '' : ` · ${pathBeside(folder, range.file)}:${range.start.line + 1}`;
}
