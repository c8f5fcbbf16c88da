import type {
  DefinitionLink,
  DefinitionParams,
  ImplementationParams,
  Location,
} from 'vscode-languageserver';
import { renderedScheme } from '../protocol/renderedDocument.ts';
import { sourceDefinition, sourceImplementations } from '../analysis/sourceDefinition.ts';
import { locationOf, rangeOf } from './positions.ts';
import { renderedDefinition } from './renderedDefinition.ts';
import type { Session } from './session.ts';
import { askAt } from './sourcePlace.ts';
import { uriOf } from './trees.ts';

/** `textDocument/definition`: from a rendered line to the place that wrote it, from a name in a layer to what has it. */
export async function definition(
  session: Session,
  { textDocument: { uri }, position }: DefinitionParams,
  signal: AbortSignal,
): Promise<Location | Location[] | DefinitionLink[] | null> {
  await session.trees.ready();
  if (uri.startsWith(`${renderedScheme}:`)) {
    return renderedDefinition(session, { uri, line: position.line }, signal);
  }
  const found = await askAt(session, { uri, position }, sourceDefinition, signal);
  if (found === undefined || found.value.targets.length === 0) return null;
  const { tree } = found;
  const { origin, targets } = found.value;
  if (session.client.textDocument?.definition?.linkSupport !== true) {
    return targets.map((target) => locationOf(tree, target));
  }
  return targets.map((target) => ({
    ...(origin && { originSelectionRange: rangeOf(origin) }),
    targetUri: uriOf(tree, target.file),
    targetRange: rangeOf(target),
    targetSelectionRange: rangeOf(target),
  }));
}

/** `textDocument/implementation`: the layers that set something else where a value stands. */
export async function implementation(
  session: Session,
  { textDocument: { uri }, position }: ImplementationParams,
  signal: AbortSignal,
): Promise<Location[] | null> {
  const found = await askAt(session, { uri, position }, sourceImplementations, signal);
  return found === undefined ? null : found.value.map((one) => locationOf(found.tree, one));
}
