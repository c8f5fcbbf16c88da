import type { ObjectReader } from '../../delivery/objectReader.ts';
import type { Placed } from '../../delivery/placed.ts';
import type { SourcePointer } from '../../text/sourcePointer.ts';
import { checkKeys, choice, day, requiredText, type Reporter } from '../config/checkedMap.ts';

/**
 * An application that an import saw in a cluster: the answer to a question that the repository leaves open. Of Argo CD,
 * what an ApplicationSet generated; of Flux, a Kustomization or HelmRelease.
 */
export interface ObservedApplication {
  readonly kind: Placed<ObservedKind> | undefined;
  readonly name: Placed<string>;
  readonly namespace: Placed<string> | undefined;
  /** The cluster whose API server holds the object: where its controller runs; `undefined` where the import did not say. */
  readonly seenOn: Placed<string> | undefined;
  /** The ApplicationSet, or the Kustomization of Flux, that owns it. */
  readonly generatedBy: Placed<string> | undefined;
  /** The cluster that it is delivered to, as the object names it; else its server. */
  readonly cluster: Placed<string> | undefined;
  readonly server: Placed<string> | undefined;
  /** The namespace that it is delivered to. */
  readonly destinationNamespace: Placed<string> | undefined;
  readonly sources: readonly ObservedSource[];
  readonly at: SourcePointer;
  /** The day that it was seen, `YYYY-MM-DD`. */
  readonly observed: Placed<string> | undefined;
  readonly by: Placed<string> | undefined;
}

/** The kinds of objects that an import keeps. */
export type ObservedKind = (typeof observedKinds)[number];

/** The kinds of objects that an import keeps. */
export const observedKinds = ['Application', 'Kustomization', 'HelmRelease'] as const;

/** Where an application that was seen takes its files from. */
export interface ObservedSource {
  readonly repository: Placed<string> | undefined;
  readonly revision: Placed<string> | undefined;
  readonly path: Placed<string> | undefined;
  readonly chart: Placed<string> | undefined;
  readonly ref: Placed<string> | undefined;
}

/** The keys of an application that an import saw. */
export const observedApplicationKeys = [
  'kind',
  'name',
  'namespace',
  'observed',
  'by',
  'seenOn',
  'generatedBy',
  'cluster',
  'server',
  'destinationNamespace',
  'sources',
] as const;

/** The keys of a source that an import saw. */
export const observedSourceKeys = ['repository', 'revision', 'path', 'chart', 'ref'] as const;

/** Reads an application that an import saw; `undefined` where it has no name. */
export function readObservedApplication(
  map: ObjectReader,
  report: Reporter,
): ObservedApplication | undefined {
  checkKeys(map, observedApplicationKeys, report);
  const name = requiredText(map, 'name', report);
  const application = {
    kind: choice(map, 'kind', observedKinds, report),
    namespace: map.text('namespace'),
    seenOn: map.text('seenOn'),
    generatedBy: map.text('generatedBy'),
    cluster: map.text('cluster'),
    server: map.text('server'),
    destinationNamespace: map.text('destinationNamespace'),
    sources: map.list('sources').map((source) => readSource(source, report)),
    observed: day(map, 'observed', report),
    by: map.text('by'),
  };
  return name && { name, ...application, at: name.at };
}

function readSource(map: ObjectReader, report: Reporter): ObservedSource {
  checkKeys(map, observedSourceKeys, report);
  return {
    repository: map.text('repository'),
    revision: map.text('revision'),
    path: map.text('path'),
    chart: map.text('chart'),
    ref: map.text('ref'),
  };
}
