import type { Severity } from '../text/diagnostics.ts';
import { readPositions } from '../yaml/positions.ts';
import { readObjects, type YamlDocument } from '../yaml/readObjects.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Hit, SecretRule } from './hit.ts';
import { lineHits, textHits } from './innerText.ts';
import { isOperations, scanOperations } from './kustomizationRules.ts';
import { scanObject, type FileSort } from './objectRules.ts';
import { fileKindOf, isSamplePath, lowered } from './pathSort.ts';
import { isCiphertext, isSopsText } from './placeholder.ts';
import { placed, type Placed } from './placed.ts';
import { judgeSecretValue } from './secretData.ts';
import {
  ciphertextHits,
  hasPlainLeaf,
  plainDocuments,
  recipientHits,
  sopsBlock,
  sopsHits,
} from './sopsFile.ts';
import { sopsConfigHits } from './sopsConfig.ts';
import { isCatchAll, type SopsRule } from './sopsRules.ts';
import { maskActions, templateLiterals, type TemplateLiteral } from './template.ts';
import { keyKindOf, type KeyKind } from './keyName.ts';
import { rawTextHits } from './rawText.ts';
import { hasAccessKeySecret, isAccessKeyId } from './tokenPatterns.ts';
import type { Walk } from './walk.ts';
import { assignmentsIn } from './assignments.ts';

/** What other files say of a file. */
export interface FileContext {
  /** How a generator of Secrets reads it. KUST-02. */
  readonly generator?: 'env' | 'file';
  /** The kind that a JSON patch in it is for. */
  readonly patchTarget?: string;
  /** The creation rule of SOPS that matches it. */
  readonly sopsRule?: SopsRule | undefined;
  /** An encrypted file beside it that holds the same object. SOPS-06. */
  readonly twin?: string;
  /** Public keys that `.sops.yaml` files name. */
  readonly recipients?: readonly string[];
  /** More names of keys that hold secrets: `secrets.keyNames` of the configuration. */
  readonly keyNames?: readonly string[];
  /** Shapes of more secrets: `secrets.values` of the configuration, expressions of Go. */
  readonly values?: readonly string[];
}

/** A finding with its place in the file; `value` is compared for masks and printed nowhere. */
export interface FileFinding extends Placed {
  readonly rule: SecretRule;
  readonly severity: Severity;
  readonly pointer: string;
  readonly name: string;
  readonly value: string | undefined;
}

/** Files beyond this are searched for tokens and keys alone. */
const largestFile = 2_097_152;

/** All findings of a file, in the order of the text, without those that its comments silence. */
export function scanFile(path: string, text: string, context: FileContext = {}): FileFinding[] {
  const kind = fileKindOf(path);
  if (kind === 'skip' || text.includes('\0')) return [];
  const state: Walk = {
    hits: [],
    document: 0,
    isKeyName: (key) => context.keyNames?.includes(key) === true,
  };
  const isYaml = kind !== 'text' && text.length <= largestFile;
  const read = isYaml ? readDocuments(kind, text) : undefined;
  const documents = read?.documents ?? [];
  if (documents.length > 0) scanDocuments(state, documents, path, context);
  else if (text.length <= largestFile) scanText(state, { path, text, context });
  if (kind === 'template') scanTemplate(state, text);
  if (/(?:^|\/)\.sops\.ya?ml$/.test(path)) state.hits.push(...sopsConfigHits(state, path, text));
  // The id of a key is told with its secret half, where a Secret holds both.
  const isPair = state.hits.some(
    ({ rule, severity, value = '' }) =>
      rule === 'secrets.secret-data' && severity === 'error' && hasAccessKeySecret(value),
  );
  const raw = rawTextHits({ text, documents, values: context.values ?? [] }).filter(
    ({ value = '' }) => !isPair || !isAccessKeyId(value),
  );
  state.hits.push(...raw.map((hit) => withRecipient(hit, text, context)));
  // SOPS encrypts no template.
  const isTemplate = read !== undefined && read.text !== text;
  if (!/(?:^|\/)\.sops\.ya?ml$/.test(path))
    addFileHits(state, {
      path,
      text,
      documents,
      context: isTemplate ? { ...context, sopsRule: undefined } : context,
    });
  if (state.hits.length === 0) return placed(text, { hits: [], positions: undefined });
  const positions = documents.length > 0 ? readPositions(read?.text ?? text) : undefined;
  const found = placed(text, { hits: state.hits, positions });
  return isSamplePath(path)
    ? found.map((one) => ({ ...one, severity: lowered(one.severity) }))
    : found;
}

