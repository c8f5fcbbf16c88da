import { quoteGo } from '../goQuote.ts';
import { comparePrereleases, compareVersions, parseVersion, type Version } from './semver.ts';

/** One comparison of a constraint; the dirty flags say which segments were left open. */
export interface Constraint {
  readonly operator: string;
  readonly version: Version;
  readonly isDirty: boolean;
  readonly isMinorDirty: boolean;
  readonly isPatchDirty: boolean;
}

const segment = '[0-9|xX*]+';
const versionPattern = `v?(${segment})(\\.${segment})?(\\.${segment})?(-([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?(\\+([0-9A-Za-z\\-]+(\\.[0-9A-Za-z\\-]+)*))?`;
const operators = '=||!=|>|<|>=|=>|<=|=<|~|~>|\\^';
const whole = new RegExp(`^\\s*(${operators})\\s*(${versionPattern})\\s*$`);
const ranges = new RegExp(`\\s*(${versionPattern})\\s+-\\s+(${versionPattern})\\s*`, 'g');
const found = new RegExp(`(${operators})\\s*(${versionPattern})`, 'g');
const valid = new RegExp(
  `^(\\s*(${operators})\\s*(${versionPattern})\\s*)((?:\\s+|,\\s*)(${operators})\\s*(${versionPattern})\\s*)*$`,
);

/** Reads a constraint such as `>= 1.2, < 2 || ~3.1`. Source: Masterminds/semver v3.4.0 constraints.go `NewConstraint`. */
export function parseConstraints(
  text: string,
): { readonly alternatives: readonly (readonly Constraint[])[] } | { readonly problem: string } {
  const alternatives: (readonly Constraint[])[] = [];
  const rewritten = text.replace(
    ranges,
    (...match: readonly string[]) => `>= ${match[1]}, <= ${match[11]} `,
  );
  for (const part of rewritten.split('||')) {
    if (part.length > maxLength || !valid.test(part)) {
      return { problem: `improper constraint: ${quoteGo(part)}` };
    }
    const constraints: Constraint[] = [];
    for (const piece of part.match(found) ?? [part]) {
      const constraint = parseConstraint(piece);
      if ('problem' in constraint) {
        return constraint;
      }
      constraints.push(constraint);
    }
    alternatives.push(constraints);
  }
  return { alternatives };
}

/** The pattern looks back, so its time grows with the length; no constraint that means well is this long. */
const maxLength = 500;

function parseConstraint(text: string): Constraint | { readonly problem: string } {
  const match = whole.exec(text);
  if (match === null) {
    return { problem: `improper constraint: ${quoteGo(text)}` };
  }
  const [, operator = '', written = '', major = '', minor = '', patch = '', prerelease = ''] =
    match;
  const isMajorOpen = isOpen(major);
  const isMinorDirty = !isMajorOpen && isOpen(minor.slice(1));
  const isPatchDirty = !isMajorOpen && !isMinorDirty && isOpen(patch.slice(1));
  const version = parseVersion(
    isMajorOpen
      ? `0.0.0${prerelease}`
      : isMinorDirty
        ? `${major}.0.0${prerelease}`
        : isPatchDirty
          ? `${major}${minor}.0${prerelease}`
          : written,
  );
  return 'problem' in version
    ? { problem: 'constraint parser error' }
    : {
        operator,
        version,
        isDirty: isMajorOpen || isMinorDirty || isPatchDirty,
        isMinorDirty,
        isPatchDirty,
      };
}

function isOpen(text: string): boolean {
  return text === '' || text === 'x' || text === 'X' || text === '*';
}

/** Whether a version meets all constraints of one alternative. Source: constraints.go `Check`. */
export function checkConstraints(
  alternatives: readonly (readonly Constraint[])[],
  version: Version,
): boolean {
  return alternatives.some((constraints) => {
    const takesPrereleases = constraints.some((each) => each.version.prerelease !== '');
    return (
      (version.prerelease === '' || takesPrereleases) &&
      constraints.every((constraint) => meets(version, constraint))
    );
  });
}

function meets(version: Version, constraint: Constraint): boolean {
  const order = compareVersions(version, constraint.version);
  switch (constraint.operator) {
    case '':
    case '=':
      return constraint.isDirty ? meetsTilde(version, constraint, order) : order === 0;
    case '!=':
      return meetsNotEqual(version, constraint, order);
    case '>':
      return meetsGreater(version, constraint, order);
    case '<':
      return order < 0;
    case '>=':
    case '=>':
      return order >= 0;
    case '<=':
    case '=<':
      return meetsLessOrEqual(version, constraint, order);
    case '~':
    case '~>':
      return meetsTilde(version, constraint, order);
    default:
      return meetsCaret(version, constraint, order);
  }
}

function meetsNotEqual(version: Version, constraint: Constraint, order: number): boolean {
  const { version: other, isDirty, isMinorDirty, isPatchDirty } = constraint;
  if (isDirty) {
    if (other.major !== version.major || (other.minor !== version.minor && !isMinorDirty)) {
      return true;
    }
    if (isMinorDirty) {
      return false;
    }
    if (other.patch !== version.patch && !isPatchDirty) {
      return true;
    }
    if (isPatchDirty) {
      return (
        (version.prerelease !== '' || other.prerelease !== '') &&
        comparePrereleases(version.prerelease, other.prerelease) !== 0
      );
    }
  }
  return order !== 0;
}

function meetsGreater(version: Version, constraint: Constraint, order: number): boolean {
  const { version: other, isDirty, isMinorDirty, isPatchDirty } = constraint;
  if (!isDirty || version.major !== other.major) {
    return isDirty ? version.major > other.major : order > 0;
  }
  if (isMinorDirty) {
    return false;
  }
  return isPatchDirty ? version.minor > other.minor : order > 0;
}

function meetsLessOrEqual(version: Version, constraint: Constraint, order: number): boolean {
  const { version: other, isDirty, isMinorDirty } = constraint;
  if (!isDirty) {
    return order <= 0;
  }
  return (
    version.major < other.major ||
    (version.major === other.major && (version.minor <= other.minor || isMinorDirty))
  );
}

function meetsTilde(version: Version, constraint: Constraint, order: number): boolean {
  const { version: other, isMinorDirty, isPatchDirty } = constraint;
  if (order < 0) {
    return false;
  }
  const isZero = other.major === 0n && other.minor === 0n && other.patch === 0n;
  if (isZero && !isMinorDirty && !isPatchDirty) {
    return true;
  }
  return version.major === other.major && (version.minor === other.minor || isMinorDirty);
}

function meetsCaret(version: Version, constraint: Constraint, order: number): boolean {
  const { version: other, isMinorDirty, isPatchDirty } = constraint;
  if (order < 0 || version.major !== other.major) {
    return false;
  }
  if (other.major > 0n || isMinorDirty) {
    return true;
  }
  if (other.minor > 0n || isPatchDirty) {
    return version.minor === other.minor;
  }
  return version.minor === 0n && version.patch === other.patch;
}
