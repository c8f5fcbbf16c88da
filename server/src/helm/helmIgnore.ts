import { matchPath } from './matchPath.ts';
import { baseName } from './chartFile.ts';

/** The rules of a .helmignore file. */
export interface IgnoreRules {
  readonly patterns: readonly IgnorePattern[];
}

interface IgnorePattern {
  readonly isNegated: boolean;
  readonly mustBeFolder: boolean;
  readonly matches: (path: string) => boolean;
}

/**
 * Reads a .helmignore file and adds the rule that every chart has; `undefined` for a chart without one.
 * Source: Helm v4.2.3 pkg/ignore/rules.go `Parse`, `AddDefaults`.
 */
export function readIgnoreRules(
  text: string | undefined,
): IgnoreRules | { readonly problem: string } {
  const patterns: IgnorePattern[] = [];
  for (const line of [...(text ?? '').split('\n'), 'templates/.?*']) {
    const rule = line.trim();
    if (rule === '' || rule.startsWith('#')) {
      continue;
    }
    if (rule.includes('**')) {
      return { problem: 'double-star (**) syntax is not supported' };
    }
    if (matchPath(rule, 'abc') === undefined) {
      return { problem: 'syntax error in pattern' };
    }
    patterns.push(readPattern(rule));
  }
  return { patterns };
}

function readPattern(rule: string): IgnorePattern {
  const isNegated = rule.startsWith('!');
  const plain = isNegated ? rule.slice(1) : rule;
  const mustBeFolder = plain.endsWith('/');
  const path = mustBeFolder ? plain.slice(0, -1) : plain;
  const matches = path.startsWith('/')
    ? (name: string) => matchPath(path.slice(1), name) === true
    : path.includes('/')
      ? (name: string) => matchPath(path, name) === true
      : (name: string) => matchPath(path, baseName(name)) === true;
  return { isNegated, mustBeFolder, matches };
}

/** Whether a file or folder of a chart is left out. Source: rules.go `Ignore`. */
export function isIgnored(
  { patterns }: IgnoreRules,
  path: string,
  kind: 'file' | 'folder',
): boolean {
  for (const { isNegated, mustBeFolder, matches } of patterns) {
    if (isNegated) {
      if ((mustBeFolder && kind === 'file') || !matches(path)) {
        return true;
      }
    } else if (!(mustBeFolder && kind === 'file') && matches(path)) {
      return true;
    }
  }
  return false;
}
