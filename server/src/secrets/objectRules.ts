import { field, rawText } from '../yaml/nodes.ts';
import type { MapNode, ResourceNode, ScalarNode } from '../yaml/resourceNode.ts';
import { scanKustomization } from './kustomizationRules.ts';
import { decodeData, printableBase64 } from './decodeValue.ts';
import { textHits } from './innerText.ts';
import { placeholderOf } from './placeholder.ts';
import { judgeSecretValue, type SecretSort } from './secretData.ts';
import { keyKindOf } from './keyName.ts';
import { hasAccessKeySecret, isAccessKeyId } from './tokenPatterns.ts';
import { shapeUnderKey } from './valueShape.ts';
import { below, hitOf, isCustomTag, walk, type Place, type Walk } from './walk.ts';
import { readObjects } from '../yaml/readObjects.ts';

/** What the name of a file says of the objects without a kind in it. */
export interface FileSort {
  readonly isKustomization: boolean;
  readonly isValues: boolean;
}

/** Scans one object, or one document of settings, by the rules of its kind. */
export function scanObject(
  state: Walk,
  root: ResourceNode,
  sort: FileSort,
  path?: Place['path'],
): void {
  const place: Place = { rule: 'secrets.generic', path };
  if (root.kind === 'sequence') {
    for (const [index, item] of root.items.entries())
      scanObject(state, item, sort, { step: index, above: path });
    return;
  }
  if (root.kind !== 'map') return;
  const kind = rawText(field(root, 'kind'));
  const version = rawText(field(root, 'apiVersion'));
  scanRemembered(state, root, place);
  if (kind === '' || version === '') {
    if (sort.isKustomization) scanKustomization(state, root, place);
    else if (kind === 'Secret') scanSecret(state, root, place);
    else walk(state, root, { ...place, rule: sort.isValues ? 'secrets.helm-value' : place.rule });
    return;
  }
  scanKind(state, root, place, { kind, version, sort });
}

interface ObjectKind {
  readonly kind: string;
  readonly version: string;
  readonly sort: FileSort;
}

function scanKind(
  state: Walk,
  root: MapNode,
  place: Place,
  { kind, version, sort }: ObjectKind,
): void {
  if (isOnlyAboutSecrets(kind, version)) return;
  switch (kind) {
    case 'Secret':
      scanSecret(state, root, place);
      return;
    case 'ConfigMap':
      walk(state, root, { ...place, rule: 'secrets.config-map' });
      scanBinary(state, field(root, 'binaryData'), below(place, 'binaryData'));
      return;
    case 'SealedSecret':
      scanSealed(state, root, place);
      return;
    case 'SopsSecret':
      scanTemplates(state, root, place);
      return;
    case 'ExternalSecret':
    case 'ClusterExternalSecret':
      scanExternal(state, root, place);
      return;
    case 'Template':
      if (field(root, 'objects')?.kind !== 'sequence') break;
      scanList(state, root, place, { key: 'objects', sort });
      return;
    case 'Kustomization':
    case 'Component':
      if (version.startsWith('kustomize.toolkit.'))
        walk(state, root, { ...place, rule: 'secrets.substitution' });
      else scanKustomization(state, root, place);
      return;
    case 'HelmRelease':
    case 'Application':
    case 'ApplicationSet':
    case 'HelmChart':
    case 'HelmChartConfig':
      walk(state, root, { ...place, rule: 'secrets.helm-value' });
      return;
    default:
  }
  if (kind.endsWith('List') && field(root, 'items')?.kind === 'sequence')
    scanList(state, root, place, { key: 'items', sort });
  else walk(state, root, place);
}

/** Kinds that speak of secrets and hold none: schemas, policies, permissions, references to where secrets are kept. */
export function isOnlyAboutSecrets(kind: string, version: string): boolean {
  return (
    /^(?:CustomResourceDefinition|ConstraintTemplate|(?:Cluster)?Role(?:Binding)?|CertificateSigningRequest|Validating\w+|Mutating\w+|(?:Cluster)?SecretStore|SecretProviderClass|PushSecret|ServiceAccount)$/.test(
      kind,
    ) ||
    /^(?:kyverno\.io|policies\.kyverno\.io|templates\.gatekeeper\.sh|constraints\.gatekeeper\.sh|secrets\.hashicorp\.com|cert-manager\.io|viaduct\.ai)\//.test(
      version,
    )
  );
}

