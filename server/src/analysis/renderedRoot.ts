import type { RenderedApplication } from '../delivery/application.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { RedactedYaml } from '../protocol/redactedYaml.ts';
import {
  isSecret,
  joinRedacted,
  newMasks,
  writeRedacted,
  writeRedactedWithLines,
  type Masks,
} from '../secrets/redact.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { PrintedNode } from '../yaml/canonical.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import type { YamlProblem } from '../yaml/yamlProblem.ts';
import { chainAnswer, mapAnswer, type Answer } from './answer.ts';
import {
  defaultRenderOptions,
  type Analysis,
  type RenderOptions,
  type RenderSource,
} from './analysis.ts';
import type { NodePath } from './fieldPath.ts';
import { printLines, printText, type PrintedCache } from './printed.ts';
import { keptTextsOf, masksOfTrees } from './keptTexts.ts';
import { nameOf, resourceText, type ResourceName } from './resourceName.ts';

/** A root or an application as it is rendered, and what stood in the way. */
export interface RenderedRoot {
  /** In the order of the output. */
  readonly resources: readonly RenderedResource[];
  /** Where kustomize would fail, the first one first; empty where it builds. */
  readonly failures: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly gaps: readonly RenderGap[];
}

/** One rendered object. */
export interface RenderedResource {
  readonly name: ResourceName;
  /** `Kind[.group]/[namespace/]name`. */
  readonly label: string;
  /** As kustomize prints it, without the values of a Secret; ends with a line break. */
  readonly yaml: RedactedYaml;
  /** The line of the whole output where it begins, from 0. */
  readonly line: number;
  /** In the order of the text; outer nodes come before those in them. */
  readonly nodes: readonly RenderedNode[];
}

/** A printed node. Lines count from 0 in the object's own text, columns in characters. */
export interface RenderedNode {
  readonly line: number;
  readonly column: number;
  /** The line of its key: one above where the value is a map or a list. */
  readonly keyLine: number;
  readonly path: NodePath;
  readonly kind: 'scalar' | 'map' | 'sequence';
  /** Who wrote it; `chainOf` makes places of it. */
  readonly origin: FieldOrigin;
}

/** Who gives masks to values of Secrets: texts of one account can be compared, as equal values have equal masks in all. */
export type MaskAccount = Masks;

/** A new account, which has given no mask yet. */
export function newMaskAccount(): MaskAccount {
  return newMasks();
}

/** A root with the nodes of each line. */
export function renderedRoot(
  analysis: Analysis,
  source: RenderSource,
  options: RenderOptions = defaultRenderOptions,
  account: MaskAccount = newMasks(),
): Answer<RenderedRoot> {
  const masks = masksOfTrees(() => [analysis], account);
  return mapAnswer(renderedWithKept(analysis, source, options), (built) => {
    let line = 0;
    const { parts, failures } = printAll(built, (resource) => {
      const printed = renderResource(resource, masks, analysis.printed, line);
      if ('yaml' in printed) line += countLines(printed.yaml) + 1;
      return printed;
    });
    const { gaps } = built;
    const sure = { failures: sureOnes(failures, built), notes: sureOnes(built.notes, built) };
    return { resources: parts, ...sure, gaps };
  });
}

/** What is rendered, once it is known what of it must not be shown. */
function renderedWithKept(
  analysis: Analysis,
  source: RenderSource,
  options: RenderOptions,
): ReturnType<Analysis['render']> {
  return chainAnswer(analysis.render(source, options), (built) =>
    mapAnswer(
      keptTextsOf(
        analysis,
        built.resources.map(({ node }) => node),
      ),
      () => built,
    ),
  );
}

/** The text of what renders to nothing. */
export function noText(): RedactedYaml {
  return joinRedacted([]);
}

/** The text of a root: what kustomize prints, without the values of Secrets, and what stood in the way. */
export interface RenderedText {
  readonly yaml: RedactedYaml;
  readonly resourceCount: number;
  readonly failures: readonly Problem[];
  readonly notes: readonly Problem[];
  readonly gaps: readonly RenderGap[];
}

