import { joinPath, parentOf } from '../../kustomize/files.ts';
import { isKustomizationFile } from '../../layers/roots.ts';
import { directReadersQuery } from '../../layers/namedFiles.ts';
import { layersQuery } from '../../layers/layers.ts';
import { pathsOfFileQuery } from '../links/pathsOfFile.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Analysis } from '../analysis.ts';
import { allAnswers, chainAnswer, mapAnswer, type Answer } from '../answer.ts';
import type { SourcePlace } from '../hover.ts';
import { nameOf } from '../resourceName.ts';
import { chartCompletions } from './chartCompletions.ts';
import type { CompletionItem } from './completionItem.ts';
import { contextAt, type CompletionContext } from './context.ts';
import { controllerCompletions } from './controllerCompletions.ts';
import { fieldAt, keysAt, type KustomizationField } from './kustomizationFields.ts';
import {
  fieldPathCompletions,
  idCompletions,
  imageCompletions,
  keyCompletions,
  nameBelow,
  scaledCompletions,
  valueCompletions,
} from './objectCompletions.ts';
import { kustomizationOfText, objectsBelow, textOfFile } from './objectsBelow.ts';
import { isInOperations, operationCompletions, targetsOf } from './operationCompletions.ts';
import { ownFileCompletions } from './ownFileCompletions.ts';
import { pathCompletions, type WantedPath } from './pathCompletions.ts';
import { referenceCompletions } from './referenceCompletions.ts';

/** What can be written at a place, and what it takes the place of, in UTF-16 offsets. */
export interface Completions {
  readonly start: number;
  readonly end: number;
  readonly items: readonly CompletionItem[];
}

/** What is known beside the place. */
export interface CompletionOptions {
  /** Whether fields of kustomization files and their fixed values are offered: not where another extension does it. */
  readonly fields: boolean;
}

/** What can be written at a place, as far as the repository, its layers or its clusters tell. */
export function completionsAt(
  analysis: Analysis,
  { file, offset }: SourcePlace,
  options: CompletionOptions,
): Answer<Completions | undefined> {
  const context = analysis.ask((reader) => {
    const text = textOfFile(reader, file);
    return text === undefined ? undefined : contextAt(text, offset);
  });
  return chainAnswer(context, (found): Answer<Completions | undefined> => {
    if (found === undefined) return { kind: 'complete', value: undefined };
    const { start, end, prefix } = found;
    const own = analysis.ask((reader) => ownFileCompletions(reader, file, found, offset));
    const items = chainAnswer(own, (told) => {
      if (told !== undefined) return complete(told);
      return isKustomizationFile(file)
        ? inKustomization(analysis, { file, offset }, found, options)
        : inObject(analysis, file, found);
    });
    // What is being written may count as something that is there already.
    return mapAnswer(items, (all) => ({
      start,
      end,
      items: all.filter(({ label, kind }) => label !== prefix || kind !== 'cluster'),
    }));
  });
}

function complete(items: readonly CompletionItem[]): Answer<readonly CompletionItem[]> {
  return { kind: 'complete', value: items };
}

function inKustomization(
  analysis: Analysis,
  place: SourcePlace,
  context: CompletionContext,
  options: CompletionOptions,
): Answer<readonly CompletionItem[]> {
  const { path, writes, siblings } = context;
  const inline = path.indexOf('|');
  if (inline >= 0) {
    const own = { ...context, path: path.slice(inline + 1) };
    return chainAnswer(objectsBelow(analysis, place.file, place.offset), (objects) => {
      if (!isInOperations(own)) return complete(inPatch(objects, own));
      const written = context.block?.text.trim();
      return mapAnswer(
        analysis.ask((reader) =>
          kustomizationOfText(textOfFile(reader, place.file) ?? '', place.offset),
        ),
        (kustomization) =>
          operationCompletions(
            kustomization === undefined
              ? objects
              : targetsOf(kustomization, objects, ({ patch }) => patch?.value.trim() === written),
            own,
          ),
      );
    });
  }
  const field = fieldAt(path);
  const values = writes === 'key' || !options.fields ? [] : (field?.values ?? []);
  const fields =
    options.fields && writes !== 'value' && (writes === 'key' || field?.holds === 'maps')
      ? keysAt(path).filter(({ name }) => !siblings.has(name))
      : [];
  const fixed = [
    ...values.map((label): CompletionItem => ({ label, kind: 'value' })),
    ...fields.map((one) => itemOfField(path, one)),
  ];
  const dynamic = writes === 'key' ? complete([]) : valuesIn(analysis, place, context);
  return mapAnswer(dynamic, (more) => [...fixed, ...more]);
}

