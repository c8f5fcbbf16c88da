import { compareRenders } from '../layers/compareRenders.ts';
import type { Render } from '../layers/compareRenders.ts';
import { lineage } from '../layers/fleet/unitKeys.ts';
import { contentIdOf, readContent } from '../kustomize/files.ts';
import type { PlanNote, PlannedText } from '../plan/planTypes.ts';
import type { PlanCode } from '../text/planWords.en.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { fieldText } from './fieldPath.ts';
import type { DeliveredApplication } from './history.ts';
import type { ResourceImpact } from './impact.ts';
import type { PlanEffect } from './planEffects.ts';
import { nameOf, resourceText } from './resourceName.ts';
import type { ApplicationImpact, TreeImpact } from './treeImpact.ts';

/** What of a rollback an edit of files does not undo. */
export interface CannotGoBack {
  readonly resource: string;
  readonly code: PlanCode;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a rollback does, on the target and elsewhere. */
export interface RollbackProof {
  readonly effects: readonly PlanEffect[];
  /** One for each application beside the target that would change. */
  readonly others: readonly PlanNote[];
  /** The objects that go. */
  readonly pruned: readonly string[];
  readonly cannotGoBack: readonly CannotGoBack[];
}

/** The texts of files; `undefined` where there is none, and `bytes` where it is no text. */
export function textsOf(
  analysis: Analysis,
  files: readonly FileId[],
): Answer<ReadonlyMap<FileId, string | undefined | { readonly kind: 'bytes' }>> {
  return analysis.ask((reader) => {
    const found = new Map<FileId, string | undefined | { readonly kind: 'bytes' }>();
    for (const file of files) {
      const id = contentIdOf(reader, file);
      const content = id === undefined ? undefined : readContent(reader, id);
      if (content === undefined) found.set(file, undefined);
      else found.set(file, content.kind === 'text' ? content.text : { kind: 'bytes' });
    }
    return found;
  });
}

/** The texts of a rollback by file. */
export type RestoredTexts = ReadonlyMap<FileId, PlannedText>;

/** The first thing in which one render of an application differs from another; `undefined` where they are the same. */
export function firstDifference(
  wanted: Render | undefined,
  made: Render | undefined,
): { readonly resource: string; readonly path: string } | undefined {
  if (wanted === undefined && made === undefined) return undefined;
  const { changes } = compareRenders(wanted, made, new Set());
  const [change] = changes.filter(({ kind }) => kind !== 'reordered');
  if (change === undefined) return undefined;
  const resource =
    change.kind === 'deleted'
      ? change.before
      : change.kind === 'hidden'
        ? change.patch
        : change.after;
  const path =
    change.kind === 'changed' || change.kind === 'renamed'
      ? fieldText(resource.node, (change.fields[0]?.after ?? change.fields[0]?.before)?.path ?? [])
      : '/';
  return { resource: resourceText(nameOf(resource)), path };
}

/** Judges what a rollback of one application does. */
export function proveRollback(target: DeliveredApplication, impact: TreeImpact): RollbackProof {
  const way = new Set(lineage(target.key));
  const effects: PlanEffect[] = [];
  const others: PlanNote[] = [];
  for (const one of impact.applications) {
    const isTarget = way.has(one.row.key);
    const own = effectsOf(one, isTarget);
    effects.push(...own);
    const [first] = own;
    if (isTarget || first === undefined) continue;
    const { cluster, application, resource, path } = first;
    const name = cluster === undefined ? application : `${application} on ${cluster}`;
    others.push({
      code: 'rollback.also-affects',
      parameters: { name, resource, path },
      application,
      cluster,
      at: undefined,
    });
  }
  const own = impact.applications.find(({ row }) => row.key === target.key);
  return {
    effects,
    others,
    pruned: (own?.resources ?? []).flatMap(({ change, resource }) =>
      change === 'deleted' ? [resource] : [],
    ),
    cannotGoBack: own === undefined ? [] : cannotGoBack(own),
  };
}

function effectsOf(
  { row, resources }: ApplicationImpact,
  intended: boolean,
): readonly PlanEffect[] {
  const common = { cluster: row.cluster, application: row.name, root: undefined, intended };
  return resources.flatMap(({ resource, change, fields }): readonly PlanEffect[] => {
    if (change === 'reordered') return [];
    if (change === 'created' || change === 'deleted')
      return [{ ...common, resource, path: '/', before: undefined, after: undefined }];
    return fields.map(({ path, before, after }) => ({ ...common, resource, path, before, after }));
  });
}

function cannotGoBack({ resources, dangers }: ApplicationImpact): readonly CannotGoBack[] {
  return [
    ...resources.flatMap((one): readonly CannotGoBack[] => {
      const code = codeOf(one);
      return code === undefined
        ? []
        : [{ resource: one.resource, code, parameters: { resource: one.resource } }];
    }),
    ...dangers.flatMap(({ code, resource, field = '' }): readonly CannotGoBack[] =>
      code === 'impact.immutable-field'
        ? [{ resource, code: 'rollback.immutable', parameters: { resource, field } }]
        : [],
    ),
  ];
}

const holdsData = new Set(['PersistentVolumeClaim', 'Namespace', 'StatefulSet']);

function codeOf({ name: { kind, name }, change }: ResourceImpact): PlanCode | undefined {
  if (change === 'reordered') return undefined;
  if (kind === 'Job')
    return /migrat|schema|flyway|liquibase/i.test(name) ? 'rollback.migration' : 'rollback.job';
  if (kind === 'CustomResourceDefinition')
    return change === 'deleted' ? 'rollback.data-lost' : 'rollback.crd';
  if (!holdsData.has(kind)) return undefined;
  if (change === 'deleted') return 'rollback.data-lost';
  return change === 'created' && kind !== 'Namespace' ? 'rollback.comes-back-empty' : undefined;
}
