import { expect, test } from 'vitest';
import { nothingRendered } from '../../src/delivery/application.ts';
import { readResourceText } from '../../src/kustomize/objects.ts';
import type { ClusterRow } from '../../src/layers/register/clusterRow.ts';
import { variantsOf, type RenderedMember } from '../../src/layers/variants/variants.ts';
import { rawText } from '../../src/yaml/nodes.ts';
import { Random } from '../differential/generate/random.ts';
import { howMany, testSeed } from '../environment.ts';

const keys = ['a', 'b', 'c'];

type Values = ReadonlyMap<string, string>;

function member(name: string, values: Values): RenderedMember {
  const data = [...values].map(([key, value]) => `  ${key}: '${value}'\n`).join('');
  const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map}\ndata:\n  all: same\n${data}`;
  const { resources } = readResourceText(text, { file: `${name}.yaml`, inside: [], root: name });
  const cluster = { name, aliases: [], environment: 'prod' } as unknown as ClusterRow;
  return { cluster, name: `web-${name}`, rendered: { ...nothingRendered, resources } };
}

/** What is said of a key of a cluster, computed from the values of all of them alone: nothing where its value is usual. */
function naive(own: string | undefined, all: readonly (string | undefined)[]): string | undefined {
  const counts = new Map<string | undefined, number>();
  for (const value of all) counts.set(value, (counts.get(value) ?? 0) + 1);
  const most = Math.max(...counts.values());
  const [usual, ...more] = [...counts].filter(([, count]) => count === most);
  if (more.length > 0) return counts.get(own) === most ? 'tied, perhaps' : 'tied';
  return usual?.[0] === own ? undefined : `usually ${usual?.[0] ?? 'nothing'}`;
}

const seed = testSeed();

test(`what is usual is what most clusters have, field by field (seed ${seed})`, () => {
  const random = new Random(seed);
  for (let run = 0; run < howMany({ fixed: 100, long: 5_000 }); run++) {
    const fleet = Array.from({ length: 1 + random.whole(0, 8) }, (_, index) => {
      const values = keys.flatMap((key): readonly (readonly [string, string])[] => {
        const value = random.whole(0, 3);
        return value === 0 ? [] : [[key, `value ${value}`]];
      });
      return { name: `c${index}`, values: new Map(values) };
    });
    const variants = variantsOf(fleet.map(({ name, values }) => member(name, values)));
    expect(variants.flatMap(({ members }) => members)).toHaveLength(fleet.length);
    for (const { members, isUsual, differences } of variants) {
      expect(isUsual).toBe(differences.length === 0);
      for (const { cluster } of members) {
        const own = fleet.find(({ name }) => name === cluster.name)?.values;
        for (const key of keys) {
          const expected = naive(
            own?.get(key),
            fleet.map(({ values }) => values.get(key)),
          );
          const [found, ...more] = differences.filter(
            (one) => (one.own ?? one.usual)?.path.at(-1) === key,
          );
          expect(more).toEqual([]);
          const usual = found?.usual === undefined ? 'nothing' : rawText(found.usual.node);
          const told = found === undefined ? undefined : found.isTied ? 'tied' : `usually ${usual}`;
          if (expected === 'tied, perhaps') expect([undefined, 'tied']).toContain(told);
          else expect(told).toBe(expected);
          if (found !== undefined) expect(found.own && rawText(found.own.node)).toBe(own?.get(key));
        }
      }
    }
    // Of clusters that are tied, one value at most is told of none of them.
    for (const key of keys) {
      const silent = variants
        .filter(({ differences }) =>
          differences.every((one) => (one.own ?? one.usual)?.path.at(-1) !== key),
        )
        .flatMap(({ members }) => members)
        .map(({ cluster }) => fleet.find(({ name }) => name === cluster.name)?.values.get(key));
      expect(new Set(silent).size).toBeLessThanOrEqual(1);
    }
  }
});
