import { pointerTo, type Resource } from '../kustomize/resource.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { compareBytes } from '../util/compareBytes.ts';
import { decodeScalar, type DecodedScalar } from '../yaml/decodeScalar.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Placed, PlacedEntry } from './placed.ts';

/**
 * Reads the fields of an object of a controller, each with the place where it was written. What has the wrong type is
 * reported and read as if it were not there. A field that is null counts as absent, as it does for the API server.
 */
export interface ObjectReader {
  readonly field: (name: string) => ObjectReader | undefined;
  readonly at: SourcePointer;
  readonly node: ResourceNode;
  /** The path of the field from the root of the object, for messages. */
  readonly path: string;
  readonly text: (name: string) => Placed<string> | undefined;
  readonly flag: (name: string) => Placed<boolean> | undefined;
  readonly number: (name: string) => Placed<number> | undefined;
  readonly texts: (name: string) => readonly Placed<string>[];
  /** A map of texts, sorted by key; the last of equal keys counts. */
  readonly textMap: (name: string) => readonly PlacedEntry[];
  /** A list of maps. */
  readonly list: (name: string) => readonly ObjectReader[];
  /** A map. */
  readonly map: (name: string) => ObjectReader | undefined;
}

/** A problem of the wrong type: `field` is its path, `expected` and `found` are words. */
export const wrongTypeCode = 'delivery.wrong-type';

/** Reads an object; problems of type go to `report`. */
export function readObject(resource: Resource, report: (found: Problem) => void): ObjectReader {
  return readerOf(resource.node, '', { resource, report });
}

interface Reading {
  readonly resource: Resource;
  readonly report: (found: Problem) => void;
}

function readerOf(node: ResourceNode, path: string, reading: Reading): ObjectReader {
  const { resource, report } = reading;
  const at = node.origin?.writtenAt ?? pointerTo(resource.source, node.ordinal);
  const child = (name: string): ObjectReader | undefined => {
    if (node.kind !== 'map') return undefined;
    const value = node.values[node.keys.lastIndexOf(name)];
    if (value === undefined || decoded(value)?.kind === 'null') return undefined;
    return readerOf(value, path === '' ? name : `${path}.${name}`, reading);
  };
  const wrong = (found: ObjectReader, expected: string): void => {
    report(
      problem(wrongTypeCode, { field: found.path, expected, found: wordFor(found.node) }, found.at),
    );
  };
  const scalar = <T>(
    name: string,
    expected: string,
    take: (value: DecodedScalar) => T | undefined,
  ): Placed<T> | undefined => {
    const found = child(name);
    if (found === undefined) return undefined;
    const value = decoded(found.node);
    const taken = value && take(value);
    if (taken === undefined) {
      wrong(found, expected);
      return undefined;
    }
    return { value: taken, at: found.at };
  };
  const items = (name: string): readonly ObjectReader[] => {
    const found = child(name);
    if (found === undefined) return [];
    if (found.node.kind !== 'sequence') {
      wrong(found, 'list');
      return [];
    }
    return found.node.items.map((item, index) =>
      readerOf(item, `${found.path}[${String(index)}]`, reading),
    );
  };
  return {
    node,
    at,
    path,
    field: child,
    text: (name) => scalar(name, 'text', textOf),
    flag: (name) =>
      scalar(name, 'boolean', (value) => (value.kind === 'boolean' ? value.value : undefined)),
    number: (name) => scalar(name, 'number', numberOf),
    texts: (name) =>
      items(name).flatMap((item) => {
        const value = decoded(item.node);
        const text = value && textOf(value);
        if (text === undefined) wrong(item, 'text');
        return text === undefined ? [] : [{ value: text, at: item.at }];
      }),
    textMap: (name) => {
      const found = child(name);
      if (found === undefined) return [];
      if (found.node.kind !== 'map') {
        wrong(found, 'map');
        return [];
      }
      return [...new Set(found.node.keys)].sort(compareBytes).flatMap((key) => {
        const value = found.text(key);
        return value === undefined ? [] : [{ key, ...value }];
      });
    },
    list: (name) =>
      items(name).filter((item) => {
        if (item.node.kind !== 'map') wrong(item, 'map');
        return item.node.kind === 'map';
      }),
    map: (name) => {
      const found = child(name);
      if (found === undefined || found.node.kind === 'map') return found;
      wrong(found, 'map');
      return undefined;
    },
  };
}

function decoded(node: ResourceNode): DecodedScalar | undefined {
  return node.kind === 'scalar' ? decodeScalar(node) : undefined;
}

function textOf(value: DecodedScalar): string | undefined {
  return value.kind === 'string' ? value.value : undefined;
}

function numberOf(value: DecodedScalar): number | undefined {
  return value.kind === 'integer' || value.kind === 'float' ? Number(value.value) : undefined;
}

function wordFor(node: ResourceNode): string {
  switch (node.kind) {
    case 'map':
      return 'map';
    case 'sequence':
      return 'list';
    case 'alias':
      return 'alias';
    case 'scalar': {
      const { kind } = decodeScalar(node);
      return kind === 'string' ? 'text' : kind === 'integer' || kind === 'float' ? 'number' : kind;
    }
  }
}
