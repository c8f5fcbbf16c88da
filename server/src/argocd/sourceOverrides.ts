import { readObject } from '../delivery/objectReader.ts';
import { contentIdOf, joinPath, readContent, resolvedQuery } from '../kustomize/files.ts';
import { listFolder } from '../kustomize/folderListing.ts';
import { toJson, type JsonValue } from '../kustomize/goJson.ts';
import type { KustomizationProblem } from '../kustomize/kustomizationProblem.ts';
import { Resource } from '../kustomize/resource.ts';
import type { PendingTarget } from '../kustomize/target.ts';
import type { Query, Reader } from '../query/database.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import type { MapNode, ResourceNode } from '../yaml/resourceNode.ts';
import { readSource, type ArgoApplication, type ArgoSource } from './application.ts';
import { mapOfEntries, nodeOfJson } from './jsonNodes.ts';

/** A source with what files in its folder say over it; the first failure ends the real one. */
export interface OverriddenSource {
  readonly kind: 'source';
  readonly source: ArgoSource;
  readonly failures: readonly Problem[];
  /** The files that were taken. */
  readonly files: readonly FileId[];
}

/**
 * A source with `.argocd-source.yaml` of its folder, and then `.argocd-source-NAME.yaml`, merged over it. What is taken out
 * by a null stays as it was: the files are merged as JSON, and the result is decoded over the source, where what is not said
 * is kept, also in items of lists.
 * Source: Argo CD 3.2.0 reposerver/repository/repository.go `mergeSourceParameters`; Go encoding/json decode.go.
 */
export function overriddenSource(
  application: ArgoApplication,
  source: ArgoSource,
  folder: FileId,
  { reader, argocdNamespace }: { readonly reader: Reader; readonly argocdNamespace?: string },
): OverriddenSource | PendingTarget {
  const present = reader.get(overrideNamesQuery, folder);
  const files: FileId[] = [];
  const failures: Problem[] = [];
  const names = present.length === 0 ? [] : ['', `-${instanceName(application, argocdNamespace)}`];
  let { node } = source;
  for (const name of names) {
    const path = joinPath(folder, `.argocd-source${name}.yaml`);
    const found = path === undefined ? undefined : reader.get(resolvedQuery, path);
    if (found?.kind !== 'file') continue;
    const override = reader.get(overrideQuery, found.path);
    if (override.kind === 'pending') return override;
    files.push(found.path);
    if (override.kind === 'problem') failures.push(override);
    else node = overlay(node ?? emptyMap, override.value, placesIn(application, found.path), []);
  }
  const merged =
    node === source.node || node === undefined
      ? source
      : readMerged(application, source, node, failures);
  return { kind: 'source', source: merged, failures, files };
}

/**
 * The name of an Application where it is a key: with its namespace, if that is not the one of Argo CD. Without a namespace
 * of Argo CD, all Applications count as being in it.
 * Source: pkg/apis/application/v1alpha1/types.go `InstanceName`.
 */
export function instanceName(
  { name, namespace }: Pick<ArgoApplication, 'name' | 'namespace'>,
  argocdNamespace: string | undefined,
): string {
  const isAtHome =
    namespace === '' || argocdNamespace === undefined || namespace === argocdNamespace;
  return isAtHome ? name : `${namespace}_${name}`;
}

/** Where a source comes from cannot be overridden. */
function readMerged(
  application: ArgoApplication,
  source: ArgoSource,
  node: ResourceNode,
  failures: Problem[],
): ArgoSource {
  const resource = new Resource(node, application.resource.source);
  const reader = readObject(resource, (found) => void failures.push(found));
  const { repoUrl, path, targetRevision, chart } = source;
  return { ...readSource(reader), repoUrl, path, targetRevision, chart };
}

/** The files in a folder that may override a source: mostly none, for however many applications. */
const overrideNamesQuery: Query<FileId, readonly string[]> = {
  name: 'argocdSourceNames',
  equals: deepEqual,
  compute: (folder, reader) => {
    const resolved = reader.get(resolvedQuery, folder);
    if (resolved?.kind !== 'directory') return [];
    return listFolder(reader, resolved.path).filter((name) => name.startsWith('.argocd-source'));
  },
};

interface Override {
  readonly kind: 'override';
  readonly value: JsonValue;
}

