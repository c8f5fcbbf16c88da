import { afterAll, beforeAll, expect, test } from 'vitest';
import { Oracle, type BuildCase } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { changeFor } from '../../../scripts/oracle/strata.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { rangeOfPointer, type SourcePosition } from '../../src/analysis/sourceRange.ts';
import type { FieldOrigin } from '../../src/yaml/fieldOrigin.ts';
import { readObjects } from '../../src/yaml/readObjects.ts';
import type { ResourceNode, ScalarNode } from '../../src/yaml/resourceNode.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { completed } from '../fixtureAnalysis.ts';
import { repositoryCases } from '../repositoryCases.ts';
import { Random } from './generate/random.ts';

/*
 * A chain is right if it is causal, and kustomize is the judge: what is changed at the place that a chain names is changed
 * at the fields that name the place, and nowhere else; and without the winner the next link surfaces.
 */

/** A change of one source, and where its value has to stand in what kustomize then prints. */
interface Probe {
  readonly input: BuildCase;
  readonly value: string;
  readonly positions: readonly string[];
  /** Whether the value may stand elsewhere as well. */
  readonly among: boolean;
  readonly place: string;
}

interface RenderedScalar {
  readonly position: string;
  readonly path: readonly (string | number)[];
  readonly node: ScalarNode;
  readonly origin: FieldOrigin;
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

describeWith('origins', await oraclePath(), { tests: 1 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program, { workers: 2 });
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('are causal: kustomize puts a value where the chain says, and the next link comes to light', async () => {
    const most = howMany({ fixed: 400, long: 6_000 });
    const random = new Random(testSeed() * 1_000_003);
    const cases = repositoryCases();
    const probes: Probe[] = [];
    const perCase = Math.ceil((most / cases.length) * 4);
    for (const input of random.some(cases, cases.length, cases.length)) {
      probes.push(...random.some(probesOf(input), 0, perCase));
    }
    const chosen = random.some(probes, most, most);
    const wrong: string[] = [];
    let index = 0;
    let removed = 0;
    for await (const built of oracle.builds(chosen.map(({ input }) => input))) {
      const probe = chosen[index];
      index += 1;
      if (probe === undefined) continue;
      removed += probe.among ? 1 : 0;
      const found = built.kind === 'ok' ? positionsOf(built.value, probe.value) : [built.failure];
      const isRight = probe.among
        ? probe.positions.every((one) => found.includes(one))
        : JSON.stringify(found) === JSON.stringify(probe.positions);
      if (!isRight) {
        wrong.push(
          `${probe.input.target}: ${probe.place} → ${probe.value}\n  ${JSON.stringify(probe.positions)}\n  ${JSON.stringify(found.slice(0, 6))}`,
        );
      }
    }
    process.stdout.write(
      `probes of origins: ${index}, ${removed} of them without the winner; ${wrong.length} wrong\n`,
    );
    expect(wrong.join('\n')).toBe('');
    expect(index).toBeGreaterThan(most / 4);
  });
});

/** A probe for every place that can be changed on its own. */
function probesOf(input: BuildCase): readonly Probe[] {
  const host = new AnalysisHost();
  host.apply(changeFor(input));
  const analysis = host.analysis();
  const built = completed(analysis.build(input.target));
  if (built.failures.length > 0 || built.gaps.length > 0) return [];
  const scalars = built.resources.flatMap((resource, index) =>
    scalarsOf(resource.node, [], []).map(({ path, node }): RenderedScalar => ({
      position: `${index}${path.map((step) => `/${step}`).join('')}`,
      path,
      node,
      origin: resource.originOf(node),
    })),
  );
  const groups = new Map<string, RenderedScalar[]>();
  for (const one of scalars) {
    const key = JSON.stringify(one.origin.writtenAt);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()].flatMap((group, index) => {
    const [first] = group;
    if (first === undefined) return [];
    const { writtenAt } = first.origin;
    if (writtenAt.kind !== 'node' && writtenAt.kind !== 'inside') return [];
    const { file, start, end } = completed(
      analysis.ask((reader) => rangeOfPointer(reader, writtenAt)),
    );
    const text = input.files[file] ?? '';
    const from = offsetOf(text, start);
    const written = text.slice(from, offsetOf(text, end));
    const isCopied = group.every(
      ({ node, path, origin: { by } }) =>
        node.value === written &&
        plain.test(written) &&
        by.kind !== 'images' &&
        !path.some((step) => identity.has(String(step))),
    );
    if (!isCopied || /^(true|false|null|yes|no|on|off|y|n)$/i.test(written)) return [];
    const place = `${file}:${start.line + 1}`;
    const put = (changed: string): BuildCase => ({
      ...input,
      files: { ...input.files, [file]: changed },
    });
    const value = /^\d/.test(written) ? `${7_700_000 + index}` : `sentinel-${index}`;
    const replaced: Probe = {
      input: put(text.slice(0, from) + value + text.slice(from + written.length)),
      value,
      positions: group.map(({ position }) => position).sort(),
      among: false,
      place,
    };
    const without = withoutLine(text, start.line);
    const before = first.origin.previous?.gave?.value;
    return group.length === 1 &&
      before !== undefined &&
      first.origin.by.kind === 'patch' &&
      without !== undefined
      ? [
          replaced,
          {
            input: put(without),
            value: before,
            positions: [first.position],
            among: true,
            place: `${place} removed`,
          },
        ]
      : [replaced];
  });
}

/** Without a line `key: value`, where another key beside it keeps the map; the `value` of an operation cannot go alone. */
function withoutLine(text: string, line: number): string | undefined {
  const lines = text.split('\n');
  const indent = /^( *)(?!value:)[\w./-]+: \S+$/.exec(lines[line] ?? '')?.[1];
  if (indent === undefined) return undefined;
  const isBeside = (other: string | undefined): boolean =>
    other !== undefined && /^( *)[\w./-]+: \S+$/.exec(other)?.[1] === indent;
  return isBeside(lines[line - 1]) || isBeside(lines[line + 1])
    ? lines.toSpliced(line, 1).join('\n')
    : undefined;
}

function offsetOf(text: string, { line, column }: SourcePosition): number {
  let offset = 0;
  for (let left = line; left > 0; left -= 1) offset = text.indexOf('\n', offset) + 1;
  return offset + column;
}

function scalarsOf(
  node: ResourceNode,
  path: readonly (string | number)[],
  found: { readonly path: readonly (string | number)[]; readonly node: ScalarNode }[],
): readonly { readonly path: readonly (string | number)[]; readonly node: ScalarNode }[] {
  if (node.kind === 'scalar') found.push({ path, node });
  if (node.kind === 'map')
    node.values.forEach((value, index) =>
      scalarsOf(value, [...path, node.keys[index] ?? ''], found),
    );
  if (node.kind === 'sequence')
    node.items.forEach((item, index) => scalarsOf(item, [...path, index], found));
  return found;
}

/** Where a value stands in an output, as document and path. */
function positionsOf(output: string, value: string): readonly string[] {
  return readObjects(output)
    .documents.flatMap(({ root }, index) =>
      scalarsOf(root, [], []).flatMap(({ path, node }) =>
        node.value === value ? [`${index}${path.map((step) => `/${step}`).join('')}`] : [],
      ),
    )
    .sort();
}
