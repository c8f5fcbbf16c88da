import { readApplication } from '../argocd/application.ts';
import { imageUpdatesOf } from '../argocd/imageUpdater.ts';
import { reachedApplications } from '../layers/fleet/reachedApplications.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { applyEdits, editsBetween, type TextEdit } from '../text/textEdit.ts';
import { groupBy } from '../util/groupBy.ts';
import type { JsonValue } from '../yaml/decode.ts';
import { numberTag } from '../yaml/nodeOfJson.ts';
import { adoptedText, type AdoptedField, type Adoption } from './adoption.ts';
import { insertImage } from './insertImage.ts';
import { insertItem } from './insertItem.ts';
import { insertPatch } from './insertPatch.ts';
import { joinEdits } from './joinEdits.ts';
import { readText } from './readText.ts';
import { nameInLayer } from './nameInLayer.ts';
import type { PlanDraft, PlannedChange, PlanNote, PlanPlace, PlanReach } from './planTypes.ts';
import { noteMaker, type NoteMaker } from './promotion.ts';
import { kustomizationOf, ownFiles, readSites } from './stageFiles.ts';
import type { ConfigurationSite, VersionSite } from './versionSites.ts';
import { readImage } from './versionText.ts';
import { quoted } from './writeScalar.ts';

/**
 * Drafts the edits after which Git says what is live: in the line that says it now where nobody else reads that line, else
 * in the layer that is the application's own. What stands against it is told with the place.
 */
export function draftAdoption(reader: Reader, adoption: Adoption): PlanDraft {
  const { application } = adoption;
  const roots = application.sources.flatMap(({ isHere, path, build }) =>
    isHere && path !== undefined && build === 'kustomize' ? [path] : [],
  );
  const reach: PlanReach = {
    applications: new Set([application.key]),
    roots: new Set(application.sources.flatMap(({ isHere, path }) => (isHere ? (path ?? []) : []))),
  };
  const context: Context = {
    reader,
    application: adoption.application,
    isOwn: ownFiles(reader, reach),
    root: roots[0],
    note: noteMaker(application.name),
  };
  const placed = adoption.fields.map((field) => placeOf(context, field));
  const refused = [...adoption.refused, ...placed.flatMap((one) => one.refused ?? [])];
  const wanted = placed.flatMap((one) => one.wanted ?? []);
  const changes: PlannedChange[] = [];
  for (const [file, own] of groupBy(wanted, (one) => one.file)) {
    const before = readText(reader, file);
    const after = before === undefined ? undefined : editedText(before, own);
    const [first] = own;
    if (before === undefined || after === undefined) {
      const parameters = { field: first?.field.field ?? '' };
      refused.push(context.note('plan.cannot-write', parameters, { file, offset: 0 }));
      continue;
    }
    const edits = editsBetween(before, after);
    changes.push(...own.map((one) => changeOf(application.name, one, edits)));
  }
  return {
    texts:
      refused.length > 0 ? new Map() : joinEdits(changes, (file) => readText(reader, file)).texts,
    changes: refused.length > 0 ? [] : changes,
    left: [],
    refused,
    dangers: refused.length > 0 ? [] : adoption.dangers,
    reach,
    expected: new Set([application.key]),
  };
}

interface Context {
  readonly reader: Reader;
  readonly application: Adoption['application'];
  readonly isOwn: (file: FileId) => boolean;
  /** The kustomization root that renders the application, where there is one. */
  readonly root: FileId | undefined;
  readonly note: NoteMaker;
}

/** A field with the way in which it gets into a file. */
interface Wanted {
  readonly file: FileId;
  readonly field: AdoptedField;
  /** Where it stands now, or where it will. */
  readonly at: PlanPlace;
  readonly image: string | undefined;
  readonly how:
    | { readonly kind: 'inPlace'; readonly edits: readonly TextEdit[] }
    | { readonly kind: 'image'; readonly name: string; readonly version: string }
    | { readonly kind: 'inLayer'; readonly root: FileId };
}

interface Placed {
  readonly refused?: readonly PlanNote[];
  readonly wanted?: Wanted;
}

