import { fetchedChartsInput } from '../delivery/fetchedChart.ts';
import { repositoryInput } from '../delivery/repository.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis, TreeEntry } from './analysis.ts';
import { AnalysisHost, type Change } from './analysisHost.ts';
import { mapAnswer, type Answer } from './answer.ts';
import { remotesOf } from './fixes/trial.ts';

/** A tree beside another, in which some files have other texts and stand at other places; the other tree is left alone. */
export interface Fork {
  /** Asks the tree as it would be; what is not loaded is a need, as it is of the other tree. */
  readonly ask: <T>(question: (analysis: Analysis) => Answer<T>) => Answer<T>;
  /** Gives up what only the fork holds. */
  readonly dispose: () => void;
}

/** What is other in a fork. */
export interface ForkChange {
  /** Texts of files, by the paths that they have before any move; new files among them. */
  readonly texts: ReadonlyMap<FileId, string>;
  /** Where each path goes. */
  readonly moved?: (path: FileId) => FileId;
  /** The files that go. */
  readonly gone?: ReadonlySet<FileId>;
}

/**
 * Forks the tree of a host as it is now: both share every parse, and what rests on the same files is taken over. A fork is
 * worth nothing after the next change of the host.
 */
export function newFork(host: AnalysisHost, { texts, moved, gone }: ForkChange): Answer<Fork> {
  const analysis = host.analysis();
  const repository = analysis.ask((reader) => reader.read(repositoryInput, ''));
  return mapAnswer(repository, (facts) => {
    const entries = new Map<FileId, TreeEntry>();
    const contents = new Map([...texts.values()].map((text) => [contentOf(text), text]));
    for (const [path, text] of texts) {
      if (!analysis.files.has(path)) entries.set(path, entryOf(text));
    }
    for (const [path, entry] of analysis.files) {
      if (gone?.has(path) === true) continue;
      const text = texts.get(path);
      const own: TreeEntry = text === undefined ? entry : entryOf(text);
      entries.set(moved === undefined ? path : moved(path), own);
    }
    const fork = new AnalysisHost({}, host);
    fork.apply({
      trees: host.trees,
      entries,
      contents: new Map([...contents].map(([id, text]) => [id, { kind: 'text', text }])),
      remotes: remotesOf(analysis.files),
      // Nobody would find what only the fork asks for.
      repository: { ...facts, knowsRevisions: false, others: [] },
    });
    return {
      ask: (question) => question(fork.analysis()),
      dispose: () => {
        fork.dispose();
      },
    };
  });
}

/** What a tree knows beside its files, for a tree beside it: the repository that it belongs to, and its remote sources. */
export function factsBeside(
  analysis: Analysis,
): Pick<Change, 'repository' | 'remotes' | 'fetchedCharts'> {
  const charts = analysis.ask((reader) => reader.read(fetchedChartsInput, ''));
  const repository = analysis.ask((reader) => reader.read(repositoryInput, ''));
  return {
    remotes: remotesOf(analysis.files),
    ...(repository.kind === 'complete' && { repository: repository.value }),
    ...(charts.kind === 'complete' && { fetchedCharts: charts.value }),
  };
}

function entryOf(text: string): TreeEntry {
  return { kind: 'file', content: contentOf(text) };
}

/** The id of a content that nobody has on disk: the text itself, so that equal texts are one. */
function contentOf(text: string): string {
  return `text:${text}`;
}
