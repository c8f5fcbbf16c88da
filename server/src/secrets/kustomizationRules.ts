import { readObjects } from '../yaml/readObjects.ts';
import { readPositions } from '../yaml/positions.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { keyKindOf } from './keyName.ts';
import { judgeSecretValue, type SecretSort } from './secretData.ts';
import { shapeUnderKey } from './valueShape.ts';
import { linesOf } from './innerText.ts';
import { scanObject } from './objectRules.ts';
import { below, hitOf, walk, type Place, type Walk } from './walk.ts';

/** KUST-01, KUST-03, KUST-04: the literals of generators, patches in line, and values of charts. */
export function scanKustomization(state: Walk, root: MapNode, place: Place): void {
  for (const entry of itemsOf(root, 'secretGenerator', place))
    for (const item of itemsOf(entry.node, 'literals', entry.place))
      scanLiteral(state, item.node, item.place, 'secret');
  for (const entry of itemsOf(root, 'configMapGenerator', place))
    for (const item of itemsOf(entry.node, 'literals', entry.place))
      scanLiteral(state, item.node, item.place, 'settings');
  for (const key of ['patches', 'patchesStrategicMerge', 'patchesJson6902']) {
    for (const { node, place: at } of itemsOf(root, key, place)) {
      const patch = node.kind === 'map' ? field(node, 'patch') : node;
      if (patch?.kind !== 'scalar' || !patch.value.includes(':')) continue;
      const targetKind = rawText(field(field(node, 'target'), 'kind'));
      scanPatch(state, patch, node.kind === 'map' ? below(at, 'patch') : at, targetKind);
    }
  }
  for (const { node, place: at } of itemsOf(root, 'helmCharts', place)) {
    const values = field(node, 'valuesInline');
    if (values !== undefined) walk(state, values, below(at, 'valuesInline', 'secrets.helm-value'));
  }
}

interface Item {
  readonly node: ResourceNode;
  readonly place: Place;
}

/** The items of a list, each under its name where it has one: indices move. */
function itemsOf(node: ResourceNode, key: string, place: Place): readonly Item[] {
  const list = field(node, key);
  if (list?.kind !== 'sequence') return [];
  return list.items.map((item, index) => {
    const name = rawText(field(item, 'name'));
    const literal = item.kind === 'scalar' ? /^[^=\n]{1,80}(?==)/.exec(item.value)?.[0] : undefined;
    const step = name === '' ? (literal ?? index) : `name=${name}`;
    return { node: item, place: below(below(place, key), step) };
  });
}

const opaque: SecretSort = { type: '', argocd: undefined, controller: false };

