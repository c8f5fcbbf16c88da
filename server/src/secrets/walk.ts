import type { Severity } from '../text/diagnostics.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import type { Hit, SecretRule } from './hit.ts';
import { holdsDockerPassword } from './dockerConfig.ts';
import { keyKindOf } from './keyName.ts';
import { findInText } from './textCredentials.ts';
import type { TextRule } from './textSecret.ts';
import { printableBase64 } from './decodeValue.ts';
import { shapeUnderKey } from './valueShape.ts';
import { scanInner } from './innerText.ts';
import { isCiphertext, placeholderOf } from './placeholder.ts';

/** Where the walk is: what a key that names a secret means here, and where the way leads. */
export interface Place {
  readonly rule: SecretRule;
  /** The keys from the root of the document, nearest first. */
  readonly path: Path | undefined;
}

/** A key or an index, and what is above it. */
export interface Path {
  readonly step: string | number;
  readonly above: Path | undefined;
}

/** What a walk gathers. */
export interface Walk {
  readonly hits: Hit[];
  /** Stands in front of each pointer: the number of the document. */
  readonly document: number;
  readonly isKeyName: (key: string) => boolean;
}

/** A place one key deeper. */
export function below(place: Place, step: string | number, rule = place.rule): Place {
  return { rule, path: { step, above: place.path } };
}

/** The JSON pointer of a path behind the number of its document. */
export function pointerOf(document: number, path: Path | undefined): string {
  const steps: string[] = [];
  for (let at = path; at !== undefined; at = at.above)
    steps.push(String(at.step).replaceAll('~', '~0').replaceAll('/', '~1'));
  return [String(document), ...steps.reverse()].join('/');
}

/**
 * Walks all that has no rules of its own: a literal under a key that names a secret is a finding, in a map, in a pair of
 * `name` and `value`, in arguments, and in the text inside of a scalar.
 */
export function walk(state: Walk, node: ResourceNode, place: Place): void {
  switch (node.kind) {
    case 'map':
      walkMap(state, node, place);
      return;
    case 'sequence':
      walkItems(state, node.items, place);
      return;
    case 'scalar':
      walkScalar(state, node, place);
      return;
    case 'alias':
      return;
  }
}

function walkMap(state: Walk, map: MapNode, place: Place): void {
  if (isSchema(map)) return;
  walkPair(state, map, place);
  if (map.keys.includes('kty')) walkWebKey(state, map, place);
  const isMapped = map.keys.includes('remoteRef') || map.keys.includes('sourceRef');
  const { keys, values } = map;
  for (let index = 0; index < keys.length; index += 1) {
    const key = keys[index];
    const value = values[index];
    if (key === undefined || value === undefined || isSkipped(key)) continue;
    // Of an ExternalSecret, wherever it stands: the key that it fills.
    if (isMapped && key === 'secretKey') continue;
    const inner = below(place, key, ruleBelow(key, place));
    if (value.kind !== 'scalar') walk(state, value, inner);
    else if (!walkKey(state, key, value, inner)) walkScalar(state, value, inner);
  }
}

function ruleBelow(key: string, { rule }: Place): SecretRule {
  switch (key) {
    case 'annotations':
    case 'httpHeaders':
    case 'customRequestHeaders':
      return 'secrets.annotation';
    case 'env':
    case 'extraEnv':
    case 'extraEnvs':
    case 'envVars':
      return 'secrets.environment';
    case 'args':
    case 'command':
      return 'secrets.argument';
    default:
      return rule;
  }
}

/** A literal under a key: whether it was one that its key makes a secret or clears. */
function walkKey(state: Walk, key: string, value: ScalarNode, place: Place): boolean {
  if (value.value.length > 2000 || value.value.length < 4) return value.value.length < 4;
  const above = place.path?.above?.step;
  const kind =
    keyKindOf(key, typeof above === 'string' ? above : '') ??
    (state.isKeyName(key) ? 'password' : undefined);
  if (kind === undefined || isCustomTag(value)) return false;
  return addNamed(state, { key, kind, value, place });
}

function addNamed(
  state: Walk,
  named: {
    readonly key: string;
    readonly kind: 'password' | 'reference';
    readonly value: ScalarNode;
    readonly place: Place;
  },
): boolean {
  const { key, kind, value, place } = named;
  const shape = shapeUnderKey(key, kind, value.value);
  if (shape === 'none') return false;
  const rule = shape === 'secret' ? place.rule : shapeRules[shape];
  // A default of a chart is what the chart's author wrote, not what is deployed.
  const severity: Severity =
    shape === 'secret' ? 'warning' : shape === 'hash' ? 'information' : 'hint';
  state.hits.push(hitOf(state, { rule, severity, node: value, place, name: key }));
  return true;
}

