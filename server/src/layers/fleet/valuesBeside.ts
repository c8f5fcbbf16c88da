import {
  nothingRendered,
  readFolder,
  type RenderedApplication,
} from '../../delivery/application.ts';
import type { FleetObjects } from '../../flux/fleetObjects.ts';
import { deliversFolder, readFluxApplication } from '../../flux/fluxApplication.ts';
import type { HelmRelease } from '../../flux/helmRelease.ts';
import type { FluxKustomization } from '../../flux/kustomization.ts';
import { contentIdOf, readContent } from '../../kustomize/files.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { field, sameTree } from '../../yaml/nodes.ts';
import { foldersBelow } from '../reach.ts';
import { readsOfFolder } from '../reachReads.ts';
import { pathsBelow } from '../treePaths.ts';
import { isDeclaring } from './declaring.ts';
import { entryOutput } from './entryOutput.ts';
import { fluxApplication, objectsAround } from './fluxUnits.ts';
import { renderUnit, yieldsApplications } from './renderUnit.ts';
import { childKey, lineage, objectName, parentKey, parseKey, type UnitKey } from './unitKeys.ts';

/*
 * An object of Flux may take values from a ConfigMap or a Secret that another application delivers to the same cluster. To
 * find it, what is applied by hand is walked once more, each Kustomization rendered with nothing but what its own parents
 * yield: so the values of one never wait for the values of another, and there is no cycle. What takes values from beside
 * itself gives none.
 */

/** A ConfigMap or a Secret that an object of Flux takes values from, in its own namespace. */
export interface ValuesName {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
}

/** The objects that an object of Flux takes values from; none for any other. */
export function valuesNames(object: Resource): readonly ValuesName[] {
  const read = readFluxApplication(object);
  if (read === undefined) return [];
  return referencesOf(read).flatMap(({ kind, name }) =>
    kind === 'ConfigMap' || kind === 'Secret' ? [{ kind, name, namespace: read.namespace }] : [],
  );
}

function referencesOf(
  read: FluxKustomization | HelmRelease,
): readonly { readonly kind: string; readonly name: string }[] {
  return read.kind === 'HelmRelease' ? read.valuesFrom : read.postBuild.substituteFrom;
}

/** A ConfigMap or a Secret, and the one application that delivers it. */
export interface ValueBeside {
  readonly provider: UnitKey;
  readonly object: Resource;
}

/**
 * What exactly one Kustomization delivers of the objects that another object of Flux takes values from, beside it on its
 * cluster; nothing of what its own parents yield.
 * Source: kustomize-controller v1.9.6 kustomization_controller.go `build`; helm-controller v1.4.0 `reconcileRelease`.
 */
export function valuesBeside(
  reader: Reader,
  key: UnitKey,
  object: Resource,
  objects: FleetObjects,
): readonly ValueBeside[] {
  const wanted = valuesNames(object).filter(
    ({ kind, namespace, name }) => objects.find({ group: '', kind }, namespace, name) === undefined,
  );
  if (wanted.length === 0) return [];
  const [entry = key, ...above] = lineage(parentKey(key));
  const home = above.reduce((place, one) => {
    const parsed = parseKey(one);
    const parent = parsed.kind === 'object' ? reader.get(aloneObjectQuery, one) : undefined;
    return parent === undefined ? place : placeBelow(place, parent);
  }, '');
  return wanted.flatMap((name) => {
    const wantedKey = [entry, home, name.kind, name.namespace, name.name].join('\n');
    const found = reader.get(valueBesideQuery, wantedKey);
    return found === undefined || found.provider === key ? [] : [found];
  });
}

/** The objects around an object of Flux, with values that are delivered beside it. */
export function withValues(
  objects: FleetObjects,
  values: readonly Pick<ValueBeside, 'object'>[],
): FleetObjects {
  if (values.length === 0) return objects;
  return {
    ...objects,
    find: (type, namespace, name) =>
      objects.find(type, namespace, name) ??
      values.find(
        ({ object: { id } }) =>
          id.group === type.group &&
          id.kind === type.kind &&
          id.namespace === namespace &&
          id.name === name,
      )?.object,
  };
}

