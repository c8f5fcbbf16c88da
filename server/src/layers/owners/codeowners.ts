import { problem, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import {
  matchesOwnerPattern,
  readOwnerPattern,
  type OwnerPattern,
  type OwnersFlavor,
} from './ownerPattern.ts';

/** What a CODEOWNERS file says. */
export interface Codeowners {
  readonly file: FileId;
  readonly flavor: OwnersFlavor;
  /** In the order of the file; without a header there is one section. */
  readonly sections: readonly OwnersSection[];
  /** Lines that the service does not take: `owners.bad-rule`. */
  readonly problems: readonly Problem[];
}

/** One section; each asks for an approval of its own. GitHub has one. */
export interface OwnersSection {
  /** `''` for rules before the first header. */
  readonly name: string;
  /** Whether a change can be merged without its approval. */
  readonly optional: boolean;
  /** How many of the owners have to approve. */
  readonly approvals: number;
  readonly rules: readonly OwnersRule[];
}

/** One rule. */
export interface OwnersRule {
  readonly text: string;
  readonly pattern: OwnerPattern;
  /** Empty where the rule says that nobody owns it. */
  readonly owners: readonly string[];
  /** Whether what fits needs no approval of the section, whatever other rules say (`!` of GitLab). */
  readonly excludes: boolean;
  /** From 0. */
  readonly line: number;
}

/** Who owns a file, in one section. */
export interface Ownership {
  readonly owners: readonly string[];
  readonly section: string;
  readonly optional: boolean;
  readonly approvals: number;
  readonly rule: OwnersRule;
}

/**
 * Reads a CODEOWNERS file.
 * Source: GitHub docs, "About code owners"; GitLab docs, "Syntax of CODEOWNERS file" (18).
 */
export function readCodeowners(text: string, file: FileId, flavor: OwnersFlavor): Codeowners {
  const sections: MutableSection[] = [newSection('')];
  const problems: Problem[] = [];
  let current = sections[0] ?? newSection('');
  text.split(/\r?\n/).forEach((written, line) => {
    const trimmed = written.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return;
    const header = flavor === 'gitlab' ? readHeader(trimmed) : undefined;
    if (header !== undefined) {
      const known = sections.find(({ name }) => name.toLowerCase() === header.name.toLowerCase());
      current = known ?? header;
      current.defaults = header.defaults;
      if (known === undefined) sections.push(current);
      return;
    }
    const rule = readRule(trimmed, { line, flavor, defaults: current.defaults });
    if (rule === undefined) {
      const at = { kind: 'line', file, line } as const;
      problems.push(problem('owners.bad-rule', { rule: trimmed, service: names[flavor] }, at));
    } else {
      current.rules.push(rule);
    }
  });
  return { file, flavor, sections: sections.filter(({ rules }) => rules.length > 0), problems };
}

const names: Readonly<Record<OwnersFlavor, string>> = { github: 'GitHub', gitlab: 'GitLab' };

/** Who owns a file, section by section: of the rules of a section the last one that fits counts. */
export function ownersOf({ sections }: Codeowners, path: FileId): readonly Ownership[] {
  return sections.flatMap(({ name, optional, approvals, rules }) => {
    const rule = winningRule(rules, path);
    return rule === undefined || rule.owners.length === 0
      ? []
      : [{ owners: rule.owners, section: name, optional, approvals, rule }];
  });
}

/** The rule of a section that counts for a file: the last that fits, but for one that excludes it. */
export function winningRule(rules: readonly OwnersRule[], path: FileId): OwnersRule | undefined {
  const excluding = rules.find((one) => one.excludes && matchesOwnerPattern(one.pattern, path));
  return excluding ?? rules.findLast(({ pattern }) => matchesOwnerPattern(pattern, path));
}

interface MutableSection extends OwnersSection {
  readonly rules: OwnersRule[];
  defaults: readonly string[];
}

function newSection(name: string, optional = false, approvals = 1): MutableSection {
  return { name, optional, approvals, rules: [], defaults: [] };
}

/** `[Name]`, `^[Name]` for an optional one, `[Name][2]`, and owners of all its rules that name none. */
function readHeader(line: string): MutableSection | undefined {
  const match = /^(\^)?\[([^\]]+)\](?:\[(\d+)\])?(?:\s+(.*))?$/.exec(line);
  if (match === null) return undefined;
  const [, caret, name = '', count = '1', rest = ''] = match;
  const section = newSection(name.trim(), caret !== undefined, Math.max(Number(count), 1));
  return { ...section, defaults: ownersIn(rest, 'gitlab') ?? [] };
}

function readRule(
  line: string,
  {
    line: number,
    flavor,
    defaults,
  }: { readonly line: number; readonly flavor: OwnersFlavor; readonly defaults: readonly string[] },
): OwnersRule | undefined {
  const text = /^(?:\\.|[^\\\s])+/.exec(line)?.[0] ?? line;
  const excludes = flavor === 'gitlab' && text.startsWith('!');
  const pattern = readOwnerPattern(excludes ? text.slice(1) : text, flavor);
  const owners = ownersIn(line.slice(text.length), flavor);
  if (pattern === undefined || owners === undefined) return undefined;
  const all = owners.length === 0 ? defaults : owners;
  return { text, pattern, owners: excludes ? [] : all, excludes, line: number };
}

/** GitHub takes a line with anything else than owners for an error, and knows comments behind them; GitLab passes over. */
function ownersIn(text: string, flavor: OwnersFlavor): readonly string[] | undefined {
  const told = flavor === 'github' ? text.replace(/(^|\s)#.*$/, '') : text;
  const words = told.split(/\s+/).filter((word) => word !== '');
  const owners = words.filter((word) => /^@{1,2}[\w][\w./-]*$|^[^@\s]+@[^@\s]+$/.test(word));
  return flavor === 'github' && owners.length < words.length ? undefined : owners;
}
