import { failure, goFunction, type TemplateFunction } from '../functionTable.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { boolValue, intValue, nilValue, stringValue, type Value } from '../value.ts';
import { textOf } from './arguments.ts';
import { checkConstraints, parseConstraints } from './semverConstraint.ts';

/** Semantic versions. Source: sprig v3.3.0 semver.go; Masterminds/semver v3.4.0. */
export const semverFunctions: readonly (readonly [string, TemplateFunction])[] = [
  [
    'semver',
    goFunction('string', '*semver.Version', ([text]) => {
      const version = parseVersion(textOf(text));
      return 'problem' in version ? failure(version.problem) : versionValue(version);
    }),
  ],
  [
    'semverCompare',
    goFunction('string, string', 'bool', ([constraint, text]) => {
      const constraints = parseConstraints(textOf(constraint));
      if ('problem' in constraints) {
        return failure(constraints.problem);
      }
      const version = parseVersion(textOf(text));
      return 'problem' in version
        ? failure(version.problem)
        : boolValue(checkConstraints(constraints.alternatives, version));
    }),
  ],
];

/** A semantic version. */
export interface Version {
  readonly major: bigint;
  readonly minor: bigint;
  readonly patch: bigint;
  readonly prerelease: string;
  readonly metadata: string;
  readonly original: string;
}

const loose =
  /^v?([0-9]+)(\.[0-9]+)?(\.[0-9]+)?(-([0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*))?(\+([0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*))?$/;

/** Reads a version; minor and patch may be left out. Source: semver v3.4.0 version.go `coerceNewVersion`. */
export function parseVersion(text: string): Version | { readonly problem: string } {
  const match = loose.exec(text);
  if (match === null) {
    return { problem: 'invalid semantic version' };
  }
  const [, major = '0', minor = '', patch = '', , prerelease = '', , , metadata = ''] = match;
  const segments = [major, minor.slice(1), patch.slice(1)].map((each) =>
    BigInt(each === '' ? '0' : each),
  );
  const tooLarge = [major, minor.slice(1), patch.slice(1)].find(
    (each) => each !== '' && BigInt(each) >= 1n << 64n,
  );
  if (tooLarge !== undefined) {
    return {
      problem: `error parsing version segment: strconv.ParseUint: parsing "${tooLarge}": value out of range`,
    };
  }
  if (prerelease.split('.').some((part) => /^0[0-9]+$/.test(part))) {
    return { problem: 'version segment starts with 0' };
  }
  const [first = 0n, second = 0n, third = 0n] = segments;
  return { major: first, minor: second, patch: third, prerelease, metadata, original: text };
}

/** Source: version.go `Compare`. */
export function compareVersions(left: Version, right: Version): number {
  for (const segment of ['major', 'minor', 'patch'] as const) {
    if (left[segment] !== right[segment]) {
      return left[segment] < right[segment] ? -1 : 1;
    }
  }
  if (left.prerelease === right.prerelease) {
    return 0;
  }
  if (left.prerelease === '' || right.prerelease === '') {
    return left.prerelease === '' ? 1 : -1;
  }
  return comparePrereleases(left.prerelease, right.prerelease);
}

/** Source: version.go `comparePrerelease`. */
export function comparePrereleases(left: string, right: string): number {
  const [ours, theirs] = [left.split('.'), right.split('.')];
  for (let index = 0; index < Math.max(ours.length, theirs.length); index += 1) {
    const order = compareParts(ours[index] ?? '', theirs[index] ?? '');
    if (order !== 0) {
      return order;
    }
  }
  return 0;
}

function compareParts(left: string, right: string): number {
  if (left === right) {
    return 0;
  }
  if (left === '' || right === '') {
    return left === '' ? -1 : 1;
  }
  const [isNumber, otherIsNumber] = [isInteger(left), isInteger(right)];
  if (isNumber !== otherIsNumber) {
    return isNumber ? -1 : 1;
  }
  const greater = isNumber ? BigInt(left) > BigInt(right) : compareBytes(left, right) > 0;
  return greater ? 1 : -1;
}

function isInteger(text: string): boolean {
  return /^[0-9]+$/.test(text) && BigInt(text) < 1n << 64n;
}

function versionText({ major, minor, patch, prerelease, metadata }: Version): string {
  return `${major}.${minor}.${patch}${prerelease === '' ? '' : `-${prerelease}`}${metadata === '' ? '' : `+${metadata}`}`;
}

function versionValue(version: Version, depth = 0): Value {
  const { major, minor, patch, original } = version;
  const prefix = original.startsWith('v') ? 'v' : '';
  const next = (change: Partial<Version>): Value => {
    const raised = { ...version, prerelease: '', metadata: '', ...change };
    // `IncMajor` of `IncMajor` and so on ends after ten: Go computes each when it is asked.
    return depth >= 3
      ? nilValue
      : {
          ...versionObject({ ...raised, original: prefix + versionText(raised) }, depth + 1),
          type: 'semver.Version',
        };
  };
  return versionObject(version, depth, [
    ['IncMajor', next({ major: major + 1n, minor: 0n, patch: 0n })],
    ['IncMinor', next({ minor: minor + 1n, patch: 0n })],
    ['IncPatch', next({ patch: version.prerelease === '' ? patch + 1n : patch })],
  ]);
}

function versionObject(
  version: Version,
  depth: number,
  methods: readonly (readonly [string, Value])[] = methodsOf(version, depth),
): Extract<Value, { kind: 'object' }> {
  return {
    kind: 'object',
    type: '*semver.Version',
    text: versionText(version),
    fields: new Map<string, Value>([
      ['Major', intValue(version.major, 'uint64')],
      ['Minor', intValue(version.minor, 'uint64')],
      ['Patch', intValue(version.patch, 'uint64')],
      ['Prerelease', stringValue(version.prerelease)],
      ['Metadata', stringValue(version.metadata)],
      ['Original', stringValue(version.original)],
      ['String', stringValue(versionText(version))],
      ...methods,
    ]),
  };
}

function methodsOf(version: Version, depth: number): readonly (readonly [string, Value])[] {
  const value = versionValue(version, depth);
  return value.kind === 'object'
    ? [...value.fields].filter(([name]) => name.startsWith('Inc'))
    : [];
}
