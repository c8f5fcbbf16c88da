import { setImmediate } from 'node:timers/promises';
import {
  SymbolKind,
  type SymbolInformation,
  type WorkspaceSymbolParams,
} from 'vscode-languageserver';
import { renderedSymbols, treeSymbols, type TreeSymbol } from '../analysis/treeSymbols.ts';
import { locationOf } from './positions.ts';
import type { Session } from './session.ts';

/** How long names of what is rendered are looked for, in milliseconds, and how many are told at most. */
const longest = 400;
const mostSymbols = 300;

/** `workspace/symbol`: objects, applications, clusters and layers by their names, also those that only a layer gives. */
export async function workspaceSymbol(
  { trees }: Session,
  { query }: WorkspaceSymbolParams,
  signal: AbortSignal,
): Promise<SymbolInformation[]> {
  await trees.ready();
  const found: SymbolInformation[] = [];
  const end = Date.now() + longest;
  for (const tree of trees.all) {
    const { workspace } = tree;
    const add = (symbols: readonly TreeSymbol[]): void => {
      for (const { kind, name, container, range } of symbols) {
        const location = locationOf(tree, range);
        found.push({ name, kind: kinds[kind], containerName: container, location });
      }
    };
    add(await workspace.complete((one) => treeSymbols(one, query), signal));
    // Without a text, what is declared is enough.
    const roots = query === '' ? [] : workspace.host.analysis().roots();
    for (const root of roots) {
      if (Date.now() > end || found.length >= mostSymbols) break;
      await setImmediate(undefined, { signal });
      add(await workspace.complete((one) => renderedSymbols(one, root, query), signal));
    }
  }
  return found.slice(0, mostSymbols);
}

const kinds: Readonly<Record<TreeSymbol['kind'], SymbolKind>> = {
  object: SymbolKind.Class,
  rendered: SymbolKind.Object,
  application: SymbolKind.Module,
  cluster: SymbolKind.Namespace,
  layer: SymbolKind.Package,
};
