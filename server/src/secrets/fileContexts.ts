import { field, rawText, valueText } from '../yaml/nodes.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { FileContext } from './scanFile.ts';
import { sopsBlock } from './sopsFile.ts';
import { readSopsRules, ruleOfPath, type SopsRule } from './sopsRules.ts';

/** How a kustomization reads other files: what it makes of them. */
export interface FileUse {
  readonly path: string;
  readonly use:
    | { readonly kind: 'generator'; readonly as: 'env' | 'file' }
    | { readonly kind: 'patch'; readonly target: string };
}

/** The files that the Secret generators and the JSON patches of a kustomization file read, by their paths in the tree. */
export function usesOf(kustomization: string, text: string): readonly FileUse[] {
  if (!/secretGenerator|atch/.test(text)) return [];
  const root = readObjects(text).documents[0]?.root;
  if (root === undefined) return [];
  const folder = folderOf(kustomization);
  const uses: FileUse[] = [];
  const add = (name: string, use: FileUse['use']): void => {
    const path = joined(folder, name);
    if (path !== undefined) uses.push({ path, use });
  };
  for (const entry of items(field(root, 'secretGenerator'))) {
    const envs = [...items(field(entry, 'envs')), field(entry, 'env')];
    for (const one of envs) add(valueText(one), { kind: 'generator', as: 'env' });
    for (const one of items(field(entry, 'files'))) {
      const file = valueText(one).replace(/^[^=]*=/, '');
      add(file, { kind: 'generator', as: 'file' });
    }
  }
  for (const key of ['patches', 'patchesJson6902'])
    for (const entry of items(field(root, key))) {
      const target = rawText(field(field(entry, 'target'), 'kind'));
      add(valueText(field(entry, 'path')), { kind: 'patch', target });
    }
  return uses;
}

function items(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

/** Creation rules by the folder of their file. */
export type SopsFolders = ReadonlyMap<string, readonly SopsRule[]>;

/** The rules of all `.sops.yaml` files. */
export function sopsFolders(
  files: readonly { readonly path: string; readonly text: string }[],
): SopsFolders {
  return new Map(files.map(({ path, text }) => [folderOf(path), readSopsRules(text)]));
}

/** The rule that SOPS takes for a file: the nearest `.sops.yaml` upwards counts alone. */
export function sopsRuleFor(folders: SopsFolders, path: string): SopsRule | undefined {
  for (
    let folder: string | undefined = folderOf(path);
    folder !== undefined;
    folder = above(folder)
  ) {
    const rules = folders.get(folder);
    if (rules !== undefined)
      return ruleOfPath(rules, folder === '' ? path : path.slice(folder.length + 1));
  }
  return undefined;
}

/** The paths at which the encrypted twin of a file may stand: `db.yaml` and `db.dec.yaml` beside `db.enc.yaml`. */
export function twinPaths(path: string): readonly string[] {
  const match = /^(.*?)(?:\.(?:dec|decrypted|plain|clear))?\.(ya?ml|json|env)$/.exec(path);
  const [, stem, ending] = match ?? [];
  if (stem === undefined || ending === undefined || /\.(?:enc|sops|encrypted)$/.test(stem))
    return [];
  const endings = ending === 'env' ? ['env'] : ['yaml', 'yml', 'json'];
  return endings.flatMap((one) =>
    ['enc', 'sops', 'encrypted'].map((word) => `${stem}.${word}.${one}`),
  );
}

/** Whether an encrypted file holds an object of the other file. */
export function isTwin(text: string, encrypted: string): boolean {
  const ids = idsOf(text);
  return readObjects(encrypted).documents.some(
    ({ root }) =>
      sopsBlock(root) !== undefined && (ids.length === 0 ? false : ids.includes(idOf(root))),
  );
}

function idsOf(text: string): readonly string[] {
  return readObjects(text).documents.map(({ root }) => idOf(root));
}

/** Kind and name; files without both are twins by their names. */
function idOf(root: ResourceNode): string {
  return `${rawText(field(root, 'kind'))}/${rawText(field(field(root, 'metadata'), 'name'))}`;
}

/** What other files of a tree say of each of its files. */
export function fileContexts(
  files: readonly { readonly path: string; readonly text: string }[],
): (path: string) => FileContext {
  const byPath = new Map(files.map(({ path, text }) => [path, text]));
  const uses = new Map<string, FileContext>();
  for (const { path, text } of files.filter((one) => isKustomizationPath(one.path)))
    for (const { path: read, use } of usesOf(path, text))
      uses.set(read, withUse(uses.get(read), use));
  const folders = sopsFolders(files.filter(({ path }) => isSopsRulesPath(path)));
  const recipients = [...folders.values()].flat().flatMap((rule) => rule.recipients);
  return (path) => {
    const rule = sopsRuleFor(folders, path);
    const twin = twinPaths(path).find((other) => {
      const text = byPath.get(other);
      return text !== undefined && isTwin(byPath.get(path) ?? '', text);
    });
    return {
      ...uses.get(path),
      recipients,
      ...(rule !== undefined && { sopsRule: rule }),
      ...(twin !== undefined && { twin }),
    };
  };
}

/** A context with what one more kustomization makes of the file. */
export function withUse(context: FileContext | undefined, use: FileUse['use']): FileContext {
  return use.kind === 'generator'
    ? { ...context, generator: use.as }
    : { ...context, patchTarget: use.target };
}

/** Whether a path is one of a kustomization file. */
export function isKustomizationPath(path: string): boolean {
  return /(?:^|\/)(?:kustomization\.ya?ml|Kustomization)$/.test(path);
}

/** Whether a path is one of SOPS' creation rules. */
export function isSopsRulesPath(path: string): boolean {
  return /(?:^|\/)\.sops\.yaml$/.test(path);
}

function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

function above(folder: string): string | undefined {
  return folder === '' ? undefined : folderOf(folder);
}

/** A path from a folder of the tree; `undefined` for an empty one and outside of the tree. */
function joined(folder: string, name: string): string | undefined {
  if (name === '' || name.startsWith('/') || name.includes('\n')) return undefined;
  const steps = folder === '' ? [] : folder.split('/');
  for (const step of name.split('/')) {
    if (step === '..') {
      if (steps.pop() === undefined) return undefined;
    } else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
