import { compileGoRegexp } from '../text/goRegexp.ts';
import type { FieldPath, FieldStep } from './fieldPath.ts';
import type { ObjectName } from './normalize.ts';
import type { FieldOwner } from './parseManagedFields.ts';

/** A rule that says to look away, of whoever wrote it. */
export interface IgnoreRule {
  readonly target: RuleTarget;
  /** JSON pointers and simple expressions of jq; `''` for the whole object. */
  readonly paths: readonly string[];
  readonly managers: readonly string[];
  /** What is told of it: where it stands, or its reason. */
  readonly label: string;
}

/** Which objects a rule is about; what is `undefined` may be anything. */
export interface RuleTarget {
  /** How the texts are read: as they are, with `*` for any text, or as regular expressions of Go for the whole text. */
  readonly form: 'exact' | 'glob' | 'regexp';
  readonly group: string | undefined;
  readonly kind: string | undefined;
  readonly namespace: string | undefined;
  readonly name: string | undefined;
}

/** The rule that says to look away from a field (`at`: its keys and indices), by its label; `undefined` where none does. */
export function ignoringRule(
  rules: readonly IgnoreRule[],
  object: ObjectName,
  field: { readonly path: FieldPath; readonly at: readonly (string | number)[] },
  owner: FieldOwner | undefined,
): string | undefined {
  return rules.find(
    (rule) =>
      isAbout(rule, object) &&
      (rule.paths.some((one) => covers(one, field)) ||
        (owner !== undefined && rule.managers.includes(owner.manager))),
  )?.label;
}

/** Expressions of the rules that cannot be evaluated here: their fields are compared. */
export function unreadableExpressions(rules: readonly IgnoreRule[]): readonly string[] {
  return rules.flatMap(({ paths }) => paths.filter((one) => segmentsOf(one) === undefined));
}

function isAbout({ target }: IgnoreRule, object: ObjectName): boolean {
  return (['group', 'kind', 'namespace', 'name'] as const).every((part) =>
    fits(target, target[part], object[part]),
  );
}

function fits({ form }: RuleTarget, pattern: string | undefined, text: string): boolean {
  if (pattern === undefined || pattern === text) return true;
  if (form === 'exact') return false;
  const expression =
    form === 'regexp'
      ? pattern
      : pattern.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll('*', '.*');
  const compiled = compileGoRegexp(`^(?:${expression})$`);
  return 'test' in compiled && compiled.test(text);
}

/** A step of a rule: a key, or any item, or the items that a condition selects. */
type Segment =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'items'; readonly index: number | undefined; readonly text: string }
  | { readonly kind: 'select'; readonly key: string; readonly value: string };

/** Whether a rule covers a field: the field itself, or what holds it. */
function covers(
  rule: string,
  { path, at }: { readonly path: FieldPath; readonly at: readonly (string | number)[] },
): boolean {
  if (rule === '') return true;
  const segments = segmentsOf(rule);
  if (segments === undefined || segments.length > path.length + selects(segments)) return false;
  let index = 0;
  for (const segment of segments) {
    const step = path[index];
    if (segment.kind === 'select') {
      const item = path[index - 1];
      if (item?.kind !== 'item' || item.key[segment.key] !== segment.value) return false;
      continue;
    }
    if (step === undefined) return false;
    if (!isStep(segment, step, at[index])) return false;
    index += 1;
  }
  return true;
}

function isStep(
  segment: Exclude<Segment, { kind: 'select' }>,
  step: FieldStep,
  index: string | number | undefined,
): boolean {
  if (segment.kind === 'key') return step.kind === 'key' && step.key === segment.key;
  // A number in a pointer is a key where it leads into a mapping.
  if (step.kind === 'key') return segment.text !== '' && step.key === segment.text;
  return segment.index === undefined || segment.index === index;
}

function selects(segments: readonly Segment[]): number {
  return segments.filter(({ kind }) => kind === 'select').length;
}

/**
 * Reads a JSON pointer, or of jq what people write in such rules: keys, `[]`, `["key"]` and
 * `select(.name == "value")`. `undefined` for anything else.
 */
function segmentsOf(rule: string): readonly Segment[] | undefined {
  if (rule.startsWith('/')) {
    return rule
      .slice(1)
      .split('/')
      .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
      .map((part): Segment =>
        /^\d+$/.test(part)
          ? { kind: 'items', index: Number(part), text: part }
          : { kind: 'key', key: part },
      );
  }
  const segments: Segment[] = [];
  for (const stage of rule.split('|').map((one) => one.trim())) {
    const select = /^select\(\s*\.(\w+)\s*==\s*"([^"]*)"\s*\)$/.exec(stage);
    if (select !== null) {
      const [, key = '', value = ''] = select;
      segments.push({ kind: 'select', key, value });
      continue;
    }
    const read = readStage(stage);
    if (read === undefined) return undefined;
    segments.push(...read);
  }
  return segments;
}

const token = /\.?\["((?:[^"\\]|\\.)*)"\]|\.([A-Za-z_][\w-]*)|\.?"([^"]*)"|\.?\[(\d*)\](\??)|\?/y;

function readStage(stage: string): readonly Segment[] | undefined {
  if (!stage.startsWith('.')) return undefined;
  const segments: Segment[] = [];
  let index = 0;
  while (index < stage.length) {
    token.lastIndex = index;
    const match = token.exec(stage);
    if (match === null) return undefined;
    index = token.lastIndex;
    const [, quoted, plain, loose, item] = match;
    const key = quoted ?? plain ?? loose;
    if (key !== undefined) segments.push({ kind: 'key', key });
    else if (item !== undefined) {
      segments.push({ kind: 'items', index: item === '' ? undefined : Number(item), text: item });
    }
  }
  return segments;
}
