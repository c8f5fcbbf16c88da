import type { Reader } from '../../query/database.ts';
import { problem, problemAt, type Problem } from '../../text/problem.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { appendEntry, newMap, newScalar, withField } from '../../yaml/nodes.ts';
import type { MapNode, ResourceNode } from '../../yaml/resourceNode.ts';
import type { ConfigMapArgs, GeneratorOptions, KeyValue, SecretArgs } from '../kustomization.ts';
import { findFile, type LoadRestrictions } from '../load.ts';
import { contentQuery } from '../files.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { appendedScalar, metadataMap, withMetadataMap } from '../metadata.ts';
import { buildAnnotations, enabled, pointerTo, Resource } from '../resource.ts';
import { tooLargeProblem } from '../tooLarge.ts';
import { stepOrigin, type StepContext } from '../step.ts';
import {
  configMapValue,
  parseFileSource,
  readKeyValues,
  secretValue,
  type EnvSource,
  type FileContent,
  type FileSource,
  type KeyValueProblem,
  type Pair,
} from './keyValues.ts';

/** Where the files of generators are read. */
export interface GeneratorFiles {
  readonly reader: Reader;
  readonly restrictions: LoadRestrictions;
}

/** One entry of `configMapGenerator:`. Source: kustomize api v0.21.1 internal/generators/configmap.go. */
export function generateConfigMap(
  args: ConfigMapArgs,
  files: GeneratorFiles,
  context: StepContext,
): Resource | Problem {
  return generate('ConfigMap', args, files, context, (object, pairs) => {
    let result = object;
    for (const pair of pairs) {
      const { field, node } = configMapValue(pair.value);
      const origin = pairOrigin(pair, context);
      const map = childMap(
        result,
        field,
        stepOrigin(context, 'generator', args.ordinal, undefined),
      );
      result = withField(result, field, appendEntry(map, pair.key, { ...node, origin }));
    }
    return result;
  });
}

/** One entry of `secretGenerator:`. Source: kustomize api v0.21.1 internal/generators/secret.go. */
export function generateSecret(
  args: SecretArgs,
  files: GeneratorFiles,
  context: StepContext,
): Resource | Problem {
  return generate('Secret', args, files, context, (object, pairs) => {
    const origin = stepOrigin(context, 'generator', args.type?.ordinal ?? args.ordinal, undefined);
    const typed = appendEntry(
      object,
      'type',
      appendedScalar(args.type?.value ?? 'Opaque', '!!str', origin),
    );
    let data = newMap(stepOrigin(context, 'generator', args.ordinal, undefined));
    for (const pair of pairs)
      data = appendEntry(data, pair.key, {
        ...secretValue(pair.value),
        origin: pairOrigin(pair, context),
      });
    return appendEntry(typed, 'data', data);
  });
}

function childMap(object: MapNode, name: string, origin: FieldOrigin): MapNode {
  const index = object.keys.indexOf(name);
  const child = object.values[index];
  return child?.kind === 'map' ? child : newMap(origin);
}

function pairOrigin(pair: Pair, context: StepContext): FieldOrigin {
  return {
    writtenAt:
      pair.writtenAt.kind === 'node'
        ? pointerTo(context.source, pair.writtenAt.ordinal)
        : pair.writtenAt,
    by: { kind: 'generator', root: context.root },
    previous: undefined,
  };
}

/** What a generator makes; one that reads no file makes the same as long as its configuration is the same. */
function generate(
  kind: 'ConfigMap' | 'Secret',
  args: ConfigMapArgs,
  files: GeneratorFiles,
  context: StepContext,
  fill: (object: MapNode, pairs: readonly Pair[]) => MapNode,
): Resource | Problem {
  const readsFiles = args.files.length > 0 || args.envs.length > 0;
  const known = readsFiles ? undefined : context.memo?.made.get(args);
  if (known !== undefined) return known;
  const made = make(kind, args, files, context, fill);
  if (made instanceof Resource && !readsFiles) context.memo?.made.set(args, made);
  return made;
}

/** Source: internal/generators/utils.go, resource/factory.go `makeOne`. */
function make(
  kind: 'ConfigMap' | 'Secret',
  args: ConfigMapArgs,
  files: GeneratorFiles,
  context: StepContext,
  fill: (object: MapNode, pairs: readonly Pair[]) => MapNode,
): Resource | Problem {
  const at = pointerTo(context.source, args.ordinal);
  const origin = stepOrigin(context, 'generator', args.ordinal, undefined);
  const name = args.name?.value ?? '';
  if (name === '') return problem('kustomize.generator-without-name', {}, at);
  const nameOrigin = stepOrigin(
    context,
    'generator',
    args.name?.ordinal ?? args.ordinal,
    undefined,
  );
  let metadata = appendEntry(newMap(origin), 'name', appendedScalar(name, '!!str', nameOrigin));
  if (args.namespace !== undefined && args.namespace.value !== '') {
    const namespaceOrigin = stepOrigin(context, 'generator', args.namespace.ordinal, undefined);
    metadata = appendEntry(
      metadata,
      'namespace',
      appendedScalar(args.namespace.value, '!!str', namespaceOrigin),
    );
  }
  let object = appendEntry(newMap(origin), 'apiVersion', newScalar('v1', '!!str', 'plain', origin));
  object = appendEntry(object, 'kind', newScalar(kind, '!!str', 'plain', origin));
  object = appendEntry(object, 'metadata', metadata);
  const pairs = loadPairs(args, files, context);
  if ('kind' in pairs) return problemAt(pairs, at);
  object = fill(
    object,
    [...pairs].sort((a, b) => compareBytes(a.key, b.key)),
  );
  const node = withOptions(object, args.options, context);
  const annotations = metadataMap(node, 'annotations');
  if (args.options?.disableNameSuffixHash === undefined)
    annotations.set(buildAnnotations.needsHashSuffix, enabled);
  annotations.set(buildAnnotations.generatorBehavior, behaviorOf(args));
  return new Resource(withMetadataMap(node, 'annotations', annotations, undefined), context.source);
}

