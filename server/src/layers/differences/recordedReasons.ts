import {
  contentIdOf,
  joinPath,
  parentOf,
  readContent,
  resolvedQuery,
} from '../../kustomize/files.ts';
import type { Query, Reader } from '../../query/database.ts';
import { problem, type Problem } from '../../text/problem.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { isDay } from '../config/checkedMap.ts';
import { isKustomizationFile } from '../roots.ts';
import { treePathsInput } from '../treePaths.ts';
import { differencesFileQuery } from './differencesFile.ts';
import { readReasonComments, type ReasonComment, type ReasonForm } from './reasonComments.ts';

/** Why something differs, as somebody wrote it down. */
export interface RecordedReason {
  readonly because: string;
  /** The day on which somebody looks again, `YYYY-MM-DD`. */
  readonly review: string | undefined;
  readonly owner: string | undefined;
  /** Where it is written. */
  readonly at: SourcePointer;
  readonly scope: ReasonScope;
}

/** What a reason is about. */
export type ReasonScope =
  | {
      readonly kind: 'nodes';
      readonly file: FileId;
      /** The scalars whose texts the nodes stand in, by ordinal; empty for nodes of the file itself. */
      readonly outer: readonly number[];
      readonly from: number;
      readonly to: number;
      /** Files that are named there: a reason at `- path: patch.yaml` is one for the whole patch. */
      readonly files: readonly FileId[];
    }
  | { readonly kind: 'line'; readonly file: FileId; readonly line: number }
  | { readonly kind: 'file'; readonly file: FileId }
  /** A field of rendered objects, wherever it is written; what is `undefined` may be anything. */
  | {
      readonly kind: 'rendered';
      readonly cluster: string | undefined;
      readonly application: string | undefined;
      readonly resource: string | undefined;
      readonly field: string | undefined;
    };

/** All recorded reasons of the tree, by file and place, and what is wrong with them. */
export interface RecordedReasons {
  readonly reasons: readonly RecordedReason[];
  /** `differences.*`, and `config.*` for `.strata/differences.yaml`. */
  readonly problems: readonly Problem[];
}

/** The recorded reasons of the tree: comments `# strata:because …`, then those of `.strata/differences.yaml`. */
export const recordedReasonsQuery: Query<'', RecordedReasons> = {
  name: 'recordedReasons',
  equals: deepEqual,
  compute: (_key, reader) => {
    const found = reader
      .read(treePathsInput, '')
      .flatMap((file) => (formOf(file) === undefined ? [] : [reader.get(fileReasonsQuery, file)]));
    const written = reader.get(differencesFileQuery, '');
    return {
      reasons: [...found.flatMap(({ reasons }) => reasons), ...written.reasons],
      problems: [...found.flatMap(({ problems }) => problems), ...written.problems],
    };
  },
};

/** The reasons in the comments of one file. */
export const fileReasonsQuery: Query<FileId, RecordedReasons> = {
  name: 'fileReasons',
  equals: deepEqual,
  compute: (file, reader) => {
    const content = contentIdOf(reader, file);
    const form = formOf(file);
    if (content === undefined || form === undefined) return nothing;
    const comments = reader.get(commentsQuery, `${form}:${content}`);
    if (comments.length === 0) return nothing;
    const problems = comments.flatMap((one) => problemsOf(one, file));
    return { reasons: comments.flatMap((one) => reasonOf(one, file, reader)), problems };
  },
};

const nothing: RecordedReasons = { reasons: [], problems: [] };

const commentsQuery: Query<`${ReasonForm}:${string}`, readonly ReasonComment[]> = {
  name: 'reasonComments',
  equals: deepEqual,
  compute: (key, reader) => {
    const colon = key.indexOf(':');
    const content = readContent(reader, key.slice(colon + 1));
    const form = key.startsWith('lines')
      ? 'lines'
      : key.startsWith('configuration')
        ? 'configuration'
        : 'objects';
    return content?.kind === 'text' ? readReasonComments(content.text, form) : [];
  },
};

/** Which files can have such comments; templates are no YAML. */
function formOf(file: FileId): ReasonForm | undefined {
  if (isKustomizationFile(file)) return 'configuration';
  if (/(?:^|\/)templates\/.*\.ya?ml$/.test(file)) return 'lines';
  if (/\.ya?ml$/.test(file)) return 'objects';
  return /\.(?:env|properties|tpl|toml|conf)$/.test(file) ? 'lines' : undefined;
}

