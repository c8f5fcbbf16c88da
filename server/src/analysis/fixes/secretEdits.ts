import { readPositions } from '../../yaml/positions.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { SecretFinding } from '../secretFindings.ts';

type Found = Pick<
  SecretFinding,
  'line' | 'column' | 'endLine' | 'endColumn' | 'pointer' | 'parameters'
>;

/** A variable that reads the Secret of its workload instead of a literal; `undefined` where the layout is another one. */
export function withSecretReference(
  text: string,
  finding: Found,
): { readonly text: string; readonly of: { readonly secret: string } } | undefined {
  const { start, end } = offsetsOf(text, finding);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const before = text.slice(lineStart, start);
  const key = finding.parameters.name ?? '';
  const secret = nameOfObject(text, finding.pointer);
  const match = /(["']?)value\1:[ \t]*$/.exec(before);
  if (match === null || !/^[\w.-]+$/.test(key)) return undefined;
  const [from, lead] = [lineStart + match.index, before.slice(0, match.index)];
  const lineBreak = text.includes('\r\n') ? '\r\n' : '\n';
  const isBlock = /^[ \t]*(?:-[ \t]+)?$/.test(lead);
  const indent = ' '.repeat(lead.length);
  const lines = [
    'valueFrom:',
    `${indent}  secretKeyRef:`,
    `${indent}    name: ${secret}`,
    `${indent}    key: ${key}`,
  ];
  const reference = isBlock
    ? lines.join(lineBreak)
    : `valueFrom: {secretKeyRef: {name: ${secret}, key: ${key}}}`;
  const after = text.slice(0, from) + reference + text.slice(end);
  return isReadable(after) ? { text: after, of: { secret } } : undefined;
}

/** What the object of a finding is called, for what is called as it is. */
export function nameOfObject(text: string, pointer: string): string {
  const index = Number(/^\d+/.exec(pointer)?.[0] ?? 0);
  const root = readObjects(text).documents[index]?.root;
  const name = rawText(field(field(root, 'metadata'), 'name'));
  return /^[a-z0-9][a-z0-9.-]*$/.test(name) ? name : 'credentials';
}

/** A kustomization whose generator reads a literal from a file beside it, and that file. */
export interface GeneratorFile {
  readonly text: string;
  /** The name of the file, and what stands in it. */
  readonly name: string;
  readonly content: string;
}

/** Moves a literal of a generator to a file of variables. */
export function withGeneratorFile(text: string, finding: Found): GeneratorFile | undefined {
  const root = readObjects(text).documents[0]?.root;
  const generators = field(root, 'secretGenerator');
  const { starts, ends } = readPositions(text);
  const { start } = offsetsOf(text, finding);
  for (const entry of generators?.kind === 'sequence' ? generators.items : []) {
    const literals = field(entry, 'literals');
    const name = rawText(field(entry, 'name'));
    if (literals?.kind !== 'sequence' || literals.flow || !/^[\w.-]+$/.test(name)) continue;
    const item = literals.items.find(({ ordinal }) => starts[ordinal] === start);
    // Entries beside it would have to be merged.
    if (item === undefined || hasEnvironment(entry)) continue;
    const place = { start, end: ends[item.ordinal] ?? start };
    const isOnly = literals.items.length === 1;
    return moved(text, { name, item, place, literals: isOnly ? literals : undefined });
  }
  return undefined;
}

function hasEnvironment(entry: ResourceNode): boolean {
  return field(entry, 'envs') !== undefined || field(entry, 'env') !== undefined;
}

/** Takes the line of an item away and writes `envs` above `literals`. */
function moved(
  text: string,
  given: {
    readonly name: string;
    readonly item: ResourceNode;
    readonly place: { readonly start: number; readonly end: number };
    readonly literals: ResourceNode | undefined;
  },
): GeneratorFile | undefined {
  const { name, item, place, literals } = given;
  const content = rawText(item);
  if (content.includes('\n')) return undefined;
  const lineStart = text.lastIndexOf('\n', place.start - 1) + 1;
  const lineEnd = text.indexOf('\n', place.end);
  const next = lineEnd < 0 ? text.length : lineEnd + 1;
  const rest = text.slice(place.end, next).trim();
  if (!/^\s*- $/.test(text.slice(lineStart, place.start)) || !/^(?:#.*)?$/.test(rest))
    return undefined;
  const head = text.slice(0, lineStart);
  const keyAt = head.lastIndexOf('literals:');
  const keyLine = head.lastIndexOf('\n', keyAt) + 1;
  const lead = head.slice(keyLine, keyAt);
  if (keyAt < 0 || !/^\s*(?:- )?$/.test(lead)) return undefined;
  const file = `${name}.enc.env`;
  const envs = `${lead}envs: [${file}]\n`;
  const indent = ' '.repeat(lead.length);
  const kept = literals === undefined ? `${indent}${head.slice(keyAt)}` : '';
  const after = head.slice(0, keyLine) + envs + kept + text.slice(next);
  const line = content.replace(/=(["'])(.*)\1$/, '=$2');
  return isReadable(after) ? { text: after, name: file, content: `${line}\n` } : undefined;
}

/** A creation rule that encrypts all that a Secret holds, and nothing beside it. */
export function withWiderSelector(text: string, finding: Found): string | undefined {
  const { start, end } = offsetsOf(text, finding);
  const line = text.slice(text.lastIndexOf('\n', start - 1) + 1, start);
  // Two selectors in one rule, and a rule for other files than Secrets, are for somebody to choose.
  if (!/encrypted_regex["']?:\s*$/.test(line) || /un\w+:\s*$/.test(line)) return undefined;
  if (!/^(?:stringData|metadata)$/.test(finding.parameters.name ?? '')) return undefined;
  if (!/data/i.test(text.slice(start, end))) return undefined;
  return `${text.slice(0, start)}^(data|stringData)$${text.slice(end)}`;
}

/** An object without the annotation of `kubectl apply`, and without `annotations` where it was the only one. */
export function withoutRemembered(text: string, finding: Found): string | undefined {
  const lines = text.split('\n');
  const isKey = (line: number): boolean =>
    /^\s*["']?kubectl\.kubernetes\.io\/last-applied-configuration["']?:/.test(lines[line] ?? '');
  const first = isKey(finding.line) ? finding.line : finding.line - 1;
  if (!isKey(first)) return undefined;
  const last = Math.max(finding.endLine, finding.line);
  const above = /^(\s*)annotations:\s*$/.exec(lines[first - 1] ?? '');
  const indent = above?.[1]?.length ?? 0;
  const next = lines.slice(last + 1).find((line) => line.trim() !== '') ?? '';
  const isOnly = above !== null && next.search(/\S|$/) <= indent;
  const from = isOnly ? first - 1 : first;
  const after = lines.toSpliced(from, last - from + 1).join('\n');
  return isReadable(after) ? after : undefined;
}

/** The place of a finding in its text. */
export function offsetsOf(
  text: string,
  { line, column, endLine, endColumn }: Found,
): { readonly start: number; readonly end: number } {
  const offset = (at: number, beside: number): number => {
    let start = 0;
    for (let count = 0; count < at; count += 1) start = text.indexOf('\n', start) + 1;
    return start + beside;
  };
  return { start: offset(line, column), end: offset(endLine, endColumn) };
}

function isReadable(text: string): boolean {
  return readObjects(text).problems.length === 0;
}
