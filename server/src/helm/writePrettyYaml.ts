import { validText } from '../template/goBytes.ts';
import type { Value } from '../template/value.ts';
import { formatGeneral } from '../yaml/goNumber.ts';
import { compareKeys } from '../yaml/keyOrder.ts';
import {
  writeIndent,
  writeIndicator,
  writePlain,
  writeText,
  type Writer,
} from '../yaml/scalarWriter.ts';

/**
 * A value as Helm's `toYamlPretty` writes it: lists are indented below their keys.
 * Source: Helm v4.2.3 pkg/engine/funcs.go `toYAMLPretty`; go-yaml v3 encode.go.
 * Deviation: texts longer than 80 columns are folded, where go-yaml v3 leaves them on one line.
 */
export function writePrettyYaml(root: Value): string {
  const writer: Writer = {
    out: '',
    line: 0,
    column: 0,
    indent: -1,
    whitespace: true,
    indention: true,
  };
  print(writer, root);
  writeIndent(writer);
  return writer.out;
}

function print(writer: Writer, value: Value): void {
  switch (value.kind) {
    case 'nil':
      writePlain(writer, 'null', 'key');
      return;
    case 'bool':
    case 'integer':
      writePlain(writer, String(value.value), 'key');
      return;
    case 'float':
      writePlain(writer, formatGeneral(value.value), 'key');
      return;
    case 'string':
      writeText(writer, validText(value.value), 'value');
      return;
    case 'object':
      writeText(writer, validText(value.text), 'value');
      return;
    case 'list':
      printItems(writer, value.items);
      return;
    case 'map':
      printEntries(writer, value.entries);
  }
}

function printItems(writer: Writer, items: readonly Value[]): void {
  if (items.length === 0) {
    writeIndicator(writer, '[]', { needsSpace: true, keepsIndention: false });
    return;
  }
  const { indent } = writer;
  writer.indent = indent < 0 ? 0 : indent + 2;
  for (const item of items) {
    writeIndent(writer);
    writeIndicator(writer, '-', { needsSpace: true, keepsIndention: true });
    print(writer, item);
  }
  writer.indent = indent;
}

function printEntries(writer: Writer, entries: ReadonlyMap<string, Value>): void {
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
      writeText(writer, validText(key), 'key');
      writeIndicator(writer, ':', { needsSpace: false, keepsIndention: false });
      print(writer, value);
    }
  }
  writer.indent = indent;
}
