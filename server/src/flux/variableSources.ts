import { wrongTypeCode } from '../delivery/objectReader.ts';
import { toJson } from '../kustomize/goJson.ts';
import { readResourceText } from '../kustomize/objects.ts';
import type { Resource } from '../kustomize/resource.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { carriesSecret } from '../yaml/carriesSecret.ts';
import { decodeBase64 } from '../yaml/goBase64.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { field } from '../yaml/nodes.ts';
import { toBytes, type ByteText } from './envsubst/byteText.ts';
import type { Variable, VariableLookup } from './variables.ts';

/** A text that holds ConfigMaps and Secrets, with the name of its file. */
export interface VariableFile {
  readonly file: FileId;
  readonly text: string;
}

/** One value of a ConfigMap or Secret. */
export interface VariableEntry extends Variable {
  readonly key: string;
}

/** Looks variables up in the ConfigMaps and Secrets of files; the last of two objects with one name counts. */
export function lookupIn(files: readonly VariableFile[]): {
  readonly lookup: VariableLookup;
  readonly problems: readonly Problem[];
} {
  const problems: Problem[] = [];
  const resources = files.flatMap(({ file, text }) => {
    const read = readResourceText(text, { file, inside: [], root: '' });
    problems.push(...read.problems);
    return read.resources;
  });
  const report = (found: Problem): void => void problems.push(found);
  return { lookup: lookupAmong(resources, report), problems };
}

/** Looks variables up among objects. */
export function lookupAmong(
  resources: readonly Resource[],
  report: (found: Problem) => void,
): VariableLookup {
  const sources = new Map<string, readonly VariableEntry[]>();
  for (const resource of resources) {
    const { kind, group, name, namespace } = resource.id;
    if (group !== '') continue;
    if (kind === 'ConfigMap' || kind === 'Secret')
      sources.set(`${kind}/${namespace}/${name}`, variableEntries(resource, report));
  }
  return (kind, namespace, name) => {
    const entries = sources.get(`${kind}/${namespace}/${name}`);
    return entries && { entries };
  };
}

/** The data of a ConfigMap or Secret. */
export function variableEntries(
  resource: Resource,
  report: (found: Problem) => void,
): readonly VariableEntry[] {
  return resource.id.kind === 'Secret'
    ? secretEntries(resource, report)
    : entriesOf(resource, 'data', report);
}

/** `data` in base64, and `stringData`, which the API server puts over it. */
function secretEntries(
  resource: Resource,
  report: (found: Problem) => void,
): readonly VariableEntry[] {
  const data = entriesOf(resource, 'data', report).flatMap((entry) => {
    const bytes = base64Bytes(entry.value);
    if (bytes === undefined) report(problem('flux.bad-secret-data', { key: entry.key }, entry.at));
    return bytes === undefined ? [] : [{ ...entry, value: bytes }];
  });
  return [...data, ...entriesOf(resource, 'stringData', report)];
}

function base64Bytes(text: string): ByteText | undefined {
  return decodeBase64(text) === undefined ? undefined : atob(text);
}

/** The texts of a map; numbers and booleans become texts, as they do when Go reads a ConfigMap. */
function entriesOf(
  resource: Resource,
  name: 'data' | 'stringData',
  report: (found: Problem) => void,
): readonly VariableEntry[] {
  const map = field(resource.node, name);
  if (map?.kind !== 'map') return [];
  return map.keys.flatMap((key, index) => {
    const node = map.values[index];
    if (node === undefined) return [];
    const origin = resource.originOf(node);
    const at = origin.writtenAt;
    const textAt = textOf(origin).writtenAt;
    const json = toJson(node, { kind: 'string' }, jsonOptions);
    const secret = carriesSecret(node.origin) ? true : undefined;
    if (json.kind === 'string') return [{ key, value: toBytes(json.value), at, textAt, secret }];
    if (json.kind === 'null') return [{ key, value: '', at }];
    const parameters = { field: `${name}.${key}`, expected: 'text', found: json.kind };
    report(problem(wrongTypeCode, parameters, at));
    return [];
  });
}

/** The text that variables were replaced in. */
function textOf(origin: FieldOrigin): FieldOrigin {
  const { by, previous } = origin;
  return by.kind === 'substitution' && previous !== undefined ? textOf(previous) : origin;
}

const jsonOptions = {
  version: 3,
  numbers: 'yaml',
  duplicates: 'warn',
  report: () => undefined,
} as const;
