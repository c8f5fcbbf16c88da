import type {
  Breach,
  CheckedCluster,
  CheckedNamespace,
  CheckedObject,
  RuleAnswer,
  Unevaluated,
} from '../checkedCluster.ts';
import { makesPods, podTemplateOf, type PodTemplate } from '../podTemplate.ts';
import { openTexts } from '../openTexts.ts';
import {
  namespaceLevels,
  podSecurityLabels,
  type LevelVersion,
  type NamespaceLevels,
} from './namespaceLevels.ts';
import { violationsOf, type LevelViolation } from './podSecurity.ts';

/**
 * What the levels of Pod Security hold against the pods of a cluster, by the labels of its namespaces: `policy.pod-security`
 * where pods are refused, `policy.pod-security-warns` where the API server warns, `policy.pod-security-label` for labels
 * that it does not take.
 *
 * On an OpenShift, security context constraints fill what a pod does not say before Pod Security looks at it; there, only
 * fields that say something forbidden are held against it.
 */
export function podSecurityRule(cluster: CheckedCluster): RuleAnswer {
  const breaches: Breach[] = [];
  let filled = 0;
  let unknown = 0;
  for (const object of cluster.objects) {
    if (!makesPods(object.resource.id)) continue;
    const namespace = cluster.namespaces.get(object.namespace);
    if (namespace === undefined || hasOpenLevel(namespace)) {
      unknown += 1;
      continue;
    }
    const levels = namespaceLevels(namespace.labels);
    const template = isOpen(levels) ? undefined : podTemplateOf(object.resource.id, object.value());
    if (template === undefined) continue;
    const found = breachesOf(object, template, { levels, cluster });
    breaches.push(...found.breaches);
    filled += found.isFilled ? 1 : 0;
  }
  return {
    breaches: [...badLabels(cluster), ...breaches],
    unevaluated: [
      ...counted('unchecked.namespace-elsewhere', unknown),
      ...counted('unchecked.openshift-fills', filled),
    ],
  };
}

function counted(code: string, objects: number): readonly Unevaluated[] {
  return objects === 0 ? [] : [{ code, parameters: {}, objects }];
}

/** Whether a label of a namespace is filled in later, so that nobody knows its levels. */
function hasOpenLevel({ labels, object }: CheckedNamespace): boolean {
  if (object === undefined) return false;
  const isFilledIn = openTexts(object);
  return [...labels].some(([key, text]) => key.startsWith(podSecurityLabels) && isFilledIn(text));
}

function isOpen({ enforce, warn }: NamespaceLevels): boolean {
  return enforce.level === 'privileged' && warn.level === 'privileged';
}

/** What is enforced is not told again as a warning. */
function breachesOf(
  object: CheckedObject,
  template: PodTemplate,
  { levels, cluster }: { readonly levels: NamespaceLevels; readonly cluster: CheckedCluster },
): { readonly breaches: readonly Breach[]; readonly isFilled: boolean } {
  const enforced = violationsOf(template, levels.enforce, cluster.minor);
  const known = new Set(enforced.map(({ reason, detail }) => `${reason} ${detail}`));
  const warned = violationsOf(template, levels.warn, cluster.minor).filter(
    ({ reason, detail }) => !known.has(`${reason} ${detail}`),
  );
  let isFilled = false;
  const tell = (
    code: string,
    { level, minor }: LevelVersion,
    violation: LevelViolation,
  ): readonly Breach[] =>
    violation.places.flatMap(({ path, isMissing }) => {
      if (isMissing && cluster.isOpenShift) {
        isFilled = true;
        return [];
      }
      const version = minor === undefined ? level : `${level}:v1.${minor}`;
      const parameters = {
        namespace: object.namespace,
        level: version,
        reason: `${violation.reason} (${violation.detail})`,
      };
      return [{ code, object, path: [...template.path, ...path], parameters }];
    });
  const breaches = [
    ...enforced.flatMap((one) => tell('policy.pod-security', levels.enforce, one)),
    ...warned.flatMap((one) => tell('policy.pod-security-warns', levels.warn, one)),
  ];
  return { breaches, isFilled };
}

function badLabels({ namespaces }: CheckedCluster): readonly Breach[] {
  return [...namespaces.values()].flatMap(({ labels, object }) =>
    object === undefined
      ? []
      : namespaceLevels(labels).badLabels.map((label) => ({
          code: 'policy.pod-security-label',
          object,
          path: ['metadata', 'labels', label],
          parameters: { label, value: labels.get(label) ?? '' },
        })),
  );
}
