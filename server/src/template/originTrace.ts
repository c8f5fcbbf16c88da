import { assignedVariables } from './assignedVariables.ts';
import type { Execution } from './execution.ts';
import {
  addLine,
  movedLines,
  newLine,
  type Condition,
  type LineOrigin,
  type TemplatePlace,
} from './lineOrigins.ts';
import { choosing, structural, takenInto } from './functionFlow.ts';
import { createLineNumbers } from './lineNumbers.ts';
import { mayWriteInline } from './mayWriteInline.ts';
import type { BranchNode } from './nodes.ts';
import { valueOf, type Reflected } from './reflected.ts';
import type { Trace } from './trace.ts';
import { nilValue, type Value } from './value.ts';
import { childPath, type ValuePath } from './valuePath.ts';
import { createValueUses } from './valueUses.ts';

/** What is known of a value: where it comes from, and for a text of several lines each of them. */
interface Label {
  readonly paths: ReadonlySet<ValuePath>;
  readonly lines?: readonly LineOrigin[];
  /** What decided what a text says, where a template made it. */
  readonly conditions?: ReadonlySet<Condition>;
  /** Its own place in the tree of values, for what was not made by a function. */
  readonly own?: ValuePath;
}

/** What one rendering learns. */
export interface OriginTrace extends Trace {
  /** Says where a value stands in the tree; its parts are named by the caller as well. */
  readonly name: (value: Value, path: ValuePath) => void;
  /** The lines of templates that printed a value, or decided by it, each once, in the order in which they ran. */
  readonly usesOf: (path: ValuePath) => readonly TemplatePlace[];
  /** The lines that each template made which ran for itself, by its name. */
  readonly linesOf: (template: string) => readonly LineOrigin[];
}

/** What a trace has to know of functions. */
export interface OriginOptions {
  /** Functions that write a value on lines of their own: for each line of their text, the values that it shows. */
  readonly writers: ReadonlyMap<string, (value: Value) => readonly (readonly Value[])[]>;
  /** What the text that `tpl` runs is called. */
  readonly unnamed: string;
  /** Where what depends on chance comes from, by the name of the function. */
  readonly chance: ReadonlyMap<string, ValuePath>;
}

/**
 * Follows values by identity: a value of the tree is the same object wherever a template hands it on, and what a function
 * makes is labelled with the values that it was made of. Values themselves carry nothing, so plain runs pay nothing.
 */
