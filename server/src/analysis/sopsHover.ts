import { contentQuery } from '../kustomize/files.ts';
import type { Reader } from '../query/database.ts';
import { sopsBlock } from '../secrets/sopsFile.ts';
import {
  recipientNames,
  sopsAccess,
  type SopsAccess,
  type SopsRecipient,
} from '../secrets/sopsAccess.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import type { SourcePlace } from './hover.ts';
import { sopsRuleOf, sopsRulesFileOf } from './secretFindings.ts';
import { sourceIndexOf } from './sourceIndex.ts';

/** Who can decrypt a document, for a hover on its block `sops`. */
export interface SopsHover extends SopsAccess {
  readonly recipients: readonly NamedRecipient[];
  /** Recipients that the creation rule of the file names and that cannot decrypt it. */
  readonly missing: readonly Pick<NamedRecipient, 'id' | 'name'>[];
}

/** A recipient with what people call it in `.sops.yaml`. */
export interface NamedRecipient extends SopsRecipient {
  readonly name: string | undefined;
  /** Whether the creation rule of the file names it, too; true where there is no rule. */
  readonly isInRule: boolean;
}

/** What a place in the block `sops` of a document says; `undefined` anywhere else. */
export function sopsHoverAt(
  analysis: Analysis,
  { file, offset }: SourcePlace,
): Answer<SopsHover | undefined> {
  return analysis.ask((reader) => {
    const index = sourceIndexOf(reader, file);
    for (const root of index?.roots ?? []) {
      const block = sopsBlock(root);
      const range = block && index?.rangeOf(block.ordinal);
      // The key stands in front of the block.
      const key = block && index?.rangeOf(block.ordinal - 1);
      if (block === undefined || range === undefined) continue;
      if (offset >= (key?.start ?? range.start) && offset <= range.end)
        return named(reader, file, sopsAccess(block));
    }
    return undefined;
  });
}

function named(reader: Reader, file: FileId, access: SopsAccess): SopsHover {
  const names = recipientNames(rulesText(reader, file));
  const rule = sopsRuleOf(reader, file)?.recipients ?? [];
  const isIn = (all: readonly string[], id: string): boolean =>
    all.some((one) => one.endsWith(id) || id.endsWith(one));
  const recipients = access.recipients.map((one) => ({
    ...one,
    name: names.get(one.id),
    isInRule: rule.length === 0 || isIn(rule, one.id),
  }));
  const has = access.recipients.map(({ id }) => id);
  const missing = rule.filter((id) => !isIn(has, id)).map((id) => ({ id, name: names.get(id) }));
  return { ...access, recipients, missing };
}

/** The text of the `.sops.yaml` that counts for a file. */
function rulesText(reader: Reader, file: FileId): string {
  const rules = sopsRulesFileOf(reader, file);
  const content = rules === undefined ? undefined : reader.get(contentQuery, rules);
  return content?.kind === 'text' ? content.text : '';
}
