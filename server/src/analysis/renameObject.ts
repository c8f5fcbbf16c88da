import type { RenderedApplication } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import { isDeclaring } from '../layers/fleet/declaring.ts';
import { samePointer, type FileId, type SourcePointer } from '../text/sourcePointer.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis, RenderSource } from './analysis.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import { readingApplications } from './clusterValues.ts';
import { buildFailures } from './fixes/trial.ts';
import type { Fork } from './fork.ts';
import type { SourcePlace } from './hover.ts';
import { namesOfObject, type NameUse } from './links/namesOfObject.ts';
import { declarationOf, objectsNamed, stageNames } from './links/objectsNamed.ts';
import { partOfScalar } from './links/pathLink.ts';
import type { RangedEdit } from './moveFiles.ts';
import { nameAt } from './sourceDefinition.ts';
import { positionAt, rangeOfPointer, type SourceRange } from './sourceRange.ts';
import { sourceIndexOf } from './sourceIndex.ts';
import { isOfTypes } from './links/namePlace.ts';

/** What can be renamed at a place. */
export interface RenameTarget {
  readonly range: SourceRange;
  /** The text there, which may have a prefix or a suffix that layers give. */
  readonly text: string;
  /** The name where the object is declared. */
  readonly name: string;
  readonly declaredAt: SourcePointer;
}

/** Why something is not renamed. */
export interface RenameRefusal {
  readonly kind: 'refused';
  /**
   * - `nothing`: no name of an object stands there.
   * - `ambiguous`: the name can mean more than one object.
   * - `application`: another name of an application deletes and recreates what it delivers.
   * - `bad-name`: Kubernetes takes no such name.
   * - `escapes`: a name is written in a way that no edit keeps.
   * - `fails`: a root does not build, so that nobody can tell.
   * - `changes-more`: more than the name would change in a root.
   */
  readonly code:
    'nothing' | 'ambiguous' | 'application' | 'bad-name' | 'escapes' | 'fails' | 'changes-more';
  readonly root?: FileId;
  /** What changes beside the name. */
  readonly detail?: string;
}

/** The edits of a rename, still to be proven in each of the roots. */
export interface RenamePlan {
  readonly kind: 'plan';
  readonly edits: ReadonlyMap<FileId, readonly RangedEdit[]>;
  readonly declaredAt: SourcePointer;
  readonly roots: readonly FileId[];
  /** The roots, and the applications that read the file: controllers patch by names, too. */
  readonly sources: readonly RenderSource[];
}

/** The object whose name stands at a place, or why it cannot be renamed. */
export function renameTarget(
  analysis: Analysis,
  place: SourcePlace,
): Answer<RenameTarget | RenameRefusal> {
  return chainAnswer(nameAt(analysis, place), (name): Answer<RenameTarget | RenameRefusal> => {
    if (name === undefined) return complete(refuse('nothing'));
    const deploys = name.types.some((type) => isDeclaring(type));
    if (deploys) return complete(refuse('application'));
    const named = objectsNamed(analysis, place.file, name);
    return chainAnswer(named, (objects): Answer<RenameTarget | RenameRefusal> => {
      const [object, ...more] = objects;
      if (object === undefined) return complete(refuse('nothing'));
      if (more.length > 0) return complete(refuse('ambiguous'));
      const { declaredAt, resource } = object;
      const names = resource === undefined ? [name.name] : stageNames(resource);
      return analysis.ask((reader) => ({
        range: rangeOfPointer(reader, name.at),
        text: name.name,
        name: names.at(-1) ?? name.name,
        declaredAt,
      }));
    });
  });
}

/** The edits that give an object another name, in every place that names it; a text with a prefix keeps it. */
export function renameObject(
  analysis: Analysis,
  target: RenameTarget,
  newName: string,
): Answer<RenamePlan | RenameRefusal> {
  const own = bareName(target, newName);
  if (own === undefined || !/^[a-z0-9](?:[a-z0-9.:-]{0,251}[a-z0-9])?$/.test(own)) {
    return complete(refuse('bad-name'));
  }
  return chainAnswer(namesOfObject(analysis, target.declaredAt), ({ uses, roots }) =>
    chainAnswer(
      editsOf(analysis, uses, { from: target.name, to: own }),
      (edits): Answer<RenamePlan | RenameRefusal> => {
        if (edits === undefined) return complete(refuse('escapes'));
        const { declaredAt } = target;
        return mapAnswer(readingApplications(analysis, declaredAt.file), (reading) => {
          const applications = reading.map(({ key }) => ({ application: key }));
          return { kind: 'plan', edits, declaredAt, roots, sources: [...roots, ...applications] };
        });
      },
    ),
  );
}

/** The name without what layers put around it, where it is asked for at a place that has it. */
function bareName({ text, name }: RenameTarget, newName: string): string | undefined {
  const at = text.indexOf(name);
  if (at < 0 || text === name) return newName;
  const [before, after] = [text.slice(0, at), text.slice(at + name.length)];
  if (!newName.startsWith(before) || !newName.endsWith(after)) return undefined;
  return newName.slice(before.length, newName.length - after.length);
}

