import { englishMessage } from '../text/messages.ts';
import { policyWords } from '../text/policyWords.en.ts';
import { groupBy } from '../util/groupBy.ts';
import type { ClusterPolicy, PolicyCluster, PolicyFinding } from './clusterPolicy.ts';
import { groupFindings, type PolicyGroup } from './policyGroups.ts';

/** A cluster, and what the rules say of it. */
export interface CheckedPolicy {
  readonly cluster: PolicyCluster;
  readonly policy: ClusterPolicy;
}

/** What is told of a cluster: why applications do not build, and what rules say of the rest. */
export function allFindings({ policy }: CheckedPolicy): readonly PolicyFinding[] {
  return [...policy.failures, ...policy.findings];
}

/** What `strata check --json` prints; see docs/schemas/check.schema.json. Lines and columns count from 1. */
export interface CheckDocument {
  readonly findings: readonly CheckRow[];
  /** What no rule can say anything about, and why. */
  readonly notEvaluated: readonly NotEvaluatedRow[];
  readonly checked: {
    readonly clusters: number;
    readonly applications: number;
    readonly objects: number;
  };
}

/** One fault at one line. */
export interface CheckRow {
  readonly code: string;
  readonly severity: PolicyGroup['severity'];
  readonly message: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly clusters: readonly string[];
  readonly production: boolean;
  readonly objects: readonly {
    readonly cluster: string | null;
    readonly application: string;
    readonly resource: string;
    readonly field: string;
  }[];
  readonly fingerprint: string;
}

/** Something that is not checked. */
export interface NotEvaluatedRow {
  readonly code: string;
  readonly why: string;
  readonly clusters: readonly string[];
  /** How many objects, or applications, it is about, on all clusters together. */
  readonly count: number;
}

/**
 * The document of what was found; `findings` are those that are told, of all that the clusters have. `keys` are the
 * applications that were asked for, all where it is `undefined`; others are not counted.
 */
export function checkDocument(
  checked: readonly CheckedPolicy[],
  findings: readonly PolicyFinding[],
  keys?: ReadonlySet<string>,
): CheckDocument {
  const isAsked = (key: string): boolean => keys === undefined || keys.has(key);
  // What nobody can place may be a cluster of its own, and still bear a name that counts once.
  const names = new Set(checked.flatMap(({ cluster }) => cluster.name ?? []));
  const applications = checked.flatMap(({ cluster }) => cluster.applications).filter(isAsked);
  const objects = checked.flatMap(({ policy }) =>
    [...policy.objects].flatMap(([key, count]) => (isAsked(key) ? [count] : [])),
  );
  return {
    findings: groupFindings(findings).map(rowOf),
    notEvaluated: notEvaluated(checked, isAsked),
    checked: {
      clusters: names.size,
      applications: applications.length,
      objects: objects.reduce((sum, count) => sum + count, 0),
    },
  };
}

function rowOf({ range, objects, isProduction, ...group }: PolicyGroup): CheckRow {
  const { code, severity, clusters, fingerprint } = group;
  return {
    code,
    severity,
    message: englishMessage(group),
    file: range.file,
    line: range.start.line + 1,
    column: range.start.column + 1,
    clusters,
    production: isProduction,
    objects: objects.map((one) => ({ ...one, cluster: one.cluster ?? null })),
    fingerprint,
  };
}

function notEvaluated(
  checked: readonly CheckedPolicy[],
  isAsked: (key: string) => boolean,
): readonly NotEvaluatedRow[] {
  const all = checked.flatMap(({ cluster, policy }) => [
    ...policy.unevaluated.map(({ code, parameters, objects }) => ({
      code,
      why: policyWords(code, parameters),
      count: objects,
      cluster: cluster.name,
    })),
    ...whole('unchecked.not-rendered', policy.incomplete.filter(isAsked), cluster.name),
    ...whole('unchecked.other-revision', policy.elsewhere.filter(isAsked), cluster.name),
  ]);
  return [...groupBy(all, ({ code, why }) => `${code} ${why}`).values()]
    .flatMap((members) => {
      const [first] = members;
      if (first === undefined) return [];
      const clusters = [...new Set(members.flatMap(({ cluster }) => cluster ?? []))].sort();
      const count = members.reduce((sum, one) => sum + one.count, 0);
      return [{ code: first.code, why: first.why, clusters, count }];
    })
    .sort((a, b) => (a.code === b.code ? (a.why < b.why ? -1 : 1) : a.code < b.code ? -1 : 1));
}

/** Applications that are not checked, or not all of what they make. */
function whole(
  code: string,
  keys: readonly string[],
  cluster: string | undefined,
): readonly {
  readonly code: string;
  readonly why: string;
  readonly count: number;
  readonly cluster: string | undefined;
}[] {
  return keys.length === 0
    ? []
    : [{ code, why: policyWords(code, {}), count: keys.length, cluster }];
}
