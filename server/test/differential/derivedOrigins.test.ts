import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Oracle, type BuildCase } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { changeFor } from '../../../scripts/oracle/strata.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { rangeOfPointer, type SourcePosition } from '../../src/analysis/sourceRange.ts';
import type { FieldOrigin, StepKind } from '../../src/yaml/fieldOrigin.ts';
import { readObjects } from '../../src/yaml/readObjects.ts';
import type { ResourceNode, ScalarNode } from '../../src/yaml/resourceNode.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { completed } from '../fixtureAnalysis.ts';
import { repositoryCases } from '../repositoryCases.ts';
import { Random } from './generate/random.ts';

/*
 * Values that are no copies of what stands at their origin, but made of it: which steps make them is a closed list, and
 * kustomize shows for each that the value follows its origin.
 */

/** The steps that make a value of what stands at its origin. A base only reads its own blocks and quotes. */
const deriving: ReadonlySet<StepKind> = new Set<StepKind>([
  'generator',
  'hash',
  'images',
  'namePrefix',
  'nameReference',
  'nameSuffix',
  'replacement',
  'var',
]);

interface DerivedScalar {
  /** The document and the path. */
  readonly position: string;
  readonly node: ScalarNode;
  readonly origin: FieldOrigin;
  readonly file: string;
  readonly start: number;
  /** What stands at the origin. */
  readonly written: string;
}

/** What is put at an origin, and where kustomize has to show it. */
interface Probe {
  readonly input: BuildCase;
  readonly sentinel: string;
  readonly positions: readonly string[];
  readonly place: string;
}

describe('what is derived', () => {
  test('is made by the steps of a closed list', () => {
    const others = repositoryCases()
      .flatMap(derivedScalars)
      .filter(({ origin }) => !deriving.has(origin.by.kind))
      .map(
        ({ file, written, node, origin }) =>
          `${origin.by.kind} ${file}: ${written} → ${node.value}`,
      );
    expect([...new Set(others)]).toEqual([]);
  });

  test('has a probe of its own for each step of the list', () => {
    const proven = fixtures().map(({ cites }) => cites.split(' ')[0]);
    expect([...new Set(proven)].sort()).toEqual([...deriving].sort());
  });
});

describeWith('what is derived, to kustomize', await oraclePath(), { tests: 11 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program, { workers: 2 });
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('follows its origin wherever a chain says so, and nowhere else', async () => {
    const most = howMany({ fixed: 150, long: 1_500 });
    const random = new Random(testSeed() * 1_000_003);
    const probes = random.some(repositoryCases().flatMap(probesOf), most, most);
    const wrong: string[] = [];
    let index = 0;
    for await (const built of oracle.builds(probes.map(({ input }) => input))) {
      const probe = probes[index];
      index += 1;
      if (probe === undefined) {
        continue;
      }
      const found =
        built.kind === 'ok' ? positionsOf(built.value, probe.sentinel) : [built.failure];
      if (JSON.stringify(found) !== JSON.stringify(probe.positions)) {
        wrong.push(
          `${probe.input.target}: ${probe.place} → ${probe.sentinel}\n  ${probe.positions.join(' ')}\n  ${found.slice(0, 6).join(' ')}`,
        );
      }
    }
    process.stdout.write(`probes of derived values: ${index}, ${wrong.length} wrong\n`);
    expect(wrong.join('\n')).toBe('');
    expect(index).toBeGreaterThan(30);
  });

  test.each(fixtures())('$name', async ({ files, position, cites, before, after, gives }) => {
    const input: BuildCase = { files, target: '.', options: { reorder: 'none' } };
    const scalar = scalarsOf(input).find((one) => one.position === position);
    expect(scalar && `${scalar.origin.by.kind} ${scalar.file}`).toBe(cites);
    expect(scalar?.written).toContain(before);
    const { file = '', start = 0, written = '' } = scalar ?? {};
    const text = files[file] ?? '';
    const edited =
      text.slice(0, start) + written.replace(before, after) + text.slice(start + written.length);
    const [built] = await oracle.build([{ ...input, files: { ...files, [file]: edited } }]);
    expect(built).toMatchObject({ kind: 'ok' });
    expect(built?.kind === 'ok' ? valueAt(built.value, position) : undefined).toMatch(gives);
  });
});

