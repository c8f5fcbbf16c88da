import { toBytes } from './envsubst/byteText.ts';
import { matchesPattern } from './envsubst/pathMatch.ts';

/**
 * One line of `.sourceignore` or `spec.ignore`.
 * Source: fluxcd/pkg/sourceignore v0.19.0 gitignore/pattern.go `pattern`.
 */
export interface IgnorePattern {
  /** The folder that it stands for, as the names of its path: it matches only what stands below. */
  readonly domain: readonly string[];
  readonly parts: readonly string[];
  /** `!`: what matches is kept. */
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
  /** Whether it is a path, and not a name at any depth. */
  readonly isPath: boolean;
}

/**
 * The patterns of a text; lines that begin with `#` and empty ones are none.
 * Source: fluxcd/pkg/sourceignore v0.19.0 sourceignore.go `ReadPatterns`.
 */
export function readIgnorePatterns(
  text: string,
  domain: readonly string[],
): readonly IgnorePattern[] {
  return text
    .split('\n')
    .map((line) => line.replace(/\r$/, ''))
    .filter((line) => !line.startsWith('#') && line.trim() !== '')
    .map((line) => parseIgnorePattern(line, domain));
}

/** Source: gitignore/pattern.go `ParsePattern`. */
export function parseIgnorePattern(line: string, domain: readonly string[]): IgnorePattern {
  const keeps = line.startsWith('!');
  let text = keeps ? line.slice(1) : line;
  if (!text.endsWith('\\ ')) text = text.replace(/ +$/, '');
  const foldersOnly = text.endsWith('/');
  if (foldersOnly) text = text.slice(0, -1);
  return { domain, parts: text.split('/'), keeps, foldersOnly, isPath: text.includes('/') };
}

/**
 * Whether patterns leave a path out; the last one that matches decides. Unlike git, a pattern can keep a file of a folder
 * that another leaves out.
 * Source: gitignore/matcher.go `matcher.Match`.
 */
export function isIgnored(
  patterns: readonly IgnorePattern[],
  path: readonly string[],
  isFolder: boolean,
): boolean {
  const last = patterns.findLast((pattern) => matches(pattern, path, isFolder));
  return last !== undefined && !last.keeps;
}

/** Source: gitignore/pattern.go `pattern.Match`. */
function matches(pattern: IgnorePattern, path: readonly string[], isFolder: boolean): boolean {
  const { domain, isPath } = pattern;
  if (path.length <= domain.length || domain.some((name, index) => path[index] !== name))
    return false;
  const below = path.slice(domain.length);
  return isPath ? matchesPath(pattern, below, isFolder) : matchesName(pattern, below, isFolder);
}

/** A folder that matches takes all below it along. Source: gitignore/pattern.go `simpleNameMatch`. */
function matchesName(
  { parts: [name = ''], foldersOnly }: IgnorePattern,
  path: readonly string[],
  isFolder: boolean,
): boolean {
  const index = path.findIndex((part) => matchesPart(name, part));
  return index >= 0 && (!foldersOnly || isFolder || index < path.length - 1);
}

/** Source: gitignore/pattern.go `globMatch`. */
function matchesPath(
  { parts, foldersOnly }: IgnorePattern,
  path: readonly string[],
  isFolder: boolean,
): boolean {
  let rest = path;
  let matched = false;
  let crosses = false;
  for (const [index, part] of parts.entries()) {
    if (part === '') {
      crosses = false;
      continue;
    }
    if (part === '**') {
      if (index === parts.length - 1) break;
      crosses = true;
      continue;
    }
    const [first] = rest;
    if (part.includes('**') || first === undefined) return false;
    if (crosses) {
      crosses = false;
      const found = rest.findIndex((name) => matchesPart(part, name));
      matched = found >= 0;
      rest = matched ? rest.slice(found + 1) : [];
    } else {
      if (!matchesPart(part, first)) return false;
      matched = true;
      rest = rest.slice(1);
    }
  }
  return matched && (!foldersOnly || isFolder || rest.length > 0);
}

/** A malformed pattern matches nothing. Source: Go path/filepath `Match`. */
function matchesPart(part: string, name: string): boolean {
  return matchesPattern(toBytes(part), toBytes(name)) === true;
}

const versionControl = '.git/,.gitignore,.gitmodules,.gitattributes';
const extensions = '*.jpg,*.jpeg,*.gif,*.png,*.wmv,*.flv,*.tar.gz,*.zip';
const pipelines =
  '.github/,.circleci/,.travis.yml,.gitlab-ci.yml,appveyor.yml,.drone.yml,cloudbuild.yaml,codeship-services.yml,codeship-steps.yml';
const others = '**/.goreleaser.yml,**/.sops.yaml,**/.flux.yaml';

/** What is always left out, unless a pattern keeps it. Source: sourceignore.go `VCSPatterns`. */
export function versionControlPatterns(domain: readonly string[]): readonly IgnorePattern[] {
  return versionControl.split(',').map((line) => parseIgnorePattern(line, domain));
}

/**
 * What is left out where nobody wrote a pattern: one of their own, anywhere in the source, ends them all.
 * Source: sourceignore.go `DefaultPatterns`; fluxcd/pkg/artifact storage/archive.go `SourceIgnoreFilter`.
 */
export function defaultPatterns(domain: readonly string[]): readonly IgnorePattern[] {
  return [extensions, pipelines, others]
    .flatMap((list) => list.split(','))
    .map((line) => parseIgnorePattern(line, domain));
}
