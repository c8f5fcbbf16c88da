import { at, itemsOf, textOf } from '../../drift/json.ts';
import type { JsonValue } from '../../yaml/decode.ts';
import { meetsSelector, readJsonSelector } from '../../drift/jsonSelector.ts';

/** A request to the API server, as constraints look at it. */
export interface AdmissionRequest {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The plural, such as `deployments`. */
  readonly resource: string;
  readonly name: string;
  /** `''` for what is cluster-scoped. */
  readonly namespace: string;
  readonly labels: ReadonlyMap<string, string>;
  /** The labels of the namespace; `undefined` where nobody can tell them. */
  readonly namespaceLabels: ReadonlyMap<string, string> | undefined;
}

/** Whether constraints are about a request, and why nobody can tell: a word of `text/policyWords.en.ts`. */
export type Matched = 'yes' | 'no' | MatchGap;

/** Why it is open whether constraints are about a request. */
export type MatchGap = 'namespace-elsewhere' | 'other-version' | 'updates';

/**
 * Whether constraints are about the creation of an object. What comes to updates alone is open: it depends on what is there.
 *
 * Source: kubernetes apiserver pkg/admission/plugin/policy/matching/matching.go, webhook/predicates (v0.37.2).
 */
export function matchesResources(
  constraints: JsonValue | undefined,
  request: AdmissionRequest,
): Matched {
  const namespace = meetsNamespace(at(constraints, 'namespaceSelector'), request);
  if (namespace === 'no') return 'no';
  if (!meetsSelector(at(constraints, 'objectSelector'), request.labels)) return 'no';
  const policy = textOf(at(constraints, 'matchPolicy'));
  const isExact = policy === 'Exact';
  const excluded = matchesRules(itemsOf(at(constraints, 'excludeResourceRules')), request, isExact);
  if (excluded === 'yes') return 'no';
  const rules = itemsOf(at(constraints, 'resourceRules'));
  const matched = rules.length === 0 ? 'yes' : matchesRules(rules, request, isExact);
  if (matched !== 'yes') return matched;
  return namespace === 'yes' && excluded !== 'no' ? excluded : namespace;
}

/** A namespace is judged by its own labels; anything else that lies in none meets every selector. */
function meetsNamespace(
  selector: JsonValue | undefined,
  { group, kind, namespace, labels, namespaceLabels, name }: AdmissionRequest,
): Matched {
  const read = readJsonSelector(selector);
  if (read?.requirements.length === 0) return 'yes';
  const isNamespace = group === '' && kind === 'Namespace';
  if (!isNamespace && namespace === '') return 'yes';
  const itsName = ['kubernetes.io/metadata.name', isNamespace ? name : namespace] as const;
  const known = isNamespace ? labels : namespaceLabels;
  const asksMore = read?.requirements.some(({ key }) => key !== itsName[0]) ?? true;
  if (known === undefined && asksMore) return 'namespace-elsewhere';
  return meetsSelector(selector, new Map([...(known ?? []), itsName])) ? 'yes' : 'no';
}

function matchesRules(
  rules: readonly JsonValue[],
  request: AdmissionRequest,
  isExact: boolean,
): Matched {
  let open: MatchGap | undefined;
  for (const rule of rules) {
    const matched = matchesRule(rule, request, isExact);
    if (matched === 'yes') return 'yes';
    if (matched !== 'no') open ??= matched;
  }
  return open ?? 'no';
}

function matchesRule(rule: JsonValue, request: AdmissionRequest, isExact: boolean): Matched {
  const has = (key: string, value: string): boolean => {
    const items = itemsOf(at(rule, key));
    return items.includes('*') || items.includes(value);
  };
  const scope = textOf(at(rule, 'scope'));
  const isCluster = request.namespace === '';
  if ((scope === 'Namespaced' && isCluster) || (scope === 'Cluster' && !isCluster)) return 'no';
  const names = itemsOf(at(rule, 'resourceNames'));
  if (names.length > 0 && !names.includes(request.name)) return 'no';
  const isAbout = itemsOf(at(rule, 'resources')).some((one) => {
    const [resource = '', part = ''] = textOf(one).split('/');
    return (resource === '*' || resource === request.resource) && (part === '' || part === '*');
  });
  if (!isAbout || !has('apiGroups', request.group)) return 'no';
  if (!has('apiVersions', request.version))
    return !isExact && mayConvert(request, itemsOf(at(rule, 'apiVersions')))
      ? 'other-version'
      : 'no';
  if (has('operations', 'CREATE')) return 'yes';
  return itemsOf(at(rule, 'operations')).includes('UPDATE') ? 'updates' : 'no';
}

/** Versions that the newest API servers serve beside each other, by group and resource. */
const builtInVersions: ReadonlyMap<string, readonly string[]> = new Map([
  ['autoscaling/horizontalpodautoscalers', ['v1', 'v2']],
]);

/**
 * Whether the API server converts the object to a version that a rule names: what is served in one version alone is not. For
 * kinds of others nobody can tell.
 */
function mayConvert(
  { group, resource }: AdmissionRequest,
  versions: readonly JsonValue[],
): boolean {
  const isBuiltIn = !group.includes('.') || group.endsWith('.k8s.io');
  const served = builtInVersions.get(`${group}/${resource}`);
  return isBuiltIn ? versions.some((one) => served?.includes(textOf(one)) === true) : true;
}
