import { wrongTypeCode, readObject, type ObjectReader } from '../../delivery/objectReader.ts';
import { readContent, resolvePath } from '../../kustomize/files.ts';
import { Resource } from '../../kustomize/resource.ts';
import type { Query, Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { expandAliases } from '../../yaml/expandAliases.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';

/** A file of `.strata/`, opened for reading. */
export interface StrataFile {
  readonly file: FileId;
  /** Its map; `undefined` where the file is absent or empty, or cannot be read. */
  readonly map: ObjectReader | undefined;
  /** Takes problems, also those that `map` finds. */
  readonly report: (found: Problem) => void;
  /** What was reported so far. */
  readonly problems: () => readonly Problem[];
}

/**
 * Opens a file of `.strata/`: one YAML document that is a map. What is wrong yields `config.syntax`, `config.not-text`,
 * `config.many-documents` or `config.wrong-type`; no file, or an empty one, is no fault.
 */
export function openStrataFile(reader: Reader, file: FileId): StrataFile {
  const reported: Problem[] = [];
  const report = (one: Problem): void => {
    reported.push(one.code === wrongTypeCode ? { ...one, code: 'config.wrong-type' } : one);
  };
  const entry = resolvePath(reader, file)?.entry;
  const text = entry?.kind === 'file' ? reader.get(strataTextQuery, entry.content) : nothing;
  const whole = { kind: 'file', file } as const;
  if (!text.isText) report(problem('config.not-text', {}, whole));
  for (const { message, offset } of text.failures) {
    const at = offset < 0 ? whole : ({ kind: 'offset', file, offset } as const);
    report(problem('config.syntax', { message }, at));
  }
  const [root, second] = text.roots;
  if (second !== undefined) {
    const at = { kind: 'node', file, ordinal: second.ordinal } as const;
    report(problem('config.many-documents', {}, at));
  }
  const opened = root && readObject(new Resource(root, { file, inside: [], root: '' }), report);
  if (opened !== undefined && opened.node.kind !== 'map') {
    const found = wordFor(opened.node);
    report(problem('config.wrong-type', { field: file, expected: 'map', found }, opened.at));
  }
  const map = opened?.node.kind === 'map' ? opened : undefined;
  return { file, map, report, problems: () => reported };
}

/** What a text of `.strata/` says, before it belongs to a file. */
interface StrataText {
  readonly isText: boolean;
  readonly roots: readonly ResourceNode[];
  readonly failures: readonly { readonly message: string; readonly offset: number }[];
}

const nothing: StrataText = { isText: true, roots: [], failures: [] };

const strataTextQuery: Query<string, StrataText> = {
  name: 'strataText',
  byContent: true,
  equals: deepEqual,
  compute: (id, reader) => {
    const content = readContent(reader, id);
    if (content === undefined) return nothing;
    return content.kind === 'text' ? readText(content.text) : { ...nothing, isText: false };
  },
};

function readText(text: string): StrataText {
  const { documents, problems } = readObjects(text);
  const failures = problems.map(({ message, offset }) => ({ message, offset }));
  const roots = documents.flatMap(({ root, hasAliases }) => {
    const expanded = hasAliases ? expandAliases(root) : { node: root };
    if ('node' in expanded) return [expanded.node];
    failures.push({ message: expanded.problem.message, offset: -1 });
    return [];
  });
  return { isText: true, roots, failures };
}

function wordFor(node: ResourceNode): string {
  return node.kind === 'sequence' ? 'list' : 'text';
}