function scanList(
  state: Walk,
  root: MapNode,
  place: Place,
  { key, sort }: { readonly key: string; readonly sort: FileSort },
): void {
  const items = field(root, key);
  if (items?.kind !== 'sequence') return;
  for (const [index, item] of items.items.entries())
    scanObject(state, item, sort, { step: index, above: { step: key, above: place.path } });
}

/** Texts that a ConfigMap holds as base64. */
function scanBinary(state: Walk, data: ResourceNode | undefined, place: Place): void {
  if (data?.kind !== 'map') return;
  for (const [index, key] of data.keys.entries()) {
    const node = data.values[index];
    const text = node?.kind === 'scalar' ? printableBase64(node.value) : undefined;
    if (node === undefined || text === undefined) continue;
    const [first] = textHits(state, { name: key, text, rule: 'secrets.config-map' }).filter(
      ({ severity }) => severity === 'error' || severity === 'warning',
    );
    if (first === undefined) continue;
    const { rule, severity, name, value } = first;
    const hit = hitOf(state, { rule, severity, node, place: below(place, key), name });
    state.hits.push({ ...hit, value });
  }
}

/** Both maps of a Secret, and what stands beside them. */
function scanSecret(state: Walk, secret: MapNode, place: Place): void {
  const sort = sortOf(secret);
  const first = state.hits.length;
  scanData(state, field(secret, 'data'), below(place, 'data'), { form: 'base64', sort });
  const plain = field(secret, 'stringData');
  scanData(state, plain, below(place, 'stringData'), { form: 'text', sort });
  joinAccessKeys(state, secret, first);
  const metadata = field(secret, 'metadata');
  if (metadata !== undefined) walk(state, metadata, below(place, 'metadata'));
}

/** The id and the secret of a key of AWS in two fields are the whole of one: an error at the secret one. */
function joinAccessKeys(state: Walk, secret: MapNode, first: number): void {
  const isId = (text: string): boolean => isAccessKeyId(decodeData(text)?.trim() ?? text);
  const values = [field(secret, 'data'), field(secret, 'stringData')].flatMap((data) =>
    data?.kind === 'map' ? data.values.map(rawText) : [],
  );
  if (!values.some((text) => isAccessKeyId(text.trim()) || isId(text))) return;
  for (let index = first; index < state.hits.length; index += 1) {
    const hit = state.hits[index];
    if (hit !== undefined && /secret/i.test(hit.name) && hasAccessKeySecret(hit.value ?? ''))
      state.hits[index] = { ...hit, severity: 'error' };
  }
}

function sortOf(secret: MapNode): SecretSort {
  const metadata = field(secret, 'metadata');
  const labels = field(metadata, 'labels');
  const name = rawText(field(metadata, 'name'));
  const type = rawText(field(labels, 'argocd.argoproj.io/secret-type'));
  return {
    type: rawText(field(secret, 'type')),
    argocd: type === '' ? undefined : type,
    controller:
      /^argocd-secret$|-notifications-secret$/.test(name) ||
      field(labels, 'sealedsecrets.bitnami.com/sealed-secrets-key') !== undefined,
  };
}

/** How the values of a map are to be read. */
export interface DataForm {
  readonly form: 'base64' | 'text';
  readonly sort: SecretSort;
  /** Whether a value with an action is a template. */
  readonly templates?: true;
}

/** Every value of a map of a Secret. */
export function scanData(
  state: Walk,
  data: ResourceNode | undefined,
  place: Place,
  form: DataForm,
): void {
  if (data?.kind !== 'map') return;
  for (const [index, key] of data.keys.entries()) {
    const value = data.values[index];
    if (value?.kind !== 'scalar' || (form.templates === true && value.value.includes('{{')))
      continue;
    scanSecretValue(state, key, value, { ...form, place: below(place, key) });
  }
}

function scanSecretValue(
  state: Walk,
  key: string,
  node: ScalarNode,
  { place, form, sort }: DataForm & { readonly place: Place },
): void {
  if (isCustomTag(node)) return;
  const verdict = judgeSecretValue({ key, text: node.value, form }, sort);
  if (verdict === undefined) return;
  const hit = hitOf(state, { ...verdict, node, place, name: key });
  state.hits.push({ ...hit, value: verdict.value });
}