/** `key=value`. */
function scanLiteral(
  state: Walk,
  node: ResourceNode,
  place: Place,
  sort: 'secret' | 'settings',
): void {
  if (node.kind !== 'scalar') return;
  const sign = node.value.indexOf('=');
  if (sign < 1) return;
  const key = node.value.slice(0, sign);
  const text = node.value.slice(sign + 1).replace(/^(["'])(.*)\1$/s, '$2');
  if (sort === 'secret') {
    const verdict = judgeSecretValue({ key, text, form: 'text' }, opaque);
    if (verdict === undefined) return;
    const rule =
      verdict.rule === 'secrets.secret-data' ? 'secrets.kustomize-generator' : verdict.rule;
    const hit = hitOf(state, { ...verdict, rule, node, place, name: key });
    state.hits.push({ ...hit, value: verdict.value });
    return;
  }
  const kind = keyKindOf(key);
  if (kind === undefined || shapeUnderKey(key, kind, text) !== 'secret') return;
  const parts = { rule: 'secrets.config-map', severity: 'warning', name: key } as const;
  state.hits.push({ ...hitOf(state, { ...parts, node, place }), value: text });
}

/** A patch in a scalar: a strategic one is an object, another is a list of operations. */
function scanPatch(state: Walk, node: ScalarNode, place: Place, targetKind: string): void {
  const { documents, problems } = readObjects(node.value);
  if (problems.length > 0) return;
  const found: Walk = { ...state, hits: [] };
  for (const { root } of documents) scanPatchBody(found, root, place, targetKind);
  if (found.hits.length === 0) return;
  const { starts, ends } = readPositions(node.value);
  for (const hit of found.hits) {
    const start = starts[hit.ordinal ?? 0] ?? 0;
    const end = ends[hit.ordinal ?? 0] ?? start;
    const inner = { start, end };
    state.hits.push({
      ...hit,
      ordinal: node.ordinal,
      inner,
      innerLines: linesOf(node.value, inner),
    });
  }
}

function scanPatchBody(state: Walk, root: ResourceNode, place: Place, targetKind: string): void {
  if (root.kind === 'sequence') {
    scanOperations(state, root, { targetKind, path: place.path });
    return;
  }
  scanObject(state, root, { isKustomization: false, isValues: false }, place.path);
}

/** Whether a list is one of JSON patch operations. Source: RFC 6902. */
export function isOperations(root: ResourceNode): boolean {
  return (
    root.kind === 'sequence' &&
    root.items.length > 0 &&
    root.items.every((item) => field(item, 'op') !== undefined && field(item, 'path') !== undefined)
  );
}

/** The operations of a JSON patch: each value under the key that its path ends in. */
export function scanOperations(
  state: Walk,
  root: ResourceNode,
  { targetKind, path }: { readonly targetKind: string; readonly path: Place['path'] },
): void {
  if (root.kind !== 'sequence') return;
  for (const item of root.items) {
    const value = field(item, 'value');
    const pointer = rawText(field(item, 'path'));
    if (value === undefined || rawText(field(item, 'op')) === 'remove') continue;
    const steps = pointer
      .split('/')
      .slice(1)
      .map((one) => one.replaceAll('~1', '/').replaceAll('~0', '~'));
    const place = steps.reduce<Place>((at, step) => below(at, step), { rule: ruleOf(steps), path });
    if (targetKind === 'Secret' && /^(?:data|stringData)$/.test(steps[0] ?? '')) {
      scanSecretOperation(state, steps, value, place);
      continue;
    }
    if (steps.some((step) => /Ref$|^valueFrom$|^labels$|^image$/.test(step))) continue;
    scanOperation(state, steps.at(-1) ?? '', value, place);
  }
}

function ruleOf(steps: readonly string[]): Place['rule'] {
  if (steps.includes('env')) return 'secrets.environment';
  if (steps.includes('annotations')) return 'secrets.annotation';
  if (steps.includes('values') || steps.includes('helm')) return 'secrets.helm-value';
  return 'secrets.generic';
}

function scanOperation(state: Walk, key: string, value: ResourceNode, place: Place): void {
  const { path } = place;
  if (value.kind !== 'scalar' || path === undefined || /^(?:-|\d+)$/.test(key)) {
    walk(state, value, place);
    return;
  }
  const map: MapNode = {
    kind: 'map',
    keys: [key],
    values: [value],
    keyTags: undefined,
    tag: '!!map',
    flow: false,
    ordinal: value.ordinal,
    origin: undefined,
  };
  walk(state, map, { ...place, path: path.above });
}

function scanSecretOperation(
  state: Walk,
  steps: readonly string[],
  value: ResourceNode,
  place: Place,
): void {
  const form = steps[0] === 'data' ? 'base64' : 'text';
  const pairs: readonly (readonly [string, ResourceNode])[] =
    value.kind === 'map'
      ? value.keys.flatMap((key, index) => {
          const node = value.values[index];
          return node === undefined ? [] : [[key, node] as const];
        })
      : [[steps.at(-1) ?? '', value]];
  for (const [key, node] of pairs) {
    if (node.kind !== 'scalar') continue;
    const verdict = judgeSecretValue({ key, text: node.value, form }, opaque);
    if (verdict === undefined) continue;
    const at = value.kind === 'map' ? below(place, key) : place;
    state.hits.push({
      ...hitOf(state, { ...verdict, node, place: at, name: key }),
      value: verdict.value,
    });
  }
}
