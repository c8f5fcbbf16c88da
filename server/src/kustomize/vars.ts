import { resourceIdEquals, gvknEquals, newResourceId } from '../kubernetes/resourceId.ts';
import { parseGroupVersion } from '../kubernetes/gvk.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { formatGeneral } from '../yaml/goNumber.ts';
import { isMissingOrNull, replaceItem, replaceValue } from '../yaml/nodes.ts';
import type { ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { copiedOrigin } from './copiedOrigin.ts';
import { updateFieldSpec } from './fieldSpec.ts';
import type { FieldSpec } from './fieldSpecs.ts';
import { smartSplit } from './fieldPath.ts';
import type { Var } from './kustomization.ts';
import { lookup } from './pathGetter.ts';
import { holdsSecret, pointerTo, Resource, type ResourceSource } from './resource.ts';
import { indexesByAnyId } from './resourceList.ts';
import { settleShared } from './sharedScalars.ts';
import type { Report } from './step.ts';

/** A var and the kustomization that declares it. */
export interface DeclaredVar {
  readonly definition: Var;
  readonly source: ResourceSource;
}

/** The name of a var; a var without one has the name ''. */
export function varName({ definition }: DeclaredVar): string {
  return definition.name?.value ?? '';
}

/**
 * Takes up the vars of a kustomization: marks the resource that each refers to.
 * Source: kustomize api v0.21.1 internal/accumulator/resaccumulator.go `MergeVars`.
 */
export function declareVars(
  resources: readonly Resource[],
  known: ReadonlyMap<string, DeclaredVar>,
  added: readonly DeclaredVar[],
  report: Report,
): { readonly resources: readonly Resource[]; readonly vars: ReadonlyMap<string, DeclaredVar> } {
  const result = [...resources];
  const clear: DeclaredVar[] = [];
  for (const declared of added) {
    const { objref } = declared.definition;
    const gvk = varGvk(declared.definition);
    const id = newResourceId({ ...gvk, clusterScoped: false }, objref.name, objref.namespace);
    const matches = objref.namespace !== '' ? resourceIdEquals : gvknEquals;
    const found = indexesByAnyId(result, (other) => matches(id, other));
    if (found.length > 1) {
      report.fail(
        problem(
          'kustomize.ambiguous-var',
          { name: varName(declared) },
          pointerTo(declared.source, declared.definition.ordinal),
        ),
      );
      continue;
    }
    clear.push(declared);
    const [index] = found;
    const resource = index === undefined ? undefined : result[index];
    if (index === undefined || resource === undefined) continue;
    result[index] = new Resource(
      resource.node,
      resource.source,
      [...resource.varNames, varName(declared)],
      resource.hasShared,
    );
  }
  return { resources: result, vars: mergeVars(known, clear, report) };
}

/** Source: api/types/var.go `MergeSet`: a name can be declared once. */
export function mergeVars(
  known: ReadonlyMap<string, DeclaredVar>,
  added: Iterable<DeclaredVar>,
  report: Report,
): ReadonlyMap<string, DeclaredVar> {
  const result = new Map(known);
  for (const declared of added) {
    const name = varName(declared);
    if (result.has(name)) {
      report.fail(
        problem(
          'kustomize.repeated-var',
          { name },
          pointerTo(declared.source, declared.definition.ordinal),
        ),
      );
    } else {
      result.set(name, declared);
    }
  }
  return result;
}

function varGvk({ objref }: Var): {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
} {
  const { apiVersion, group, version, kind } = objref;
  if (apiVersion === '') return { group, version, kind };
  const slashes = apiVersion.split('/').length - 1;
  if (slashes === 1) return { ...parseGroupVersion(apiVersion), kind };
  return slashes === 0 ? { group, version: apiVersion, kind } : { group, version, kind };
}

type VarValue = {
  /** What stands for a field that is the variable and nothing else. */
  readonly text: string;
  /** What stands inside of a text. */
  readonly inText: string;
  readonly tag: '!!str' | '!!int' | '!!float' | '!!bool';
  readonly secret: boolean;
  readonly origin: FieldOrigin;
};

/**
 * Replaces `$(NAME)` in the fields that the specs name.
 * Source: resaccumulator.go `ResolveVars`, filters/refvar.
 */
export function resolveVars(
  resources: readonly Resource[],
  vars: ReadonlyMap<string, DeclaredVar>,
  specs: readonly FieldSpec[],
  report: Report,
): readonly Resource[] {
  if (vars.size === 0) return resources;
  const values = new Map<string, VarValue | undefined>();
  for (const name of [...vars.keys()].sort()) {
    const declared = vars.get(name);
    if (declared === undefined) continue;
    const value = findValue(resources, declared);
    if (value?.kind === 'problem') {
      report.fail(value);
      return resources;
    }
    values.set(name, value?.value);
  }
  const used = new Set<string>();
  const before = report.count();
  const result = resources.map((resource) => {
    let next = resource;
    for (const spec of specs) next = replaceVars(next, spec, values, used, report);
    return next;
  });
  // Behind a failure nobody knows what would have been used.
  if (report.count() > before) return result;
  for (const [name, declared] of vars) {
    if (!used.has(name))
      report.note(
        problem(
          'kustomize.var-never-used',
          { name },
          pointerTo(declared.source, declared.definition.ordinal),
        ),
      );
  }
  return result;
}

/** Source: resaccumulator.go `findVarValueFromResources`, kyaml rnode.go `GetFieldValue`. */
function findValue(
  resources: readonly Resource[],
  declared: DeclaredVar,
): { readonly kind: 'found'; readonly value: VarValue | undefined } | Problem | undefined {
  const name = varName(declared);
  const at = pointerTo(declared.source, declared.definition.ordinal);
  const resource = resources.find((candidate) => candidate.varNames.includes(name));
  if (resource === undefined) return problem('kustomize.var-without-object', { name }, at);
  const path = declared.definition.fieldPath?.value ?? '';
  const parts = smartSplit(path === '' ? 'metadata.name' : path, '.').flatMap(withIndex);
  const node = lookup(resource.node, parts);
  if (node === undefined || node.kind === 'problem')
    return problem('kustomize.var-without-field', { name, path }, at);
  if (node.kind !== 'scalar') return { kind: 'found', value: undefined };
  const value = scalarValue(node);
  if (value === undefined) return problem('kustomize.var-without-field', { name, path }, at);
  const secret = holdsSecret(resource, parts, node);
  return { kind: 'found', value: { ...value, secret, origin: resource.originOf(node) } };
}

/** `ports[0]` is two parts. Source: kyaml rnode.go `convertSliceIndex`. */
function withIndex(part: string): readonly string[] {
  const match = /^(.*)\[(\d+)\]$/.exec(part);
  if (match === null) return [part];
  return match[1] === '' ? [match[2] ?? ''] : [match[1] ?? '', match[2] ?? ''];
}

function scalarValue(node: ScalarNode): Omit<VarValue, 'origin' | 'secret'> | undefined {
  switch (node.tag) {
    case '!!int':
      return intValue(node.value);
    case '!!float': {
      const value = Number(node.value);
      return Number.isFinite(value)
        ? { text: formatFloat(value), inText: printFloat(value), tag: '!!float' }
        : undefined;
    }
    case '!!bool': {
      if (!/^(?:[1tT]|true|True|TRUE|[0fF]|false|False|FALSE)$/.test(node.value)) return undefined;
      const text = String(/^[1tT]/.test(node.value));
      return { text, inText: text, tag: '!!bool' };
    }
    default:
      return { text: node.value, inText: node.value, tag: '!!str' };
  }
}

/** Source: Go's `strconv.Atoi`. */
function intValue(digits: string): Omit<VarValue, 'origin' | 'secret'> | undefined {
  if (!/^[+-]?[0-9]+$/.test(digits)) return undefined;
  const value = BigInt(digits.replace('+', ''));
  if (value !== BigInt.asIntN(64, value)) return undefined;
  return { text: String(value), inText: String(value), tag: '!!int' };
}

/** Go's `fmt.Sprint` of a float. */
function printFloat(value: number): string {
  const power = Number(value.toExponential().split('e')[1]);
  return power < -4 || power >= 21 ? formatGeneral(value) : formatFloat(value);
}

/** Go's `FormatFloat(value, 'f', -1, 64)`. */
function formatFloat(value: number): string {
  const [, sign = '', first = '', more = '', exponent] =
    /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(value.toString()) ?? [];
  if (exponent === undefined) return value.toString();
  const digits = first + more;
  const shift = Number(exponent);
  return shift < 0
    ? `${sign}0.${'0'.repeat(-shift - 1)}${digits}`
    : `${sign}${digits.padEnd(shift + 1, '0')}`;
}

function replaceVars(
  resource: Resource,
  spec: FieldSpec,
  values: ReadonlyMap<string, VarValue | undefined>,
  used: Set<string>,
  report: Report,
): Resource {
  const next = updateFieldSpec(resource.node, resource.id, spec, {
    createKind: undefined,
    createTag: '',
    origin: undefined,
    set: (node) => replaceIn(node, resource, values, used),
  });
  if (next.kind === 'problem') {
    report.fail({ ...next, at: next.at ?? resource.originOf(resource.node).writtenAt });
    return resource;
  }
  return next === resource.node ? resource : settleShared(resource.with(next));
}

/** Source: filters/refvar/refvar.go `set`. */
function replaceIn(
  node: ResourceNode,
  resource: Resource,
  values: ReadonlyMap<string, VarValue | undefined>,
  used: Set<string>,
): ResourceNode | Problem {
  if (isMissingOrNull(node)) return node;
  switch (node.kind) {
    case 'scalar':
      return isText(node) ? replaceText(node, resource, values, used) : node;
    case 'map': {
      let result = node;
      for (const [index, value] of node.values.entries()) {
        if (node.keyTags !== undefined && node.keyTags[index] !== '!!str')
          return problem('kustomize.bad-map-key', { key: node.keys[index] ?? '' });
        if (value.kind === 'scalar' && isText(value))
          result = replaceValue(result, index, replaceText(value, resource, values, used));
      }
      return result;
    }
    case 'sequence': {
      let result = node;
      for (const [index, item] of node.items.entries()) {
        if (item.kind !== 'scalar' || !isText(item))
          return problem('kustomize.var-in-other-than-text', {}, resource.originOf(item).writtenAt);
        result = replaceItem(result, index, replaceText(item, resource, values, used));
      }
      return result;
    }
    case 'alias':
      return node;
  }
}

function isText(node: ScalarNode): boolean {
  return node.tag === '!!str' || node.tag === '';
}

function replaceText(
  node: ScalarNode,
  resource: Resource,
  values: ReadonlyMap<string, VarValue | undefined>,
  used: Set<string>,
): ScalarNode {
  const replaced = expand(node.value, values, used);
  if (replaced.text === node.value && replaced.tag === '!!str') {
    // The text stays, but the node is a plain string from here on.
    return node.tag === '!!str' && node.style === 'plain'
      ? node
      : { ...node, tag: '!!str', style: 'plain' };
  }
  const origin: FieldOrigin =
    replaced.origin === undefined
      ? resource.originOf(node)
      : copiedOrigin({
          original: replaced.origin,
          by: (link) => ({ kind: 'var', root: link.by.root }),
          own: resource.originOf(node),
          secret: replaced.secret || undefined,
        });
  const shared = node.shared && { group: node.shared.group, stamp: node.shared.stamp + 1 };
  return {
    ...node,
    value: replaced.text,
    tag: replaced.tag,
    style: 'plain',
    origin,
    ordinal: -1,
    ...(shared === undefined ? {} : { shared }),
  };
}

/** Source: filters/refvar/expand.go `DoReplacements`. */
function expand(
  input: string,
  values: ReadonlyMap<string, VarValue | undefined>,
  used: Set<string>,
): {
  readonly text: string;
  readonly tag: VarValue['tag'];
  readonly secret: boolean;
  readonly origin: FieldOrigin | undefined;
} {
  if (!input.includes('$')) return { text: input, tag: '!!str', secret: false, origin: undefined };
  let text = '';
  let secret = false;
  let origin: FieldOrigin | undefined;
  let start = 0;
  for (let index = 0; index + 1 < input.length; index++) {
    if (input[index] !== '$') continue;
    text += input.slice(start, index);
    const next = input[index + 1] ?? '';
    const close = next === '(' ? input.indexOf(')', index + 2) : -1;
    if (close >= 0) {
      const name = input.slice(index + 2, close);
      const value = values.get(name);
      if (value !== undefined) {
        used.add(name);
        secret ||= value.secret;
        // A text around a value is no copy of what the value was before.
        origin ??= { ...value.origin, previous: undefined };
        if (close === input.length - 1 && index === 0)
          return { text: value.text, tag: value.tag, secret, origin: value.origin };
      }
      text += value === undefined ? `$(${name})` : value.inText;
      index = close;
    } else {
      text += next === '$' ? '$' : `$${next}`;
      index++;
    }
    start = index + 1;
  }
  return { text: text + input.slice(start), tag: '!!str', secret, origin };
}
