import { toJson, type JsonValue } from '../kustomize/goJson.ts';
import { jsonRoundTrip } from '../kustomize/jsonRoundTrip.ts';
import {
  booleanTree,
  mapTree,
  nodeOfTree,
  nullTree,
  numberTree,
  problemOfTree,
  reuse,
  sequenceTree,
  stringTree,
  type JsonScalar,
  type JsonTree,
  type NodePlace,
} from '../kustomize/jsonTree.ts';
import type { KustomizationProblem } from '../kustomize/kustomizationProblem.ts';
import { metadataEntry } from '../kustomize/metadata.ts';
import { describeId, idKey, type Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { field } from '../yaml/nodes.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import { substituteText, variablesIn, type SubstitutionFailure } from './envsubst/substitute.ts';
import type { PostBuild } from './kustomization.ts';
import {
  loadVariables,
  unknownMark,
  wrongName,
  type VariableLookup,
  type Variables,
} from './variables.ts';

/** What a substitution knows beside the objects. */
export interface SubstitutionContext {
  readonly postBuild: PostBuild;
  /** The namespace of the Kustomization, where references are looked up. */
  readonly namespace: string;
  readonly lookup: VariableLookup;
  /** The controller's feature gate `StrictPostBuildSubstitutions`. */
  readonly strict: boolean;
  /** The root that was built, for origins. */
  readonly root: FileId;
  readonly report: (found: Problem) => void;
  /** Takes what would tell a value that is not known; each is told once. */
  readonly gap: (gap: RenderGap) => void;
}

const disableKey = 'kustomize.toolkit.fluxcd.io/substitute';

const failureCodes: Readonly<Record<SubstitutionFailure['failure'], string>> = {
  'bad-argument': 'flux.bad-argument',
  'bad-default': 'flux.bad-default',
  'bad-substitution': 'flux.bad-substitution',
  'bad-variable': 'flux.bad-variable',
  crash: 'flux.crash',
  'invalid-utf8': 'flux.invalid-utf8',
  'missing-brace': 'flux.missing-brace',
  'variable-not-set': 'flux.variable-not-set',
};

/**
 * Replaces variables in the text of each built object, in order; the first failure ends it, as it ends the real one.
 * Source: fluxcd/pkg/kustomize v1.41.0 kustomize_varsub.go `SubstituteVariables`; kustomize-controller v1.9.6
 * kustomization_controller.go `build`.
 */
export function substituteVariables(
  resources: readonly Resource[],
  context: SubstitutionContext,
): readonly Resource[] {
  if (context.postBuild.at === undefined) return resources;
  if (!resources.some(takesPart)) return resources;
  const loaded = loadVariables(context.postBuild, context.namespace, context.lookup);
  if ('kind' in loaded) {
    context.report(loaded);
    return resources;
  }
  const { variables, more } = loaded;
  const isAlways = context.postBuild.strategy?.value === 'Always';
  if (variables.size === 0 && more.length === 0 && !isAlways) return resources;
  const wrong = wrongName(variables);
  if (wrong !== undefined) {
    const at = variables.get(wrong)?.at;
    context.report(problem('flux.bad-variable-name', { name: wrong }, at));
    return resources;
  }
  const gaps = new Set<RenderGap>();
  const gap = (found: RenderGap): void => {
    if (!gaps.has(found)) context.gap(found);
    gaps.add(found);
  };
  const values = new Map([...variables].map(([name, { value }]) => [name, value]));
  return substituteEach(resources, { variables, values, more, context: { ...context, gap } });
}

/** Two objects that become one are a failure, as the real one then finds two to put the new one in place of. */
function substituteEach(
  resources: readonly Resource[],
  substitution: Substitution,
): readonly Resource[] {
  const { report } = substitution.context;
  const result = [...resources];
  const keys = resources.map(({ id }) => idKey(id));
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const [index, resource] of resources.entries()) {
    if (!takesPart(resource)) continue;
    const at = resource.originOf(resource.node).writtenAt;
    const substituted = substituteOne(resource, substitution);
    if ('kind' in substituted) {
      report(problemAt(substituted, at));
      return result;
    }
    result[index] = substituted;
    const [before, key] = [keys[index] ?? '', idKey(substituted.id)];
    if (key === before) continue;
    counts.set(before, (counts.get(before) ?? 1) - 1);
    counts.set(key, (counts.get(key) ?? 0) + 1);
    if ((counts.get(key) ?? 0) > 1) {
      const id = describeId(substituted.id);
      report(problem('flux.same-id-after-substitution', { id }, at));
      return result;
    }
  }
  return result;
}

function takesPart({ node }: Resource): boolean {
  return (
    metadataEntry(node, 'labels', disableKey) !== 'disabled' &&
    metadataEntry(node, 'annotations', disableKey) !== 'disabled'
  );
}

/** What is the same for all objects. */
interface Substitution {
  readonly variables: Variables;
  readonly more: readonly RenderGap[];
  readonly values: ReadonlyMap<string, string>;
  readonly context: SubstitutionContext;
}

