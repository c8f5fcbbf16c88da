import { readSopsRules } from '../../secrets/sopsRules.ts';
import { readPositions } from '../../yaml/positions.ts';
import { readObjects } from '../../yaml/readObjects.ts';

/**
 * A `.sops.yaml` with one more creation rule, for a path from its folder, and with the recipients that all its rules agree
 * on; `undefined` where they differ, or where it is written in a way that an edit would not keep.
 */
export function withCreationRule(
  text: string,
  path: string,
): { readonly text: string; readonly recipients: number } | undefined {
  const rules = readSopsRules(text);
  const last = rules.at(-1);
  const [recipients, ...others] = new Set(rules.map((rule) => rule.recipients.join(',')));
  if (last === undefined || recipients === undefined || recipients === '' || others.length > 0)
    return undefined;
  const field = fieldOf(recipients.split(','));
  const { starts, ends } = readPositions(text);
  const start = starts[last.node.ordinal] ?? -1;
  const lead = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  if (field === undefined || !/^ *- $/.test(lead)) return undefined;
  const indent = ' '.repeat(lead.length);
  const lines = [
    `${lead}path_regex: ^${path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`,
    ...(/\.ya?ml$/.test(path) ? [`${indent}encrypted_regex: ^(data|stringData)$`] : []),
    `${indent}${field}: ${recipients}`,
  ];
  const end = (ends[last.node.ordinal] ?? start) - trailing(text, start, ends[last.node.ordinal]);
  const lineEnd = text.indexOf('\n', end);
  const at = lineEnd < 0 ? text.length : lineEnd + 1;
  const before = text.slice(0, at);
  const glue = before.endsWith('\n') ? '' : '\n';
  const after = `${before}${glue}${lines.join('\n')}\n${text.slice(at)}`;
  const isRule = readSopsRules(after).length === rules.length + 1;
  return isRule && readObjects(after).problems.length === 0
    ? { text: after, recipients: recipients.split(',').length }
    : undefined;
}

/** The field of recipients that are all of one kind. */
function fieldOf(recipients: readonly string[]): string | undefined {
  if (recipients.every((one) => one.startsWith('age1'))) return 'age';
  if (recipients.every((one) => /^[0-9A-Fa-f]{40}$/.test(one))) return 'pgp';
  return recipients.every((one) => one.startsWith('arn:')) ? 'kms' : undefined;
}

/** How much white space stands at the end of a node. */
function trailing(text: string, start: number, end = start): number {
  const written = text.slice(start, end);
  return written.length - written.trimEnd().length;
}