function placeOf(context: Context, field: AdoptedField): Placed {
  const { reader, isOwn, note } = context;
  const { writtenAt, have } = field;
  const refuse = (...parameters: Parameters<NoteMaker>): Placed => ({
    refused: [note(...parameters)],
  });
  const at = writtenAt && { file: writtenAt.file, offset: writtenAt.start };
  const site = writtenAt && siteAt(reader, writtenAt);
  const version = site !== undefined && 'version' in site ? site : undefined;
  if (version?.policy !== undefined) {
    const { policy } = version;
    return refuse('promote.image-automation', { policy, field: field.field }, at);
  }
  const updated = version && updatedImage(context, version);
  if (updated !== undefined) return refuse('promote.image-updater', { image: updated }, at);
  const image = version?.kind === 'image' ? imageMove(field) : undefined;
  const named = { field, at: at ?? { file: '', offset: 0 }, image: image?.name };
  if (writtenAt !== undefined && site !== undefined && isOwn(writtenAt.file)) {
    if (have === undefined) return refuse('adopt.remove-line', { field: field.field }, at);
    const edits = editsInPlace(site, field, image?.version);
    if (edits === undefined) return refuse('plan.cannot-write', { field: field.field }, at);
    const { file } = writtenAt;
    return { wanted: { ...named, file, how: { kind: 'inPlace', edits } } };
  }
  const file = context.root === undefined ? undefined : kustomizationOf(reader, context.root);
  if (context.root === undefined || file === undefined) {
    return refuse(
      'adopt.no-layer',
      { field: field.field, others: othersOf(context, at?.file) },
      at,
    );
  }
  if (!isOwn(file)) {
    const others = othersOf(context, file);
    return refuse('adopt.shared-layer', { file, others }, { file, offset: 0 });
  }
  const inLayer = { ...named, file, at: { file, offset: 0 } };
  return {
    wanted:
      image === undefined
        ? { ...inLayer, how: { kind: 'inLayer', root: context.root } }
        : { ...inLayer, how: { kind: 'image', ...image } },
  };
}

/** The site that a range of a file is about; the nearest place of an entry of `images`. */
function siteAt(
  reader: Reader,
  { file, start, end }: NonNullable<AdoptedField['writtenAt']>,
): VersionSite | ConfigurationSite | undefined {
  const { versions, configuration } = readSites(reader, file);
  const all = [...versions, ...configuration];
  return (
    all.find(({ offset }) => offset === start) ??
    versions.find(({ offset }) => offset >= start && offset < end)
  );
}

function updatedImage({ application }: Context, { subjects }: VersionSite): string | undefined {
  const argo = application.object && readApplication(application.object);
  if (argo === undefined) return undefined;
  const owned = new Set(imageUpdatesOf(argo).map(({ image }) => `image ${image}`));
  return subjects.find((one) => owned.has(one))?.slice('image '.length);
}

/** Another version of the same image. */
function imageMove({
  want,
  have,
}: AdoptedField): { readonly name: string; readonly version: string } | undefined {
  if (typeof want !== 'string' || typeof have !== 'string') return undefined;
  const [old, fresh] = [readImage(want), readImage(have)];
  if (old === undefined || fresh === undefined || old.name !== fresh.name) return undefined;
  return fresh.version === '' ? undefined : { name: fresh.name, version: fresh.version };
}

function editsInPlace(
  site: VersionSite | ConfigurationSite,
  { want, have }: AdoptedField,
  imageVersion: string | undefined,
): readonly TextEdit[] | undefined {
  if (have === undefined || !isScalar(have)) return undefined;
  const [old, fresh] = [adoptedText(want), adoptedText(have)];
  if ('version' in site) {
    if (site.kind === 'image')
      return imageVersion === undefined ? undefined : site.write(imageVersion);
    return site.version === old ? site.write(fresh) : undefined;
  }
  if (site.value === old) return site.write(fresh, tagOf(have));
  // A setting of a generator: `NAME=value`.
  const name = site.value.slice(0, site.value.length - old.length);
  return site.value === `${name}${old}` && /^[\w.-]+=$/.test(name)
    ? site.write(`${name}${fresh}`, '!!str')
    : undefined;
}

