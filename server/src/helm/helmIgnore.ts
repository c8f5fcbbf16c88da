import { compilePath } from './matchPath.ts';
import { baseName } from './chartFile.ts';

/** The rules of a .helmignore file. */
export interface IgnoreRules {
  readonly patterns: readonly IgnorePattern[];
}

interface IgnorePattern {
  readonly isNegated: boolean;
  readonly mustBeFolder: boolean;
  /** Whether it is matched against the last part of a path alone. */
  readonly isName: boolean;
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
    const pattern = readPattern(rule);
    if (pattern === undefined) {
      return { problem: 'syntax error in pattern' };
    }
    patterns.push(pattern);
  }
  return { patterns };
}

function readPattern(rule: string): IgnorePattern | undefined {
  const isNegated = rule.startsWith('!');
  const plain = isNegated ? rule.slice(1) : rule;
  const mustBeFolder = plain.endsWith('/');
  const path = mustBeFolder ? plain.slice(0, -1) : plain;
  const matches = compilePath(path.startsWith('/') ? path.slice(1) : path);
  if (matches === undefined) {
    return undefined;
  }
  return { isNegated, mustBeFolder, isName: !path.includes('/'), matches };
}

/** Whether a file or folder of a chart is left out. Source: rules.go `Ignore`. */
export function isIgnored(
  { patterns }: IgnoreRules,
  path: string,
  kind: 'file' | 'folder',
): boolean {
  const name = baseName(path);
  for (const { isNegated, mustBeFolder, isName, matches } of patterns) {
    const isMatch = matches(isName ? name : path);
    if (isNegated) {
      if ((mustBeFolder && kind === 'file') || !isMatch) {
        return true;
      }
    } else if (!(mustBeFolder && kind === 'file') && isMatch) {
      return true;
    }
  }
  return false;
}
