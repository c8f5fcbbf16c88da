import type { Query, Reader } from '../query/database.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import { readConfiguration } from '../yaml/readConfiguration.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { contentIdOf, readContent, type Content } from './files.ts';
import type { Kustomization } from './kustomization.ts';
import { findKustomizationFile, type LoadRestrictions } from './load.ts';
import { namedProblems } from './namedProblem.ts';
import { readKustomization } from './readKustomization.ts';
import { pointerTo, type ResourceSource } from './resource.ts';
import { tooLargeProblem } from './tooLarge.ts';

/** A kustomization root with its file. */
export interface Target {
  readonly kind: 'target';
  readonly root: FileId;
  /** The kustomization file. */
  readonly source: ResourceSource;
  readonly kustomization: Kustomization;
  /** What is wrong with the file so that kustomize fails. */
  readonly failures: readonly Problem[];
  readonly notes: readonly Problem[];
}

interface ParsedKustomization {
  readonly kind: 'parsed';
  readonly kustomization: Kustomization | undefined;
  readonly problems: readonly {
    readonly problem: Problem;
    readonly ordinal: number;
    readonly offset: number;
    readonly fails: boolean;
  }[];
}

/** A kustomization file by its content: parsed once. Free of paths. */
const kustomizationQuery: Query<string, ParsedKustomization | PendingTarget> = {
  name: 'kustomization',
  byContent: true,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    if (value === undefined) return { kind: 'pending' };
    if (value.kind !== 'text') return unreadable(value);
    const configuration = readConfiguration(value.text);
    const syntax = configuration.problems.map((found) => ({
      problem: problem('kustomize.yaml-syntax', { message: found.message }),
      ordinal: found.ordinal,
      offset: found.ordinal >= 0 ? -1 : found.offset,
      fails: true,
    }));
    if (syntax.length > 0) return { kind: 'parsed', kustomization: undefined, problems: syntax };
    const read = readKustomization(configuration.root);
    const problems = read.problems.map((found) => ({
      problem: problem(found.code, found.parameters),
      ordinal: found.ordinal,
      offset: -1,
      fails: found.severity === 'error',
    }));
    return { kind: 'parsed', kustomization: read.kustomization, problems };
  },
};

function unreadable(content: Exclude<Content, { kind: 'text' }>): ParsedKustomization {
  const found =
    content.kind === 'bytes'
      ? problem('kustomize.invalid-utf8')
      : tooLargeProblem({ path: '', size: content.size });
  return {
    kind: 'parsed',
    kustomization: undefined,
    problems: [{ problem: found, ordinal: -1, offset: 0, fails: true }],
  };
}

/** The kustomization file at a path without links; an edit that only moves text gives an equal value. */
const fileKustomizationQuery: Query<FileId, ParsedKustomization | PendingTarget> = {
  name: 'fileKustomization',
  equals: deepEqual,
  compute: (file, reader) => {
    const content = contentIdOf(reader, file);
    if (content === undefined) return { kind: 'pending' };
    const parsed = reader.get(kustomizationQuery, content);
    if (parsed.kind === 'pending') return parsed;
    const problems = namedProblems(parsed.problems, file);
    return problems === parsed.problems ? parsed : { ...parsed, problems };
  },
};

/** The content is not loaded yet. */
export interface PendingTarget {
  readonly kind: 'pending';
}

/** Loads the kustomization file of a root; what is wrong inside it is with the target. */
export function loadTarget(
  reader: Reader,
  root: FileId,
  restrictions: LoadRestrictions,
): Target | PendingTarget | Problem {
  const loaded = findKustomizationFile(reader, root, restrictions);
  if (loaded.kind !== 'file') return loaded;
  const parsed = reader.get(fileKustomizationQuery, loaded.file);
  if (parsed.kind === 'pending') return parsed;
  const source: ResourceSource = { file: loaded.file, inside: [], root };
  const failures: Problem[] = [];
  const notes: Problem[] = [];
  for (const found of parsed.problems) {
    const at =
      found.offset >= 0
        ? ({ kind: 'offset', file: loaded.file, offset: found.offset } as const)
        : pointerTo(source, found.ordinal);
    (found.fails ? failures : notes).push(problemAt(found.problem, at));
  }
  const { kustomization } = parsed;
  if (kustomization === undefined) {
    return failures[0] ?? problem('kustomization.empty', {}, { kind: 'file', file: loaded.file });
  }
  return { kind: 'target', root, source, kustomization, failures, notes };
}
