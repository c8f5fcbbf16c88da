import { applicationResources } from '../../argocd/applicationSet/applicationResources.ts';
import type { JsonObject } from '../../argocd/applicationSet/json.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import { observedApplicationsOf } from '../register/registeredClusters.ts';
import type { ObservedApplication } from '../register/observedApplication.ts';
import { registerQuery } from '../register/registerFile.ts';

/** The applications of an ApplicationSet that an import saw, as objects, and the day on which it saw them; `undefined` where none did. */
export interface ObservedSet {
  readonly applications: readonly Resource[];
  readonly day: string | undefined;
  /** The command that showed them. */
  readonly by: string;
}

/** What imports saw of an ApplicationSet, without what the repository tells itself; empty where none saw it. */
export function observedSet(
  reader: Reader,
  set: Resource,
  generated: readonly Resource[],
): ObservedSet {
  const { name, namespace } = set.id;
  const seen = observedApplicationsOf(reader.get(registerQuery, ''), { name, namespace });
  const known = new Set(generated.map(({ id }) => id.name));
  return {
    applications: applicationResources(
      set,
      seen.filter((one) => !known.has(one.name.value)).map((one) => manifestOf(one, namespace)),
    ),
    day: seen[0] === undefined ? undefined : (seen[0].observed?.value ?? ''),
    by: seen[0]?.by?.value ?? 'An import',
  };
}

/** The Application as the import tells it. */
function manifestOf(one: ObservedApplication, setNamespace: string): JsonObject {
  const { name, namespace, cluster, server, destinationNamespace } = one;
  const sources = one.sources.map(({ repository, revision, path, chart, ref }) => ({
    ...entry('repoURL', repository?.value),
    ...entry('targetRevision', revision?.value),
    ...entry('path', path?.value),
    ...entry('chart', chart?.value),
    ...entry('ref', ref?.value),
  }));
  const [only, ...more] = sources;
  return {
    metadata: { name: name.value, namespace: namespace?.value ?? setNamespace },
    spec: {
      ...(more.length > 0 ? { sources } : only === undefined ? {} : { source: only }),
      destination: {
        ...(cluster === undefined ? entry('server', server?.value) : { name: cluster.value }),
        ...entry('namespace', destinationNamespace?.value),
      },
    },
  };
}

function entry(key: string, value: string | undefined): JsonObject {
  return value === undefined ? {} : { [key]: value };
}
