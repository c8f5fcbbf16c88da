import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  CodeActionRequest,
  DidChangeConfigurationNotification,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  TextDocumentSyncKind,
  type ClientCapabilities,
  type Connection,
  type GlobPattern,
} from 'vscode-languageserver';
import type { FileId } from '../text/sourcePointer.ts';
import { isSkipped } from '../workspace/scan.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { checkersSetting } from '../protocol/checkers.ts';
import { findingsScopeSetting } from '../protocol/findings.ts';
import { repositoriesSetting } from '../protocol/repositories.ts';
import { renderedScheme } from '../protocol/renderedDocument.ts';
import {
  canRegisterFindings,
  canRegisterTexts,
  codeActionOptions,
  diagnosticOptions,
} from './initialize.ts';
import type { Tree } from './trees.ts';

/** Any file on disk may be one that a generator reads, whatever its language. */
const documentSelector = [{ scheme: 'file' }, { scheme: renderedScheme }];

/** `initialized`: asks for what happens to the files of the opened folders, and for texts, of a client that can be asked. */
export async function registerMore(
  { client }: Connection,
  capabilities: ClientCapabilities,
): Promise<void> {
  if (capabilities.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
    await watch(client, ['**/*']);
  }
  if (capabilities.workspace?.didChangeConfiguration?.dynamicRegistration === true) {
    const section = [
      findingsScopeSetting.replace(/\.[^.]*$/, ''),
      repositoriesSetting,
      checkersSetting,
    ];
    await client.register(DidChangeConfigurationNotification.type, { section });
  }
  if (canRegisterTexts(capabilities)) {
    const syncKind = TextDocumentSyncKind.Incremental;
    // The texts come last: of one that is there, no change may be missed.
    await client.register(DidChangeTextDocumentNotification.type, { documentSelector, syncKind });
    await client.register(DidCloseTextDocumentNotification.type, { documentSelector });
    await client.register(DidOpenTextDocumentNotification.type, { documentSelector });
  }
  if (canRegisterFindings(capabilities)) {
    // A secret may stand in any file.
    const selector = { documentSelector: [{ scheme: 'file' }] };
    await client.register(DocumentDiagnosticRequest.type, { ...selector, ...diagnosticOptions });
    await client.register(CodeActionRequest.type, { ...selector, ...codeActionOptions });
  }
}

/**
 * Asks for the files of a whole repository of which only a folder was opened: of what lies at its top, of the folders there
 * that hold anything which git does not ignore, and for what git says of commits. Elsewhere tools leave thousands of files.
 */
export async function watchTop(
  { client }: Connection,
  capabilities: ClientCapabilities,
  { workspace }: Tree,
): Promise<void> {
  if (!watchesTop(capabilities, workspace)) return;
  const folders = new Set(
    [...workspace.host.analysis().files.keys()].flatMap((path) => {
      const end = path.indexOf('/');
      return end < 0 ? [] : [path.slice(0, end)];
    }),
  );
  // Of the opened folder itself everything is told already.
  folders.delete(workspace.folder);
  const { href: baseUri } = pathToFileURL(workspace.top);
  await watch(client, [
    { baseUri, pattern: '*' },
    { baseUri, pattern: '.git/{HEAD,index,FETCH_HEAD,packed-refs,refs/**}' },
    ...[...folders].map((folder) => allBelow(workspace, folder)),
  ]);
}

/**
 * Asks for the files of folders that came to the top of such a repository, also of empty ones: what comes into them later is
 * told by nothing else. What came into them before they were watched is taken in.
 */
export async function watchNewFolders(
  { client }: Connection,
  capabilities: ClientCapabilities,
  { workspace }: Pick<Tree, 'workspace'>,
  created: readonly FileId[],
  signal: AbortSignal,
): Promise<void> {
  if (!watchesTop(capabilities, workspace)) return;
  const { files } = workspace.host.analysis();
  const holdsFiles = (path: FileId): boolean =>
    [...files.keys()].some((file) => file.startsWith(`${path}/`));
  const folders: FileId[] = [];
  for (const path of created) {
    if (path.includes('/') || files.has(path) || isSkipped(path)) continue;
    if (holdsFiles(path) || !(await workspace.isIgnored(path, signal))) folders.push(path);
  }
  if (folders.length === 0) return;
  await watch(
    client,
    folders.map((folder) => allBelow(workspace, folder)),
  );
  await workspace.applyFileEvents(
    folders.map((path) => ({ path, kind: 'created' })),
    signal,
  );
}

function watchesTop(capabilities: ClientCapabilities, { folder }: Workspace): boolean {
  const { dynamicRegistration, relativePatternSupport } =
    capabilities.workspace?.didChangeWatchedFiles ?? {};
  return folder !== '' && dynamicRegistration === true && relativePatternSupport === true;
}

/** The name of the folder is no part of the pattern: it may hold what means something there. */
function allBelow({ top }: Workspace, folder: FileId): GlobPattern {
  return { baseUri: pathToFileURL(join(top, folder)).href, pattern: '**/*' };
}

async function watch(
  client: Connection['client'],
  globPatterns: readonly GlobPattern[],
): Promise<void> {
  const watchers = globPatterns.map((globPattern) => ({ globPattern }));
  await client.register(DidChangeWatchedFilesNotification.type, { watchers });
}
