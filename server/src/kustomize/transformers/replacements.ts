import type { Reader } from '../../query/database.ts';
import type { ResourceId } from '../../kubernetes/resourceId.ts';
import { problem, problemAt, type Problem } from '../../text/problem.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { rawText, valueText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { copiedOrigin } from '../copiedOrigin.ts';
import { smartSplit } from '../fieldPath.ts';
import type {
  FieldOptions,
  Replacement,
  ReplacementField,
  ReplacementTarget,
} from '../kustomization.ts';
import { loadText, type LoadRestrictions } from '../load.ts';
import { lookupPlace, nodeAt, withNodeAt, type CreateKind } from '../pathGetter.ts';
import { findMatches } from '../pathMatcher.ts';
import { readReplacements } from '../readPluginConfig.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';
import { describeId, pointerTo, type Resource, type ResourceSource } from '../resource.ts';
import { allIds, findValue, type Value } from './replacementValue.ts';
import { compileSelector, matchesPart, type CompiledSelector } from '../selector.ts';
import { settleShared } from '../sharedScalars.ts';
import { reportRead, type StepContext } from '../step.ts';
import { setInStructuredText } from '../structuredData.ts';
import { syntaxProblem } from '../syntaxProblem.ts';

/**
 * `replacements:`, each inline or in a file of one or many.
 * Source: kustomize api v0.21.1 internal/builtins/ReplacementTransformer.go, filters/replacement/replacement.go.
 */
export function applyReplacements(
  resources: readonly Resource[],
  entries: readonly ReplacementField[],
  files: { readonly reader: Reader; readonly restrictions: LoadRestrictions },
  context: StepContext,
): readonly Resource[] {
  let result = resources;
  for (const entry of entries) {
    const at = pointerTo(context.source, entry.ordinal);
    const path = entry.path?.value ?? '';
    if (path === '') {
      result = applyReplacement(result, entry, context.source, context);
      continue;
    }
    if (entry.source !== undefined || entry.targets.length > 0) {
      context.report.fail(problem('kustomize.replacement-with-both', {}, at));
      continue;
    }
    const loaded = loadText(files.reader, context.root, path, files.restrictions);
    if (loaded.kind === 'pending') continue;
    if (loaded.kind === 'problem') {
      context.report.fail(problemAt(loaded, at));
      continue;
    }
    const source: ResourceSource = { file: loaded.file, inside: [], root: context.root };
    const configuration = readConfiguration(loaded.text);
    for (const found of configuration.problems)
      context.report.fail(syntaxProblem(found, loaded.file));
    const read = readReplacements(configuration.root);
    reportRead(read.problems, source, context.report);
    for (const replacement of read.replacements)
      result = applyReplacement(result, replacement, source, context);
  }
  return result;
}

function applyReplacement(
  resources: readonly Resource[],
  replacement: Replacement,
  source: ResourceSource,
  context: StepContext,
): readonly Resource[] {
  const at = pointerTo(source, replacement.ordinal);
  const fail = (found: Problem): readonly Resource[] => {
    context.report.fail(problemAt(found, at));
    return resources;
  };
  if (
    (replacement.source === undefined && replacement.sourceValue === undefined) ||
    replacement.targets.length === 0
  ) {
    return fail(problem('kustomize.replacement-incomplete'));
  }
  const result = [...resources];
  const value = findValue(result, replacement, source, context);
  if (value.kind === 'problem') return fail(value);
  for (const target of replacement.targets) {
    const failed = applyTarget(result, value, target, context);
    if (failed !== undefined)
      context.report.fail(
        problemAt(failed, target === undefined ? at : pointerTo(source, target.ordinal)),
      );
  }
  return result;
}

function applyTarget(
  resources: Resource[],
  value: Value,
  target: ReplacementTarget | undefined,
  context: StepContext,
): Problem | undefined {
  if (target?.select === undefined) return problem('kustomize.replacement-without-select');
  const select = compileSelector(target.select);
  if (select.kind === 'problem') return select;
  const rejects: CompiledSelector[] = [];
  for (const reject of target.reject) {
    const compiled =
      reject === undefined
        ? problem('kustomize.replacement-without-select')
        : compileSelector(reject);
    if (compiled.kind === 'problem') return compiled;
    rejects.push(compiled);
  }
  for (const [index, resource] of resources.entries()) {
    const ids = allIds(resource);
    const isMeant = isSelected(select, rejects, resource);
    if (typeof isMeant !== 'boolean') return isMeant;
    if (!isMeant) continue;
    if (rejects.some((reject) => reject.hasId && ids.some((id) => selects(reject, id)))) continue;
    if (!ids.some((id) => selects(select, id))) continue;
    const failed = copyValue(resources, index, value, target, context);
    if (failed !== undefined) return failed;
  }
  return undefined;
}

/** By labels and annotations. Source: kustomize api v0.21.1 filters/replacement/replacement.go `selectByAnnoAndLabel`. */
function isSelected(
  select: CompiledSelector,
  rejects: readonly CompiledSelector[],
  resource: Resource,
): boolean | Problem {
  const selected = matchesMetadata(select, resource);
  if (selected !== true) return selected;
  for (const reject of rejects) {
    if ((reject.labels ?? reject.annotations) === undefined) continue;
    const rejected = matchesMetadata(reject, resource);
    if (rejected !== false) return rejected === true ? false : rejected;
  }
  return true;
}

function matchesMetadata(selector: CompiledSelector, resource: Resource): boolean | Problem {
  const annotations = matchesPart(selector, 'annotations', resource);
  if (typeof annotations !== 'boolean') return annotations;
  const labels = matchesPart(selector, 'labels', resource);
  return typeof labels === 'boolean' ? labels && annotations : labels;
}

