import type { Built } from '../../kustomize/build.ts';
import { contentInput, remotesFolder } from '../../kustomize/files.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import {
  defaultRenderOptions,
  type Analysis,
  type RenderOptions,
  type TreeEntry,
} from '../analysis.ts';
import { AnalysisHost, type RemoteSource } from '../analysisHost.ts';
import { chainAnswer, mapAnswer, type Answer, type AnswerNeed } from '../answer.ts';

/** What a change of one file does to a build: nothing, nothing that a failing build shows, or something. */
export type Verdict = 'same' | 'same-and-fails' | 'other';

/** A tree with another text in one file, beside the tree itself, which it leaves alone. */
export interface Trial {
  /** Builds a root in both trees and compares the bytes and what kustomize would fail with. */
  readonly compare: (analysis: Analysis, root: FileId, options?: RenderOptions) => Answer<Verdict>;
}

/** Tries another text for a file. The tree is that of now: a trial is worth nothing after the next change. */
export function newTrial(analysis: Analysis, file: FileId, text: string): Trial {
  const host = new AnalysisHost();
  const content = 'trial';
  host.apply({
    entries: new Map(analysis.files).set(file, { kind: 'file', content }),
    contents: new Map([[content, { kind: 'text', text }]]),
    remotes: remotesOf(analysis.files),
  });
  return {
    compare: (before, root, options = defaultRenderOptions) =>
      chainAnswer(before.build(root, options), (built) =>
        mapAnswer(buildInTrial(host, before, root, options), (tried) => verdict(built, tried)),
      ),
  };
}

/** The remote sources that a tree has, by key; their files stand in the tree as well. */
export function remotesOf(files: Analysis['files']): ReadonlyMap<string, RemoteSource> {
  const remotes = new Map<string, RemoteSource>();
  const repositories = new Map<string, Map<FileId, TreeEntry>>();
  for (const [path, entry] of files) {
    if (!path.startsWith(`${remotesFolder}/`)) continue;
    const [, name = '', ...rest] = path.split('/');
    const key = decodeURIComponent(name);
    if (rest.length === 0 && entry.kind === 'file')
      remotes.set(key, { kind: 'file', content: entry.content });
    if (rest.length === 0) continue;
    const entries = repositories.get(key) ?? new Map<FileId, TreeEntry>();
    repositories.set(key, entries.set(rest.join('/'), entry));
  }
  for (const [key, entries] of repositories) remotes.set(key, { kind: 'repository', entries });
  return remotes;
}

/** Builds in the other tree, which takes the contents that it lacks from the tree itself. */
function buildInTrial(
  host: AnalysisHost,
  analysis: Analysis,
  root: FileId,
  options: RenderOptions,
): Answer<Built> {
  for (;;) {
    const answer = host.analysis().build(root, options);
    if (answer.kind === 'complete') return answer;
    const missing = answer.needs.filter((need) => !load(host, analysis, need));
    if (missing.length > 0) return { kind: 'needs', needs: missing };
  }
}

function load(host: AnalysisHost, analysis: Analysis, { kind, id }: AnswerNeed): boolean {
  if (kind !== 'content') return false;
  const found = analysis.ask((reader) => reader.read(contentInput, id));
  const content = found.kind === 'complete' ? found.value : undefined;
  if (content === undefined) return false;
  host.apply({ contents: new Map([[id, content]]) });
  return true;
}

/** What has become of a build: bytes and failures count, places do not. */
export function verdict(before: Built, after: Built): Verdict {
  const isSame =
    buildFailures(before) === buildFailures(after) &&
    before.resources.length === after.resources.length &&
    before.resources.every(({ node }, index) => {
      const other = after.resources[index]?.node;
      return other !== undefined && printed(node) === printed(other);
    });
  if (!isSame) return 'other';
  return before.failures.length > 0 ? 'same-and-fails' : 'same';
}

/** What is said, without its places: those an edit moves. */
export function buildFailures({ failures }: Pick<Built, 'failures'>): string {
  return JSON.stringify(
    failures.map(({ code, parameters }) => JSON.stringify([code, parameters])).sort(),
  );
}

function printed(node: Built['resources'][number]['node']): string {
  const written = writeCanonical(node);
  return 'problem' in written ? `# ${written.problem.message}` : written.text;
}