export function createOriginTrace(options: OriginOptions): OriginTrace {
  const labels = new WeakMap<object, Label>();
  const recorders = new WeakMap<Execution, Recorder>();
  const finished = new Map<string, Recorder>();
  const assigned = new WeakMap<BranchNode, ReadonlySet<string>>();
  const lineAt = createLineNumbers();
  const uses = createValueUses();

  const labelOf = (value: Value): Label | undefined =>
    labels.get(value) ?? labels.get(identity(value));
  const gather = (value: Value, into: Set<ValuePath>, depth = 0): void => {
    const label = labelOf(value);
    label?.paths.forEach((path) => into.add(path));
    if (label?.own !== undefined) {
      label.own.isReadWhole = true;
      return;
    }
    if (depth < maxDepth) {
      partsOf(value).forEach((part) => {
        gather(part, into, depth + 1);
      });
    }
  };
  const gathered = (values: readonly Value[]): ReadonlySet<ValuePath> => {
    const paths = new Set<ValuePath>();
    values.forEach((value) => {
      gather(value, paths);
    });
    return paths;
  };
  const placeOf = (execution: Execution, offset = 0): TemplatePlace => {
    const { text, parsedIn } = execution.current.tree;
    return { template: parsedIn, line: lineAt(text, offset) };
  };
  const recorderOf = (execution: Execution): Recorder => {
    const known = recorders.get(execution) ?? newRecorder();
    recorders.set(execution, known);
    return known;
  };

  return {
    name: (value, path) => {
      labels.set(identity(value), { paths: new Set([path]), own: path });
    },
    usesOf: uses.of,
    linesOf: (template) => finished.get(template)?.lines ?? [],
    begins: (execution) => {
      const recorder = recorderOf(execution);
      if (execution.current.depth === 0) {
        finished.set(execution.current.name, recorder);
      }
    },
    wroteText: (execution, offset, text) => {
      const recorder = recorderOf(execution);
      recorder.writes += 1;
      let at = offset;
      text.split('\n').forEach((part, index) => {
        const line = index === 0 ? lastLine(recorder) : nextLine(recorder);
        if (line.place === undefined && part.trim() !== '') {
          line.place = placeOf(execution, at + part.length - part.trimStart().length);
        }
        decide(recorder, line);
        at += part.length + 1;
      });
    },
    printed: (execution, reflected, text) => {
      const recorder = recorderOf(execution);
      recorder.writes += 1;
      const value = valueOf(reflected);
      const label = labelOf(value);
      const lines = label?.lines;
      const place = placeOf(execution, execution.node?.offset);
      const parts = text.split('\n');
      const paths = lines?.length === parts.length ? undefined : gathered([value]);
      uses.add(paths ?? label?.paths ?? [], place);
      parts.forEach((part, index) => {
        const line = index === 0 ? lastLine(recorder) : nextLine(recorder);
        const source = paths === undefined ? lines?.[index] : undefined;
        if (source !== undefined) {
          addLine(line, source, place);
        }
        if (line.place === undefined && part.trim() !== '') {
          line.place = place;
        }
        paths?.forEach((path) => line.values.add(path));
        if (source === undefined) {
          label?.conditions?.forEach((condition) => line.conditions.add(condition));
        }
        decide(recorder, line);
      });
    },
    decides: (execution, reflected) => {
      const recorder = recorderOf(execution);
      const label = labelOf(valueOf(reflected));
      const paths = new Set(label?.paths);
      label?.conditions?.forEach((each) => each.paths.forEach((path) => paths.add(path)));
      uses.add(paths, placeOf(execution, execution.node?.offset));
      recorder.condition = { paths, outer: recorder.condition };
      recorder.begun.push(recorder.writes);
    },
    decided: (execution, node) => {
      const recorder = recorderOf(execution);
      const { condition } = recorder;
      // What was not written on this line is decided as well.
      if (recorder.begun.pop() === recorder.writes && mayWriteInline(node)) {
        decide(recorder, lastLine(recorder));
      }
      recorder.condition = condition?.outer;
      const names = assigned.get(node) ?? assignedVariables(node);
      assigned.set(node, names);
      for (const variable of names.size === 0 ? [] : execution.current.variables) {
        if (condition !== undefined && names.has(variable.name)) {
          variable.value = decidedBy(variable.value, condition);
        }
      }
    },
    found: (holder, item, name) => {
      const holderLabel = labelOf(holder);
      const value = valueOf(item);
      const label = labelOf(value);
      if (label?.own !== undefined) {
        label.own.isRead = true;
      }
      if (label !== undefined || holderLabel === undefined) {
        return item;
      }
      if (holderLabel.own !== undefined && name !== undefined && value.kind === 'nil') {
        // A key that is not there decides as well as one that is.
        const path = childPath(holderLabel.own, name);
        path.isRead = true;
        const absent: Value = { kind: 'nil' };
        labels.set(absent, { paths: new Set([path]) });
        return item.kind === 'interface' ? { kind: 'interface', value: absent } : item;
      }
      if (value.kind !== 'nil' && holderLabel.own === undefined) {
        labels.set(identity(value), { paths: holderLabel.paths });
      }
      return item;
    },
    called: (_execution, name, values, result) => {
      if (name === 'include') {
        return result;
      }
      if (name === 'tpl') {
        return tplResult(result, values[0]);
      }
      if (isContainer(result)) {
        if (choosing.has(name)) {
          return chosen(takenInto(name, values, result), result);
        }
        if (!structural.has(name) && labelOf(result) === undefined) {
          labels.set(identity(result), { paths: gathered(values) });
        }
        return result;
      }
      const paths = new Set(gathered(takenInto(name, values, result)));
      const chance = options.chance.get(name);
      if (chance !== undefined) {
        paths.add(chance);
      }
      const known = values.includes(result) || labelOf(result) !== undefined;
      const fresh = known ? copyOf(result) : result;
      const lines = resultLines(name, values, fresh);
      const conditions = conditionsOf(values);
      labels.set(identity(fresh), {
        paths,
        ...(lines !== undefined && { lines }),
        ...(conditions.size > 0 && { conditions }),
      });
      return fresh;
    },
    calledBuiltin: (_execution, name, values, result) => {
      const value = valueOf(result);
      if (name === 'index' || name === 'slice') {
        readThrough(values, value);
        return result;
      }
      if (!isContainer(value) && value.kind !== 'nil') {
        const given = values.map(valueOf);
        labels.set(identity(value), { paths: unionOf(given), conditions: conditionsOf(given) });
      }
      return result;
    },
    choseOf: (values, result) => {
      const fresh = chosen(values.map(valueOf), valueOf(result));
      return fresh.kind === 'nil' ? { kind: 'invalid', nil: fresh } : fresh;
    },
    madeText: (execution, text) => {
      const { lines } = recorderOf(execution);
      const paths = new Set(lines.flatMap(({ values }) => [...values]));
      const conditions = new Set(lines.flatMap((line) => [...line.conditions]));
      labels.set(identity(text), { paths, lines, conditions });
    },
  };

  /** What a function looks at of a value without going into it: `eq`, `not` and `len` do not use all that is in a map. */
  function unionOf(values: readonly Value[]): ReadonlySet<ValuePath> {
    return new Set(values.flatMap((value) => [...(labelOf(value)?.paths ?? [])]));
  }

  /** One of several values was taken: all of them have a part in it. A map or list keeps its place in the tree. */
  function chosen(values: readonly Value[], result: Value): Value {
    const fresh = copyOf(result);
    const own = labelOf(result)?.own;
    const paths = unionOf([...values, result]);
    const conditions = conditionsOf(values);
    labels.set(
      fresh,
      own === undefined || !isContainer(result)
        ? { paths, conditions }
        : { paths, own, conditions },
    );
    return fresh;
  }

  /** What stands in a map that a function made comes from where the map comes from, unless it is known by itself. */
  function inherit(value: Value, depth = 0): void {
    const label = labelOf(value);
    for (const part of depth < maxDepth ? partsOf(value) : []) {
      if (label !== undefined && label.own === undefined && labelOf(part) === undefined) {
        labels.set(identity(part), { paths: label.paths });
      }
      inherit(part, depth + 1);
    }
  }

  /** What a variable holds after a branch that may have set it, also where it did not. */
  function decidedBy(reflected: Reflected, condition: Condition): Reflected {
    const value = valueOf(reflected);
    const label = labelOf(value);
    const fresh = copyOf(value);
    const conditions = new Set([...(label?.conditions ?? []), condition]);
    labels.set(fresh, { ...label, paths: label?.paths ?? new Set(), conditions });
    if (reflected.kind === 'interface') {
      return { kind: 'interface', value: fresh };
    }
    return fresh.kind === 'nil' ? { kind: 'invalid', nil: fresh } : fresh;
  }

  function conditionsOf(values: readonly Value[]): ReadonlySet<Condition> {
    return new Set(values.flatMap((value) => [...(labelOf(value)?.conditions ?? [])]));
  }

  function readThrough([holder, ...keys]: readonly Reflected[], found: Value): void {
    const label = labelOf(found);
    if (label?.own !== undefined) {
      label.own.isRead = true;
      return;
    }
    const holderPaths = holder === undefined ? undefined : labelOf(valueOf(holder));
    if (label === undefined && holderPaths !== undefined && found.kind !== 'nil') {
      const paths = new Set([...holderPaths.paths, ...unionOf(keys.map(valueOf))]);
      labels.set(identity(found), { paths });
    }
  }

  function tplResult(result: Value, text: Value | undefined): Value {
    const given = text === undefined ? undefined : labelOf(text);
    if (given === undefined || result === text) {
      return result;
    }
    const made = labelOf(result);
    const lines = made?.lines?.map((line) => ({
      ...line,
      // A line of a text among the values is none of a template: the call stands for it.
      place: line.place?.template === options.unnamed ? undefined : line.place,
      values: new Set([...line.values, ...given.paths]),
    }));
    const paths = new Set([...(made?.paths ?? []), ...given.paths]);
    labels.set(identity(result), lines === undefined ? { paths } : { paths, lines });
    return result;
  }

  function resultLines(
    name: string,
    values: readonly Value[],
    result: Value,
  ): readonly LineOrigin[] | undefined {
    if (result.kind !== 'string') {
      return undefined;
    }
    const write = options.writers.get(name);
    if (write !== undefined) {
      inherit(values[0] ?? nilValue);
      return write(values[0] ?? nilValue).map((shown) => {
        const line = newLine();
        for (const value of shown) {
          const label = labelOf(value);
          label?.paths.forEach((path) => line.values.add(path));
          label?.conditions?.forEach((condition) => line.conditions.add(condition));
        }
        return line;
      });
    }
    const text = values.find((value) => labelOf(value)?.lines !== undefined);
    const lines = text === undefined ? undefined : labelOf(text)?.lines;
    if (text?.kind !== 'string' || lines === undefined) {
      return undefined;
    }
    const moved = movedLines(name, text.value, lines, result.value);
    const others = values.filter((value) => value !== text);
    const paths = gathered(others);
    const conditions = conditionsOf(others);
    return paths.size + conditions.size === 0
      ? moved
      : moved?.map((line) => ({
          ...line,
          values: new Set([...line.values, ...paths]),
          conditions: new Set([...line.conditions, ...conditions]),
        }));
  }
}

