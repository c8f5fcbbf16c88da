import type { ApplicationRow } from '../analysis/impactApplicationRows.ts';
import type { ImpactDocument, RootRow } from '../analysis/impactDocument.ts';
import { failingOf, nameOf, statusText, unknownReason } from '../analysis/impactGroups.ts';

/** What `--fail-on` takes. */
export const conditions: readonly string[] = ['danger', 'domain-crossing', 'unknown'];

/** How much is named of what makes a condition hold. */
const mostNamed = 5;

/** The conditions that hold, a line each with what makes them hold; empty where none does. */
export function failingConditions(
  document: ImpactDocument,
  named: readonly string[],
): readonly string[] {
  const found = [
    ['danger', dangersOf(document)],
    ['domain-crossing', document.crossings.map(({ message }) => message)],
    ['unknown', unknownsOf(document)],
  ] as const;
  return found.flatMap(([condition, reasons]) => {
    if (!named.includes(condition) || reasons.length === 0) return [];
    const distinct = [...new Set(reasons)];
    const rest = distinct.length - mostNamed;
    const told = [...distinct.slice(0, mostNamed), ...(rest > 0 ? [`and ${rest} more`] : [])];
    return [`--fail-on ${condition}: ${told.join('; ')}`];
  });
}

/** What does not build, and what else is dangerous. */
function dangersOf({ roots, applications, handApplied = [] }: ImpactDocument): readonly string[] {
  const own = [...applications, ...roots, ...handApplied].flatMap((row) =>
    row.dangers.map(({ message }) => message),
  );
  const broken = rowsOf({ roots, applications }, (row) => {
    return row.status === 'fails' && failingOf(row) !== 'lacking';
  });
  return [...broken.map((row) => `${titleOf(row)} ${statusText(row)}${because(row)}`), ...own];
}

/**
 * Of what it cannot be told, of all of it or of a part, what becomes of it. A root that builds on neither side does not count
 * where all its failures are those of one that an application makes otherwise, as Flux builds without load restrictions: what reaches a
 * cluster is compared there.
 */
function unknownsOf(document: ImpactDocument): readonly string[] {
  const delivered = new Set(document.applications.map(({ path }) => path));
  const compared = new Set(
    document.roots.flatMap((row) =>
      failingOf(row) === 'still' && delivered.has(row.root) ? failuresOf(row) : [],
    ),
  );
  const rows = rowsOf(document, (row) => {
    const isCompared = (): boolean => failuresOf(row).every((text) => compared.has(text));
    if ('root' in row && failingOf(row) === 'still' && isCompared()) return false;
    const isOpen = row.status === 'unknown' || failingOf(row) === 'lacking';
    return isOpen || row.gaps.some(({ changed }) => changed);
  });
  return rows.map((row) => `${titleOf(row)}${because(row)}`);
}

function failuresOf({ failures = [] }: Row): readonly string[] {
  return failures.map((one) => JSON.stringify(one));
}

type Row = RootRow | ApplicationRow;

/** The applications of which something is true, and the roots that none of these is made of. */
function rowsOf(
  { roots, applications }: Pick<ImpactDocument, 'roots' | 'applications'>,
  holds: (row: Row) => boolean,
): readonly Row[] {
  const own = applications.filter(holds);
  const told = new Set(own.map(({ path }) => path));
  return [...own, ...roots.filter((row) => holds(row) && !told.has(row.root))];
}

function titleOf(row: Row): string {
  if ('root' in row) return nameOf(row.root);
  return row.cluster === null ? row.name : `${row.name} on ${row.cluster}`;
}

function because(row: Row): string {
  const why = unknownReason(row) ?? ('why' in row ? row.why.replace(/\.$/, '') : undefined);
  return why === undefined ? '' : ` (${why})`;
}
