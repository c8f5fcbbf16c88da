import type { SchemaSet } from '../kubernetes/schema.ts';
import { problem, problemAt, type Problem } from '../text/problem.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { FieldOrigin, StepKind } from '../yaml/fieldOrigin.ts';
import { writeScalarInPlace } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { KustomizationProblem } from './kustomizationProblem.ts';
import { wrongKind } from './pathGetter.ts';
import { pointerTo, type Resource, type ResourceSource } from './resource.ts';
import { settleShared } from './sharedScalars.ts';
import type { StepMemo } from './stepMemo.ts';

/**
 * Something that could not be had, so that a part of the result is missing: `ciphertext` is a value that only its key
 * tells, `cluster` is an object that the repository does not hold, and `content` a file whose content git was not given.
 */
export interface RenderGap {
  readonly kind: 'remote' | 'chart' | 'exec' | 'file' | 'ciphertext' | 'cluster' | 'content';
  /** The address, the chart, the plugin, the path, or the object and its key. */
  readonly detail: string;
  readonly at: Problem['at'];
  /** What would be rendered otherwise, where that is known: while it stays the same, so does what is missing. */
  readonly otherwise?: string | undefined;
}

/** Where a build tells what it met; the build goes on. */
export interface Report {
  /** Kustomize would fail here. */
  readonly fail: (problem: Problem) => void;
  /** Worth saying, no failure. */
  readonly note: (problem: Problem) => void;
  /** A part that cannot be rendered; kustomize, offline, would fail here too. */
  readonly gap: (gap: RenderGap, problem: Problem) => void;
  /** How much was reported so far. */
  readonly count: () => number;
}

/** What a transformer needs to know beside its configuration. */
export interface StepContext {
  /** The kustomization root that asks for the step. */
  readonly root: FileId;
  /** Where the configuration of the step stands. */
  readonly source: ResourceSource;
  readonly report: Report;
  readonly schemas: SchemaSet;
  /** What steps made of the same resources before; `undefined` remembers nothing. */
  readonly memo: StepMemo | undefined;
}

/** Reports what was met while a file of settings was read: kustomize goes on where a key is written twice. */
export function reportRead(
  problems: readonly KustomizationProblem[],
  source: ResourceSource,
  report: Report,
): void {
  for (const { code, parameters, ordinal, severity } of problems) {
    const found = problem(code, parameters, pointerTo(source, ordinal));
    if (severity === 'error') report.fail(found);
    else report.note(found);
  }
}

/** The origin of what a step writes, from the ordinal of its configuration. */
export function stepOrigin(
  context: StepContext,
  kind: StepKind,
  ordinal: number,
  previous: FieldOrigin | undefined,
): FieldOrigin {
  return {
    writtenAt: pointerTo(context.source, ordinal),
    by: { kind, root: context.root },
    previous,
  };
}

/** Sets a scalar as `FieldSetter` without a name does: the old style stays, what is no scalar is a problem. */
export function setScalar(
  node: ResourceNode,
  value: string,
  tag: string,
  origin: FieldOrigin,
): ResourceNode | Problem {
  return wrongKind(node, 'scalar') ?? writeScalarInPlace(node, { value, tag, origin });
}

/** Applies a change to a resource; a problem is told at `ordinal` and leaves the resource as it was. */
export function change(
  resource: Resource,
  context: StepContext,
  ordinal: number,
  update: (node: ResourceNode) => ResourceNode | Problem,
): Resource {
  const next = update(resource.node);
  if (next.kind === 'problem') {
    context.report.fail(problemAt(next, pointerTo(context.source, ordinal)));
    return resource;
  }
  return next === resource.node ? resource : settleShared(resource.with(next));
}
