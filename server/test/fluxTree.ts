import { contentInput, entryInput, parentOf } from '../src/kustomize/files.ts';
import { listingInput } from '../src/kustomize/folderListing.ts';
import { Database } from '../src/query/database.ts';

/** A database that holds a tree of files, given by path, with the listings of its folders. */
export function databaseOf(files: Readonly<Record<string, string>>): Database {
  const database = new Database();
  const listings = new Map<string, Set<string>>([['', new Set()]]);
  database.set(entryInput, '', { kind: 'directory' });
  for (const [path, text] of Object.entries(files)) {
    database.set(entryInput, path, { kind: 'file', content: path });
    database.set(contentInput, path, { kind: 'text', text });
    for (let below = path; below !== ''; below = parentOf(below)) {
      const folder = parentOf(below);
      const names = listings.get(folder) ?? new Set();
      listings.set(folder, names.add(folder === '' ? below : below.slice(folder.length + 1)));
      if (folder !== '') database.set(entryInput, folder, { kind: 'directory' });
    }
  }
  for (const [folder, names] of listings) database.set(listingInput, folder, [...names]);
  return database;
}
