/**
 * One row of the table of folder borders.
 * @typedef {object} FolderRow
 * @property {string} name What ARCHITECTURE.md calls it: a folder or a file.
 * @property {'pure' | 'outer' | 'wiring' | 'client'} half
 * @property {readonly string[]} [below] Rows it may import, with everything that they may import.
 * @property {readonly string[]} [only] Rows it may import, and nothing that comes with them.
 * @property {readonly string[]} [packages] Packages and Node built-ins, with their subpaths.
 */

/** The row that every folder of the server but `protocol` may import. */
const everyones = 'util';
const withoutUtil = new Set(['util', 'protocol']);

/**
 * Where a row's files are, relative to the repository: a folder, or a file for the names with an ending.
 * @param {string} name
 */
export function placeOf(name) {
  return name === 'client' || name.startsWith('client/')
    ? name.replace(/^client$/, 'client/src')
    : `server/src/${name}`;
}

/**
 * The row that a file belongs to; `undefined` for a file that no row speaks of.
 * @param {readonly FolderRow[]} rows
 * @param {string} file POSIX path, relative to the repository.
 */
export function rowOf(rows, file) {
  return rows.find(({ name }) => {
    const place = placeOf(name);
    return file === place || file.startsWith(`${place}/`);
  });
}

/**
 * The names of all rows that a row may import, itself among them.
 * @param {readonly FolderRow[]} rows
 * @param {FolderRow} row
 * @returns {ReadonlySet<string>}
 */
export function importsOf(rows, row) {
  const found = new Set([row.name, ...(row.only ?? [])]);
  for (const name of row.below ?? []) {
    for (const more of importsOf(rows, requireRow(rows, name))) {
      found.add(more);
    }
  }
  if (row.half !== 'client' && !withoutUtil.has(row.name)) {
    found.add(everyones);
  }
  return found;
}

/**
 * @param {readonly FolderRow[]} rows
 * @param {string} name
 */
function requireRow(rows, name) {
  const row = rows.find((one) => one.name === name);
  if (row === undefined) {
    throw new Error(`The table of folders has no row ${name}`);
  }
  return row;
}