/** A key whose public part, as `age-keygen` writes it above the key, is one of those that files are encrypted for. */
function withRecipient(hit: Hit, text: string, { recipients = [] }: FileContext): Hit {
  if (hit.rule !== 'secrets.decryption-key' || recipients.length === 0) return hit;
  const before = text.slice(0, hit.inner?.start ?? 0);
  const publicKey = before.match(/age1[0-9a-z]{10,100}/g)?.at(-1);
  return publicKey !== undefined && recipients.includes(publicKey)
    ? { ...hit, rule: 'secrets.decryption-key-in-use', name: publicKey }
    : hit;
}

/** The documents of a file, and the text that they were read from; `undefined` where it is no YAML. */
function readDocuments(
  kind: 'yaml' | 'template',
  text: string,
): { readonly documents: readonly YamlDocument[]; readonly text: string } | undefined {
  const plain = kind === 'template' && text.includes('{{') ? maskActions(text) : text;
  const file = readObjects(plain);
  if (file.problems.length === 0) return { documents: file.documents, text: plain };
  if (plain !== text || !text.includes('{{')) return undefined;
  const masked = maskActions(text);
  const again = readObjects(masked);
  return again.problems.length === 0 ? { documents: again.documents, text: masked } : undefined;
}

function scanDocuments(
  state: Walk,
  documents: readonly YamlDocument[],
  path: string,
  context: FileContext,
): void {
  const sort = sortOfFile(path);
  let all: readonly Hit[] = [];
  for (const [index, { root }] of documents.entries()) {
    const inner: Walk = { ...state, hits: [], document: index };
    if (!/(?:^|\/)\.sops\.ya?ml$/.test(path)) scanRoot(inner, root, sort, context);
    all = [
      ...all,
      ...sopsHits(inner, root, inner.hits),
      ...ciphertextHits(inner, root),
      ...recipientHits(inner, root, context.sopsRule),
    ];
  }
  state.hits.push(...plainDocuments(documents, all));
}

function scanRoot(state: Walk, root: ResourceNode, sort: FileSort, context: FileContext): void {
  if (isOperations(root)) {
    scanOperations(state, root, { targetKind: context.patchTarget ?? '', path: undefined });
    return;
  }
  scanObject(state, root, sort);
}

function sortOfFile(path: string): FileSort {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return {
    isKustomization: /^kustomization(?:\.ya?ml)?$/.test(name),
    isValues: /values/.test(name) || /(?:^|\/)values\//.test(path),
  };
}

interface TextFile {
  readonly path: string;
  readonly text: string;
  readonly context: FileContext;
}

/** A file that is no YAML: settings, a script, or what cannot be read. */
function scanText(state: Walk, { path, text, context }: TextFile): void {
  if (isSopsText(text)) {
    for (const hit of lineHits(state, text, { rule: 'secrets.sops-partly-encrypted', code: false }))
      state.hits.push(hit.severity === 'warning' ? { ...hit, severity: 'error' } : hit);
    return;
  }
  if (context.generator === 'env' && !isCiphertext(text.trim())) {
    scanEnvironment(state, text);
    return;
  }
  state.hits.push(...textHits(state, { name: path, text, rule: 'secrets.generic' }));
}

/** KUST-02: each value of a file of variables. */
function scanEnvironment(state: Walk, text: string): void {
  for (const one of assignmentsIn(text, 'environment')) {
    const verdict = judgeSecretValue(
      { key: one.key, text: one.value, form: 'text' },
      { type: '', argocd: undefined, controller: false },
    );
    if (verdict === undefined) continue;
    const rule =
      verdict.rule === 'secrets.secret-data' ? 'secrets.kustomize-generator' : verdict.rule;
    state.hits.push({
      rule,
      severity: verdict.severity,
      ordinal: undefined,
      inner: { start: one.start, end: one.end },
      pointer: one.key,
      name: one.key,
      value: one.value,
    });
  }
}

