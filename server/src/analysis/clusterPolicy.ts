import { sureFailures } from '../layers/compareRenders.ts';
import { configQuery } from '../layers/config/configFile.ts';
import { weigh } from '../layers/config/weigh.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { isProduction } from '../layers/register/environment.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import { isBeside, repositoryOf } from '../kustomize/files.ts';
import type { Breach, Unevaluated } from '../policy/checkedCluster.ts';
import { wholeAnswer } from '../policy/clusterRules.ts';
import type { Query, Reader } from '../query/database.ts';
import { newMasks } from '../secrets/redact.ts';
import { maskedMessage } from '../secrets/secretTexts.ts';
import { diagnosticRow, type Severity } from '../text/diagnostics.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import {
  askedClusterQuery,
  isFollowed,
  questionOf,
  rulePartQuery,
  worldsQuery,
  type AskedCluster,
} from './askedCluster.ts';
import { nodeAt } from './driftMasks.ts';
import { fieldText } from './fieldPath.ts';
import { withoutQuotedValues } from './locatedProblem.ts';
import { practiceByApplicationQuery } from './practice/applicationPractice.ts';
import { nameOf, resourceText } from './resourceName.ts';
import { rangeOfPointer, type SourceRange } from './sourceRange.ts';

/** A cluster that is checked: what tells it from others, and what it is called. */
export interface PolicyCluster {
  readonly key: string;
  /** `undefined` for an application whose cluster the repository cannot tell. */
  readonly name: string | undefined;
  /** The keys of the applications that are delivered there. */
  readonly applications: readonly string[];
}

/** A rule that an object breaks, at the line that makes it so; values of Secrets are masked. */
export interface PolicyFinding {
  readonly code: string;
  readonly severity: Severity;
  /** What the message tells, `id` of the object among it. */
  readonly parameters: Readonly<Record<string, string>>;
  readonly range: SourceRange;
  /** The rendered object, and the FIELD of it; empty where it is no fault of one object. */
  readonly resource: string;
  readonly field: string;
  readonly cluster: string | undefined;
  readonly isProduction: boolean;
  readonly application: { readonly key: string; readonly name: string };
}

/** What the rules say of a cluster. */
export interface ClusterPolicy extends Pick<AskedCluster, 'incomplete' | 'elsewhere' | 'objects'> {
  readonly findings: readonly PolicyFinding[];
  /** Why applications do not build, as findings without a rule: what is missing of them is not checked. */
  readonly failures: readonly PolicyFinding[];
  readonly unevaluated: readonly Unevaluated[];
}

/** The clusters that something is delivered to, sorted by name. */
export function policyClusters(analysis: Analysis): Answer<readonly PolicyCluster[]> {
  return analysis.ask((reader) =>
    [...reader.get(worldsQuery, '')].map(([key, applications]) => ({
      key,
      name: applications[0]?.destination.cluster,
      applications: applications.map((one) => one.key),
    })),
  );
}

/**
 * What the rules say of a cluster, by its key. `today` is `YYYY-MM-DD`, for findings that are silenced until a day; `minor`
 * stands for the minor version of its Kubernetes 1 in the place of the one that the register has.
 */
export function policyOfCluster(
  analysis: Analysis,
  key: string,
  {
    today,
    minor,
  }: { readonly today?: string | undefined; readonly minor?: number | undefined } = {},
): Answer<ClusterPolicy> {
  return analysis.ask((reader) => {
    const { breaches, ...rest } = reader.get(clusterBreachesQuery, questionOf(key, minor));
    return {
      ...rest,
      findings: weighed(reader, [...breaches, ...practiceOf(reader, key)], today),
      failures: weighed(reader, failuresOf(reader, key), today),
    };
  });
}

/** Breaches of a cluster at their lines, as the configuration weighs them; `today` is `YYYY-MM-DD`. */
export function weighedFindings(
  reader: Reader,
  breaches: readonly Breach[],
  { facts, today }: { readonly facts: AskedCluster['facts']; readonly today: string },
): readonly PolicyFinding[] {
  return weighed(
    reader,
    breaches.map((one) => placedBreach(one, facts)),
    today,
  );
}

/** Breaches at their places, as the configuration weighs them; `today` is `YYYY-MM-DD`. */
export function weighed(
  reader: Reader,
  breaches: readonly PlacedBreach[],
  today: string | undefined,
): readonly PolicyFinding[] {
  const config = reader.get(configQuery, '');
  return breaches.flatMap((one) => {
    const severity = weigh({ code: one.code, file: one.at.file }, config, today);
    if (severity === 'off') return [];
    return [{ ...one, severity, range: rangeOfPointer(reader, one.at) }];
  });
}