const anySort: SecretSort = { type: '', argocd: undefined, controller: false };

/** SEAL-01: what stands in clear in the template, and what is encrypted by nothing. */
function scanSealed(state: Walk, root: MapNode, place: Place): void {
  const spec = field(root, 'spec');
  const first = state.hits.length;
  const template = below(below(place, 'spec'), 'template');
  for (const key of ['data', 'stringData']) {
    const data = field(field(spec, 'template'), key);
    // What is composed of unsealed keys is no literal; a literal password in a URL is found by its shape.
    scanData(state, data, below(template, key), { form: 'text', sort: anySort, templates: true });
  }
  const encrypted = field(spec, 'encryptedData');
  if (encrypted?.kind === 'map') {
    for (const [index, key] of encrypted.keys.entries()) {
      const node = encrypted.values[index];
      if (node?.kind !== 'scalar' || /^Ag[A-Za-z0-9+/=\s]{60,}$/.test(node.value)) continue;
      if (placeholderOf(node.value) !== undefined) continue;
      const inner = below(below(below(place, 'spec'), 'encryptedData'), key);
      const parts = { rule: 'secrets.sealed-secret', severity: 'error', name: key } as const;
      state.hits.push(hitOf(state, { ...parts, node, place: inner }));
    }
  }
  raise(state, first, 'secrets.sealed-secret');
}

/** ESO-01: literals of a template. */
function scanExternal(state: Walk, root: MapNode, place: Place): void {
  const spec = field(root, 'spec');
  const inner = field(spec, 'externalSecretSpec') ?? spec;
  const data = field(field(field(inner, 'target'), 'template'), 'data');
  if (data?.kind !== 'map') return;
  for (const [index, key] of data.keys.entries()) {
    const node = data.values[index];
    const kind = keyKindOf(key);
    if (node?.kind !== 'scalar' || kind === undefined || node.value.includes('{{')) continue;
    if (shapeUnderKey(key, kind, node.value) !== 'secret') continue;
    const parts = {
      rule: 'secrets.external-secret-template',
      severity: 'warning',
      name: key,
    } as const;
    const target = ['spec', 'target', 'template', 'data', key].reduce<Place>(
      (at, step) => below(at, step),
      place,
    );
    state.hits.push(hitOf(state, { ...parts, node, place: target }));
  }
}

/** The templates of a SopsSecret. */
function scanTemplates(state: Walk, root: MapNode, place: Place): void {
  const templates = field(field(root, 'spec'), 'secretTemplates');
  if (templates?.kind !== 'sequence') return;
  for (const [index, item] of templates.items.entries()) {
    if (item.kind !== 'map') continue;
    scanSecret(state, item, below(below(below(place, 'spec'), 'secretTemplates'), index));
  }
}

const remembered = 'kubectl.kubernetes.io/last-applied-configuration';

/** K8S-07: `kubectl apply` remembers a Secret in clear. */
function scanRemembered(state: Walk, root: MapNode, place: Place): void {
  const annotations = field(field(root, 'metadata'), 'annotations');
  const node = field(annotations, remembered);
  if (node?.kind !== 'scalar' || !node.value.includes('"Secret"')) return;
  const { documents } = readObjects(node.value);
  const inner: Walk = { ...state, hits: [] };
  for (const { root: object } of documents)
    if (object.kind === 'map') scanSecret(inner, object, place);
  const [first] = inner.hits.filter(
    ({ severity }) => severity === 'error' || severity === 'warning',
  );
  if (first === undefined) return;
  const path = below(below(below(place, 'metadata'), 'annotations'), remembered);
  const parts = { rule: 'secrets.last-applied', severity: 'error', name: first.name } as const;
  state.hits.push({ ...hitOf(state, { ...parts, node, place: path }), value: first.value });
}

/** Gives the warnings since `first` a rule of their own, as errors. */
export function raise(state: Walk, first: number, rule: 'secrets.sealed-secret'): void {
  for (let index = first; index < state.hits.length; index += 1) {
    const hit = state.hits[index];
    if (hit?.severity === 'warning') state.hits[index] = { ...hit, rule, severity: 'error' };
  }
}