/** A file of overrides at a path without links. */
const overrideQuery: Query<FileId, Override | PendingTarget | Problem> = {
  name: 'argocdSource',
  equals: deepEqual,
  compute: (file, reader) => {
    const id = contentIdOf(reader, file);
    const content = id === undefined ? undefined : readContent(reader, id);
    if (content === undefined) return { kind: 'pending' };
    const text = content.kind === 'text' ? content.text : '';
    const { root, problems } = readConfiguration(text);
    const [syntax] = problems;
    const at: SourcePointer = { kind: 'file', file };
    if (syntax !== undefined)
      return problem('argocd.bad-override', { message: syntax.message }, at);
    if (root === undefined) return problem('argocd.bad-override', { message: 'empty' }, at);
    const found: KustomizationProblem[] = [];
    const value = toJson(root, undefined, {
      version: 2,
      numbers: 'yaml',
      duplicates: 'warn',
      report: (one) => void found.push(one),
    });
    const bad = found.find(({ severity }) => severity === 'error');
    const refused =
      bad !== undefined
        ? problem('argocd.bad-override', { message: bad.code })
        : value.kind === 'map'
          ? undefined
          : problem('argocd.bad-override', { message: `a ${value.kind} is no object` });
    return refused === undefined ? { kind: 'override', value } : problemAt(refused, at);
  },
};

type OriginOf = (ordinal: number, old: ResourceNode | undefined) => FieldOrigin;

function placesIn({ resource }: ArgoApplication, file: FileId): OriginOf {
  return (ordinal, old) => ({
    writtenAt: ordinal < 0 ? { kind: 'file', file } : { kind: 'node', file, ordinal },
    by: { kind: 'base', root: undefined },
    previous: old === undefined || old === emptyMap ? undefined : resource.originOf(old),
  });
}

/** Decodes JSON over what is there; `path` is that of the field, as values of a chart are replaced as JSON says. */
function overlay(
  old: ResourceNode | undefined,
  patch: JsonValue,
  originOf: OriginOf,
  path: readonly string[],
): ResourceNode {
  const isRaw = path.join('.') === 'helm.valuesObject';
  switch (patch.kind) {
    case 'map':
      return overlayMap(old?.kind === 'map' ? old : undefined, patch.entries, {
        place: { ordinal: -1, origin: originOf(patch.ordinal, old) },
        originOf,
        path: isRaw ? ['raw'] : path,
      });
    case 'list': {
      const before = old?.kind === 'sequence' ? old.items : [];
      const items = patch.items.map((item, index) => {
        const present = path[0] === 'raw' ? undefined : before[index];
        return item.kind === 'null'
          ? (present ?? plain(item, originOf))
          : overlay(present, item, originOf, [...path, '[]']);
      });
      const origin = originOf(patch.ordinal, old);
      return {
        kind: 'sequence',
        items,
        tag: '!!seq',
        flow: items.length === 0,
        ordinal: -1,
        origin,
      };
    }
    default:
      return plain(patch, originOf, old);
  }
}

function plain(value: JsonValue, originOf: OriginOf, old?: ResourceNode): ResourceNode {
  return nodeOfJson(value, (ordinal) => ({ ordinal: -1, origin: originOf(ordinal, old) }));
}

interface MapOverlay {
  readonly place: { readonly ordinal: number; readonly origin: FieldOrigin };
  readonly originOf: OriginOf;
  readonly path: readonly string[];
}

function overlayMap(
  old: MapNode | undefined,
  entries: readonly { readonly key: string; readonly value: JsonValue }[],
  { place, originOf, path }: MapOverlay,
): MapNode {
  const values = new Map<string, ResourceNode>(
    (old?.keys ?? []).flatMap((key, index) => {
      const value = old?.values[index];
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
  for (const { key, value } of entries) {
    if (value.kind === 'null') {
      if (path[0] === 'raw') values.delete(key);
      continue;
    }
    const inner = path[0] === 'raw' ? path : [...path, key];
    values.set(key, overlay(values.get(key), value, originOf, inner));
  }
  const { ordinal, origin } = old ?? place;
  return mapOfEntries([...values], { ordinal, origin });
}

const emptyMap: MapNode = mapOfEntries([], { ordinal: -1, origin: undefined });
