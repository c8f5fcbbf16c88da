import { decodeScalar, type ScalarPlace } from './decodeScalar.ts';
import { floatToYaml } from './goNumber.ts';
import { keyProblem, textThroughJson } from './jsonText.ts';
import { sortedOrder } from './keyOrder.ts';
import { entriesOf } from './mapEntries.ts';
import type { MapNode, ResourceNode, ScalarNode, SequenceNode } from './resourceNode.ts';
import { writeIndent, writeIndicator, writePlain, writeText, type Writer } from './scalarWriter.ts';
import { hasBreak, isSimpleText } from './textStyle.ts';
import { nodeProblem, type YamlProblem } from './yamlProblem.ts';

/** Printed YAML, or why kustomize cannot print the tree. */
export type CanonicalYaml = { readonly text: string } | { readonly problem: YamlProblem };

/**
 * Prints a tree without aliases as `kustomize build` prints an object: through JSON, keys sorted, by go-yaml v2. The text ends
 * with a line break and has no `---`.
 *
 * Source: kyaml v0.21.1 RNode.MarshalJSON; sigs.k8s.io/yaml v1.5.0 JSONToYAML; go-yaml v2.4.2 encode.go, emitterc.go.
 */
export function writeCanonical(root: ResourceNode): CanonicalYaml {
  const printer = createPrinter(undefined);
  printRoot(printer, root);
  return printer.problem === undefined
    ? { text: printer.writer.out }
    : { problem: printer.problem };
}

/** Where a node begins in printed YAML: `line` from 0, `column` in characters from 0. */
export interface PrintedNode {
  readonly line: number;
  readonly column: number;
  readonly node: ResourceNode;
  /** Keys and indices from the root. */
  readonly path: readonly (string | number)[];
}

/** Printed YAML with the nodes that begin on its lines, or why kustomize cannot print the tree. */
export type CanonicalLines =
  | { readonly text: string; readonly nodes: readonly PrintedNode[] }
  | { readonly problem: YamlProblem };

/** Prints as `writeCanonical` does and tells where each node begins, in the order of the text; outer nodes come first. */
export function writeCanonicalWithLines(root: ResourceNode): CanonicalLines {
  const nodes: PrintedNode[] = [];
  const printer = createPrinter(nodes);
  printRoot(printer, root);
  return printer.problem === undefined
    ? { text: printer.writer.out, nodes }
    : { problem: printer.problem };
}

/** The state of one printing. */
interface Printer {
  readonly writer: Writer;
  readonly nodes: PrintedNode[] | undefined;
  readonly path: (string | number)[];
  /** Where the scalars stand in the text that kustomize makes on its way to JSON. */
  place: ScalarPlace;
  problem: YamlProblem | undefined;
}

function createPrinter(nodes: PrintedNode[] | undefined): Printer {
  const writer: Writer = {
    out: '',
    line: 0,
    column: 0,
    indent: -1,
    whitespace: true,
    indention: true,
  };
  return { writer, nodes, path: [], place: 'block', problem: undefined };
}

function printRoot(printer: Printer, root: ResourceNode): void {
  if (root.kind === 'map') {
    printMap(printer, root, 'root');
  } else {
    printNode(printer, root, 'item');
  }
  writeIndent(printer.writer);
}

/** Where a node stands: as an item of a sequence or as a value of a map, whose sequences need no indentation. */
type Place = 'item' | 'value';

function printNode(printer: Printer, node: ResourceNode, place: Place): void {
  switch (node.kind) {
    case 'scalar':
      printScalar(printer, node);
      break;
    case 'map':
      printMap(printer, node, 'inner');
      break;
    case 'sequence':
      printSequence(printer, node, place);
      break;
    case 'alias':
      printNode(printer, node.target, place);
  }
}

/** Notes that a node begins where the next token will be written. */
function note(printer: Printer, node: ResourceNode, column: number): void {
  printer.nodes?.push({ line: printer.writer.line, column, node, path: printer.path.slice() });
}

function refuse(printer: Printer, message: string, ordinal: number): void {
  printer.problem ??= nodeProblem('yaml.value', message, ordinal);
}

