import type { JsonValue } from '../yaml/decode.ts';
import { matchesLabels, type LabelSelector } from '../kubernetes/labelSelector.ts';
import { compileGoRegexp } from '../text/goRegexp.ts';
import type { FieldPath, FieldStep } from './fieldPath.ts';
import { entriesOf, textOf, type JsonMap } from './json.ts';
import type { ObjectName } from './normalize.ts';
import type { FieldOwner } from './parseManagedFields.ts';
import { worstTier, type Tier } from './verdict.ts';

/** A rule that says to look away, of whoever wrote it. */
export interface IgnoreRule {
  readonly target: RuleTarget;
  /** FIELDs, JSON pointers and simple expressions of jq; `''` for the whole object. */
  readonly paths: readonly string[];
  readonly managers: readonly string[];
  /** Whether one of both is enough, as with Argo CD, or a field has to be in the paths and of the managers. */
  readonly combine: 'either' | 'both';
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
  /** What labels and annotations have to be; `undefined` for anything. */
  readonly labels?: LabelSelector | undefined;
  readonly annotations?: LabelSelector | undefined;
}

/** The rule that says to look away from a field (`at`: its keys and indices), by its label; `undefined` where none does. */
export function ignoringRule(
  rules: readonly IgnoreRule[],
  object: ObjectName,
  field: FieldPlace,
  owner: FieldOwner | undefined,
): string | undefined {
  return rules.find((rule) => {
    if (!isAbout(rule.target, object)) return false;
    const inPaths = rule.paths.some((one) => covers(one, field));
    const isOfManager = owner !== undefined && rule.managers.includes(owner.manager);
    return rule.combine === 'either'
      ? inPaths || isOfManager
      : (rule.paths.length === 0 || inPaths) && (rule.managers.length === 0 || isOfManager);
  })?.label;
}

/** A rule that makes fields matter more. */
export interface TierRule {
  readonly target: RuleTarget;
  /** As those of an ignore rule; empty for all. */
  readonly paths: readonly string[];
  readonly tier: Tier;
}

/** The tier of a field, raised by rules; none of them lowers it. */
export function raisedTier(
  tier: Tier,
  rules: readonly TierRule[],
  object: ObjectName,
  field: FieldPlace,
): Tier {
  const raised = rules.filter(
    ({ target, paths }) =>
      isAbout(target, object) && (paths.length === 0 || paths.some((one) => covers(one, field))),
  );
  return worstTier([tier, ...raised.map((one) => one.tier)]) ?? tier;
}

/** A field: its path, and its keys and indices. */
export interface FieldPlace {
  readonly path: FieldPath;
  readonly at: readonly (string | number)[];
}

/** Expressions of the rules that cannot be evaluated here: their fields are compared. */
export function unreadableExpressions(rules: readonly IgnoreRule[]): readonly string[] {
  return rules.flatMap(({ paths }) => paths.filter((one) => segmentsOf(one) === undefined));
}

function isAbout(target: RuleTarget, object: ObjectName): boolean {
  return (
    (['group', 'kind', 'namespace', 'name'] as const).every((part) =>
      fits(target, target[part], object[part]),
    ) &&
    selectsAll(target.labels, object.labels) &&
    selectsAll(target.annotations, object.annotations)
  );
}

function selectsAll(selector: LabelSelector | undefined, texts: JsonMap): boolean {
  if (selector === undefined) return true;
  return matchesLabels(
    selector,
    new Map(entriesOf(texts).map(([key, value]) => [key, textOf(value)])),
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
function covers(rule: string, { path, at }: FieldPlace): boolean {
  if (rule === '') return true;
  const segments = segmentsOf(rule);
  if (segments === undefined || segments.length > path.length + selects(segments)) return false;
  let index = 0;
  for (const segment of segments) {
    const step = path[index];
    if (segment.kind === 'select') {
      const item = path[index - 1];
      if (item?.kind !== 'item' || scalarOf(item.key[segment.key]) !== segment.value) return false;
      continue;
    }
    if (step === undefined) return false;
    if (!isStep(segment, step, at[index])) return false;
    index += 1;
  }
  return true;
}

function scalarOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : undefined;
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
      .split(/\/(?![^[]*\])/)
      .flatMap(pointerPart);
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

/** A key of a pointer, with the items that it selects: `containers[name=app]`. */
function pointerPart(part: string): readonly Segment[] {
  const [, key = part, selected = ''] = /^([^[\]]+)((?:\[[^=\]]+=[^\]]*\])+)$/.exec(part) ?? [];
  const text = key.replaceAll('~1', '/').replaceAll('~0', '~');
  const own: Segment = /^\d+$/.test(text)
    ? { kind: 'items', index: Number(text), text }
    : { kind: 'key', key: text };
  const items = [...selected.matchAll(/\[([^=\]]+)=([^\]]*)\]/g)].map(
    ([, name = '', value = '']): Segment => ({ kind: 'select', key: name, value }),
  );
  return items.length === 0
    ? [own]
    : [own, { kind: 'items', index: undefined, text: '' }, ...items];
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
