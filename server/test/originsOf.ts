import { appendFileSync } from 'node:fs';
import type { BuildCase } from '../../scripts/oracle/oracle.ts';
import {
  defaultRenderOptions,
  type Analysis,
  type RenderOptions,
} from '../src/analysis/analysis.ts';
import { AnalysisHost } from '../src/analysis/analysisHost.ts';
import { chainOf } from '../src/analysis/chain.ts';
import { layers } from '../src/analysis/layers.ts';
import { rangeOfPointer } from '../src/analysis/sourceRange.ts';
import { parentOf } from '../src/kustomize/files.ts';
import { describeId, type Resource } from '../src/kustomize/resource.ts';
import type { Reader } from '../src/query/database.ts';
import { diagnosticRow, type DiagnosticRow } from '../src/text/diagnostics.ts';
import { englishMessage } from '../src/text/messages.ts';
import type { Problem } from '../src/text/problem.ts';
import type { FileId } from '../src/text/sourcePointer.ts';
import { writeCanonicalWithLines, type PrintedNode } from '../src/yaml/canonical.ts';
import type { FieldOrigin } from '../src/yaml/fieldOrigin.ts';
import { parseFixture } from './fixture.ts';
import { changeOf, completed } from './fixtureAnalysis.ts';

/** How a fixture is rendered. */
export interface RenderedFixtureOptions extends Partial<RenderOptions> {
  /** Where it is left out: the only root that nobody names. */
  readonly root?: FileId;
  /** Path to target, as links hold it. */
  readonly links?: Readonly<Record<string, string>>;
  /** The object to show, `Kind[.group]/[namespace/]name`; where it is left out, all. */
  readonly only?: string;
  /** Why kustomize makes something else of the fixture, which is then not compared with it. */
  readonly deviates?: string;
}

/**
 * What a root of a fixture renders to. Behind each line that a step wrote stands who wrote it, the winner first, and what
 * the field was before:
 *
 * ```
 *   replicas: 3  # prod/kustomization.yaml:4 replicas < base/web.yaml:5 base = 1
 * ```
 *
 * Lines are counted from 1. What stands as the resource's own file has it has no such words. A step in a file outside of the
 * root that asks for it says which root that is (`web.yaml:1 patch in prod`). Below the YAML stands what kustomize fails
 * with (`fails: …`), and what is worth saying (`note: …`).
 */
export function renderFixture(text: string, options: RenderedFixtureOptions = {}): string {
  const { files } = parseFixture(text);
  const { links = {} } = options;
  const host = new AnalysisHost();
  host.apply(changeOf(files));
  host.apply({
    entries: new Map(
      Object.entries(links).map(([path, target]) => [path, { kind: 'symlink', target }]),
    ),
  });
  const analysis = host.analysis();
  const root = options.root ?? onlyRoot(analysis);
  const render: RenderOptions = { ...defaultRenderOptions, ...options };
  if (options.deviates === undefined) record({ files, links }, root, render);
  const built = completed(analysis.build(root, render));
  checkTable(built.failures, 'fails');
  checkTable(built.notes, 'builds');
  const shown = built.resources.filter(
    ({ id }) => options.only === undefined || describeId(id) === options.only,
  );
  const lines = completed(
    analysis.ask((reader) => [
      shown.map((resource) => printResource(reader, resource)).join('---\n'),
      ...built.failures.map((one) => `fails: ${describeProblem(reader, one)}\n`),
      ...built.notes.map((one) => `note: ${describeProblem(reader, one)}\n`),
    ]),
  );
  return lines.join('').trimEnd();
}

/** Only what stands below the YAML, one finding per item. */
export function findingsInFixture(
  text: string,
  options: RenderedFixtureOptions = {},
): readonly string[] {
  const lines = renderFixture(text, options).split('\n');
  return lines.filter((line) => /^(?:fails|note): /.test(line));
}

