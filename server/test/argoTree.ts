import { readApplication, type ArgoApplication } from '../src/argocd/application.ts';
import { contentInput, entryInput, parentOf } from '../src/kustomize/files.ts';
import { listingInput } from '../src/kustomize/folderListing.ts';
import { readResourceText } from '../src/kustomize/objects.ts';
import { Database } from '../src/query/database.ts';

/** A database with files by path, and links that lead to a target (`link -> target`, as a path with an empty text). */
export function treeOf(files: Readonly<Record<string, string>>): Database {
  const database = new Database();
  const names = new Map<string, Set<string>>([['', new Set()]]);
  database.set(entryInput, '', { kind: 'directory' });
  for (const [key, text] of Object.entries(files)) {
    const [path = '', target] = key.split(' -> ');
    if (target === undefined) {
      database.set(entryInput, path, { kind: 'file', content: path });
      database.set(contentInput, path, { kind: 'text', text });
    } else {
      database.set(entryInput, path, { kind: 'symlink', target });
    }
    for (let below = path; below !== ''; below = parentOf(below)) {
      const folder = parentOf(below);
      const listed = names.get(folder) ?? new Set();
      names.set(folder, listed.add(folder === '' ? below : below.slice(folder.length + 1)));
      if (folder !== '') database.set(entryInput, folder, { kind: 'directory' });
    }
  }
  for (const [folder, listed] of names) database.set(listingInput, folder, [...listed]);
  return database;
}

/** An Application in `app.yaml` with this `spec`, and more metadata; fails the test where it cannot be read. */
export function applicationOf(spec: string, metadata = ''): ArgoApplication {
  const text = [
    'apiVersion: argoproj.io/v1alpha1',
    'kind: Application',
    `metadata: {name: web, namespace: argocd${metadata === '' ? '' : `, ${metadata}`}}`,
    'spec:',
    ...spec
      .replace(/^\n/, '')
      .split('\n')
      .map((line) => `  ${line}`),
  ].join('\n');
  const read = readResourceText(text, { file: 'app.yaml', inside: [], root: '' });
  const [resource] = read.resources;
  const application = resource && readApplication(resource);
  if (application === undefined) throw new Error(JSON.stringify(read.problems));
  return application;
}

/** The address of the tree's repository in tests. */
export const here = 'https://git.example.com/team/fleet.git';

/** Only the tree's repository is here, and the tree stands for its default branch and for `main`. */
export function isHere(
  repository: string,
  revision: string | undefined,
): { readonly isHere: boolean; readonly isFollowed: boolean } {
  const same = repository === here;
  return { isHere: same, isFollowed: same && (revision === undefined || revision === 'main') };
}
