import {
  layerRoles,
  type LayerRole,
  type RenderedDocument,
} from '../../server/src/protocol/renderedDocument.ts';

/** Lines of a document that stand together and were written by layers of one role; both ends belong to it. */
export interface LayerRun {
  readonly firstLine: number;
  readonly lastLine: number;
}

/** The runs of each role, in the order of the lines; every role has a list. */
export function layerRuns({
  header,
  marks,
  lines,
}: RenderedDocument): ReadonlyMap<LayerRole, readonly LayerRun[]> {
  const runs = new Map<LayerRole, LayerRun[]>(layerRoles.map((role) => [role, []]));
  lines.forEach((mark, index) => {
    const role = marks[mark]?.role;
    if (role === undefined) return;
    const line = header.length + index;
    const ofRole = runs.get(role) ?? [];
    const last = ofRole.at(-1);
    if (last?.lastLine === line - 1) {
      ofRole[ofRole.length - 1] = { firstLine: last.firstLine, lastLine: line };
    } else {
      ofRole.push({ firstLine: line, lastLine: line });
    }
  });
  return runs;
}

/** What stands behind a line of the document: who wrote it; `undefined` where nothing is known. */
export function trailingNote(document: RenderedDocument, line: number): string | undefined {
  const mark = document.lines[line - document.header.length];
  return mark === undefined ? undefined : document.marks[mark]?.note;
}