/**
 * Why applications of a cluster do not build: at the line, else where the application is declared. What we only lack, as a
 * remote base, is no failure.
 */
function failuresOf(reader: Reader, key: string): readonly PlacedBreach[] {
  const applications = (reader.get(worldsQuery, '').get(key) ?? []).filter(isFollowed);
  const productive = productionClusters(reader);
  return applications.flatMap((application) => {
    const { cluster } = application.destination;
    const { failures, gaps } = reader.get(unitOutputQuery, application.key);
    return sureFailures(failures, gaps)
      .filter(({ code }) => diagnosticRow(code).severity === 'error')
      .map(({ code, parameters, at }): PlacedBreach => {
        const isHere = at !== undefined && repositoryOf(at.file) === undefined;
        return {
          code,
          parameters: withoutQuotedValues(parameters),
          at: isHere ? at : application.declaredAt,
          resource: '',
          field: '',
          cluster,
          isProduction: cluster !== undefined && productive.includes(cluster),
          application: { key: application.key, name: application.name },
        };
      });
  });
}

function productionClusters(reader: Reader): readonly string[] {
  return reader
    .get(clustersQuery, '')
    .flatMap(({ name, environment }) =>
      environment !== undefined && isProduction(environment) ? [name] : [],
    );
}

/** What projects refuse, and what the field would do otherwise, on one cluster. What stands in a remote source cannot be mended here. */
function practiceOf(reader: Reader, key: string): readonly PlacedBreach[] {
  const found = reader.get(practiceByApplicationQuery, '');
  const own = (reader.get(worldsQuery, '').get(key) ?? []).flatMap(
    (one) => found.get(one.key) ?? [],
  );
  const production = productionClusters(reader);
  return own.flatMap(({ code, application, at, parameters }) => {
    const { cluster } = application.destination;
    return repositoryOf(at.file) === undefined
      ? [
          {
            code,
            parameters,
            at,
            resource: '',
            field: '',
            cluster,
            isProduction: cluster !== undefined && production.includes(cluster),
            application: { key: application.key, name: application.name },
          },
        ]
      : [];
  });
}

/** A breach at its place in the tree, without what needs the text of files. */
export interface PlacedBreach {
  readonly code: string;
  readonly parameters: Readonly<Record<string, string>>;
  readonly at: SourcePointer;
  readonly resource: string;
  readonly field: string;
  readonly cluster: string | undefined;
  readonly isProduction: boolean;
  readonly application: { readonly key: string; readonly name: string };
}

/** What the rules say of a cluster, before the configuration weighs it. */
export interface ClusterBreaches extends Omit<ClusterPolicy, 'findings' | 'failures'> {
  readonly breaches: readonly PlacedBreach[];
}

/** What the rules say of a cluster, by `questionOf`. */
export const clusterBreachesQuery: Query<string, ClusterBreaches> = {
  name: 'clusterBreaches',
  compute: (question, reader) => {
    const { facts, parts, ...rest } = reader.get(askedClusterQuery, question);
    const { breaches, unevaluated } = wholeAnswer(
      parts.map((_part, index) => reader.get(rulePartQuery, `${index} ${question}`)),
    );
    return { ...rest, breaches: breaches.map((one) => placedBreach(one, facts)), unevaluated };
  },
};

/** A breach at the line that makes it so; values of Secrets are masked. */
export function placedBreach(
  { code, object, path, parameters }: Breach,
  {
    name,
    isProduction: production,
  }: { readonly name: string | undefined; readonly isProduction: boolean },
): PlacedBreach {
  const { resource, application } = object;
  const there = nodeAt(resource.node, path);
  const at = resource.originOf(there).writtenAt;
  const id = resourceText(nameOf(resource));
  const told = Object.entries({ ...parameters, id }).map(
    ([key, text]) => [key, maskedMessage(resource.node, text, newMasks())] as const,
  );
  return {
    code,
    parameters: Object.fromEntries(told),
    // What stands in a tree beside this one is told where that is named.
    at: isBeside(at.file) ? application.declaredAt : at,
    resource: id,
    field: fieldText(resource.node, path),
    cluster: name,
    isProduction: production,
    application: { key: application.key, name: application.name },
  };
}