function printScalar(printer: Printer, node: ScalarNode): void {
  const { writer } = printer;
  if (printer.nodes !== undefined) {
    note(printer, node, writer.whitespace ? writer.column : writer.column + 1);
  }
  if (node.tag === '!!str' && isSimpleText(node.value)) {
    writeText(writer, node.value, 'value');
    return;
  }
  const scalar = decodeScalar(node, printer.place);
  switch (scalar.kind) {
    case 'string': {
      const through = textThroughJson(scalar.value);
      if (through.message === undefined) {
        writeText(writer, through.text, 'value');
      } else {
        refuse(printer, through.message, node.ordinal);
      }
      break;
    }
    case 'null':
      writePlain(writer, 'null', 'key');
      break;
    case 'boolean':
      writePlain(writer, scalar.value ? 'true' : 'false', 'key');
      break;
    case 'integer':
      writePlain(writer, scalar.value.toString(), 'key');
      break;
    case 'float':
      writePlain(writer, floatToYaml(scalar.value), 'key');
      break;
    case 'problem':
      refuse(printer, scalar.message, node.ordinal);
  }
}

function printSequence(printer: Printer, node: SequenceNode, place: Place): void {
  const { writer } = printer;
  if (node.items.length === 0) {
    printEmpty(printer, node, '[]');
    return;
  }
  const { place: outerPlace } = printer;
  printer.place = node.flow ? 'flow' : outerPlace;
  const { indent } = writer;
  const isIndentless = place === 'value' && !writer.indention;
  writer.indent = indent < 0 ? 0 : isIndentless ? indent : indent + 2;
  node.items.forEach((item, index) => {
    writeIndent(writer);
    if (index === 0) {
      note(printer, node, writer.column);
    }
    writeIndicator(writer, '-', leading);
    printer.path.push(index);
    printNode(printer, item, 'item');
    printer.path.pop();
  });
  writer.indent = indent;
  printer.place = outerPlace;
}

function printEmpty(printer: Printer, node: ResourceNode, brackets: string): void {
  const { writer } = printer;
  note(printer, node, writer.whitespace ? writer.column : writer.column + 1);
  writeIndicator(writer, brackets, { needsSpace: true, keepsIndention: false });
}

function printMap(printer: Printer, node: MapNode, rank: 'root' | 'inner'): void {
  const entries = node.keyTags === undefined ? node : entriesOf(node, rank);
  const { keys, values } = entries;
  const order = sortedOrder(keys);
  if (order === 'repeated' || ('problem' in entries && entries.problem !== undefined)) {
    printer.problem ??= entriesOf(node, rank).problem;
    return;
  }
  if (keys.length === 0) {
    printEmpty(printer, node, '{}');
    return;
  }
  const { writer, place } = printer;
  printer.place = node.flow ? 'flow' : place;
  const { indent } = writer;
  writer.indent = indent < 0 ? 0 : indent + 2;
  for (let i = 0; i < keys.length; i += 1) {
    const index = order === undefined ? i : (order[i] ?? i);
    const value = values[index];
    if (value !== undefined) {
      writeIndent(writer);
      if (i === 0) {
        note(printer, node, writer.column);
      }
      printEntry(printer, keys[index] ?? '', value);
    }
  }
  writer.indent = indent;
  printer.place = place;
}

function printEntry(printer: Printer, key: string, value: ResourceNode): void {
  const { writer } = printer;
  if (key.length <= 128 && isSimpleText(key)) {
    writePlain(writer, `${key}:`, 'key');
  } else {
    const problem = keyProblem(key);
    if (problem !== undefined) {
      refuse(printer, problem, value.ordinal);
      return;
    }
    printIntricateKey(writer, key);
  }
  printer.path.push(key);
  printNode(printer, value, 'value');
  printer.path.pop();
}

function printIntricateKey(writer: Writer, key: string): void {
  if (isSimpleKey(key)) {
    writeText(writer, key, 'key');
    writeIndicator(writer, ':', tight);
  } else {
    writeIndicator(writer, '?', leading);
    writeText(writer, key, 'value');
    writeIndent(writer);
    writeIndicator(writer, ':', leading);
  }
}

const tight = { needsSpace: false, keepsIndention: false };
const leading = { needsSpace: true, keepsIndention: true };

/** Whether a key goes without `?`: one line of at most 128 bytes. */
function isSimpleKey(key: string): boolean {
  if (key.length > 128) {
    return false;
  }
  return !hasBreak(key) && utf8Length(key) <= 128;
}

function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    length += code < 0x80 ? 0 : code < 0x800 || (code >= 0xd800 && code <= 0xdfff) ? 1 : 2;
  }
  return length;
}