/** A field of one object, its origin, and what kustomize makes of it once `before` is `after` there. */
interface DerivedFixture {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly position: string;
  /** The step that made the value, and the file of its origin. */
  readonly cites: string;
  readonly before: string;
  readonly after: string;
  readonly gives: RegExp;
}

function fixtures(): readonly DerivedFixture[] {
  const pod = (container: string): string =>
    `apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec:\n  hostname: first\n  containers:\n  - ${container}\n`;
  const kustomization = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
  return [
    {
      name: 'a hash follows the name of its generator',
      files: {
        'kustomization.yaml': 'configMapGenerator: [{name: conf, literals: [a=b]}]\n',
      },
      position: '0/metadata/name',
      cites: 'hash kustomization.yaml',
      before: 'conf',
      after: 'other',
      gives: /^other-[a-z0-9]{10}$/,
    },
    {
      name: 'a name follows its prefix',
      files: {
        'kustomization.yaml': kustomization('resources: [object.yaml]', 'namePrefix: pre-'),
        'object.yaml': pod('{name: app, image: a}'),
      },
      position: '0/metadata/name',
      cites: 'namePrefix kustomization.yaml',
      before: 'pre-',
      after: 'other-',
      gives: /^other-web$/,
    },
    {
      name: 'a name follows its suffix',
      files: {
        'kustomization.yaml': kustomization('resources: [object.yaml]', 'nameSuffix: -suf'),
        'object.yaml': pod('{name: app, image: a}'),
      },
      position: '0/metadata/name',
      cites: 'nameSuffix kustomization.yaml',
      before: '-suf',
      after: '-other',
      gives: /^web-other$/,
    },
    {
      name: 'a reference follows the prefix of what it refers to',
      files: {
        'kustomization.yaml': kustomization(
          'resources: [object.yaml]',
          'namePrefix: pre-',
          'configMapGenerator:',
          '- {name: conf, literals: [a=b], options: {disableNameSuffixHash: true}}',
        ),
        'object.yaml': pod('{name: app, image: a, envFrom: [{configMapRef: {name: conf}}]}'),
      },
      position: '0/spec/containers/0/envFrom/0/configMapRef/name',
      cites: 'nameReference kustomization.yaml',
      before: 'pre-',
      after: 'other-',
      gives: /^other-conf$/,
    },
    {
      name: 'the value of a Secret is the base64 of its literal',
      files: { 'kustomization.yaml': 'secretGenerator: [{name: cred, literals: [a=visible]}]\n' },
      position: '0/data/a',
      cites: 'generator kustomization.yaml',
      before: 'visible',
      after: 'other',
      gives: /^b3RoZXI=$/,
    },
    {
      name: 'a line of an env file is its value',
      files: {
        'kustomization.yaml': 'configMapGenerator: [{name: conf, envs: [settings.env]}]\n',
        'settings.env': '# comment\n\nA=first\nB=x\n',
      },
      position: '0/data/A',
      cites: 'generator settings.env',
      before: 'first',
      after: 'other',
      gives: /^other$/,
    },
    {
      name: 'an image follows its digest',
      files: {
        'kustomization.yaml': kustomization(
          'resources: [object.yaml]',
          "images: [{name: nginx, newName: mirror/nginx, digest: 'sha256:aaaa'}]",
        ),
        'object.yaml': pod("{name: app, image: 'nginx:1'}"),
      },
      position: '0/spec/containers/0/image',
      cites: 'images kustomization.yaml',
      before: 'sha256:aaaa',
      after: 'sha256:bbbb',
      gives: /^mirror\/nginx@sha256:bbbb$/,
    },
    {
      name: 'a part of a text follows the source of its replacement',
      files: {
        'kustomization.yaml': kustomization(
          'resources: [object.yaml]',
          'replacements:',
          '- source: {kind: Pod, name: web, fieldPath: spec.hostname}',
          '  targets:',
          '  - select: {kind: Pod}',
          '    fieldPaths: [spec.containers.0.image]',
          "    options: {delimiter: ':', index: 1}",
        ),
        'object.yaml': pod("{name: app, image: 'nginx:1'}"),
      },
      position: '0/spec/containers/0/image',
      cites: 'replacement object.yaml',
      before: 'first',
      after: 'other',
      gives: /^nginx:other$/,
    },
    {
      name: 'a value inside a YAML text follows the source of its replacement',
      files: {
        'kustomization.yaml': kustomization(
          'resources: [object.yaml]',
          'replacements:',
          '- sourceValue: first',
          '  targets: [{select: {kind: ConfigMap}, fieldPaths: [data.config.a]}]',
        ),
        'object.yaml':
          'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: conf}\ndata: {config: "a: x\\nb: y\\n"}\n',
      },
      position: '0/data/config',
      cites: 'replacement kustomization.yaml',
      before: 'first',
      after: 'other',
      gives: /^a: other\nb: y/,
    },
    {
      name: 'a text follows the var inside it',
      files: {
        'kustomization.yaml': kustomization(
          'resources: [object.yaml]',
          'vars:',
          '- name: NAME',
          '  objref: {apiVersion: v1, kind: Pod, name: web}',
          '  fieldref: {fieldpath: spec.hostname}',
        ),
        'object.yaml': pod("{name: app, image: a, args: ['--name=$(NAME)']}"),
      },
      position: '0/spec/containers/0/args/0',
      cites: 'var object.yaml',
      before: 'first',
      after: 'other',
      gives: /^--name=other$/,
    },
  ];
}

