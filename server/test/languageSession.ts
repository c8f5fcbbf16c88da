import { pathToFileURL } from 'node:url';
import type { TextEdit, WorkspaceEdit } from 'vscode-languageserver';
import { offsetAt, type OpenDocument } from '../src/lsp/openDocuments.ts';
import type { Session } from '../src/lsp/session.ts';
import { uriOf, type Tree } from '../src/lsp/trees.ts';
import { wordsFor } from '../src/lsp/words/words.ts';
import { applyEdits } from '../src/text/textEdit.ts';
import type { Workspace } from '../src/workspace/workspace.ts';
import type { Fixture } from './fixture.ts';
import { analyzeFixture, changeOf, completed } from './fixtureAnalysis.ts';

/** A session whose one tree is a fixture, every file of it open; requests answer as they do to an editor. */
export interface LanguageSession {
  readonly session: Session;
  readonly fixture: Fixture;
  readonly tree: Tree;
  readonly uriOf: (path: string) => string;
  /** What was shown to the user as a warning, in order. */
  readonly warnings: readonly string[];
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
  const documents = new Map<string, OpenDocument>(
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
  const warnings: string[] = [];
  const showWarningMessage = (text: string): Promise<undefined> => {
    warnings.push(text);
    return Promise.resolve(undefined);
  };
  const connection = { window: { showWarningMessage } } as unknown as Session['connection'];
  const session = {
    client,
    connection,
    options: { trusted: false },
    words: wordsFor('en'),
    trees: trees as Session['trees'],
    documents,
  } as Partial<Session> as Session;
  return {
    session,
    fixture,
    tree,
    warnings,
    uriOf: (path) => uriOf(tree, path),
    type: (path, content) => {
      host.apply(changeOf(new Map([[path, content]])));
      const uri = uriOf(tree, path);
      documents.set(uri, { uri, languageId: 'yaml', version: 2, text: content });
    },
  };
}

/** The files of a fixture with an edit of the workspace applied to them, by their paths before any move. */
export function editedFiles(
  { fixture, uriOf: uri }: LanguageSession,
  edit: WorkspaceEdit | null,
): ReadonlyMap<string, string> {
  return new Map(
    [...fixture.files].flatMap(([path, text]) => {
      const edits = edit?.changes?.[uri(path)];
      return edits === undefined ? [] : [[path, applied(text, edits)] as const];
    }),
  );
}

/** A client that makes, moves and deletes files as an edit of the workspace says. */
export const movingClient: Session['client'] = {
  workspace: {
    workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
  },
};

/** The files of a fixture that are others after an edit of the workspace, as a client that moves files leaves them. */
export function changedFiles(
  { fixture, tree }: LanguageSession,
  edit: WorkspaceEdit | undefined,
): Readonly<Record<string, string | undefined>> {
  const files = new Map(fixture.files);
  const pathOf = (uri: string): string => tree.workspace.fileIdOf(new URL(uri).pathname) ?? uri;
  for (const change of edit?.documentChanges ?? []) {
    if (!('kind' in change)) {
      const path = pathOf(change.textDocument.uri);
      const edits = change.edits.flatMap((one) => ('newText' in one ? [one] : []));
      files.set(path, applied(files.get(path) ?? '', edits));
    } else if (change.kind === 'create') files.set(pathOf(change.uri), '');
    else if (change.kind === 'delete') files.delete(pathOf(change.uri));
    else {
      const text = files.get(pathOf(change.oldUri)) ?? '';
      files.delete(pathOf(change.oldUri));
      files.set(pathOf(change.newUri), text);
    }
  }
  const paths = [...new Set([...fixture.files.keys(), ...files.keys()])].sort();
  return Object.fromEntries(
    paths.flatMap((path) =>
      files.get(path) === fixture.files.get(path) ? [] : [[path, files.get(path)] as const],
    ),
  );
}

function applied(text: string, edits: readonly TextEdit[]): string {
  return applyEdits(
    text,
    edits.map(({ range, newText }) => ({
      start: offsetAt(text, range.start),
      end: offsetAt(text, range.end),
      newText,
    })),
  );
}

/** A fixture whose files have lines that end as on Windows. */
export function withWindowsLines(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^\s*# file:/.test(line) ? line : `${line}\r`))
    .join('\n');
}

/** The session of a fixture in English, whose one tree is found by any name, in a workspace that nobody trusts. */
export function untrustedSession({ session, tree }: LanguageSession): Session {
  const { trees } = session;
  return {
    ...session,
    words: wordsFor('en'),
    trees: { all: trees.all, trusted: false, ready: () => trees.ready(), named: () => tree },
  } as unknown as Session;
}

/** A signal that never fires. */
export function nobodyStops(): AbortSignal {
  return new AbortController().signal;
}
