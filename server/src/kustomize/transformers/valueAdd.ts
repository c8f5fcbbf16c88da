import type { Reader } from '../../query/database.ts';
import { problem, problemAt, type Problem } from '../../text/problem.ts';
import { rawText } from '../../yaml/nodes.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { splitPath } from '../fieldSpec.ts';
import { loadText, type LoadRestrictions } from '../load.ts';
import { updateAt } from '../pathGetter.ts';
import type { ValueAddTarget, ValueAddTransformerConfig } from '../pluginConfig.ts';
import { readValueAddTargets } from '../readPluginConfig.ts';
import { pointerTo, type Resource, type ResourceSource } from '../resource.ts';
import { select } from '../selector.ts';
import { syntaxProblem } from '../syntaxProblem.ts';
import { change, reportRead, setScalar, stepOrigin, type StepContext } from '../step.ts';
import { defaultNamespaceOptions, namespaceObject } from './namespace.ts';

/** Adds a value to fields. Source: kustomize api v0.21.1 internal/builtins/ValueAddTransformer.go, filters/valueadd/valueadd.go. */
export function addValues(
  resources: readonly Resource[],
  config: ValueAddTransformerConfig,
  files: { readonly reader: Reader; readonly restrictions: LoadRestrictions },
  context: StepContext,
): readonly Resource[] {
  const at = pointerTo(context.source, 0);
  const fail = (found: Problem): readonly Resource[] => {
    context.report.fail(problemAt(found, at));
    return resources;
  };
  const trimmed = config.value?.value.trim() ?? '';
  const value = {
    value: trimmed === '' ? (context.root.split('/').at(-1) ?? '') : trimmed,
    ordinal: config.value?.ordinal ?? 0,
  };
  const targets: ValueAddTarget[] = [...config.targets];
  const path = config.targetFilePath?.value ?? '';
  if (path !== '') {
    const loaded = loadText(files.reader, context.root, path, files.restrictions);
    if (loaded.kind === 'pending') return resources;
    if (loaded.kind === 'problem') return fail(loaded);
    const configuration = readConfiguration(loaded.text);
    const [syntax] = configuration.problems;
    if (syntax !== undefined) return fail(syntaxProblem(syntax, loaded.file));
    const read = readValueAddTargets(configuration.root);
    const source: ResourceSource = { file: loaded.file, inside: [], root: context.root };
    reportRead(read.problems, source, context.report);
    targets.push(...read.targets);
  }
  if (targets.length === 0) return fail(problem('kustomize.value-without-target'));
  if (targets.some((target) => target.fieldPath === ''))
    return fail(problem('kustomize.empty-field-name', { path: '' }));
  if (targets.some((target) => target.filePathPosition < 0))
    return fail(problem('kustomize.negative-index', { index: 'filePathPosition' }));
  let result = resources;
  for (const target of targets) {
    const selected =
      target.selector === undefined
        ? { kind: 'selected' as const, indexes: [...result.keys()] }
        : select(result, target.selector);
    if (selected.kind === 'problem') {
      context.report.fail(problemAt(selected, at));
      continue;
    }
    const indexes = new Set(selected.indexes);
    result = result.map((resource, index) =>
      indexes.has(index) ? addValue(resource, target, value, context) : resource,
    );
  }
  return result;
}

function addValue(
  resource: Resource,
  target: ValueAddTarget,
  value: { readonly value: string; readonly ordinal: number },
  context: StepContext,
): Resource {
  if (target.fieldPath === 'metadata/namespace') {
    return change(resource, context, value.ordinal, (node) =>
      namespaceObject(node, resource, value, [], defaultNamespaceOptions, context),
    );
  }
  const made = stepOrigin(context, 'transformer', value.ordinal, undefined);
  return change(resource, context, value.ordinal, (node) =>
    updateAt(node, splitPath(target.fieldPath, '/'), {
      create: 'scalar',
      origin: made,
      set: (old: ResourceNode) => {
        const text =
          target.filePathPosition > 0
            ? insertPathPart(rawText(old), target.filePathPosition - 1, value.value)
            : value.value;
        const previous = old.origin === made ? undefined : resource.originOf(old);
        return setScalar(old, text, '', { ...made, previous });
      },
    }),
  );
}

/** Source: kyaml v0.21.1 filesys/util.go `InsertPathPart`. */
function insertPathPart(path: string, position: number, part: string): string {
  if (part === '') return path;
  const absolute = path.startsWith('/');
  const parts = path.split('/').filter((piece) => piece !== '' && piece !== '.');
  parts.splice(Math.min(position, parts.length), 0, part);
  return (absolute ? '/' : '') + parts.join('/');
}
