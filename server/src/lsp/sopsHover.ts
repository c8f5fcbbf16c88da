import type { Position } from 'vscode-languageserver';
import { sopsHoverAt, type NamedRecipient } from '../analysis/sopsHover.ts';
import { codeSpan, dotted, escapeMarkdown, lines } from './markdown.ts';
import { offsetAt } from './openDocuments.ts';
import type { Session } from './session.ts';

/** How many recipients a hover shows at most. */
const mostRows = 8;

/** The hover on the block `sops` of a file, as Markdown: who can decrypt it, and since when; `undefined` elsewhere. */
export async function sopsHover(
  { trees, documents, words }: Session,
  { uri, position }: { readonly uri: string; readonly position: Position },
  signal: AbortSignal,
): Promise<string | undefined> {
  const place = trees.placeOf(uri);
  const document = documents.get(uri);
  if (place === undefined || document?.text.includes('sops') !== true) return undefined;
  const at = { file: place.path, offset: offsetAt(document.text, position) };
  const found = await place.tree.workspace.complete((one) => sopsHoverAt(one, at), signal);
  if (found === undefined) return undefined;
  const { secrets } = words;
  const { recipients, missing, threshold, lastModified } = found;
  const title = dotted([
    '**sops**',
    secrets.canDecrypt(recipients.length),
    threshold > 1 ? secrets.keysNeeded(threshold) : '',
    lastModified === undefined ? '' : secrets.lastEncrypted(lastModified),
  ]);
  const rowOf = ({ kind, since, isInRule, ...who }: NamedRecipient): string =>
    dotted([
      nameOf(who),
      kind,
      since === undefined ? '' : secrets.since(since),
      isInRule ? '' : secrets.notInRule,
    ]);
  const rest = recipients.length - mostRows;
  const rows = recipients.slice(0, mostRows).map(rowOf);
  const lacking = missing.map(nameOf).join(', ');
  return [
    title,
    lines(rest > 0 ? [...rows, words.more(rest)] : rows),
    ...(lacking === '' ? [] : [secrets.cannotDecryptYet(lacking)]),
  ].join('\n\n');
}

/** A name, which anybody could have written, and the key that counts. */
function nameOf({ name, id }: Pick<NamedRecipient, 'name' | 'id'>): string {
  return name === undefined ? codeSpan(id) : `${escapeMarkdown(name)} ${codeSpan(id)}`;
}
