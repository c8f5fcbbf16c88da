import type { MapValue, Value } from '../template/value.ts';
import { dictValue } from '../template/value.ts';
import { readConfigurationPositions, type NodePositions } from '../yaml/positions.ts';
import type { HelmRules } from './helmVersion.ts';
import { readYamlMap, type RecordValue } from './readYaml.ts';

/** Values of a file, or why it has none. */
export type ReadValues = { readonly values: MapValue } | { readonly problem: string };

/** Told each value that was read, with the number of its document and the place of its node in it. */
export type RecordDocumentValue = (
  document: TextDocument,
  ...rest: Parameters<RecordValue>
) => void;

/** A document of a values file; `start` is where it begins in the file, in UTF-16 units. */
export interface TextDocument {
  readonly text: string;
  readonly start: number;
}

/**
 * Reads a values file: its documents are merged, the later one wins. To Helm 3 the first document is all there is.
 * Source: Helm v4.2.3 pkg/chart/v2/loader/load.go `LoadValues`; apimachinery v0.36 pkg/util/yaml/decoder.go `YAMLReader`;
 * Helm v3.19.4 pkg/chart/loader/load.go `LoadFiles`, pkg/cli/values/options.go `MergeValues`.
 */
export function readValues(
  text: string,
  record?: RecordDocumentValue,
  rules: HelmRules = 4,
): ReadValues {
  let values = dictValue();
  if (rules === 3) {
    const whole: TextDocument = { text, start: 0 };
    const read = readYamlMap(text, recordOf(whole, record));
    return 'problem' in read ? read : { values: read.value };
  }
  const split = splitDocuments(text);
  if ('problem' in split) {
    return { problem: `error reading yaml document: ${split.problem}` };
  }
  for (const document of split.documents) {
    const read = readYamlMap(document.text, recordOf(document, record));
    if ('problem' in read) {
      return { problem: `cannot unmarshal yaml document: ${read.problem}` };
    }
    values = values.entries.size === 0 ? read.value : mergeMaps(values, read.value);
  }
  return { values };
}

function recordOf(
  document: TextDocument,
  record: RecordDocumentValue | undefined,
): RecordValue | undefined {
  return (
    record &&
    ((value, node) => {
      record(document, value, node);
    })
  );
}

/** Whether a values file has more than one document, so that versions of Helm read it in two ways. */
export function hasMoreDocuments(text: string): boolean {
  if (!text.includes('\n---')) return false;
  const split = splitDocuments(text);
  return 'problem' in split || split.documents.length > 1;
}

/** A line of `---` ends a document; a comment may follow it, and is left out; other text is a fault. */
function splitDocuments(
  text: string,
): { readonly documents: readonly TextDocument[] } | { readonly problem: string } {
  const documents: TextDocument[] = [];
  let start = 0;
  for (const match of text.matchAll(/^---(.*)(?:\n|$)/gm)) {
    const rest = match[1]?.trim() ?? '';
    if (rest !== '' && !rest.startsWith('#')) {
      return { problem: `invalid Yaml document separator: ${rest}` };
    }
    if (match.index > start) {
      documents.push({ text: text.slice(start, match.index), start });
      start = match.index + match[0].length;
    }
  }
  if (start < text.length) {
    documents.push({ text: text.slice(start), start });
  }
  return { documents };
}

/**
 * Both maps as one; where both have a map it is merged, else the second wins.
 * Source: Helm v4.2.3 pkg/chart/v2/loader/load.go `MergeMaps`.
 */
export function mergeMaps(first: MapValue, second: MapValue): MapValue {
  const entries = new Map<string, Value>(first.entries);
  for (const [key, value] of second.entries) {
    const present = entries.get(key);
    entries.set(
      key,
      value.kind === 'map' && present?.kind === 'map' ? mergeMaps(present, value) : value,
    );
  }
  return { kind: 'map', element: first.element, entries };
}

/** Where a value was written; `line` counts from 1, and is 0 for what is in no file. */
export interface ValuePlace {
  readonly file: string;
  readonly line: number;
  /** The ordinal of its node in the file, where that is known. */
  readonly ordinal?: number;
}

/** Places of the values that were read, known by the values themselves: merging hands them on as they are. */
export type ValuePlaces = WeakMap<object, ValuePlace>;

/** Reads a values file and notes where its values stand. */
export function readPlacedValues(
  name: string,
  text: string,
  { places, rules = 4 }: { readonly places: ValuePlaces; readonly rules?: HelmRules },
): ReadValues {
  const positions = new Map<TextDocument, NodePositions>();
  const record: RecordDocumentValue = (document, value, node) => {
    const known = positions.get(document) ?? readConfigurationPositions(document.text);
    positions.set(document, known);
    const offset = document.start + (known.starts[node.ordinal] ?? 0);
    const line = text.slice(0, offset).split('\n').length;
    // The nodes of a later document count from its own start.
    const isFirst = document.start === 0;
    places.set(value, { file: name, line, ...(isFirst && { ordinal: node.ordinal }) });
  };
  return readValues(text, record, rules);
}
