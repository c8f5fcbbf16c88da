import type { BuildCase } from '../../../scripts/oracle/oracle.ts';
import { changeFor, printBuilt } from '../../../scripts/oracle/strata.ts';
import type { Analysis } from '../../src/analysis/analysis.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { rangeOfPointer, type SourcePosition } from '../../src/analysis/sourceRange.ts';
import { splitImage } from '../../src/kustomize/transformers/images.ts';
import type { FieldOrigin, StepKind } from '../../src/yaml/fieldOrigin.ts';
import { field, rawText } from '../../src/yaml/nodes.ts';
import { readObjects } from '../../src/yaml/readObjects.ts';
import type { ResourceNode, ScalarNode } from '../../src/yaml/resourceNode.ts';
import { completed } from '../fixtureAnalysis.ts';
import type { Random } from './generate/random.ts';
import { rootsWith, withoutWinner } from './withoutWinner.ts';

/*
 * Changes of one place that a chain names, and what kustomize has to print then.
 */

/** What a build prints, by document and path. */
export type Printed = ReadonlyMap<string, string>;

/** A fresh value at the place of an origin: it has to stand where the place is named, and nowhere else. */
export interface SentinelProbe {
  readonly kind: 'sentinel';
  readonly input: BuildCase;
  readonly place: string;
  readonly value: string;
  readonly positions: readonly string[];
}

/** The winner taken away: each position has to show what the next link gave. */
export interface RemovalProbe {
  readonly kind: 'removal';
  readonly input: BuildCase;
  readonly place: string;
  readonly step: StepKind;
  readonly expected: ReadonlyMap<string, string>;
}

export type Probe = SentinelProbe | RemovalProbe;

/** What is wrong with what kustomize prints, in words; `undefined` for nothing. */
export function judge(probe: Probe, printed: Printed): string | undefined {
  if (probe.kind === 'sentinel') {
    const found = [...printed].flatMap(([position, value]) =>
      value === probe.value ? [position] : [],
    );
    return JSON.stringify(found.sort()) === JSON.stringify(probe.positions)
      ? undefined
      : `not at ${probe.positions.join(' ')}\nbut at ${found.slice(0, 6).join(' ')}`;
  }
  const wrong = [...probe.expected].filter(([position, value]) => printed.get(position) !== value);
  return wrong.length === 0
    ? undefined
    : wrong
        .slice(0, 3)
        .map(([at, value]) => `at ${at}\n  not ${value}\n  but ${printed.get(at)}`)
        .join('\n');
}

/** The scalars of an output. */
export function readPrinted(output: string): Printed {
  return new Map(
    readObjects(output)
      .documents.flatMap(({ root }, index) => scalarsOf(root, [index], []))
      .map(({ path, node }) => [path.join('/'), node.value]),
  );
}

/** A case with what it renders to. */
export interface RenderedCase {
  readonly input: BuildCase;
  readonly analysis: Analysis;
  readonly scalars: readonly RenderedScalar[];
}

interface RenderedScalar {
  readonly position: string;
  readonly path: Path;
  readonly node: ScalarNode;
  readonly origin: FieldOrigin;
}

type Path = readonly (string | number)[];

/** Renders a case, in the order of its resources; `undefined` where kustomize, too, cannot. */
export function render(original: BuildCase): RenderedCase | undefined {
  const input: BuildCase = { ...original, options: { ...original.options, reorder: 'none' } };
  const host = new AnalysisHost();
  host.apply(changeFor(input));
  const analysis = host.analysis();
  const restrictions = input.options?.loadRestrictions === 'none' ? 'none' : 'root';
  const built = completed(
    analysis.build(input.target === '.' ? '' : input.target, { restrictions, reorder: 'none' }),
  );
  if (printBuilt(built).kind === 'failed' || built.gaps.length > 0) return undefined;
  const scalars = built.resources.flatMap((resource, index) =>
    scalarsOf(resource.node, [index], []).map(({ path, node }) => ({
      position: path.join('/'),
      path,
      node,
      origin: resource.originOf(node),
    })),
  );
  return { input, analysis, scalars };
}

/** What tells objects and items of lists apart: changing it changes what meets what. */
const identity = new Set([
  'kind',
  'apiVersion',
  'name',
  'namespace',
  'containerPort',
  'port',
  'mountPath',
  'key',
  'ip',
  'topologyKey',
  'type',
  'devicePath',
  'protocol',
  'uid',
  'group',
  'version',
  'generateName',
]);

const plain = /^(?:[A-Za-z][\w./:-]*|[1-9]\d*)$/;
const amount = /^\d+(?:m|[KMGTP]i?)$/;
const truth = /^(?:true|false|null|yes|no|on|off|y|n)$/i;

