import type { ObjectReader } from '../../delivery/objectReader.ts';
import type { Placed } from '../../delivery/placed.ts';
import { contentQuery, resolvedQuery } from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import { problem } from '../../text/problem.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field as fieldOf, rawText } from '../../yaml/nodes.ts';
import { readConfiguration } from '../../yaml/readConfiguration.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import { checkKeys, day, requiredText, type Reporter } from '../config/checkedMap.ts';
import { openStrataFile } from '../config/strataFile.ts';
import { isKustomizationFile } from '../roots.ts';
import type { ReasonScope, RecordedReason, RecordedReasons } from './recordedReasons.ts';

/** Where reasons are recorded that do not stand at the lines that they are about. */
export const differencesFile = '.strata/differences.yaml';

/** The keys of the file, and of one difference in it. */
export const differencesKeys = {
  file: ['differences'],
  difference: ['file', 'field', 'cluster', 'application', 'resource', 'because', 'review', 'owner'],
} as const;

/**
 * The reasons of `.strata/differences.yaml`. With `file` one is about that file, or about a `field` of it
 * (`/spec/replicas`, `/images[name=web]`); without, about rendered objects. Yields `config.*`, `differences.no-file` and
 * `differences.no-field`.
 */
export const differencesFileQuery: Query<'', RecordedReasons> = {
  name: 'differencesFile',
  equals: deepEqual,
  compute: (_key, reader) => {
    const { map, report, problems } = openStrataFile(reader, differencesFile);
    if (map !== undefined) checkKeys(map, differencesKeys.file, report);
    const reasons = (map?.list('differences') ?? []).flatMap((one) =>
      readDifference(one, reader, report),
    );
    return { reasons, problems: problems() };
  },
};

function readDifference(
  map: ObjectReader,
  reader: Reader,
  report: Reporter,
): readonly RecordedReason[] {
  checkKeys(map, differencesKeys.difference, report);
  const because = requiredText(map, 'because', report);
  const review = day(map, 'review', report)?.value;
  const owner = map.text('owner')?.value;
  const scopes = readScopes(map, reader, report);
  if (because === undefined) return [];
  return scopes.map((scope) => ({ because: because.value, review, owner, at: because.at, scope }));
}

function readScopes(map: ObjectReader, reader: Reader, report: Reporter): readonly ReasonScope[] {
  const file = map.text('file');
  const field = map.text('field');
  if (file === undefined) {
    const [cluster, application] = [map.text('cluster')?.value, map.text('application')?.value];
    const resource = map.text('resource')?.value;
    const isAbout = [cluster, application, resource, field].some((one) => one !== undefined);
    if (!isAbout) requiredText(map, 'file', report);
    return isAbout
      ? [{ kind: 'rendered', cluster, application, resource, field: field?.value }]
      : [];
  }
  const path = file.value.replace(/^\.\//, '').replace(/\/+$/, '');
  const found = reader.get(resolvedQuery, path);
  if (found?.kind !== 'file') {
    report(problem('differences.no-file', { file: file.value }, file.at));
    return [];
  }
  return field === undefined
    ? [{ kind: 'file', file: found.path }]
    : fieldScopes(found.path, field, reader, report);
}

function fieldScopes(
  file: string,
  field: Placed<string>,
  reader: Reader,
  report: Reporter,
): readonly ReasonScope[] {
  const content = reader.get(contentQuery, file);
  const text = content?.kind === 'text' ? content.text : '';
  const roots = isKustomizationFile(file)
    ? [readConfiguration(text).root]
    : readObjects(text).documents.map(({ root }) => root);
  const nodes = roots.flatMap((root) => {
    const node = root && nodeAt(root, field.value);
    return node === undefined ? [] : [node];
  });
  if (content !== undefined && nodes.length === 0) {
    report(problem('differences.no-field', { field: field.value, file }, field.at));
  }
  return nodes.map((node) => ({
    kind: 'nodes',
    file,
    outer: [],
    from: node.ordinal,
    to: lastOrdinal(node),
    files: [],
  }));
}

/** The node at `/spec/containers[name=app]/image`; indices count as names. */
function nodeAt(root: ResourceNode, path: string): ResourceNode | undefined {
  const steps = [...path.matchAll(/\/([^/[]*)|\[([^=\]]+)=([^\]]*)\]/g)];
  let node: ResourceNode | undefined = root;
  for (const [, name, key, value] of steps) {
    if (node?.kind === 'alias') node = node.target;
    if (name !== undefined) {
      const plain = name.replaceAll('~1', '/').replaceAll('~0', '~');
      node = node?.kind === 'sequence' ? node.items[Number(plain)] : fieldOf(node, plain);
    } else if (node?.kind === 'sequence') {
      node = node.items.find((item) => rawText(fieldOf(item, key ?? '')) === value);
    } else {
      node = undefined;
    }
  }
  return steps.length === 0 ? undefined : node;
}

function lastOrdinal(node: ResourceNode): number {
  const last =
    node.kind === 'map'
      ? node.values.at(-1)
      : node.kind === 'sequence'
        ? node.items.at(-1)
        : undefined;
  return last === undefined ? node.ordinal : Math.max(node.ordinal, lastOrdinal(last));
}
