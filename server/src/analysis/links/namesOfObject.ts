import type { Built } from '../../kustomize/build.ts';
import { mentioningFilesQuery } from '../../layers/fleet/declaring.ts';
import { samePointer, type FileId, type SourcePointer } from '../../text/sourcePointer.ts';
import type { Analysis } from '../analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import { rootsReading } from '../hover.ts';
import { rootFiles } from '../rootFiles.ts';
import { declaredObjectsQuery } from './declaredObjects.ts';
import { isOfTypes, type NamePlace } from './namePlace.ts';
import { namesOfFileQuery } from './namePlaces.ts';
import { declarationOf, namedIn, stageNames } from './objectsNamed.ts';

/** A place that names an object. */
export interface NameUse {
  readonly file: FileId;
  readonly place: NamePlace;
  readonly isDeclaration: boolean;
}

/** The names by which an object is known, and every place that names it. */
export interface ObjectNames {
  readonly uses: readonly NameUse[];
  /** The roots that render it. */
  readonly roots: readonly FileId[];
}

/** Every place that names an object, in all roots that render it; `declaredAt` is where its name was written first. */
export function namesOfObject(analysis: Analysis, declaredAt: SourcePointer): Answer<ObjectNames> {
  return chainAnswer(rootsReading(analysis, declaredAt.file), (roots) => {
    const builds = allAnswers(roots.map((root) => analysis.build(root)));
    const files = allAnswers(roots.map((root) => rootFiles(analysis, [root])));
    return chainAnswer(builds, (built) =>
      chainAnswer(files, (read) => {
        const found = analysis.ask((reader) => {
          const uses = new Map<string, NameUse>();
          const rendering: FileId[] = [];
          for (const [index, one] of built.entries()) {
            const names = namesIn(one, declaredAt);
            if (names.size === 0) continue;
            rendering.push(one.root);
            for (const file of read[index]?.files ?? []) {
              for (const place of reader.get(namesOfFileQuery, file)) {
                const key = `${file}\n${JSON.stringify(place.at)}`;
                if (!names.has(place.name) || uses.has(key)) continue;
                const isDeclaration = samePointer(place.at, declaredAt);
                const isMeant =
                  isDeclaration ||
                  namedIn(one.resources, place).some((named) =>
                    samePointer(named.declaredAt, declaredAt),
                  );
                if (isMeant) uses.set(key, { file, place, isDeclaration });
              }
            }
          }
          return { uses: [...uses.values()], roots: rendering };
        });
        return chainAnswer(found, (own) =>
          mapAnswer(controllerUses(analysis, declaredAt), (more) => ({
            roots: own.roots,
            uses: [...own.uses, ...more.filter((use) => !own.uses.some((one) => isSame(one, use)))],
          })),
        );
      }),
    );
  });
}

function isSame(a: NameUse, b: NameUse): boolean {
  return a.file === b.file && samePointer(a.place.at, b.place.at);
}

/** The names that the declared object has in a root; empty where the root does not render it. */
function namesIn({ resources }: Built, declaredAt: SourcePointer): ReadonlySet<string> {
  const found = resources.filter((resource) => {
    const at = declarationOf(resource);
    return at !== undefined && samePointer(at, declaredAt);
  });
  return new Set(found.flatMap(stageNames));
}

/** The places of objects of controllers that name an object of the tree, and its own. */
function controllerUses(analysis: Analysis, declaredAt: SourcePointer): Answer<readonly NameUse[]> {
  return analysis.ask((reader) => {
    const own = reader
      .get(namesOfFileQuery, declaredAt.file)
      .find(({ at }) => samePointer(at, declaredAt));
    if (own === undefined) return [];
    const isAlone = (type: NamePlace['types'][number]): boolean =>
      reader
        .get(declaredObjectsQuery, '')
        .filter(({ name, ...rest }) => name === own.name && isOfTypes(rest, [type])).length < 2;
    const declaration: NameUse = { file: declaredAt.file, place: own, isDeclaration: true };
    const named = reader.get(mentioningFilesQuery, '').flatMap((file) =>
      reader.get(namesOfFileQuery, file).flatMap((place): readonly NameUse[] => {
        if (place.how !== 'controller' || place.name !== own.name) return [];
        const type = own.types.find((one) => isOfTypes(one, place.types));
        const isNear = own.namespace === place.namespace;
        if (type === undefined || !(isNear || isAlone(type))) return [];
        return [{ file, place, isDeclaration: false }];
      }),
    );
    return [declaration, ...named];
  });
}