/** The object of values by its entry, its cluster there and its name; `undefined` unless exactly one Kustomization has it. */
const valueBesideQuery: Query<string, ValueBeside | undefined> = {
  name: 'valueBeside',
  equals: (a, b) =>
    a?.provider === b?.provider &&
    (a?.object === b?.object ||
      (a !== undefined && b !== undefined && sameTree(a.object.node, b.object.node))),
  compute: (key, reader) => {
    const [entry = '', home, kind, namespace, name = ''] = key.split('\n');
    const found = reader.get(aloneUnitsQuery, entry).flatMap((unit): readonly ValueBeside[] => {
      if (unit.place !== home || !mayHold(reader, unit, name)) return [];
      const { resources, failures, gaps } = reader.get(aloneOutputQuery, unit.key);
      const object = resources.find(
        ({ id }) =>
          id.group === '' && id.kind === kind && id.namespace === namespace && id.name === name,
      );
      if (object === undefined) return [];
      const isSure = failures.length === 0 && gaps.every(({ kind }) => kind === 'ciphertext');
      // What is not sure counts as a second one: nothing is known then.
      const one = { provider: unit.key, object };
      return isSure ? [one] : [one, one];
    });
    return found.length === 1 ? found[0] : undefined;
  },
};

/** A Kustomization among those that an entry leads to. */
interface AloneUnit {
  readonly key: UnitKey;
  /** The cluster that it delivers to, as a way of names of kubeconfigs from that of the entry. */
  readonly place: string;
}

/** The Kustomizations that an entry leads to, by its key. */
const aloneUnitsQuery: Query<UnitKey, readonly AloneUnit[]> = {
  name: 'aloneUnits',
  equals: deepEqual,
  compute: (entry, reader) => {
    const steps: AloneUnit[] = [{ key: entry, place: '' }];
    const seen = new Set<string>();
    for (const step of steps) {
      if (step.key !== entry && !yields(reader, step.key)) continue;
      for (const object of declaredBy(reader, step.key)) {
        const identity = `${step.place} ${objectName(object.id)}`;
        if (seen.has(identity)) continue;
        seen.add(identity);
        if (readFluxApplication(object)?.kind !== 'Kustomization') continue;
        const key = childKey(step.key, objectName(object.id));
        // What yields itself through a kubeconfig would lead to ever farther clusters.
        if (repeats(reader, step.key, object)) continue;
        steps.push({ key, place: placeBelow(step.place, object) });
      }
    }
    return steps.slice(1);
  },
};

/** Whether an object is one that already led to a unit: the same one, or one of its name that a third time comes back. */
function repeats(reader: Reader, key: UnitKey, object: Resource): boolean {
  const name = objectName(object.id);
  const same = lineage(key).filter((one) => {
    const parsed = parseKey(one);
    return parsed.kind === 'object' && parsed.object === name;
  });
  if (same.length > 1) return true;
  return same.some((one) => {
    const found = reader.get(aloneObjectQuery, one);
    return found !== undefined && sameTree(found.node, object.node);
  });
}

/** The objects of a unit that make applications; of an entry that delivers itself only the one that does so. */
function declaredBy(reader: Reader, key: UnitKey): readonly Resource[] {
  const found = reader.get(aloneOutputQuery, key).resources.filter(({ id }) => isDeclaring(id));
  const parsed = parseKey(key);
  if (parsed.kind === 'object') return found;
  const self = found.find((one) => deliversFolder(one, parsed.place));
  return self === undefined ? found : [self];
}

function yields(reader: Reader, key: UnitKey): boolean {
  const object = reader.get(aloneObjectQuery, key);
  return object !== undefined && yieldsApplications(reader, object, objectsAlone(reader, key));
}