function scalarsOf(input: BuildCase): readonly DerivedScalar[] {
  const host = new AnalysisHost();
  host.apply(changeFor(input));
  const analysis = host.analysis();
  const target = input.target === '.' ? '' : input.target;
  const built = completed(analysis.build(target, { restrictions: 'root', reorder: 'none' }));
  if (built.failures.length > 0 || built.gaps.length > 0) {
    return [];
  }
  return built.resources.flatMap((resource, index) =>
    scalars(resource.node, String(index)).map(({ position, node }): DerivedScalar => {
      const origin = resource.originOf(node);
      const { file, start, end } = completed(
        analysis.ask((reader) => rangeOfPointer(reader, origin.writtenAt)),
      );
      const text = input.files[file] ?? '';
      const from = offsetOf(text, start);
      return {
        position,
        node,
        origin,
        file,
        start: from,
        written: text.slice(from, offsetOf(text, end)),
      };
    }),
  );
}

/** The scalars that are no copies, but what generators and plugins set of their own: kinds, versions, types. */
function derivedScalars(input: BuildCase): readonly DerivedScalar[] {
  return scalarsOf(input).filter(
    ({ node, written, origin }) =>
      origin.writtenAt.kind !== 'file' &&
      node.value !== written &&
      node.value !== readScalar(written) &&
      !isOtherForm(written, node.value),
  );
}

/** Whether a value is only read: a block that says its own indentation, an octal number that went through JSON. */
function isOtherForm(written: string, value: string): boolean {
  return (
    /^[|>][-+]?\d/.test(written) ||
    (/^0[0-7]+$/.test(written) && String(Number.parseInt(written, 8)) === value)
  );
}

