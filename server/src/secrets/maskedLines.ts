import { readPositions, type NodePositions } from '../yaml/positions.ts';
import { readObjects } from '../yaml/readObjects.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { isOperations } from './kustomizationRules.ts';
import { scanFile, type FileContext } from './scanFile.ts';
import { maskActions } from './template.ts';

/** What stands for a value in a line of a file. */
export const lineMask = '••••';

/**
 * The lines of a file without their breaks and without the values of Secrets: of objects and patches of that kind, of what
 * generators of Secrets read, of literals, and of all that the rules for secrets find. Keys stay; from a value on the rest
 * of its line goes, whatever else stands there. A file that says that it has a Secret and cannot be read shows nothing.
 */
export function maskedLines(path: string, text: string, context: FileContext): readonly string[] {
  const lines = text.split('\n').map((line) => line.replace(/\r$/, ''));
  if (context.generator === 'env') return lines.map(maskedAssignment);
  if (context.generator === 'file') return lines.map((line) => cutAt(line, 0));
  const cuts = new Map<number, number>();
  const cut = (line: number, column: number): void => {
    cuts.set(line, Math.min(cuts.get(line) ?? column, column));
  };
  const documents = mayHoldSecret(text, context) ? readDocuments(text) : [];
  if (documents === undefined) return lines.map((line) => cutAt(line, 0));
  const marks = newMarks(context);
  for (const { root } of documents) marks.look(root);
  const starts = lineStarts(text);
  if (marks.ordinals.size > 0) {
    const positions = readPositions(documentText(text));
    for (const [ordinal, shown] of marks.ordinals)
      cutSpan(starts, spanOf(text, positions, { ordinal, shown }), cut);
    for (const [index, line] of lines.entries()) {
      // A comment of a file of Secrets may be a value that was there before.
      const at = /^\s*#\s?/.exec(line)?.[0].length;
      if (at !== undefined) cut(index, at);
    }
  }
  for (const { value, line, column, endLine, endColumn } of scanFile(path, text, context)) {
    if (value === undefined) continue;
    cut(line, column);
    for (let at = line + 1; at <= endLine; at += 1) if (at < endLine || endColumn > 0) cut(at, 0);
  }
  return lines.map((line, index) => {
    const at = cuts.get(index);
    return at === undefined ? line : cutAt(line, at);
  });
}

function mayHoldSecret(text: string, { patchTarget = '' }: FileContext): boolean {
  return (
    /Secret|secretGenerator|\bstringData\b/.test(text) ||
    patchTarget === 'Secret' ||
    /\/data\b/.test(text)
  );
}

/** The text that is read: templates without their actions, at the same offsets. */
function documentText(text: string): string {
  return text.includes('{{') && readObjects(text).problems.length > 0 ? maskActions(text) : text;
}

