import { byteLength, validText } from '../template/goBytes.ts';
import type { Value } from '../template/value.ts';
import { writeJson } from '../template/functions/json.ts';
import { floatToYaml } from '../yaml/goNumber.ts';
import { compareKeys } from '../yaml/keyOrder.ts';
import {
  writeIndent,
  writeIndicator,
  writePlain,
  writeText,
  type Writer,
} from '../yaml/scalarWriter.ts';
import { hasBreak } from '../yaml/textStyle.ts';

/** Told on which line, from 0, a value begins. */
export type RecordLine = (line: number, value: Value) => void;

/**
 * A value as Helm's `toYaml` writes it: through JSON, by go-yaml v2, with its line break at the end; `undefined` where it has
 * no JSON.
 *
 * Source: sigs.k8s.io/yaml v1.6.0 yaml.go `Marshal`; go-yaml v2.4.2 encode.go, emitterc.go.
 */
export function writeYaml(root: Value, record?: RecordLine): string | undefined {
  const writer: Writer = {
    out: '',
    line: 0,
    column: 0,
    indent: -1,
    whitespace: true,
    indention: true,
  };
  const printing: Printing = { writer, record, bad: false };
  printValue(printing, root, 'item');
  writeIndent(writer);
  return printing.bad ? undefined : writer.out;
}

interface Printing {
  readonly writer: Writer;
  readonly record: RecordLine | undefined;
  bad: boolean;
}

type Place = 'item' | 'value';

function printValue(printing: Printing, value: Value, place: Place): void {
  const { writer } = printing;
  printing.record?.(writer.line, value);
  switch (value.kind) {
    case 'nil':
      writePlain(writer, 'null', 'key');
      return;
    case 'bool':
    case 'integer':
      writePlain(writer, String(value.value), 'key');
      return;
    case 'float':
      printing.bad ||= !Number.isFinite(value.value);
      writePlain(writer, floatToYaml(value.value), 'key');
      return;
    case 'string':
      writeText(writer, validText(value.value), 'value');
      return;
    case 'object':
      printing.bad ||= writeJson(value) === undefined;
      if (value.json !== undefined) {
        printMap(printing, new Map(value.json));
        return;
      }
      writeText(writer, validText(value.text), 'value');
      return;
    case 'list':
      if (value.isNil === true) {
        writePlain(writer, 'null', 'key');
      } else {
        printList(printing, value.items, place);
      }
      return;
    case 'map':
      printMap(printing, value.entries);
  }
}

function printList(printing: Printing, items: readonly Value[], place: Place): void {
  const { writer } = printing;
  if (items.length === 0) {
    writeIndicator(writer, '[]', { needsSpace: true, keepsIndention: false });
    return;
  }
  const { indent } = writer;
  const isIndentless = place === 'value' && !writer.indention;
  writer.indent = indent < 0 ? 0 : isIndentless ? indent : indent + 2;
  for (const item of items) {
    writeIndent(writer);
    writeIndicator(writer, '-', leading);
    printValue(printing, item, 'item');
  }
  writer.indent = indent;
}

function printMap(printing: Printing, entries: ReadonlyMap<string, Value>): void {
  const { writer } = printing;
  if (entries.size === 0) {
    writeIndicator(writer, '{}', { needsSpace: true, keepsIndention: false });
    return;
  }
  const { indent } = writer;
  writer.indent = indent < 0 ? 0 : indent + 2;
  for (const key of [...entries.keys()].sort(compareKeys)) {
    const value = entries.get(key);
    if (value !== undefined) {
      writeIndent(writer);
      printKey(writer, validText(key));
      printValue(printing, value, 'value');
    }
  }
  writer.indent = indent;
}

const tight = { needsSpace: false, keepsIndention: false };
const leading = { needsSpace: true, keepsIndention: true };

function printKey(writer: Writer, key: string): void {
  if (key.length <= 128 && !hasBreak(key) && byteLength(key) <= 128) {
    writeText(writer, key, 'key');
    writeIndicator(writer, ':', tight);
  } else {
    writeIndicator(writer, '?', leading);
    writeText(writer, key, 'value');
    writeIndent(writer);
    writeIndicator(writer, ':', leading);
  }
}
