import { afterAll, beforeAll, expect, test } from 'vitest';
import { ArgocdOracle, type SourceCase } from '../../../scripts/oracle/argocdOracle.ts';
import { argocdOraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { readBuildOptions } from '../../src/argocd/argocdSettings.ts';
import { renderArgoApplication } from '../../src/argocd/render.ts';
import { sourcesOf } from '../../src/argocd/sources.ts';
import { decodeToJson } from '../../src/yaml/decode.ts';
import { applicationOf, treeOf } from '../argoTree.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { generateSourceCase } from './argocdSourceCases.ts';

describeWith(
  'generated sources of Applications',
  await argocdOraclePath(),
  { tests: 1 },
  (path) => {
    let oracle: ArgocdOracle;

    beforeAll(() => {
      oracle = new ArgocdOracle(path);
    });

    afterAll(() => {
      oracle.dispose();
    });

    test('give the objects of the repo server, or fail where it fails', async () => {
      const count = howMany({ fixed: 60, long: 1_000 });
      const first = testSeed() * 1_000_003;
      const cases = Array.from({ length: count }, (_, index) => generateSourceCase(first + index));
      const answers = await oracle.render(cases);
      const differences = answers.flatMap((real, index) => {
        const one = cases[index];
        if (one === undefined) return [];
        const wanted =
          real.kind === 'ok'
            ? textOf(real.value.type.toLowerCase(), deduplicated(real.value.objects))
            : 'fails';
        const ours = render(one);
        return wanted === ours.text ? [] : [explain(one, first + index, real, ours)];
      });
      const built = answers.filter(({ kind }) => kind === 'ok').length;
      process.stdout.write(
        `generated sources from seed ${first}: ${count}, of which the repo server renders ${built}\n`,
      );
      expect(differences.slice(0, 3).join('\n\n')).toBe('');
    }, 3_600_000);
  },
);

interface Ours {
  /** What is made of the source and the objects, or `fails`. */
  readonly text: string;
  readonly failures: readonly string[];
}

function render(one: SourceCase): Ours {
  const links = Object.entries(one.links).map(([path, target]) => [`${path} -> ${target}`, '']);
  const reader = treeOf({
    ...one.files,
    ...(Object.fromEntries(links) as Readonly<Record<string, string>>),
  });
  const application = applicationOf(`source: ${JSON.stringify(one.source)}`);
  const isHere = () => ({ isHere: true, isFollowed: true });
  const sources = sourcesOf(application, { reader, isHere });
  const at = { kind: 'file', file: 'argocd-cm.yaml' } as const;
  const { restrictions, reorder } = readBuildOptions({ value: one.buildOptions, at });
  const { revision } = one;
  const rendered = renderArgoApplication(application, sources, {
    reader,
    restrictions,
    reorder,
    revision,
  });
  if ('kind' in rendered) throw new Error('pending');
  const failures = rendered.failures.map(({ code }) => code);
  if (failures.length > 0) return { text: 'fails', failures };
  const objects = rendered.resources.map(({ node }) => decodeToJson(node));
  // What cannot be printed is found by whoever prints.
  if (objects.some((object) => 'problem' in object))
    return { text: 'fails', failures: ['not printable'] };
  const values = objects.map((object) => ('value' in object ? object.value : undefined));
  return { text: textOf(sources[0]?.build ?? '', values), failures };
}

interface NamedObject {
  readonly apiVersion?: string;
  readonly kind?: string;
  readonly metadata?: { readonly name?: string; readonly namespace?: string };
}

/** The repo server leaves equal identities to the controller, for which the last one counts. */
function deduplicated(objects: readonly object[]): readonly object[] {
  const found = new Map<string, object>();
  for (const object of objects) {
    const { apiVersion = '', kind = '', metadata = {} } = object as NamedObject;
    const group = apiVersion.includes('/') ? apiVersion.split('/')[0] : '';
    found.set([group, kind, metadata.namespace, metadata.name].join('/'), object);
  }
  return [...found.values()];
}

/** Equal objects have equal texts. */
function textOf(type: string, objects: readonly unknown[]): string {
  const texts = objects.map((object) =>
    JSON.stringify(object, (_, value: unknown) =>
      typeof value === 'object' && value !== null && !Array.isArray(value)
        ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
        : value,
    ),
  );
  return [type, ...texts].join('\n');
}

function explain(one: SourceCase, seed: number, real: unknown, ours: Ours): string {
  const files = Object.entries(one.files).map(([path, text]) => `# file: ${path}\n${text}`);
  return [
    `seed ${seed} ${one.buildOptions}`,
    JSON.stringify(one.source),
    JSON.stringify(one.links),
    ...files,
    `--- Argo CD\n${JSON.stringify(real)}`,
    `--- Strata\n${ours.text} ${ours.failures.join()}`,
  ].join('\n');
}
