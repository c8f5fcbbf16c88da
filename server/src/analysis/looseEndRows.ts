import type { LooseEnd } from './looseEnds.ts';

/** What leads nowhere, as the JSON of an impact has it. */
export interface LooseEndRow {
  readonly code: LooseEnd['code'];
  readonly path: string;
  readonly application?: string | undefined;
  /** The file and the line, from 1, that leave the folder out of the artifact of its source. */
  readonly leftOutBy?: string | undefined;
  /** Whether the change makes it so. */
  readonly new: boolean;
  readonly message: string;
}

/** A loose end with its words. */
export function looseEndRow(end: LooseEnd): LooseEndRow {
  const { code, path, application, leftOutBy, isNew } = end;
  return { code, path, application, leftOutBy, new: isNew, message: looseEndText(end) };
}

/** A loose end in a few words. */
export function looseEndText({
  code,
  path,
  application,
  leftOutBy,
}: Pick<LooseEnd, 'code' | 'path' | 'application' | 'leftOutBy'>): string {
  const place = path === '' ? '.' : path;
  if (code === 'delivery.undelivered') return `nothing delivers ${place}`;
  return leftOutBy === undefined
    ? `${application ?? ''} is made of ${place}, which is not there`
    : `${application ?? ''} is made of ${place}, which ${leftOutBy} leaves out`;
}

/** Loose ends in lines: those that nothing delivers in one, new ones first. */
export function looseEndLines(
  rows: readonly LooseEndRow[],
  most: number,
): readonly { readonly new: boolean; readonly text: string }[] {
  return [true, false].flatMap((isNew) => {
    const own = rows.filter((row) => row.new === isNew);
    const lost = own.filter(({ code }) => code === 'delivery.undelivered');
    const missing = own.filter(({ code }) => code === 'delivery.no-folder');
    const [first, ...more] = lost.map(({ path }) => (path === '' ? '.' : path));
    const rest = missing.length - most;
    return [
      ...(first === undefined ? [] : [`nothing delivers ${listed([first, ...more], most)}`]),
      ...missing.slice(0, most).map(({ message }) => message),
      ...(rest > 0 ? [`and ${rest} more are made of folders that are not there`] : []),
    ].map((text) => ({ new: isNew, text }));
  });
}

function listed(names: readonly string[], most: number): string {
  const rest = names.length - most;
  return `${names.slice(0, most).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