/** A chain in words, the winner first; `value` is what the field is in the end. */
export function chainText(reader: Reader, origin: FieldOrigin, value?: string): string {
  return chainOf(reader, origin, value)
    .map(({ range, step, root, value: written }, index) => {
      const place = `${range.file}:${range.start.line + 1} ${step}`;
      const asker = parentOf(range.file) === root ? '' : ` in ${root === '' ? '.' : root}`;
      const isKnown = index > 0 && written !== undefined;
      return `${place}${asker}${isKnown ? ` = ${JSON.stringify(written)}` : ''}`;
    })
    .join(' < ');
}

/** The root that no other one names, and that can be built. */
function onlyRoot(analysis: Analysis): FileId {
  const top = completed(layers(analysis)).filter(
    ({ role, users }) => role !== 'component' && users.length === 0,
  );
  const [only] = top;
  if (only === undefined || top.length > 1) {
    throw new Error(`Say which root: ${top.map(({ root }) => root).join(', ')}`);
  }
  return only.root;
}

function printResource(reader: Reader, resource: Resource): string {
  const printed = writeCanonicalWithLines(resource.node);
  if ('problem' in printed) return `cannot be printed: ${printed.problem.message}\n`;
  const words = new Map<number, Set<string>>();
  for (const node of printed.nodes) {
    const chain = wordsOf(reader, resource, node);
    if (chain === undefined) continue;
    const line = keyLineOf(node);
    words.set(line, (words.get(line) ?? new Set()).add(chain));
  }
  return printed.text
    .split('\n')
    .map((line, index) => {
      const chains = words.get(index);
      return chains === undefined ? line : `${line}  # ${[...chains].join(' and ')}`;
    })
    .join('\n');
}

/** Who wrote a node; `undefined` where it stands so in the resource's own file. */
function wordsOf(
  reader: Reader,
  resource: Resource,
  { node, path }: PrintedNode,
): string | undefined {
  const origin = resource.originOf(node);
  const isUntouched = origin.by.kind === 'base' && origin.previous === undefined;
  if (path.length === 0 || isUntouched) return undefined;
  return chainText(reader, origin);
}

/** A map or a list that has content begins below its key; an item and a scalar stand beside it. */
function keyLineOf({ line, node, path }: PrintedNode): number {
  const isBelow =
    (node.kind === 'map' && node.keys.length > 0) ||
    (node.kind === 'sequence' && node.items.length > 0);
  return isBelow && typeof path.at(-1) === 'string' ? line - 1 : line;
}

/** What the table of codes says of a problem has to be what the build says of it. */
function checkTable(problems: readonly Problem[], kustomize: DiagnosticRow['kustomize']): void {
  for (const { code } of problems) {
    if (diagnosticRow(code).kustomize !== kustomize) {
      throw new Error(`The table says something else of ${code} than that kustomize ${kustomize}`);
    }
  }
}

function describeProblem(reader: Reader, problem: Problem): string {
  const { at, code } = problem;
  const range = at === undefined ? undefined : rangeOfPointer(reader, at);
  const place = range === undefined ? '' : `${range.file}:${range.start.line + 1} `;
  return `${place}${code}: ${englishMessage(problem)}`;
}

/** Writes the fixture down where `$STRATA_FIXTURE_LOG` says, so that kustomize can build it as well. */
function record(
  { files, links }: { readonly files: ReadonlyMap<string, string>; readonly links: object },
  target: FileId,
  { restrictions, reorder }: RenderOptions,
): void {
  const log = process.env.STRATA_FIXTURE_LOG;
  if (log === undefined) return;
  const input: BuildCase = {
    files: Object.fromEntries(files),
    symlinks: { ...links },
    target: target === '' ? '.' : target,
    options: {
      loadRestrictions: restrictions === 'none' ? 'none' : 'rootOnly',
      reorder: reorder === 'none' ? 'none' : 'legacy',
    },
  };
  appendFileSync(log, `${JSON.stringify(input)}\n`);
}