/** `undefined` where the text says that it has a Secret and is no YAML. */
function readDocuments(text: string): readonly { readonly root: ResourceNode }[] | undefined {
  const { documents, problems } = readObjects(documentText(text));
  if (problems.length === 0) return documents;
  return /\bkind["']?\s*:\s*["']?Secret\b|secretGenerator\s*:|\bstringData\b/.test(text)
    ? undefined
    : [];
}

/** What is left of a scalar: of `key=value` the key. */
type Shown = 'nothing' | 'key';

interface Marks {
  /** Scalars that are hidden, and what of them is not. */
  readonly ordinals: ReadonlyMap<number, Shown>;
  readonly look: (node: ResourceNode) => void;
}

const remembered = 'kubectl.kubernetes.io/last-applied-configuration';

function newMarks({ patchTarget }: FileContext): Marks {
  const ordinals = new Map<number, Shown>();
  const hide = (node: ResourceNode | undefined): void => {
    for (const { ordinal } of scalarsBelow(node)) ordinals.set(ordinal, 'nothing');
  };
  const hideLiterals = (node: ResourceNode | undefined): void => {
    for (const { ordinal, value } of scalarsBelow(node))
      ordinals.set(ordinal, value.includes('=') ? 'key' : 'nothing');
  };
  const look = (node: ResourceNode, target = ''): void => {
    if (node.kind === 'scalar') {
      if (holdsSecret(node.value)) hide(node);
      return;
    }
    if (node.kind === 'alias') return;
    if (node.kind === 'sequence') {
      if (isOperations(node)) hideOperations(node.items, target, hide);
      for (const item of node.items) look(item, target);
      return;
    }
    if (rawText(field(node, 'kind')) === 'Secret' || target === 'Secret') {
      hide(field(node, 'data'));
      hide(field(field(field(node, 'metadata'), 'annotations'), remembered));
    }
    hide(field(node, 'stringData'));
    hideGenerators(node, hideLiterals);
    const patch = field(node, 'patch');
    const kind = rawText(field(field(node, 'target'), 'kind'));
    if (kind.includes('Secret') || (kind === '' && /\/data\b/.test(rawText(patch)))) hide(patch);
    for (const value of node.values) look(value);
  };
  return {
    ordinals,
    look: (node) => {
      look(node, patchTarget);
    },
  };
}

/** The values of operations on what a Secret keeps; of operations on what nobody names, too. */
function hideOperations(
  operations: readonly ResourceNode[],
  target: string,
  hide: (node: ResourceNode | undefined) => void,
): void {
  for (const one of operations) {
    const path = rawText(field(one, 'path'));
    const isData = /^\/data(?:\/|$)/.test(path) && (target === '' || target.includes('Secret'));
    if (isData || path.startsWith('/stringData') || target === 'Secret') hide(field(one, 'value'));
  }
}

function hideGenerators(
  node: MapNode,
  hideLiterals: (node: ResourceNode | undefined) => void,
): void {
  const generators = field(node, 'secretGenerator');
  if (generators?.kind !== 'sequence') return;
  for (const one of generators.items) hideLiterals(field(one, 'literals'));
}

/** Whether a text inside of a scalar, as of a patch in line, has a Secret. */
function holdsSecret(text: string): boolean {
  return /\bkind["']?\s*:\s*["']?Secret\b|\bstringData\b|\bsecretGenerator\b/.test(text);
}

function scalarsBelow(node: ResourceNode | undefined): readonly ScalarNode[] {
  switch (node?.kind) {
    case 'scalar':
      return [node];
    case 'map':
      return node.values.flatMap(scalarsBelow);
    case 'sequence':
      return node.items.flatMap(scalarsBelow);
    case 'alias':
      return scalarsBelow(node.target);
    case undefined:
      return [];
  }
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** What is hidden of a scalar, without the white space at its end. */
function spanOf(
  text: string,
  { starts, ends }: NodePositions,
  { ordinal, shown }: { readonly ordinal: number; readonly shown: Shown },
): Span {
  const first = starts[ordinal] ?? 0;
  let end = ends[ordinal] ?? first;
  while (end > first && /\s/.test(text[end - 1] ?? '')) end -= 1;
  const sign = shown === 'key' ? text.slice(first, end).indexOf('=') : -1;
  return { start: first + sign + 1, end };
}

function cutSpan(
  starts: readonly number[],
  { start, end }: Span,
  cut: (line: number, column: number) => void,
): void {
  if (end <= start) return;
  const after = starts.findIndex((at) => at > start);
  const first = (after < 0 ? starts.length : after) - 1;
  cut(first, start - (starts[first] ?? 0));
  for (let line = first + 1; (starts[line] ?? end) < end; line += 1) cut(line, 0);
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

/** A line up to a column, and a mask for what comes then. */
function cutAt(line: string, column: number): string {
  const indent = line.length - line.trimStart().length;
  const at = Math.max(column, indent);
  return line.slice(at).trim() === '' ? line : `${line.slice(0, at)}${lineMask}`;
}

/** A line of a file of variables, in comments, too. */
function maskedAssignment(line: string): string {
  return cutAt(line, line.indexOf('=') + 1);
}