/** The text of a scalar as it is written, with quotes and all. */
function readScalar(written: string): string | undefined {
  const { documents, problems } = readObjects(
    /^[|>]/.test(written) ? `- ${written}\n` : `- ${written}`,
  );
  const root = documents[0]?.root;
  const item = problems.length === 0 && root?.kind === 'sequence' ? root.items[0] : undefined;
  return item?.kind === 'scalar' ? item.value : undefined;
}

/** A probe for every origin of derived values whose own text is a part of all of them. */
function probesOf(input: BuildCase): readonly Probe[] {
  const origins = Map.groupBy(scalarsOf(input), ({ origin }) => JSON.stringify(origin.writtenAt));
  return [...origins.values()].flatMap((group, index) => {
    const [first] = group;
    // Another name, of an object or of a generator, is another object: references would lose it.
    const isName = group.some(
      ({ position, origin }) =>
        position.endsWith('/name') && /^(?:base|generator|hash)$/.test(origin.by.kind),
    );
    const isPlace = /^(?:node|line)$/.test(first?.origin.writtenAt.kind ?? '');
    if (first === undefined || !isPlace || (isName && !isAffix(group))) {
      return [];
    }
    const { file, start, written } = first;
    const value = /^[\w.-]+=(?!["'])(.+)$/.exec(written)?.[1] ?? written;
    const isPart = group.every(
      ({ node }) => node.value.includes(value) || decodeBase64(node.value).includes(value),
    );
    const isDerived = group.some(({ node }) => node.value !== written);
    if (!isPart || !isDerived || !/^[a-z][a-z0-9.-]*[a-z0-9-]$|^-[a-z0-9]+$/.test(value)) {
      return [];
    }
    const name = `sentinel${index}x`;
    const sentinel = value.startsWith('-') ? `-${name}` : value.endsWith('-') ? `${name}-` : name;
    const text = input.files[file] ?? '';
    const from = start + written.length - value.length;
    const changed = text.slice(0, from) + sentinel + text.slice(from + value.length);
    return [
      {
        input: {
          ...input,
          files: { ...input.files, [file]: changed },
          options: { reorder: 'none' },
        },
        sentinel: name,
        positions: group.map(({ position }) => position).sort(),
        place: `${first.origin.by.kind} ${file}: ${written}`,
      },
    ];
  });
}

/** Whether the group is of a prefix or a suffix, which also a hash and references cite. */
function isAffix(group: readonly DerivedScalar[]): boolean {
  return group.some(({ origin }) => /^name(?:Prefix|Suffix)$/.test(origin.by.kind));
}

function decodeBase64(text: string): string {
  return Buffer.from(text, 'base64').toString('utf8');
}

/** Where a text stands in an output, also inside a name or under base64; references follow names and do not count. */
function positionsOf(output: string, text: string): readonly string[] {
  return readObjects(output)
    .documents.flatMap(({ root }, index) => scalars(root, String(index)))
    .filter(({ node }) => node.value.includes(text) || decodeBase64(node.value).includes(text))
    .map(({ position }) => position)
    .sort();
}

function valueAt(output: string, position: string): string | undefined {
  return readObjects(output)
    .documents.flatMap(({ root }, index) => scalars(root, String(index)))
    .find((one) => one.position === position)?.node.value;
}

function scalars(
  node: ResourceNode,
  position: string,
): readonly { readonly position: string; readonly node: ScalarNode }[] {
  switch (node.kind) {
    case 'scalar':
      return [{ position, node }];
    case 'map':
      return node.values.flatMap((value, index) =>
        scalars(value, `${position}/${node.keys[index] ?? ''}`),
      );
    case 'sequence':
      return node.items.flatMap((item, index) => scalars(item, `${position}/${index}`));
    case 'alias':
      return [];
  }
}

function offsetOf(text: string, { line, column }: SourcePosition): number {
  let offset = 0;
  for (let left = line; left > 0; left -= 1) {
    offset = text.indexOf('\n', offset) + 1;
  }
  return offset + column;
}