/** The cluster that an object of Flux delivers to, seen from where the object is. */
function placeBelow(place: string, object: Resource): string {
  const { kubeConfig, namespace } = readFluxApplication(object) ?? {};
  if (kubeConfig === undefined) return place;
  const { secret, configMap } = kubeConfig;
  return JSON.stringify([place, namespace, secret?.value, configMap?.value]);
}

/** The object of a unit, as its parents yield it by themselves. */
const aloneObjectQuery: Query<UnitKey, Resource | undefined> = {
  name: 'aloneObject',
  compute: (key, reader) => {
    const parsed = parseKey(key);
    if (parsed.kind !== 'object') return undefined;
    return reader
      .get(aloneOutputQuery, parsed.parent)
      .resources.find(({ id }) => objectName(id) === parsed.object);
  },
};

/** What a unit renders to with nothing but what its parents yield; nothing for what is no Kustomization. */
const aloneOutputQuery: Query<UnitKey, RenderedApplication> = {
  name: 'aloneOutput',
  droppable: true,
  compute: (key, reader) => {
    const parsed = parseKey(key);
    if (parsed.kind === 'root' || parsed.kind === 'file') return entryOutput(reader, parsed);
    const object = reader.get(aloneObjectQuery, key);
    if (object === undefined || readFluxApplication(object)?.kind !== 'Kustomization')
      return nothingRendered;
    return renderUnit(reader, object, { objects: objectsAlone(reader, key), cluster: undefined });
  },
};

/** The objects around the object of a unit, without values from beside. */
function objectsAlone(reader: Reader, key: UnitKey): FleetObjects {
  const around = lineage(parentKey(key));
  const parsed = parseKey(around[0] ?? key);
  return objectsAround(
    reader,
    around.flatMap((one) => reader.get(aloneOutputQuery, one).resources),
    [],
    parsed.kind === 'object' ? '' : parsed.kind === 'file' ? parsed.place : `${parsed.place}/.`,
  );
}

/** Whether the files that a unit is made of may hold an object of a name, told by their words. */
function mayHold(reader: Reader, { key }: AloneUnit, name: string): boolean {
  const object = reader.get(aloneObjectQuery, key);
  const [source] =
    (object && fluxApplication(reader, object, objectsAlone(reader, key))?.application.sources) ??
    [];
  const folder = source?.pathExists === true ? readFolder(source) : undefined;
  if (folder === undefined) return false;
  const spec = object && field(object.node, 'spec');
  const isRenamed = ['namePrefix', 'nameSuffix', 'patches'].some(
    (one) => field(spec, one) !== undefined,
  );
  return isRenamed || reader.get(folderNamesQuery, `${folder}\n${name}`);
}

/** What makes names that no file says in full: parts of names, variables in them, and generators. */
const makesNames = /\bname(?:Prefix|Suffix)\b|\bname["']?\s*:[^\n]*\$\{|[gG]enerators?\b/;

/** Whether a file in a folder, or of what a root there builds on, says a name, or may make it. */
const folderNamesQuery: Query<string, boolean> = {
  name: 'folderNames',
  compute: (key, reader) => {
    const at = key.indexOf('\n');
    const [folder, name] = [key.slice(0, at), key.slice(at + 1)];
    const built = foldersBelow(reader, folder, 'none').flatMap(
      (one) => readsOfFolder(reader, 'none', one).paths,
    );
    return [...pathsBelow(reader, folder), ...built].some((path) => {
      const id = /\.(?:ya?ml|json)$|(?:^|\/)Kustomization$/i.test(path)
        ? contentIdOf(reader, path)
        : undefined;
      const content = id === undefined ? undefined : readContent(reader, id);
      return (
        content?.kind === 'text' && (content.text.includes(name) || makesNames.test(content.text))
      );
    });
  },
};
