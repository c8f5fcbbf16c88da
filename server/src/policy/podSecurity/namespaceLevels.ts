/** A level of Pod Security. */
export type Level = 'privileged' | 'baseline' | 'restricted';

/** A level as of a minor version of Kubernetes 1; `undefined` is the latest. */
export interface LevelVersion {
  readonly level: Level;
  readonly minor: number | undefined;
}

/** What the labels of a namespace ask for. */
export interface NamespaceLevels {
  readonly enforce: LevelVersion;
  readonly audit: LevelVersion;
  readonly warn: LevelVersion;
  /** The labels that nobody can read, with which the API server creates no namespace. */
  readonly badLabels: readonly string[];
}

/** The start of all labels of Pod Security. */
export const podSecurityLabels = 'pod-security.kubernetes.io/';

/**
 * The levels of a namespace by its labels, where the API server itself has no other defaults than its own.
 *
 * Source: k8s.io/pod-security-admission api/helpers.go (v0.37.2), `PolicyToEvaluate`.
 */
export function namespaceLevels(labels: ReadonlyMap<string, string>): NamespaceLevels {
  const badLabels: string[] = [];
  const levelOf = (mode: string, fallback: Level): Level | undefined => {
    const label = podSecurityLabels + mode;
    const text = labels.get(label);
    if (text === undefined) return undefined;
    if (isLevel(text)) return text;
    badLabels.push(label);
    return fallback;
  };
  const minorOf = (mode: string): number | undefined => {
    const label = `${podSecurityLabels}${mode}-version`;
    const text = labels.get(label);
    if (text === undefined || text === 'latest') return undefined;
    const minor = /^v1\.([0-9]|[1-9][0-9]*)$/.exec(text)?.[1];
    if (minor === undefined) badLabels.push(label);
    return minor === undefined ? undefined : Number(minor);
  };
  const enforce = {
    level: levelOf('enforce', 'restricted') ?? ('privileged' as const),
    minor: minorOf('enforce'),
  };
  const isEnforceRead = isLevel(labels.get(`${podSecurityLabels}enforce`) ?? '');
  const audit = {
    level: levelOf('audit', 'privileged') ?? ('privileged' as const),
    minor: minorOf('audit'),
  };
  const warnLevel = levelOf('warn', 'privileged');
  const warnMinor = minorOf('warn');
  const followsEnforce = warnLevel === undefined && isEnforceRead && enforce.level !== 'privileged';
  const warn = followsEnforce
    ? {
        level: enforce.level,
        minor: labels.has(`${podSecurityLabels}warn-version`) ? warnMinor : enforce.minor,
      }
    : { level: warnLevel ?? ('privileged' as const), minor: warnMinor };
  return { enforce, audit, warn, badLabels };
}

function isLevel(text: string): text is Level {
  return text === 'privileged' || text === 'baseline' || text === 'restricted';
}