function substituteOne(resource: Resource, substitution: Substitution): Resource | Problem {
  const { variables, context } = substitution;
  const id = describeId(resource.id);
  const printed = writeCanonical(resource.node);
  if ('problem' in printed)
    return problem('flux.not-printable', { id, message: printed.problem.message });
  if (!printed.text.includes('$')) {
    const same = jsonRoundTrip(resource.node);
    return 'problem' in same
      ? problem('flux.not-yaml-after-substitution', { id, message: same.problem.message })
      : resource.with(same.node);
  }
  const values = knownOrMarked(printed.text, substitution);
  const result = substituteText(printed.text, { variables: values, strict: context.strict });
  if ('failure' in result) return problem(failureCodes[result.failure], { id, name: result.name });
  const fail = (message: string): Problem =>
    problem('flux.not-yaml-after-substitution', { id, message });
  const json = readJson(result.text);
  if ('message' in json) return fail(json.message);
  const tree =
    json.kind === 'null'
      ? mapTree(new Map(), placeOf(resource.node))
      : treeOf(json, resource.node, { resource, variables, values, root: context.root });
  const unreadable = problemOfTree(tree);
  return unreadable === undefined ? resource.with(nodeOfTree(tree)) : fail(unreadable.message);
}

/** The values that a text asks for: where more may be set than the repository tells, what is not set is not known. */
function knownOrMarked(
  text: string,
  { variables, values, more, context }: Substitution,
): ReadonlyMap<string, string> {
  const names = [...variablesIn(text)];
  for (const name of names) {
    const unknown = variables.get(name)?.unknown;
    if (unknown !== undefined) context.gap(unknown);
  }
  if (more.length === 0) return values;
  const marks = names.filter((name) => !values.has(name));
  if (marks.length === 0) return values;
  more.forEach(context.gap);
  return new Map([...values, ...marks.map((name): [string, string] => [name, unknownMark(name)])]);
}

/** Reads an object or null as JSON. Source: sigs.k8s.io/yaml v1.6.0 `YAMLToJSON`. */
function readJson(text: string): JsonValue | { readonly message: string } {
  const { root, problems } = readConfiguration(text);
  const [syntax] = problems;
  if (syntax !== undefined) return syntax;
  if (root === undefined) return { kind: 'null', ordinal: -1 };
  const errors: KustomizationProblem[] = [];
  const json = toJson(root, undefined, {
    version: 2,
    numbers: 'yaml',
    duplicates: 'warn',
    report: (found) => {
      if (found.severity === 'error') errors.push(found);
    },
  });
  const [error] = errors;
  if (error !== undefined) return { message: error.code };
  return json.kind === 'map' || json.kind === 'null'
    ? json
    : { message: `a ${json.kind} is no object` };
}

/** What tells where a value of the new object comes from. */
interface Rewriting {
  readonly resource: Resource;
  readonly variables: Variables;
  readonly values: ReadonlyMap<string, string>;
  readonly root: FileId;
}

/** The place of a value that a substitution has made of an old one: that of the first variable that is set. */
function substitutedPlace(old: ResourceNode, { resource, variables, root }: Rewriting): NodePlace {
  const previous = resource.originOf(old);
  const text = old.kind === 'scalar' ? old.value : '';
  const used = [...variablesIn(text)].flatMap((name) => variables.get(name) ?? []);
  const origin: FieldOrigin = {
    writtenAt: used[0]?.at ?? previous.writtenAt,
    by: { kind: 'substitution', root },
    previous,
    secret: used.some(({ secret }) => secret === true) ? true : undefined,
  };
  return { ordinal: -1, origin };
}

/** The value of the old map that stands under a key of the new one. */
function oldEntry(old: ResourceNode, key: string, { values }: Rewriting): ResourceNode | undefined {
  const same = field(old, key);
  if (same !== undefined || old.kind !== 'map') return same;
  const index = old.keys.findLastIndex((name) => {
    if (!name.includes('$')) return false;
    const result = substituteText(name, { variables: values, strict: false });
    return 'text' in result && result.text === key;
  });
  return old.values[index];
}

function placeOf({ ordinal, origin }: ResourceNode): NodePlace {
  return { ordinal, origin };
}

/** The object as Go makes it of the new text; `old` is what stood there before, or what it has become a part of. */
function treeOf(json: JsonValue, old: ResourceNode, rewriting: Rewriting): JsonTree {
  switch (json.kind) {
    case 'map': {
      const entries = json.entries.map(({ key, value }): [string, JsonTree] => [
        key,
        treeOf(value, oldEntry(old, key, rewriting) ?? old, rewriting),
      ]);
      const place = old.kind === 'map' ? placeOf(old) : substitutedPlace(old, rewriting);
      return mapTree(new Map(entries), place);
    }
    case 'list': {
      const items = json.items.map((item, index) =>
        treeOf(item, (old.kind === 'sequence' ? old.items[index] : undefined) ?? old, rewriting),
      );
      const isList = old.kind === 'sequence';
      return sequenceTree(items, isList ? placeOf(old) : substitutedPlace(old, rewriting));
    }
    case 'string':
      return scalarTree((place) => stringTree(json.value, place), old, rewriting);
    case 'number':
      return scalarTree((place) => numberTree(json.text, place), old, rewriting);
    case 'boolean':
      return scalarTree((place) => booleanTree(json.value, place), old, rewriting);
    case 'null':
      return scalarTree(nullTree, old, rewriting);
  }
}

/** A scalar keeps its place where the substitution left it as it was. */
function scalarTree(
  make: (place: NodePlace) => JsonScalar,
  old: ResourceNode,
  rewriting: Rewriting,
): JsonScalar {
  const kept = make(placeOf(old));
  if (old.kind !== 'scalar') return make(substitutedPlace(old, rewriting));
  if (!old.value.includes('$')) return reuse(kept, old);
  return kept.node.value === old.value && kept.node.tag === old.tag
    ? reuse(kept, old)
    : make(substitutedPlace(old, rewriting));
}
