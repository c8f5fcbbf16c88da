import { pathToFileURL } from 'node:url';
import type { Session } from '../src/lsp/session.ts';
import { uriOf, type Tree } from '../src/lsp/trees.ts';
import { wordsFor } from '../src/lsp/words/words.ts';
import type { Workspace } from '../src/workspace/workspace.ts';
import type { Fixture } from './fixture.ts';
import { analyzeFixture, changeOf, completed } from './fixtureAnalysis.ts';

/** A session whose one tree is a fixture, every file of it open; requests answer as they do to an editor. */
export interface LanguageSession {
  readonly session: Session;
  readonly fixture: Fixture;
  readonly tree: Tree;
  readonly uriOf: (path: string) => string;
  /** Writes a text into the editor of a file. */
  readonly type: (path: string, text: string) => void;
}

/** Opens a fixture as an editor would, in English. */
export function openFixture(text: string, client: Session['client'] = {}): LanguageSession {
  const { fixture, host } = analyzeFixture(text);
  const top = '/fixture';
  const workspace = {
    top,
    folder: '',
    host,
    complete: (ask) => Promise.resolve(completed(ask(host.analysis()))),
    fileIdOf: (path) => (path.startsWith(`${top}/`) ? path.slice(top.length + 1) : undefined),
  } as Partial<Workspace> as Workspace;
  const tree: Tree = { name: 'fixture', workspace, folder: top };
  const documents = new Map(
    [...fixture.files].map(([path, content]) => {
      const { href: uri } = pathToFileURL(`${top}/${path}`);
      return [uri, { uri, languageId: 'yaml', version: 1, text: content }] as const;
    }),
  );
  const trees: Partial<Session['trees']> = {
    all: [tree],
    ready: () => Promise.resolve(),
    placeOf: (uri) => {
      const path = workspace.fileIdOf(decodeURIComponent(uri.replace('file://', '')));
      return path === undefined ? undefined : { tree, path };
    },
  };
  const session = {
    client,
    options: { trusted: false },
    words: wordsFor('en'),
    trees: trees as Session['trees'],
    documents,
  } as Partial<Session> as Session;
  return {
    session,
    fixture,
    tree,
    uriOf: (path) => uriOf(tree, path),
    type: (path, content) => {
      host.apply(changeOf(new Map([[path, content]])));
      const uri = uriOf(tree, path);
      documents.set(uri, { uri, languageId: 'yaml', version: 2, text: content });
    },
  };
}

/** A signal that never fires. */
export function nobodyStops(): AbortSignal {
  return new AbortController().signal;
}