/** The text of a root; what did not change since the last time is not printed again. */
export function renderedText(
  analysis: Analysis,
  source: RenderSource,
  options: RenderOptions = defaultRenderOptions,
  account: MaskAccount = newMasks(),
): Answer<RenderedText> {
  const masks = masksOfTrees(() => [analysis], account);
  return mapAnswer(renderedWithKept(analysis, source, options), (built) => {
    const { parts, failures } = printAll(built, (resource) =>
      writeRedacted(resource.node, masks, (node) => printText(analysis.printed, node)),
    );
    const { notes, gaps } = built;
    const yaml = joinRedacted(parts.map((part) => part.yaml));
    return { yaml, resourceCount: parts.length, failures, notes, gaps };
  });
}

/** What stood in the way of a root, and what does nothing in it. */
export function findingsOf(
  analysis: Analysis,
  source: RenderSource,
  options: RenderOptions,
): Answer<Pick<RenderedRoot, 'failures' | 'notes'>> {
  return mapAnswer(analysis.render(source, options), (built) => {
    const { failures } = printAll(built, ({ node }) => printText(analysis.printed, node));
    return { failures: sureOnes(failures, built), notes: sureOnes(built.notes, built) };
  });
}

/**
 * Without those that say that nothing is there, where objects are missing: a remote base that is not fetched, a chart or a
 * program that is not run may bring what an entry is for.
 */
function sureOnes(
  problems: readonly Problem[],
  { gaps }: Pick<RenderedApplication, 'gaps'>,
): readonly Problem[] {
  const lacksObjects = gaps.some(({ kind }) => /^(?:remote|chart|exec|file|content)$/.test(kind));
  return lacksObjects ? problems.filter(({ code }) => !aboutNothing.has(code)) : problems;
}

const aboutNothing: ReadonlySet<Problem['code']> = new Set<Problem['code']>([
  'kustomize.generator-nothing-to-merge',
  'kustomize.no-match-for-patch',
  'kustomize.no-match-for-patch-but',
  'kustomize.replacement-source-not-found',
  'kustomize.var-without-object',
  'kustomize.image-matches-nothing',
  'kustomize.image-matches-nothing-but',
  'kustomize.patch-matches-nothing',
  'kustomize.patch-matches-nothing-but',
  'kustomize.replicas-match-nothing',
  'kustomize.replicas-match-nothing-but',
]);

/** Prints every object of a build; what cannot be printed is left out, and kustomize fails with it. */
export function printAll<Part extends object>(
  built: RenderedApplication,
  print: (resource: Resource) => Part | { readonly problem: YamlProblem },
): { readonly parts: readonly Part[]; readonly failures: readonly Problem[] } {
  const parts: Part[] = [];
  const failures = [...built.failures];
  for (const resource of built.resources) {
    const printed = print(resource);
    if ('problem' in printed) failures.push(unprintable(resource, printed.problem));
    else parts.push(printed);
  }
  return { parts, failures };
}

/** That an object cannot be printed, without a value of it where that could be a secret. */
export function unprintable(resource: Resource, { message }: YamlProblem): Problem {
  const id = resourceText(nameOf(resource));
  // What go-yaml says can have the value in it.
  const told = isSecret(resource.node) ? 'a value cannot be written as YAML' : message;
  const { writtenAt } = resource.originOf(resource.node);
  return problem('kustomize.unprintable', { id, message: told }, writtenAt);
}

function renderResource(
  resource: Resource,
  masks: Masks,
  cache: PrintedCache,
  line: number,
): RenderedResource | { readonly problem: YamlProblem } {
  const printed = writeRedactedWithLines(resource.node, masks, (node) => printLines(cache, node));
  if ('problem' in printed) return printed;
  const name = nameOf(resource);
  return {
    name,
    label: resourceText(name),
    yaml: printed.yaml,
    line,
    nodes: printed.nodes.map((node) => renderedNode(node, resource)),
  };
}

/** A printed node with its origin. */
export function renderedNode(
  { line, column, node, path }: PrintedNode,
  resource: Resource,
): RenderedNode {
  const kind = node.kind === 'alias' ? 'scalar' : node.kind;
  return {
    line,
    column,
    keyLine: keyLine(line, node, path),
    path,
    kind,
    origin: resource.originOf(node),
  };
}

/** A map or a list that has content begins below its key; an item and a scalar stand beside it. */
function keyLine(line: number, node: PrintedNode['node'], path: NodePath): number {
  const isBelow =
    (node.kind === 'map' && node.keys.length > 0) ||
    (node.kind === 'sequence' && node.items.length > 0);
  return isBelow && typeof path.at(-1) === 'string' ? line - 1 : line;
}

function countLines(text: string): number {
  let count = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