/** HELM-03: literals in the actions of a template. */
function scanTemplate(state: Walk, text: string): void {
  const isSecret = /^kind:\s*["']?Secret\b/m.test(text);
  for (const one of templateLiterals(text)) {
    const kind = keyKindOf(one.key);
    const counts = countsInTemplate(one, kind, isSecret);
    const verdict = judgeSecretValue(
      { key: one.key, text: one.value, form: 'text' },
      { type: '', argocd: undefined, controller: false },
    );
    if (!counts || verdict === undefined || verdict.severity !== 'warning') continue;
    state.hits.push({
      rule: 'secrets.helm-template',
      severity: 'warning',
      ordinal: undefined,
      inner: { start: one.start, end: one.end },
      pointer: one.key,
      name: one.key,
      value: one.value,
    });
  }
}

/** Whether a literal of a template is one of a secret: by its key, or in a Secret where it looks like no word. */
function countsInTemplate(
  { by, value }: TemplateLiteral,
  kind: KeyKind | undefined,
  isSecret: boolean,
): boolean {
  const isMixed = value.length >= 8 && /\d/.test(value) && /[A-Za-z]/.test(value);
  switch (by) {
    case 'b64enc':
      return isSecret || kind !== undefined;
    case 'literal':
      return isSecret && (kind !== undefined || isMixed);
    case 'default':
      return kind === 'password' || (isSecret && (kind !== undefined || isMixed));
  }
}

/** Findings on the file as a whole. */
function addFileHits(
  state: Walk,
  {
    path,
    text,
    documents,
    context,
  }: {
    readonly path: string;
    readonly text: string;
    readonly documents: readonly YamlDocument[];
    readonly context: FileContext;
  },
): void {
  const { generator, sopsRule, twin } = context;
  const isEncrypted =
    isSopsText(text) ||
    isCiphertext(text.trim()) ||
    documents.some(({ root }) => sopsBlock(root) !== undefined);
  const first: Hit = {
    rule: 'secrets.sops-not-encrypted',
    severity: 'error',
    ordinal: undefined,
    inner: { start: 0, end: Math.max(text.indexOf('\n'), 0) || text.length },
    pointer: '',
    name: '',
    value: undefined,
  };
  const isPublic = documents.some(({ root }) => rawText(field(root, 'kind')) === 'Kustomization');
  if (sopsRule !== undefined && !isEncrypted && !isPublic) {
    // What a rule for everything is meant for, only the rules for secrets can tell.
    const isMeant =
      !isCatchAll(sopsRule) ||
      state.hits.some(
        ({ severity }) => severity === 'error' || (severity === 'warning' && !isSamplePath(path)),
      );
    if (isMeant && documents.some(({ root }) => hasPlainLeaf(root, sopsRule)))
      state.hits.push(first);
  }
  if (twin !== undefined && !isEncrypted) {
    const clear = state.hits.find(({ severity }) => severity === 'error' || severity === 'warning');
    if (clear !== undefined)
      state.hits.push({
        ...clear,
        rule: 'secrets.decrypted-twin',
        severity: 'warning',
        pointer: '',
        name: twin,
        value: undefined,
      });
  }
  if (
    generator === 'file' &&
    !isEncrypted &&
    text.trim() !== '' &&
    state.hits.every(({ severity }) => severity === 'hint')
  ) {
    const verdict = judgeSecretValue(
      { key: 'file', text, form: 'text' },
      { type: '', argocd: undefined, controller: false },
    );
    // Settings without any secret among them may be in a Secret for another reason.
    const isSettings = documents.some(({ root }) => root.kind === 'map' && root.keys.length > 1);
    const severity = isSettings ? 'information' : 'warning';
    if (verdict !== undefined)
      state.hits.push({
        ...first,
        rule: 'secrets.kustomize-generator',
        severity,
        name: path.slice(path.lastIndexOf('/') + 1),
        value: text,
      });
  }
}