const shapeRules = {
  weak: 'secrets.default-credential',
  hash: 'secrets.password-hash',
} as const;

/** `{name: DB_PASSWORD, value: …}`. */
function walkPair(state: Walk, map: MapNode, place: Place): void {
  const value = field(map, 'value');
  if (value?.kind !== 'scalar' || isCustomTag(value)) return;
  const name = rawText(field(map, 'name') ?? field(map, 'key'));
  if (/^(?:proxy-)?authorization$/i.test(name)) walkHeader(state, value, pairPlace(place, name));
  const kind = keyKindOf(name) ?? (state.isKeyName(name) ? 'password' : undefined);
  if (kind !== undefined)
    addNamed(state, { key: name, kind, value, place: pairPlace(place, name) });
}

/** `Basic …` or `Bearer …` under the name of the header. */
function walkHeader(state: Walk, value: ScalarNode, place: Place): void {
  const [, text = ''] = /^(?:basic|bearer|token) (\S{8,})$/i.exec(value.value) ?? [];
  if (text === '' || placeholderOf(text) !== undefined || /[{}$<>]/.test(text)) return;
  const parts = {
    rule: 'secrets.authorization',
    severity: 'warning',
    name: 'Authorization',
  } as const;
  state.hits.push({ ...hitOf(state, { ...parts, node: value, place }), value: text });
}

/** A pair is known by its name: indices move. */
function pairPlace(place: Place, name: string): Place {
  const list = typeof place.path?.step === 'number' ? place.path.above : place.path;
  const rule =
    place.rule === 'secrets.generic' && list?.step === 'env' ? 'secrets.environment' : place.rule;
  return { rule, path: { step: 'value', above: { step: `name=${name}`, above: list } } };
}

/** `[--password, value]`; other items one by one. */
function walkItems(state: Walk, items: readonly ResourceNode[], place: Place): void {
  const key = place.path?.step;
  const kind = typeof key === 'string' && /s$/i.test(key) ? kindOfList(key) : undefined;
  for (const [index, item] of items.entries()) {
    const inner = below(place, index);
    if (item.kind !== 'scalar') {
      walk(state, item, inner);
      continue;
    }
    if (walkAssignment(state, item, inner)) continue;
    if (walkFlag(state, item, inner)) continue;
    const before = items[index - 1];
    const flag = before?.kind === 'scalar' ? /^--?([\w.-]+)$/.exec(before.value)?.[1] : undefined;
    const flagKind = flag === undefined ? undefined : keyKindOf(flag);
    if (flag !== undefined && flagKind !== undefined && place.rule === 'secrets.argument') {
      if (addNamed(state, { key: flag, kind: flagKind, value: item, place: inner })) continue;
    }
    if (kind !== undefined && typeof key === 'string') {
      if (addNamed(state, { key, kind, value: item, place: inner })) continue;
    }
    walkScalar(state, item, inner);
  }
}

/** Under `passwords:` stand passwords; `tokens:` and `secrets:` are often lists of names. */
function kindOfList(key: string): 'password' | 'reference' | undefined {
  const kind = keyKindOf(key);
  return kind === 'reference' && /passwords$/i.test(key) ? 'password' : kind;
}

/** A flag with its value in one argument: `--requirepass value`. */
function walkFlag(state: Walk, node: ScalarNode, place: Place): boolean {
  const [, flag, text] = /^--?([\w.-]{2,80})\s+(\S{4,400})$/.exec(node.value) ?? [];
  if (flag === undefined || text === undefined || place.rule !== 'secrets.argument') return false;
  const kind = keyKindOf(flag);
  if (kind === undefined || shapeUnderKey(flag, kind, text) !== 'secret') return false;
  const parts = { rule: place.rule, severity: 'warning', name: flag } as const;
  state.hits.push({ ...hitOf(state, { ...parts, node, place }), value: text });
  return true;
}

/** `- DB_PASSWORD=value`, as docker compose has it. */
function walkAssignment(state: Walk, node: ScalarNode, place: Place): boolean {
  const [, key, text] = /^([A-Za-z_][\w.]{1,80})=([^\s]{4,400})$/.exec(node.value) ?? [];
  if (key === undefined || text === undefined || place.rule === 'secrets.argument') return false;
  const kind = keyKindOf(key);
  if (kind === undefined || shapeUnderKey(key, kind, text) !== 'secret') return false;
  const list = place.path?.above;
  const named = { ...place, path: { step: key, above: list } };
  const parts = { rule: place.rule, severity: 'warning', name: key } as const;
  state.hits.push({ ...hitOf(state, { ...parts, node, place: named }), value: text });
  return true;
}

