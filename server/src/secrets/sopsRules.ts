import { compileGoRegexp } from '../text/goRegexp.ts';
import { field, rawText } from '../yaml/nodes.ts';
import { expandAliases } from '../yaml/expandAliases.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';

/** Which leaves SOPS encrypts; at most one of the fields is set, or SOPS refuses the rule. */
export interface SopsSelector {
  readonly kind: SelectorKind;
  readonly pattern: string;
}

/** The fields that select. Source: getsops/sops v3 config/config.go, sops.go. */
export type SelectorKind =
  | 'encrypted_suffix'
  | 'unencrypted_suffix'
  | 'encrypted_regex'
  | 'unencrypted_regex'
  | 'encrypted_comment_regex'
  | 'unencrypted_comment_regex';

const selectorKinds: readonly SelectorKind[] = [
  'encrypted_suffix',
  'unencrypted_suffix',
  'encrypted_regex',
  'unencrypted_regex',
  'encrypted_comment_regex',
  'unencrypted_comment_regex',
];

/** A creation rule of `.sops.yaml`. */
export interface SopsRule {
  readonly node: ResourceNode;
  /** Matches a path from the folder of the file, anywhere in it; every path where it is empty. */
  readonly pathRegex: string;
  readonly pathNode: ResourceNode | undefined;
  readonly selectors: readonly (SopsSelector & { readonly node: ResourceNode })[];
  readonly recipients: readonly string[];
}

/** The creation rules of a `.sops.yaml`; none where it cannot be read. */
export function readSopsRules(text: string): readonly SopsRule[] {
  const [document] = readObjects(text).documents;
  if (document === undefined) return [];
  const expanded = expandAliases(document.root);
  const rules = 'node' in expanded ? field(expanded.node, 'creation_rules') : undefined;
  if (rules?.kind !== 'sequence') return [];
  return rules.items.map((node) => ({
    node,
    pathRegex: rawText(field(node, 'path_regex')),
    pathNode: field(node, 'path_regex'),
    selectors: selectorsOf(node),
    recipients: recipientsOf(node),
  }));
}

/** The first rule that matches a path, counted from the folder of the rules. */
export function ruleOfPath(rules: readonly SopsRule[], path: string): SopsRule | undefined {
  return rules.find(({ pathRegex }) => pathRegex === '' || matches(pathRegex, path));
}

/** The selectors that stand in a rule, or in the block `sops` of a file. */
export function selectorsOf(node: ResourceNode): SopsRule['selectors'] {
  return selectorKinds.flatMap((kind) => {
    const value = field(node, kind);
    const pattern = rawText(value);
    return value === undefined || pattern === '' ? [] : [{ kind, pattern, node: value }];
  });
}

const recipientFields: readonly (readonly [string, string])[] = [
  ['age', 'recipient'],
  ['pgp', 'fp'],
  ['kms', 'arn'],
  ['gcp_kms', 'resource_id'],
  ['azure_keyvault', 'key'],
  ['azure_kv', 'vault_url'],
  ['hc_vault_transit_uri', ''],
  ['hc_vault', 'vault_address'],
  ['hckms', 'key_id'],
];

/** Who can decrypt, by public keys and addresses, sorted; from a rule or from the block `sops` of a file. */
export function recipientsOf(node: ResourceNode): readonly string[] {
  const found = new Set<string>();
  for (const [name, inner] of recipientFields) {
    const value = field(node, name);
    for (const one of value?.kind === 'sequence'
      ? value.items
      : value === undefined
        ? []
        : [value]) {
      // SOPS writes `null` for each kind of key that a file of JSON has none of.
      if (one.kind === 'scalar' && one.tag === '!!null') continue;
      const text = one.kind === 'scalar' ? one.value : rawText(field(one, inner));
      for (const part of text.split(/[\s,]+/)) if (part !== '') found.add(part);
    }
  }
  for (const name of ['key_groups', 'merge']) {
    const groups = field(node, name);
    if (groups?.kind !== 'sequence') continue;
    for (const group of groups.items) for (const one of recipientsOf(group)) found.add(one);
  }
  return [...found].sort();
}

/** Tells whether a selector has the leaf at some keys encrypted. Every key of the way counts. */
export function selection(
  selector: SopsSelector | undefined,
): (keys: readonly string[]) => boolean | undefined {
  const { kind, pattern } = selector ?? { kind: 'unencrypted_suffix', pattern: '_unencrypted' };
  switch (kind) {
    case 'encrypted_suffix':
      return (keys) => keys.some((key) => key.endsWith(pattern));
    case 'unencrypted_suffix':
      return (keys) => !keys.some((key) => key.endsWith(pattern));
    case 'encrypted_regex': {
      const test = testOf(pattern);
      return (keys) => keys.some(test);
    }
    case 'unencrypted_regex': {
      const test = testOf(pattern);
      return (keys) => !keys.some(test);
    }
    case 'encrypted_comment_regex':
    case 'unencrypted_comment_regex':
      // Comments are not part of the tree.
      return () => undefined;
  }
}

/** Asks an expression of Go for keys; each key once. */
function testOf(pattern: string): (key: string) => boolean {
  const compiled = compileGoRegexp(pattern);
  const known = new Map<string, boolean>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const found = 'test' in compiled && compiled.test(key);
    known.set(key, found);
    return found;
  };
}

/** Whether a rule matches any YAML file, or any of a folder that is not called after secrets: it does not say what is secret. */
export function isCatchAll({ pathRegex }: SopsRule): boolean {
  const isOfAll =
    pathRegex === '' || matches(pathRegex, 'q/zq.yaml') || matches(pathRegex, 'q/zq.yml');
  return isOfAll || (anyFile.test(pathRegex) && !secretWord.test(pathRegex));
}

/** The end of an expression that takes any name of a file, whatever its ending. */
const anyFile = /(?:\/|\.\*|\.\+|\[\^\/\][*+])\)?(?:\\?\.\(?[a-z?|:]+\)?)?\$?$/;

const secretWord = /sops|secret|enc|cred|vault|private|passw|token|cert|key/i;

/** Whether an expression of Go matches anywhere in a text; not where Go refuses the expression. */
export function matches(pattern: string, text: string): boolean {
  const compiled = compileGoRegexp(pattern);
  return 'test' in compiled && compiled.test(text);
}