/** Probes of at most so many places of a case. */
export function sentinelProbes(
  { input, analysis, scalars }: RenderedCase,
  random: Random,
  most: number,
): readonly SentinelProbe[] {
  const groups = [
    ...Map.groupBy(scalars, ({ origin }) => JSON.stringify(origin.writtenAt)).values(),
  ].filter((group) =>
    group.every(
      ({ node, path, origin: { by } }) =>
        plain.test(node.value) &&
        by.kind !== 'images' &&
        !path.some((step) => identity.has(String(step))),
    ),
  );
  return random.some(groups, most, most).flatMap((group, index): SentinelProbe[] => {
    const writtenAt = group[0]?.origin.writtenAt;
    if (writtenAt?.kind !== 'node' && writtenAt?.kind !== 'inside') return [];
    const { file, start, end } = completed(
      analysis.ask((reader) => rangeOfPointer(reader, writtenAt)),
    );
    const text = input.files[file] ?? '';
    const from = offsetOf(text, start);
    const written = text.slice(from, offsetOf(text, end));
    if (!group.every(({ node }) => node.value === written) || truth.test(written)) return [];
    const value = /^\d/.test(written) ? `${7_700_000 + index}` : `sentinel-${index}`;
    const changed = text.slice(0, from) + value + text.slice(from + written.length);
    return [
      {
        kind: 'sentinel',
        input: { ...input, files: { ...input.files, [file]: changed } },
        value,
        positions: group.map(({ position }) => position).sort(),
        place: `${file}:${start.line + 1}`,
      },
    ];
  });
}

/** Probes that take a winner away, of at most so many places for each kind of step. */
export function removalProbes(
  rendered: RenderedCase,
  random: Random,
  most: number,
): readonly RemovalProbe[] {
  const { scalars } = rendered;
  const overriding = scalars.filter(({ origin }) => origin.previous !== undefined);
  const winners = [
    ...Map.groupBy(overriding, ({ origin: { by, writtenAt } }) =>
      JSON.stringify([by.kind, by.root, writtenAt]),
    ).values(),
  ];
  const names = namesOf(scalars);
  const byKind = Map.groupBy(winners, (group) => group[0]?.origin.by.kind);
  return [...byKind.values()].flatMap((groups) =>
    random.some(groups, most, most).flatMap((group): readonly RemovalProbe[] => {
      const [first] = group;
      if (first === undefined || !group.every(isRemovable)) return [];
      const step = removal(rendered, group, first, names, nextLink);
      const original = copying.has(first.origin.by.kind) ? originalOf(first, scalars) : undefined;
      // By a name replacements select.
      const isName = original?.path.slice(1).join('/').startsWith('metadata/name') === true;
      const canGo = original !== undefined && !(isName && first.origin.by.kind === 'replacement');
      const source = canGo ? removal(rendered, group, original, names, nextOfOriginal) : undefined;
      return [step, source].filter((one) => one !== undefined);
    }),
  );
}

/** The steps that give a value of another field; what they cite is written by a step of its own. */
const copying: ReadonlySet<StepKind> = new Set<StepKind>(['nameReference', 'replacement', 'var']);

/** The field that a copy cites. */
function originalOf(
  copy: RenderedScalar,
  scalars: readonly RenderedScalar[],
): RenderedScalar | undefined {
  const place = JSON.stringify(copy.origin.writtenAt);
  return scalars.find(
    ({ origin: { by, writtenAt } }) => !copying.has(by.kind) && JSON.stringify(writtenAt) === place,
  );
}

/** Takes away what wrote one field, which all of a group cite. */
function removal(
  { input }: RenderedCase,
  group: readonly RenderedScalar[],
  { origin, path }: RenderedScalar,
  names: ReadonlyMap<string, number>,
  next: (winner: FieldOrigin) => string | undefined,
): RemovalProbe | undefined {
  if (!group.some((one) => isChanged(one, next(one.origin)))) return undefined;
  const files = withoutWinner(input.files, origin, path.slice(1));
  if (files === undefined) return undefined;
  const expected = new Map<string, string>();
  for (const { position, node, origin: own } of group) {
    const value = next(own);
    // A text with vars is expanded once it comes to light, and a number or a truth is written in another form.
    if (value === undefined || (own.by.kind !== 'var' && !isPlain(value))) return undefined;
    const isSameImage =
      own.by.kind === 'images' && splitImage(node.value).name === splitImage(value).name;
    if (isImageNamed(rootsWith(files, 'images', isSameImage ? own.by.root : undefined), value))
      return undefined;
    const bearers = names.get(value) ?? 0;
    if (bearers > (copying.has(own.by.kind) ? 1 : 0)) return undefined;
    expected.set(position, value);
  }
  const changed = { ...input, files };
  if (render(changed) === undefined) return undefined;
  const step = group[0]?.origin.by.kind ?? origin.by.kind;
  const { kind, root } = origin.by;
  const what = step === kind ? step : `${step} of what ${kind} wrote`;
  const place = `${what} in ${root}, ${JSON.stringify(origin.writtenAt)}`;
  return { kind: 'removal', input: changed, step, expected, place };
}