function selects(selector: CompiledSelector, id: ResourceId): boolean {
  return (
    selector.matchesType(id) &&
    selector.matchesName(id.name) &&
    selector.matchesNamespace(id.namespace)
  );
}

/** Source: replacement.go `copyValueToTarget`. */
function copyValue(
  resources: Resource[],
  index: number,
  value: Value,
  target: ReplacementTarget,
  context: StepContext,
): Problem | undefined {
  const fieldPaths =
    target.fieldPaths.length === 0
      ? ['metadata.name']
      : target.fieldPaths.map((path) => path.value);
  for (const fieldPath of fieldPaths) {
    const resource = resources[index];
    if (resource === undefined) return undefined;
    const node = value.node();
    const create: CreateKind =
      target.options?.create === true && node.kind !== 'alias' ? node.kind : undefined;
    const path = smartSplit(fieldPath, '.');
    const original =
      (target.options?.delimiter ?? '') === ''
        ? value.origin
        : { ...value.origin, previous: undefined };
    const originFrom =
      (copied: FieldOrigin) =>
      (old: ResourceNode | undefined): FieldOrigin =>
        copiedOrigin({
          original: copied,
          by: () => ({ kind: 'replacement', root: context.root }),
          own: old && resource.originOf(old),
          secret: value.origin.secret,
        });
    const origin = originFrom(original);
    const inText =
      path.length < 2
        ? undefined
        : setInText(resource, path, node, create, originFrom({ ...original, previous: undefined }));
    if (inText !== undefined) {
      resources[index] = settleShared(resource.with(inText));
      continue;
    }
    const matched = findMatches(resource.node, path, { create, origin: origin(undefined) });
    if (matched.kind === 'problem') return matched;
    if (matched.places.length === 0)
      return problem('kustomize.replacement-target-not-found', {
        path: fieldPath,
        id: describeId(resource.id),
      });
    let written = resource.with(matched.node);
    for (const place of matched.places) {
      const old = nodeAt(written.node, place);
      if (old === undefined) continue;
      resources[index] = written;
      const next = setValue(old, value.node(), target.options, origin);
      if (next.kind === 'problem') return next;
      if (old.kind !== 'scalar') value.beforeReplacing(index, place);
      written = settleShared(written.with(withNodeAt(written.node, place, next)));
    }
    resources[index] = written;
  }
  return undefined;
}

/** Source: replacement.go `setFieldValue`. */
function setValue(
  old: ResourceNode,
  value: ResourceNode,
  options: FieldOptions | undefined,
  origin: (old: ResourceNode | undefined) => FieldOrigin,
): ResourceNode | Problem {
  let text = rawText(value);
  if (options !== undefined && options.delimiter !== '') {
    if (old.kind !== 'scalar') return problem('kustomize.delimiter-without-text');
    const parts = old.value.split(options.delimiter);
    const part = valueText(value);
    if (options.index < 0) parts.unshift(part);
    else if (options.index >= parts.length) parts.push(part);
    else parts[options.index] = part;
    text = parts.join(options.delimiter);
  }
  const isNew = old.kind === 'scalar' && old.value === '' && old.tag === '' && old.ordinal < 0;
  const writtenBy = origin(isNew ? undefined : old);
  if (old.kind !== 'scalar') return attachTo(value, writtenBy);
  const shared = old.shared && { group: old.shared.group, stamp: old.shared.stamp + 1 };
  return {
    ...old,
    value: text,
    ordinal: -1,
    origin: writtenBy,
    ...(shared === undefined ? {} : { shared }),
  };
}

/** A copy of the value under its new origin; what it holds comes from the same place. */
function attachTo(value: ResourceNode, origin: FieldOrigin): ResourceNode {
  switch (value.kind) {
    case 'scalar':
      return { ...value, shared: undefined, origin };
    case 'map':
      return {
        ...value,
        values: value.values.map((inner) => attachTo(inner, innerOrigin(inner, origin))),
        origin,
      };
    case 'sequence':
      return {
        ...value,
        items: value.items.map((inner) => attachTo(inner, innerOrigin(inner, origin))),
        origin,
      };
    case 'alias':
      return value;
  }
}

function innerOrigin(inner: ResourceNode, { by, secret, writtenAt }: FieldOrigin): FieldOrigin {
  if (inner.origin !== undefined)
    return copiedOrigin({ original: inner.origin, by: () => by, own: undefined, secret });
  const place = writtenAt.kind === 'node' ? { ...writtenAt, ordinal: inner.ordinal } : writtenAt;
  return { writtenAt: place, by, previous: undefined, ...(secret && { secret }) };
}

/** A path that leads into a text that is YAML or JSON itself; `undefined` where it does not. Source: `setValueInStructuredData`. */
function setInText(
  resource: Resource,
  path: readonly string[],
  value: ResourceNode,
  create: CreateKind,
  origin: (old: ResourceNode) => FieldOrigin,
): ResourceNode | undefined {
  for (let count = 1; count < path.length; count++) {
    const outer = path.slice(0, count);
    const place = lookupPlace(resource.node, outer);
    if (place === undefined || 'kind' in place) continue;
    const found = nodeAt(resource.node, place);
    if (found?.kind !== 'scalar') continue;
    const text = setInStructuredText(found.value, path.slice(count), value, create);
    if ('unparsable' in text) continue;
    if ('problem' in text) return undefined;
    const next = { ...found, value: text.text, ordinal: -1, origin: origin(found) };
    return withNodeAt(resource.node, place, next);
  }
  return undefined;
}