function isScalar(value: JsonValue): value is null | boolean | number | bigint | string {
  return typeof value !== 'object' || value === null;
}

function tagOf(value: JsonValue): string {
  switch (typeof value) {
    case 'boolean':
      return '!!bool';
    case 'bigint':
      return '!!int';
    case 'number':
      return numberTag(value);
    default:
      return '!!str';
  }
}

/** The text with all that is wanted in it; `undefined` where something cannot be put in. */
function editedText(before: string, wanted: readonly Wanted[]): string | undefined {
  const inPlace = eachOnce(
    wanted.flatMap(({ how }) => (how.kind === 'inPlace' ? how.edits : [])),
    ({ start, end }) => `${start} ${end}`,
    ({ newText }) => newText,
  );
  const images = eachOnce(
    wanted.flatMap(({ how }) => (how.kind === 'image' ? [how] : [])),
    ({ name }) => name,
    ({ version }) => version,
  );
  if (inPlace === undefined || images === undefined) return undefined;
  let text = applyEdits(before, inPlace);
  const put = (edit: TextEdit | undefined): boolean => {
    if (edit !== undefined) text = applyEdits(text, [edit]);
    return edit !== undefined;
  };
  for (const { name, version } of images) {
    if (!put(insertImage(text, name, version))) return undefined;
  }
  const inLayer = wanted.flatMap(({ how, field }) =>
    how.kind === 'inLayer' ? [{ field, root: how.root }] : [],
  );
  const scaled = inLayer.filter(({ field }) => isScale(field));
  for (const { field, root } of scaled) {
    const { name } = nameInLayer(field.resource, root);
    const lines = [`name: ${quoted({ around: [] }, name)}`, `count: ${adoptedText(field.have)}`];
    if (!put(insertItem(text, 'replicas', lines))) return undefined;
  }
  const patched = inLayer.filter(({ field }) => !isScale(field));
  for (const [, own] of groupBy(patched, ({ field }) => field.label)) {
    const [first] = own;
    if (first === undefined) continue;
    const { resource } = first.field;
    const name = nameInLayer(resource, first.root);
    const fields = own.map(({ field }) => field);
    if (!put(insertPatch(text, resource, name, fields))) return undefined;
  }
  return text;
}

/** Several fields may rest on one place: it is written once; `undefined` where they want different things there. */
function eachOnce<T>(
  all: readonly T[],
  placeOf: (one: T) => string,
  textOf: (one: T) => string,
): readonly T[] | undefined {
  const places = new Map(all.map((one) => [placeOf(one), one]));
  const agree = all.every((one) => {
    const other = places.get(placeOf(one));
    return other !== undefined && textOf(other) === textOf(one);
  });
  return agree ? [...places.values()] : undefined;
}

/** What `replicas:` of a kustomization sets. Source: kustomize api v0.21.1 ReplicaCountTransformer. */
function isScale({ field, have, resource }: AdoptedField): boolean {
  const kinds = ['Deployment', 'ReplicaSet', 'ReplicationController', 'StatefulSet'];
  return field === '/spec/replicas' && typeof have === 'number' && kinds.includes(resource.id.kind);
}

function changeOf(
  application: string,
  { field, at, image }: Wanted,
  edits: readonly TextEdit[],
): PlannedChange {
  return {
    application,
    at,
    field: field.field,
    subject: image === undefined ? undefined : `image ${image}`,
    before: adoptedText(field.want),
    after: adoptedText(field.have),
    from: at,
    edits,
    adopts: field.label,
  };
}

/** Who else reads a file, the first few by their names. */
function othersOf({ reader, application }: Context, file: FileId | undefined): string {
  if (file === undefined) return '';
  const reached = reachedApplications(reader, new Set([file]));
  const names = reader
    .get(fleetQuery, '')
    .applications.flatMap(({ key, name, destination }) =>
      key !== application.key && reached.has(key)
        ? [destination.cluster === undefined ? name : `${name} on ${destination.cluster}`]
        : [],
    );
  const shown = names.slice(0, 3).join(', ');
  return names.length > 3 ? `${shown}, …` : shown;
}
