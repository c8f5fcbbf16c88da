import { parseAllDocuments } from 'yaml';

/** One field of an object that differs between two outputs of kustomize, as `RESOURCE PATH: BEFORE → AFTER`. */
export type RenderedDifference = string;

/** What differs between two outputs of kustomize, sorted: told by comparing what a YAML parser reads, and by nothing of Strata. */
export function renderedDifferences(before: string, after: string): readonly RenderedDifference[] {
  const [old, fresh] = [objectsOf(before), objectsOf(after)];
  const found: string[] = [];
  for (const name of new Set([...old.keys(), ...fresh.keys()])) {
    compare(name, '', old.get(name), fresh.get(name), found);
  }
  return found.sort();
}

/** A difference by its parts, as `renderedDifferences` says it: without a namespace, which controllers fill in. */
export function differenceText(
  resource: string,
  path: string,
  before: unknown,
  after: unknown,
): RenderedDifference {
  const parts = resource.split('/');
  return `${parts[0] ?? ''}/${parts.at(-1) ?? ''} ${path}: ${valueText(before)} → ${valueText(after)}`;
}

function valueText(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

function objectsOf(text: string): ReadonlyMap<string, unknown> {
  const objects = new Map<string, unknown>();
  for (const document of parseAllDocuments(text)) {
    const object: unknown = document.toJS();
    if (isObject(object)) objects.set(nameOf(object), object);
  }
  return objects;
}

/** `Kind.group/namespace/name`, as plans call objects. */
function nameOf(object: Readonly<Record<string, unknown>>): string {
  const metadata = isObject(object['metadata']) ? object['metadata'] : {};
  const version = textOf(object['apiVersion']);
  const group = version.slice(0, Math.max(version.lastIndexOf('/'), 0));
  const parts = [textOf(metadata['namespace']), textOf(metadata['name'])].filter(
    (one) => one !== '',
  );
  const kind = textOf(object['kind']);
  return [group === '' ? kind : `${kind}.${group}`, ...parts].join('/');
}

function compare(
  resource: string,
  path: string,
  before: unknown,
  after: unknown,
  found: string[],
): void {
  if (isObject(before) && isObject(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
      const step = key.replaceAll('~', '~0').replaceAll('/', '~1');
      compare(resource, `${path}/${step}`, before[key], after[key], found);
    }
    return;
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, one] of before.entries()) {
      const other: unknown = after[index];
      const isNamed = isObject(one) && isObject(other) && one['name'] === other['name'];
      const step = isNamed ? `[name=${textOf(one['name'])}]` : `/${index}`;
      compare(resource, `${path}${step}`, one, other, found);
    }
    return;
  }
  if (JSON.stringify(before) !== JSON.stringify(after))
    found.push(differenceText(resource, path, before, after));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