/** What a copy shows once the last writer of what it copies is gone; `undefined` where then nothing is copied. */
function nextOfOriginal({ by, previous, writtenAt }: FieldOrigin): string | undefined {
  const isCopy =
    previous?.by.kind === by.kind && (by.kind !== 'replacement' || previous.by.root === by.root);
  return isCopy && JSON.stringify(previous.writtenAt) !== JSON.stringify(writtenAt)
    ? previous.gave?.value
    : undefined;
}

function isChanged({ node }: RenderedScalar, next: string | undefined): boolean {
  return next !== undefined && next !== node.value;
}

/**
 * All that objects are and were called, and how many of one kind were: where a value gives way to such a name, a reference
 * follows the object instead, and of two it is not known which.
 */
function namesOf(scalars: readonly RenderedScalar[]): ReadonlyMap<string, number> {
  const kinds = new Map(
    scalars.flatMap(({ path, node }) =>
      path.length === 2 && path[1] === 'kind' ? [[path[0], node.value] as const] : [],
    ),
  );
  const bearers = new Map<string, Map<string, number>>();
  for (const { path, node, origin } of scalars) {
    if (path.slice(1).join('/') !== 'metadata/name') continue;
    const names = new Set([node.value]);
    for (let link = origin.previous; link !== undefined; link = link.previous)
      if (link.gave !== undefined) names.add(link.gave.value);
    const kind = kinds.get(path[0]) ?? '';
    for (const name of names) {
      const byKind = bearers.get(name) ?? new Map<string, number>();
      bearers.set(name, byKind.set(kind, (byKind.get(kind) ?? 0) + 1));
    }
  }
  return new Map([...bearers].map(([name, byKind]) => [name, Math.max(...byKind.values())]));
}

/** Whether an entry of `images` names a text, and would go on with it under that name. */
function isImageNamed(lists: readonly ResourceNode[], text: string): boolean {
  return lists.some(
    (images) =>
      images.kind === 'sequence' &&
      images.items.some((item) => text.startsWith(rawText(field(item, 'name')))),
  );
}

function isPlain(value: string): boolean {
  return amount.test(value) || (plain.test(value) && !truth.test(value));
}

/** Without what tells objects and items apart nothing meets any more; a step that renames is no such loss. */
function isRemovable({ path, origin }: RenderedScalar): boolean {
  return origin.by.kind !== 'patch' || !path.some((step) => identity.has(String(step)));
}

/** What the chain says below all that goes with the winner. */
function nextLink(winner: FieldOrigin): string | undefined {
  const goes = (link: FieldOrigin): boolean =>
    winner.by.kind === 'replacement' || winner.by.kind === 'var'
      ? link.by.kind === winner.by.kind &&
        (winner.by.kind === 'var' || link.by.root === winner.by.root)
      : JSON.stringify(link.writtenAt) === JSON.stringify(winner.writtenAt);
  // A hash says where the name stands that it follows, and nothing of its own.
  if (winner.by.kind === 'nameReference' && winner.previous && goes(winner.previous))
    return undefined;
  let link = winner.previous;
  while (link !== undefined && goes(link)) link = link.previous;
  for (let deeper = link; deeper !== undefined; deeper = deeper.previous)
    if (goes(deeper)) return undefined;
  return link?.gave?.value;
}

function offsetOf(text: string, { line, column }: SourcePosition): number {
  let offset = 0;
  for (let left = line; left > 0; left -= 1) offset = text.indexOf('\n', offset) + 1;
  return offset + column;
}

interface PlacedScalar {
  readonly path: Path;
  readonly node: ScalarNode;
}

function scalarsOf(node: ResourceNode, path: Path, found: PlacedScalar[]): readonly PlacedScalar[] {
  if (node.kind === 'scalar') found.push({ path, node });
  if (node.kind === 'map')
    node.values.forEach((value, index) =>
      scalarsOf(value, [...path, node.keys[index] ?? ''], found),
    );
  if (node.kind === 'sequence')
    node.items.forEach((item, index) => scalarsOf(item, [...path, index], found));
  return found;
}
