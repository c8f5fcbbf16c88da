import type { Built } from '../../kustomize/build.ts';
import type { Resource } from '../../kustomize/resource.ts';
import { parentOf } from '../../kustomize/files.ts';
import { samePointer, type FileId, type SourcePointer } from '../../text/sourcePointer.ts';
import type { FieldOrigin } from '../../yaml/fieldOrigin.ts';
import { field } from '../../yaml/nodes.ts';
import type { Analysis } from '../analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import { rootsReading } from '../hover.ts';
import { declaredObjectsQuery } from './declaredObjects.ts';
import { isOfTypes, type NamePlace } from './namePlace.ts';
import { namesOfFileQuery } from './namePlaces.ts';

/** An object that a place names: where it is declared, and as which objects it is rendered, as far as roots read it. */
export interface NamedObject {
  readonly declaredAt: SourcePointer;
  readonly resource: Resource | undefined;
}

/**
 * The objects that a place of a file names, as the nearest root that reads the file has them: of a patch, a selector or a
 * reference what it means, and of an object itself. Objects of controllers are looked up in the whole tree.
 */
export function objectsNamed(
  analysis: Analysis,
  file: FileId,
  place: NamePlace,
): Answer<readonly NamedObject[]> {
  if (place.how === 'controller') return inTree(analysis, place);
  return chainAnswer(rootsReading(analysis, file), (roots) => {
    const builds = roots.map((root) => () => analysis.build(root));
    return chainAnswer(firstFound(builds, place), (found) =>
      found.length > 0 ? complete(found) : beside(analysis, file, place),
    );
  });
}

/** Asks one root after the other until one has what is named. */
function firstFound(
  builds: readonly (() => Answer<Built>)[],
  place: NamePlace,
): Answer<readonly NamedObject[]> {
  for (const build of builds) {
    const answer = build();
    if (answer.kind === 'needs') return answer;
    const found = namedIn(answer.value.resources, place);
    if (found.length > 0) return complete(found);
  }
  return complete([]);
}

/** The objects of a root that a place can mean, by any name that they have on the way. */
export function namedIn(resources: readonly Resource[], place: NamePlace): readonly NamedObject[] {
  const all = resources.flatMap((resource): readonly NamedObject[] => {
    if (!isOfTypes(resource.id, place.types)) return [];
    if (!stageNames(resource).includes(place.name)) return [];
    const declaredAt = declarationOf(resource);
    return declaredAt === undefined ? [] : [{ declaredAt, resource }];
  });
  const own = all.filter(({ declaredAt }) => samePointer(declaredAt, place.at));
  const near = all.filter(({ resource }) => isIn(resource, place.namespace));
  const fitting = own.length > 0 ? own : near.length > 0 ? near : all;
  const places = new Map(fitting.map((one) => [JSON.stringify(one.declaredAt), one]));
  return [...places.values()];
}

function isIn(resource: Resource | undefined, namespace: string): boolean {
  return namespace === '' || resource?.id.namespace === namespace;
}

/** The names that an object has on its way through the layers, the present one first. */
export function stageNames(resource: Resource): readonly string[] {
  return nameOrigins(resource).flatMap(({ gave }) => (gave === undefined ? [] : [gave.value]));
}

/** Where the name of an object was written first. */
export function declarationOf(resource: Resource): SourcePointer | undefined {
  return nameOrigins(resource).at(-1)?.writtenAt;
}

function nameOrigins(resource: Resource): readonly FieldOrigin[] {
  const name = field(field(resource.node, 'metadata'), 'name');
  if (name === undefined) return [];
  const origins: FieldOrigin[] = [];
  for (
    let one: FieldOrigin | undefined = resource.originOf(name);
    one !== undefined;
    one = one.previous
  )
    origins.push(one);
  return origins;
}

/** What no root has may stand in a folder that a controller applies as it is. */
function beside(
  analysis: Analysis,
  file: FileId,
  place: NamePlace,
): Answer<readonly NamedObject[]> {
  const own = analysis.ask((reader) => reader.get(namesOfFileQuery, file));
  return chainAnswer(own, (names): Answer<readonly NamedObject[]> => {
    const fitting = names.filter(
      ({ how, name, types }) =>
        (how === 'object' || how === 'generator') &&
        name === place.name &&
        types.some((type) => isOfTypes(type, place.types)),
    );
    if (fitting.length > 0)
      return complete(fitting.map(({ at }) => ({ declaredAt: at, resource: undefined })));
    return mapAnswer(inTree(analysis, place), (found) =>
      found.filter(({ declaredAt }) => parentOf(declaredAt.file) === parentOf(file)),
    );
  });
}

function inTree(analysis: Analysis, place: NamePlace): Answer<readonly NamedObject[]> {
  const declared = analysis.ask((reader) => reader.get(declaredObjectsQuery, ''));
  return mapAnswer(declared, (all) => {
    const fitting = all.filter((one) => one.name === place.name && isOfTypes(one, place.types));
    const near = fitting.filter(({ namespace }) => namespace === place.namespace);
    return (near.length > 0 ? near : fitting).map(({ file, ordinal }) => ({
      declaredAt: { kind: 'node', file, ordinal },
      resource: undefined,
    }));
  });
}

function complete<T>(value: T): Answer<T> {
  return { kind: 'complete', value };
}

/** The builds of roots, in their order. */
export function buildsOf(analysis: Analysis, roots: readonly FileId[]): Answer<readonly Built[]> {
  return allAnswers(roots.map((root) => analysis.build(root)));
}