/** A JSON web key with its private part. Source: RFC 7518, 6. */
function walkWebKey(state: Walk, map: MapNode, place: Place): void {
  const type = rawText(field(map, 'kty'));
  const node = field(map, type === 'oct' ? 'k' : 'd');
  if (type === '' || node?.kind !== 'scalar' || node.value.length < 16) return;
  if (placeholderOf(node.value) !== undefined) return;
  const parts = { rule: 'secrets.private-key', severity: 'error', name: 'd' } as const;
  state.hits.push(hitOf(state, { ...parts, node, place: below(place, 'd') }));
}

/** What a scalar holds inside: base64 of a secret, settings in many lines, arguments of a shell. */
export function walkScalar(state: Walk, node: ScalarNode, place: Place): void {
  const { value } = node;
  if (value.length < 16 || isCiphertext(value)) return;
  if (walkDockerConfig(state, node, place)) return;
  if (walkProperties(state, node, place)) return;
  if (value.includes('\n') || place.rule === 'secrets.argument' || /^\s*[{[<]/.test(value)) {
    scanInner(state, node, place);
    return;
  }
  walkBase64(state, node, place);
}

/** The settings of docker with a password in them, as text or as base64. */
function walkDockerConfig(state: Walk, node: ScalarNode, place: Place): boolean {
  const isText = node.value.includes('"auths"');
  if (!isText && !/^ey|^ew/.test(node.value)) return false;
  const text = isText ? node.value : (printableBase64(node.value) ?? '');
  if (!text.includes('"auths"') || !holdsDockerPassword(text)) return false;
  const first = state.hits.length;
  if (isText) scanInner(state, node, place);
  // A password beside it is told at its line.
  if (state.hits.length > first) return true;
  const name = String(place.path?.step ?? '');
  state.hits.push(
    hitOf(state, { rule: 'secrets.docker-config', severity: 'error', node, place, name }),
  );
  return true;
}

/** Passwords among the properties of Java in one line: `-Djavax.net.ssl.trustStorePassword=…`. */
function walkProperties(state: Walk, node: ScalarNode, place: Place): boolean {
  if (place.rule === 'secrets.argument' || !node.value.includes('-D')) return false;
  if (node.value.includes('\n')) return false;
  const hits = [...node.value.matchAll(/(?:^|\s)-D([\w.-]{2,80})=([^\s"']{4,400})/g)].filter(
    ([, key = '', text = '']) => {
      const kind = keyKindOf(key);
      return kind !== undefined && shapeUnderKey(key, kind, text) === 'secret';
    },
  );
  for (const [, key = '', text = ''] of hits) {
    const parts = { rule: place.rule, severity: 'warning', name: key } as const;
    state.hits.push({ ...hitOf(state, { ...parts, node, place }), value: text });
  }
  return hits.length > 0;
}

function walkBase64(state: Walk, node: ScalarNode, place: Place): void {
  const decoded = printableBase64(node.value);
  if (decoded === undefined || isCiphertext(decoded)) return;
  const [first] = findInText(decoded).filter(({ rule }) => rule !== 'weak-url');
  if (first !== undefined) {
    const rule = ruleOfText(first.rule);
    const name = String(place.path?.step ?? '');
    state.hits.push(hitOf(state, { rule, severity: 'error', node, place, name }));
  }
}

/** The rule of what was found by its own shape. */
export function ruleOfText(rule: TextRule): SecretRule {
  return rule === 'weak-url' ? 'secrets.default-credential' : rule;
}

/** A hit on a whole scalar. */
export function hitOf(
  state: Walk,
  parts: {
    readonly rule: SecretRule;
    readonly severity: Severity;
    readonly node: ResourceNode;
    readonly place: Place;
    readonly name: string;
  },
): Hit {
  const { rule, severity, node, place, name } = parts;
  return {
    rule,
    severity,
    ordinal: node.ordinal,
    inner: undefined,
    pointer: pointerOf(state.document, place.path),
    name,
    value: rawText(node),
  };
}

/** `!vault`, `!secret`, `!Ref`: what stands there is read from elsewhere. */
export function isCustomTag(node: ScalarNode): boolean {
  return node.tag.startsWith('!') && !node.tag.startsWith('!!');
}

/** Fields that hold names of objects and keys in them, never values. */
export function isSkipped(key: string): boolean {
  return (
    skipped.has(key) ||
    /(?:Ref|Refs|Reference|References|Selector)$/.test(key) ||
    key.startsWith('checksum/')
  );
}

const skipped = new Set([
  'valueFrom',
  'envFrom',
  'labels',
  'matchLabels',
  'image',
  'imagePullSecrets',
  'openAPIV3Schema',
  'caBundle',
  'certificate-authority-data',
  'encryptedData',
  'secretTargetRef',
  'managedFields',
  'sops',
  '$schema',
]);

/** A JSON Schema says what a value may be. */
function isSchema(map: MapNode): boolean {
  return map.keys.includes('properties') && rawText(field(map, 'type')) === 'object';
}