function problemsOf(
  { line, because, review, scope }: ReasonComment,
  file: FileId,
): readonly Problem[] {
  const at = { kind: 'line', file, line } as const;
  return [
    ...(because === '' ? [problem('differences.without-reason', {}, at)] : []),
    ...(review !== undefined && !isDay(review)
      ? [problem('differences.bad-review', { review }, at)]
      : []),
    ...(scope === undefined ? [problem('differences.covers-nothing', {}, at)] : []),
  ];
}

function reasonOf(comment: ReasonComment, file: FileId, reader: Reader): readonly RecordedReason[] {
  const { line, because, owner, scope } = comment;
  if (because === '' || scope === undefined) return [];
  const review = comment.review !== undefined && isDay(comment.review) ? comment.review : undefined;
  const at = { kind: 'line', file, line } as const;
  return [{ because, review, owner, at, scope: scopeOf(scope, file, reader) }];
}

function scopeOf(
  scope: NonNullable<ReasonComment['scope']>,
  file: FileId,
  reader: Reader,
): ReasonScope {
  if (scope.kind === 'line') return { ...scope, file };
  const { kind, outer, from, to, texts } = scope;
  const files = isKustomizationFile(file)
    ? texts.flatMap((text) => {
        const path = joinPath(parentOf(file), text);
        const found = path === undefined ? undefined : reader.get(resolvedQuery, path);
        return found?.kind === 'file' ? [found.path] : [];
      })
    : [];
  return { kind, file, outer, from, to, files: [...new Set(files)] };
}

/** Whether a reason is about the place where something was written. */
export function explainsPlace({ scope }: RecordedReason, place: SourcePointer): boolean {
  switch (scope.kind) {
    case 'rendered':
      return false;
    case 'file':
      return place.file === scope.file;
    case 'line':
      return place.kind === 'line' && place.file === scope.file && place.line === scope.line;
    case 'nodes': {
      if (scope.files.includes(place.file)) return true;
      if (place.file !== scope.file) return false;
      const ordinals = ordinalsOf(place);
      const own = ordinals[scope.outer.length];
      return (
        scope.outer.every((ordinal, index) => ordinals[index] === ordinal) &&
        own !== undefined &&
        scope.from <= own &&
        own <= scope.to
      );
    }
  }
}

/** The ordinals that lead to a place, the outermost first. */
function ordinalsOf(place: SourcePointer): readonly number[] {
  if (place.kind === 'node') return [place.ordinal];
  if (place.kind !== 'inside') return [];
  const result = [place.ordinal];
  for (let inner: typeof place.inner | undefined = place.inner; inner; inner = inner.inner) {
    result.push(inner.ordinal);
  }
  return result;
}

/** A field of a rendered object, on a cluster. */
export interface RenderedField {
  readonly cluster: string;
  readonly application: string;
  /** `Kind[.group]/[namespace/]name`. */
  readonly resource: string;
  /** As `/spec/replicas`. */
  readonly field: string;
}

/** Whether a reason is about a rendered field; a field stands for all below it. */
export function explainsField({ scope }: RecordedReason, rendered: RenderedField): boolean {
  if (scope.kind !== 'rendered') return false;
  const { cluster, application, resource, field } = scope;
  return (
    (cluster ?? rendered.cluster) === rendered.cluster &&
    (application ?? rendered.application) === rendered.application &&
    (resource === undefined || isResource(rendered.resource, resource)) &&
    (field === undefined || `${rendered.field}/`.startsWith(`${field}/`))
  );
}

/** `Deployment/web` stands for `Deployment.apps/shop/web`. */
function isResource(full: string, named: string): boolean {
  if (full === named) return true;
  const [type = '', ...names] = full.split('/');
  const [namedType = '', ...namedNames] = named.split('/');
  const sameType = type === namedType || type.split('.')[0] === namedType;
  const [name, namespace] = [names.at(-1), names.length > 1 ? names[0] : undefined];
  return (
    sameType && namedNames.at(-1) === name && (namedNames.length < 2 || namedNames[0] === namespace)
  );
}