function itemOfField(path: readonly string[], { name, holds }: KustomizationField): CompletionItem {
  const insert = holds === 'text' ? `${name}: ` : `${name}:`;
  const way = [...path.filter((step) => step !== '-'), name].join('.');
  return { label: name, kind: 'field', insert, field: way };
}

/** What a list of paths takes, by the way to it. */
const wantedPaths: readonly (readonly [RegExp, WantedPath])[] = [
  [/^resources$/, 'resource'],
  [/^components$/, 'component'],
  [/^(?:patches|replacements)\.path$|^patchesStrategicMerge$|^crds$|^openapi\.path$/, 'manifest'],
  [/^(?:configurations|generators|transformers|validators)$/, 'manifest'],
  [/^helmCharts\.(?:valuesFile|additionalValuesFiles)$/, 'manifest'],
  [/^(?:configMapGenerator|secretGenerator)\.(?:files|envs)$/, 'file'],
  [/^helmGlobals\.chartHome$/, 'folder'],
];

function valuesIn(
  analysis: Analysis,
  { file, offset }: SourcePlace,
  context: CompletionContext,
): Answer<readonly CompletionItem[]> {
  const { path, siblings, prefix } = context;
  const way = path.filter((step) => step !== '-').join('.');
  const wanted = wantedPaths.find(([form]) => form.test(way))?.[1];
  if (wanted !== undefined) {
    return analysis.ask((reader) => {
      const root = parentOf(file);
      const taken = new Set(takenPaths(textOfFile(reader, file) ?? '', offset, prefix));
      return pathCompletions(reader, wanted, prefix, { base: root, root, taken });
    });
  }
  const part = path.at(-1) ?? '';
  const needs = objectsBelow(analysis, file, offset);
  const from = (make: (objects: readonly Resource[]) => readonly CompletionItem[]) =>
    mapAnswer(needs, make);
  if (
    /^(?:patches|patchesJson6902)\.target\.\w+$/.test(way) ||
    /^replacements\.(?:source|targets\.(?:select|reject))\.\w+$/.test(way)
  ) {
    if (part === 'fieldPath')
      return from((all) => fieldPathCompletions(fitting(all, siblings), prefix));
    return from((all) => idCompletions(all, part, siblings));
  }
  switch (way) {
    case 'images.name':
      return from(imageCompletions);
    case 'images.newTag':
      return imageTags(analysis, siblings.get('name'));
    case 'replicas.name':
      return from(scaledCompletions);
    case 'replacements.targets.fieldPaths':
      return from((all) => fieldPathCompletions(all, prefix));
    case 'namespace':
      return from((all) => idCompletions(all, 'namespace', new Map()));
    case 'configMapGenerator.name':
      return from((all) => idCompletions(all, 'name', new Map([['kind', 'ConfigMap']])));
    case 'secretGenerator.name':
      return from((all) => idCompletions(all, 'name', new Map([['kind', 'Secret']])));
    default:
      return complete([]);
  }
}

function takenPaths(text: string, offset: number, prefix: string): readonly string[] {
  const { resources = [], components = [] } = kustomizationOfText(text, offset) ?? {};
  return [...resources, ...components].map(({ value }) => value).filter((one) => one !== prefix);
}

function fitting(
  objects: readonly Resource[],
  texts: ReadonlyMap<string, string>,
): readonly Resource[] {
  return objects.filter((resource) => {
    const parts: Readonly<Record<string, string>> = {
      ...nameOf(resource),
      name: nameBelow(resource),
    };
    return ['kind', 'name', 'namespace', 'group'].every((part) => {
      const text = texts.get(part) ?? '';
      return text === '' || parts[part] === text;
    });
  });
}

/** The tags that other kustomizations set for an image. */
function imageTags(
  analysis: Analysis,
  name: string | undefined,
): Answer<readonly CompletionItem[]> {
  return analysis.ask((reader) => {
    const tags = new Map<string, FileId>();
    for (const { file } of reader.get(layersQuery, '')) {
      const text = textOfFile(reader, file) ?? '';
      if (name === undefined || !text.includes(name)) continue;
      const images = kustomizationOfText(text, text.length)?.images ?? [];
      for (const image of images) {
        const tag = image.name?.value === name ? image.newTag?.value : undefined;
        if (tag !== undefined && !tags.has(tag)) tags.set(tag, parentOf(file));
      }
    }
    return [...tags].map(([label, detail]) => ({
      label,
      kind: 'value',
      detail,
      insert: JSON.stringify(label),
    }));
  });
}