function editsOf(
  analysis: Analysis,
  uses: readonly NameUse[],
  { from, to }: { readonly from: string; readonly to: string },
): Answer<RenamePlan['edits'] | undefined> {
  return analysis.ask((reader) => {
    const edits = new Map<FileId, RangedEdit[]>();
    for (const { file, place } of uses) {
      const index = sourceIndexOf(reader, file);
      const at = place.name.indexOf(from);
      const part = { start: at, end: at + from.length };
      const range = index && at >= 0 ? partOfScalar(index, place.at, place.name, part) : undefined;
      if (index === undefined || range === undefined) return undefined;
      const [start, end] = [positionAt(index.text, range.start), positionAt(index.text, range.end)];
      const own = edits.get(file) ?? [];
      own.push({ ...range, newText: to, range: { file, start, end } });
      edits.set(file, own);
    }
    return edits;
  });
}

/**
 * Whether nothing but the name is other in a root once a plan is carried out: every object as it was, the renamed one
 * included, but for the places that held its name.
 */
export function proveRename(
  analysis: Analysis,
  fork: Fork,
  { declaredAt }: RenamePlan,
  source: RenderSource,
): Answer<RenameRefusal | 'proved'> {
  const root = typeof source === 'string' ? source : (source.application.split('\n').at(-1) ?? '');
  return chainAnswer(analysis.render(source), (before) =>
    mapAnswer(
      fork.ask((one) => one.render(source)),
      (after) => compare(before, after, { declaredAt, root }),
    ),
  );
}

function compare(
  before: RenderedApplication,
  after: RenderedApplication,
  { declaredAt, root }: { readonly declaredAt: SourcePointer; readonly root: string },
): RenameRefusal | 'proved' {
  const own = (built: RenderedApplication): readonly Resource[] =>
    built.resources.filter((resource) => {
      const at = declarationOf(resource);
      return at !== undefined && samePointer(at, declaredAt);
    });
  const [olds, news] = [own(before), own(after)];
  if (buildFailures(before) !== buildFailures(after)) return { ...refuse('fails'), root };
  if (olds.length !== news.length || before.resources.length !== after.resources.length) {
    return { ...refuse('changes-more'), root };
  }
  const renamed = new Map(olds.map(({ id }, index) => [id.name, news[index]?.id.name ?? '']));
  const kinds = olds.map(({ id }) => id);
  const keyOf = ({ id }: Resource, name: string): string =>
    [id.group, id.kind, id.namespace, name].join('\n');
  const byKey = new Map(after.resources.map((one) => [keyOf(one, one.id.name), one]));
  for (const resource of before.resources) {
    const isOwn = olds.includes(resource);
    const name = isOwn ? (renamed.get(resource.id.name) ?? '') : resource.id.name;
    // Another object may take its name from this one, by a replacement.
    const other =
      byKey.get(keyOf(resource, name)) ??
      byKey.get(keyOf(resource, renamed.get(resource.id.name) ?? name));
    const path = other && differs(resource.node, other.node, renamed, '');
    if (other === undefined || path !== undefined) {
      const detail = `${resource.id.kind}/${resource.id.name}${path ?? ''}`;
      return { ...refuse('changes-more'), root, detail };
    }
  }
  // Two objects of one kind and name cannot be told apart any more.
  const taken = after.resources.filter(
    ({ id }) => isOfTypes(id, kinds) && [...renamed.values()].includes(id.name),
  );
  return taken.length > olds.length ? { ...refuse('changes-more'), root } : 'proved';
}

/** The path of the first place that is other than the new name allows; `undefined` where there is none. */
function differs(
  a: ResourceNode,
  b: ResourceNode,
  renamed: ReadonlyMap<string, string>,
  path: string,
): string | undefined {
  if (a === b) return undefined;
  if (a.kind === 'scalar' && b.kind === 'scalar') {
    const isSame = a.value === b.value && a.tag === b.tag;
    return isSame || renamed.get(a.value) === b.value ? undefined : path;
  }
  if (a.kind === 'map' && b.kind === 'map') {
    if (a.keys.length !== b.keys.length) return path;
    for (const [index, key] of a.keys.entries()) {
      const [one, other] = [a.values[index], b.values[index]];
      if (b.keys[index] !== key || one === undefined || other === undefined) return path;
      const found = differs(one, other, renamed, `${path}/${key}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  if (a.kind === 'sequence' && b.kind === 'sequence') {
    if (a.items.length !== b.items.length) return path;
    for (const [index, item] of a.items.entries()) {
      const other = b.items[index];
      const found = other === undefined ? path : differs(item, other, renamed, `${path}/${index}`);
      if (found !== undefined) return found;
    }
    return undefined;
  }
  return path;
}

function refuse(code: RenameRefusal['code']): RenameRefusal {
  return { kind: 'refused', code };
}

function complete<T>(value: T): Answer<T> {
  return { kind: 'complete', value };
}