function behaviorOf(args: ConfigMapArgs): string {
  const behavior = args.behavior?.value ?? '';
  return behavior === 'create' || behavior === 'merge' || behavior === 'replace'
    ? behavior
    : 'unspecified';
}

function withOptions(
  object: MapNode,
  options: GeneratorOptions | undefined,
  context: StepContext,
): ResourceNode {
  if (options === undefined) return object;
  const withLabels = setPairs(object, 'labels', options.labels, context);
  const result = setPairs(withLabels, 'annotations', options.annotations, context);
  if (options.immutable === undefined) return result;
  const origin = stepOrigin(context, 'generator', options.immutable.ordinal, undefined);
  return withField(result, 'immutable', newScalar('true', '!!bool', 'plain', origin));
}

function setPairs(
  object: MapNode,
  field: 'labels' | 'annotations',
  pairs: readonly KeyValue[],
  context: StepContext,
): MapNode {
  if (pairs.length === 0) return object;
  const metadata = childMap(object, 'metadata', stepOrigin(context, 'generator', -1, undefined));
  let map = newMap(stepOrigin(context, 'generator', pairs[0]?.ordinal ?? -1, undefined));
  for (const pair of [...pairs].sort((a, b) => compareBytes(a.key, b.key))) {
    map = withField(
      map,
      pair.key,
      newScalar(
        pair.value,
        '!!str',
        'single',
        stepOrigin(context, 'generator', pair.ordinal, undefined),
      ),
    );
  }
  return withField(object, 'metadata', withField(metadata, field, map));
}

/** The pairs of a generator; what is not loaded yet counts as empty. */
function loadPairs(
  args: ConfigMapArgs,
  { reader, restrictions }: GeneratorFiles,
  context: StepContext,
): readonly Pair[] | Problem {
  const envs: EnvSource[] = [];
  const fileSources: FileSource[] = [];
  for (const env of args.envs) {
    const loaded = loadContent(reader, context, env.value, env.ordinal, restrictions);
    if ('kind' in loaded) return loaded;
    envs.push(loaded);
  }
  for (const file of args.files) {
    const parsed = parseFileSource(file.value);
    if ('problem' in parsed)
      return keyValueProblem(parsed.problem, pointerTo(context.source, file.ordinal));
    const loaded = loadContent(reader, context, parsed.path, file.ordinal, restrictions);
    if ('kind' in loaded) return loaded;
    fileSources.push({ key: parsed.key, ...loaded });
  }
  const literals = args.literals.map((literal) => ({
    file: context.source.file,
    ordinal: literal.ordinal,
    text: literal.value,
  }));
  const read = readKeyValues({ envs, literals, files: fileSources });
  return 'problem' in read ? keyValueProblem(read.problem, undefined) : read.pairs;
}

function loadContent(
  reader: Reader,
  context: StepContext,
  path: string,
  ordinal: number,
  restrictions: LoadRestrictions,
): { readonly file: string; readonly content: FileContent } | Problem {
  const at = pointerTo(context.source, ordinal);
  const found = findFile(reader, context.root, path, restrictions);
  if (found.kind === 'problem') return problemAt(found, at);
  if (found.kind === 'remote')
    return problem('kustomize.remote-file', { address: found.address }, at);
  const content = reader.get(contentQuery, found.file);
  if (content?.kind === 'tooLarge') return tooLargeProblem({ path, size: content.size }, at);
  if (content === undefined) return { file: path, content: { text: '' } };
  return {
    file: found.file,
    content: content.kind === 'bytes' ? { bytes: content.bytes } : { text: content.text },
  };
}

function keyValueProblem(found: KeyValueProblem, at: Problem['at']): Problem {
  switch (found.kind) {
    case 'repeatedKey':
      return problem('kustomize.generator-repeated-key', { key: found.key }, at);
    case 'envLineIsNotUtf8':
      return problem(
        'kustomize.invalid-utf8',
        {},
        { kind: 'line', file: found.file, line: found.line },
      );
    case 'literalWithoutKeyAndValue':
    case 'fileSourceWithoutKey':
    case 'fileSourceWithoutPath':
    case 'fileSourceWithManyEqualSigns':
      // The text of a literal can be a secret: it is not repeated.
      return problem('kustomize.generator-bad-source', { reason: found.kind }, at);
  }
}