/** As deep as parts of values are looked for. */
const maxDepth = 20;

interface Recorder {
  readonly lines: LineOrigin[];
  condition: Condition | undefined;
  /** How often something was written, and how often it had been when each of the conditions around began. */
  writes: number;
  readonly begun: number[];
}

function newRecorder(): Recorder {
  return { lines: [newLine()], condition: undefined, writes: 0, begun: [] };
}

function lastLine({ lines }: Recorder): LineOrigin {
  return lines.at(-1) ?? newLine();
}

function nextLine({ lines }: Recorder): LineOrigin {
  const line = newLine();
  lines.push(line);
  return line;
}

function decide({ condition }: Recorder, line: LineOrigin): void {
  if (condition !== undefined) {
    line.conditions.add(condition);
  }
}

/** The object by which a value is known: maps and lists may be wrapped anew. */
function identity(value: Value): object {
  return value.kind === 'map'
    ? value.entries
    : value.kind === 'list' && value.element !== 'uint8'
      ? value.items
      : value;
}

function isContainer(value: Value): boolean {
  return (
    value.kind === 'map' ||
    (value.kind === 'list' && value.element !== 'uint8') ||
    value.kind === 'object'
  );
}

function partsOf(value: Value): readonly Value[] {
  switch (value.kind) {
    case 'map':
      return [...value.entries.values()];
    case 'list':
      return value.element === 'uint8' ? [] : value.items;
    default:
      return [];
  }
}

function copyOf(value: Value): Value {
  return { ...value };
}
