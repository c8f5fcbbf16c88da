import { gvkOf } from '../../kubernetes/gvk.ts';
import { splitPath } from '../../kustomize/fieldSpec.ts';
import { parentOf } from '../../kustomize/files.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { field } from '../../yaml/nodes.ts';
import type { Analysis } from '../analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import { rootsReading } from '../hover.ts';
import { referencesOfFile } from '../links/configuredReferences.ts';
import { declaredObjectsQuery } from '../links/declaredObjects.ts';
import { isOfTypes, type NamedType } from '../links/namePlace.ts';
import { stageNames } from '../links/objectsNamed.ts';
import type { CompletionItem } from './completionItem.ts';
import type { CompletionContext } from './context.ts';

/**
 * The names of objects that a field of another object can hold, as kustomize follows them, and the keys of a ConfigMap or
 * Secret that a field beside its name picks: of what the nearest root has that reads the file, else of its folder.
 */
export function referenceCompletions(
  analysis: Analysis,
  file: FileId,
  context: CompletionContext,
): Answer<readonly CompletionItem[]> {
  const { path, writes, siblings } = context;
  const last = path.findLast((step) => step !== '-');
  const isKey = last === 'key' && siblings.has('name');
  if (writes === 'key' || last === undefined) return complete([]);
  const named = isKey ? path.map((step) => (step === 'key' ? 'name' : step)) : path;
  const types = analysis.ask((reader) =>
    typesNamed(referencesOfFile(reader, file), named, context),
  );
  return chainAnswer(types, (wanted) => {
    if (wanted.length === 0) return complete([]);
    return chainAnswer(rootsReading(analysis, file), (roots) => {
      const builds = allAnswers(roots.slice(0, mostRoots).map((root) => analysis.build(root)));
      return chainAnswer(builds, (built) => {
        const found = built.flatMap(({ resources }) =>
          resources.filter(({ id }) => isOfTypes(id, wanted)),
        );
        if (isKey) return complete(keysOf(found, siblings.get('name') ?? ''));
        return found.length > 0 ? complete(namesOf(found)) : beside(analysis, file, wanted);
      });
    });
  });
}

/** The nearest root may be one that lacks what the next ones add. */
const mostRoots = 3;

function complete(items: readonly CompletionItem[]): Answer<readonly CompletionItem[]> {
  return { kind: 'complete', value: items };
}

/** The types that the field at a path names; where the field beside it says a kind, that one alone. */
function typesNamed(
  table: ReturnType<typeof referencesOfFile>,
  path: readonly string[],
  { document, siblings }: CompletionContext,
): readonly NamedType[] {
  const kind = document.get('kind') ?? '';
  const { group, version } = gvkOf(document.get('apiVersion') ?? '', kind);
  const way = path.filter((step) => step !== '-').join('/');
  const says = siblings.get('kind');
  return table.flatMap((target): readonly NamedType[] => {
    const named = { group: target.group.replace(/\/.*$/, ''), kind: target.kind };
    if (kind === '' || (says !== undefined && says !== named.kind)) return [];
    const isMeant = target.referrers.some((spec) => {
      const isOfKind =
        (spec.kind === '' || spec.kind === kind) &&
        (spec.group === '' || spec.group === group) &&
        (spec.version === '' || spec.version === version);
      if (!isOfKind) return false;
      const own = splitPath(spec.path, '/')
        .map((step) => step.replace(/\[\]$/, ''))
        .join('/');
      return way === own || way === `${own}/name`;
    });
    return isMeant ? [named] : [];
  });
}

/** The names as they are written first, before layers change them. */
function namesOf(resources: readonly Resource[]): readonly CompletionItem[] {
  const found = new Map<string, CompletionItem>();
  for (const resource of resources) {
    const label = stageNames(resource).at(-1) ?? resource.id.name;
    found.set(label, { label, kind: 'object', detail: resource.id.kind });
  }
  return [...found.values()].sort((a, b) => (a.label < b.label ? -1 : 1));
}

function keysOf(resources: readonly Resource[], name: string): readonly CompletionItem[] {
  const found = new Set<string>();
  for (const resource of resources) {
    if (!stageNames(resource).includes(name)) continue;
    for (const part of ['data', 'stringData', 'binaryData']) {
      const data = field(resource.node, part);
      if (data?.kind === 'map') for (const key of data.keys) found.add(key);
    }
  }
  return [...found].map((label) => ({ label, kind: 'field', detail: name }));
}

/** What no root has may stand in a folder that a controller applies as it is. */
function beside(
  analysis: Analysis,
  file: FileId,
  types: readonly NamedType[],
): Answer<readonly CompletionItem[]> {
  return mapAnswer(
    analysis.ask((reader) => reader.get(declaredObjectsQuery, '')),
    (declared) =>
      declared
        .filter((one) => parentOf(one.file) === parentOf(file) && isOfTypes(one, types))
        .map(({ name, kind }) => ({ label: name, kind: 'object', detail: kind })),
  );
}
