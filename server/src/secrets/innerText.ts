import { readObjects } from '../yaml/readObjects.ts';
import { readPositions } from '../yaml/positions.ts';
import type { ScalarNode } from '../yaml/resourceNode.ts';
import { assignmentsIn, isExpression, textKindOf } from './assignments.ts';
import type { Hit, SecretRule } from './hit.ts';
import { keyKindOf } from './keyName.ts';
import { placeholderOf } from './placeholder.ts';
import { shapeUnderKey } from './valueShape.ts';
import { pointerOf, walk, type Place, type Walk } from './walk.ts';

/** Texts beyond this are read line by line at most. */
const longestDocument = 262_144;

/** What a text of settings, a script or a document inside of a scalar holds. */
export function scanInner(state: Walk, node: ScalarNode, place: Place): void {
  const name = String(place.path?.step ?? '');
  const prefix = pointerOf(state.document, place.path);
  const hits = textHits(state, { name, text: node.value, rule: place.rule });
  for (const hit of hits) {
    const innerLines = hit.inner === undefined ? undefined : linesOf(node.value, hit.inner);
    state.hits.push({
      ...hit,
      ordinal: node.ordinal,
      pointer: `${prefix}#${hit.pointer}`,
      ...(innerLines && { innerLines }),
    });
  }
}

/** The lines of a text that a part of it is on, from 0. */
export function linesOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): { readonly first: number; readonly last: number } {
  const first = countBreaks(text, 0, start);
  return { first, last: first + countBreaks(text, start, end) };
}

function countBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1))
    count += 1;
  return count;
}

/** A text with its name, which tells its kind. */
export interface NamedText {
  readonly name: string;
  readonly text: string;
  readonly rule: SecretRule;
}

/** Hits in a text; their `inner` are offsets in it. */
export function textHits(state: Walk, { name, text, rule }: NamedText): readonly Hit[] {
  if (/(?:^|\/)userlist\.txt$/.test(name)) return userHits(text, rule);
  const kind = textKindOf(name, text);
  const isDocument =
    kind === 'settings' && !/\.(?:conf|ini|properties|env|cfg|toml|xml|csv|sql|txt)$/.test(name);
  if (
    isDocument &&
    !sections.test(text) &&
    text.length <= longestDocument &&
    /^[ \t]*[{[]|^[^\n#]*:(?:\s|$)/m.test(text)
  ) {
    const inner = documentHits(state, text, rule);
    if (inner !== undefined) return inner;
  }
  return lineHits(state, text, { rule, code: kind === 'code' });
}

/** `"user" "password"` of PgBouncer. Source: pgbouncer.org/config.html, authentication file format. */
function userHits(text: string, rule: SecretRule): readonly Hit[] {
  return [...text.matchAll(/^[ \t]*"([^"\n]{1,64})"[ \t]+"([^"\n]{4,400})"/gm)].flatMap(
    ({ index, 0: all, 1: user = '', 2: value = '' }): readonly Hit[] => {
      if (placeholderOf(value) !== undefined) return [];
      const isHash = /^(?:md5[0-9a-f]{32}|SCRAM-SHA-256\$)/.test(value);
      const start = index + all.length - 1 - value.length;
      return [
        {
          rule: isHash ? 'secrets.password-hash' : rule,
          severity: isHash ? 'information' : 'warning',
          ordinal: undefined,
          inner: { start, end: start + value.length },
          pointer: user,
          name: user,
          value,
        },
      ];
    },
  );
}

/** `[section]` and `key=value`: YAML reads no further than the section. */
const sections =
  /^(?:[ \t]*(?:[#;][^\n]*)?\r?\n)*[ \t]*\[[\w .:/-]+\][ \t]*\r?\n(?:[ \t]*(?:[#;][^\n]*)?\r?\n)*[^\n=:]{1,100}=/;

/** Hits in YAML or JSON; `undefined` where the text is neither. */
function documentHits(state: Walk, text: string, rule: SecretRule): readonly Hit[] | undefined {
  const { documents, problems } = readObjects(text);
  if (problems.length > 0 || documents.length === 0) return undefined;
  if (documents.some(({ root }) => root.kind === 'scalar')) return undefined;
  const inner: Walk = { ...state, hits: [] };
  for (const { root } of documents) walk(inner, root, { rule, path: undefined });
  if (inner.hits.length === 0) return [];
  const { starts, ends } = readPositions(text);
  return inner.hits.map((hit) => {
    const start = starts[hit.ordinal ?? 0] ?? 0;
    const end = ends[hit.ordinal ?? 0] ?? start;
    return { ...hit, inner: partOf(text, { start, end }, hit) };
  });
}

/** Where a hit inside of a block scalar stands in the text around it: whole lines. */
function partOf(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  { innerLines }: Hit,
): { readonly start: number; readonly end: number } {
  if (innerLines === undefined || !/[|>]/.test(text[start] ?? '')) return { start, end };
  let from = text.indexOf('\n', start) + 1;
  for (let line = 0; line < innerLines.first; line += 1) from = text.indexOf('\n', from) + 1;
  let to = from;
  for (let line = innerLines.first; line <= innerLines.last; line += 1)
    to = text.indexOf('\n', to + 1);
  return { start: from, end: to < 0 ? end : to };
}

/** Whether a line of an ExternalSecret follows that tells where the value is kept; actions of a template may stand between. */
function isMapped(text: string, end: number): boolean {
  return /^["']?[ \t]*(?:#[^\n]*)?\r?\n(?:[ \t]*\{\{[^\n]*\n)*[ \t]*(?:remoteRef|sourceRef):/.test(
    text.slice(end, end + 400),
  );
}

/** Hits in lines of settings or of code. */
export function lineHits(
  state: Walk,
  text: string,
  { rule, code }: { readonly rule: SecretRule; readonly code: boolean },
): readonly Hit[] {
  const hits: Hit[] = [];
  const counts = new Map<string, number>();
  for (const one of assignmentsIn(text, code ? 'code' : 'settings')) {
    const kind = keyKindOf(one.key) ?? (state.isKeyName(one.key) ? 'password' : undefined);
    if (kind === undefined || (code && !one.quoted) || isExpression(one)) continue;
    if (one.key === 'secretKey' && isMapped(text, one.end)) continue;
    const shape = shapeUnderKey(one.key, kind, one.value);
    if (shape === 'none') continue;
    const count = counts.get(one.key) ?? 0;
    counts.set(one.key, count + 1);
    hits.push({
      rule:
        shape === 'secret'
          ? rule
          : shape === 'weak'
            ? 'secrets.default-credential'
            : 'secrets.password-hash',
      severity: shape === 'secret' ? 'warning' : shape === 'hash' ? 'information' : 'hint',
      ordinal: undefined,
      inner: { start: one.start, end: one.end },
      pointer: count === 0 ? one.key : `${one.key}[${count}]`,
      name: one.key,
      value: one.value,
    });
  }
  return hits;
}