/** In a file of objects: what the object that a patch is for has, and what a controller can be told. */
function inObject(
  analysis: Analysis,
  file: FileId,
  context: CompletionContext,
): Answer<readonly CompletionItem[]> {
  const patching = analysis.ask((reader) => {
    const own = new Set(reader.get(directReadersQuery, '').get(file) ?? []);
    const layers = reader.get(layersQuery, '').filter(({ root }) => own.has(root));
    return layers.flatMap((layer) => {
      const isPatch = reader
        .get(pathsOfFileQuery, layer.file)
        .some(({ role, path }) => role === 'patch' && path === file);
      return isPatch ? [layer] : [];
    });
  });
  return chainAnswer(patching, (roots) => {
    const objects = allAnswers(
      roots.flatMap(({ root, file: kustomization, role, users }) => {
        const below =
          role === 'component'
            ? users.map((user) => analysisOfUser(analysis, user))
            : [objectsBelow(analysis, kustomization, undefined)];
        return isInOperations(context)
          ? below.map((one) => targetsOfFile(analysis, { root, kustomization, file }, one))
          : below;
      }),
    );
    return chainAnswer(objects, (all) =>
      chainAnswer(
        analysis.ask((reader) => [
          ...controllerCompletions(reader, context),
          ...chartCompletions(reader, file, context),
        ]),
        (own) =>
          mapAnswer(referenceCompletions(analysis, file, context), (named) => {
            if (isInOperations(context)) return operationCompletions(all.flat(), context);
            const known = new Set([...own, ...named].map(({ label }) => label));
            const below = inPatch(all.flat(), context).filter(({ label }) => !known.has(label));
            return [...own, ...named, ...below];
          }),
      ),
    );
  });
}

/** Of the objects that a root finds, those that the patches in a file are for. */
function targetsOfFile(
  analysis: Analysis,
  { root, kustomization, file }: Readonly<Record<'root' | 'kustomization' | 'file', FileId>>,
  below: Answer<readonly Resource[]>,
): Answer<readonly Resource[]> {
  return chainAnswer(below, (objects) =>
    analysis.ask((reader) => {
      const text = textOfFile(reader, kustomization) ?? '';
      const read = kustomizationOfText(text, text.length);
      if (read === undefined) return objects;
      return targetsOf(
        read,
        objects,
        ({ path }) => path !== undefined && joinPath(root, path.value) === file,
      );
    }),
  );
}

/** What a component meets in a root that includes it. */
function analysisOfUser(analysis: Analysis, user: FileId): Answer<readonly Resource[]> {
  const file = analysis.ask((reader) =>
    reader.get(layersQuery, '').find(({ root }) => root === user),
  );
  return chainAnswer(file, (layer) =>
    layer === undefined
      ? { kind: 'complete', value: [] }
      : objectsBelow(analysis, layer.file, undefined),
  );
}

/** The fields and values of the objects that a patch is for; of its own kind and name first what there is. */
function inPatch(
  objects: readonly Resource[],
  { path, writes, siblings, document }: CompletionContext,
): readonly CompletionItem[] {
  const way = path.join('/');
  const [kind, name] = [document.get('kind') ?? '', document.get('metadata/name') ?? ''];
  if (writes !== 'key') {
    if (way === 'kind') return idCompletions(objects, 'kind', new Map());
    if (way === 'apiVersion') return valueCompletions(fittingKind(objects, kind), path, siblings);
    if (way === 'metadata/name') {
      return idCompletions(objects, 'name', new Map([['kind', kind]]));
    }
  }
  const own = fittingKind(objects, kind).filter((one) => name === '' || nameBelow(one) === name);
  const meant = own.length > 0 ? own : fittingKind(objects, kind);
  if (kind === '') return [];
  if (writes === 'value') return valueCompletions(meant, path, siblings);
  const keys = keyCompletions(meant, path, siblings).filter(({ label }) => !siblings.has(label));
  return writes === 'item' ? [...keys, ...valueCompletions(meant, path, siblings)] : keys;
}

function fittingKind(objects: readonly Resource[], kind: string): readonly Resource[] {
  return objects.filter(({ id }) => kind === '' || id.kind === kind);
}
