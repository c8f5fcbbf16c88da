import { afterAll, beforeAll, expect, test } from 'vitest';
import { Oracle, type BuildCase } from '../../../scripts/oracle/oracle.ts';
import { oraclePath } from '../../../scripts/oracle/oracleProgram.ts';
import { describeWith, howMany, testSeed } from '../environment.ts';
import { repositoryCases } from '../repositoryCases.ts';
import { Random } from './generate/random.ts';
import { generateCase } from './generate/tree.ts';
import {
  judge,
  readPrinted,
  removalProbes,
  render,
  sentinelProbes,
  type Probe,
  type RemovalProbe,
} from './originProbes.ts';

/*
 * A chain is right if it is causal, and kustomize is the judge: what is changed at the place that a chain names is changed
 * at the fields that name the place, and nowhere else; and without the winner the next link surfaces.
 */

describeWith('origins', await oraclePath(), { tests: 2 }, (program) => {
  let oracle: Oracle;

  beforeAll(() => {
    oracle = new Oracle(program, { workers: 2 });
  });

  afterAll(() => {
    oracle.dispose();
  });

  test('are causal: kustomize puts a value where the chain says, and nowhere else', async () => {
    const most = howMany({ fixed: 400, long: 6_000 });
    const random = new Random(testSeed() * 1_000_003);
    const cases = repositoryCases();
    const perCase = Math.ceil((most / cases.length) * 6);
    const probes = shuffled(cases, random).flatMap((input) => {
      const rendered = render(input);
      return rendered === undefined ? [] : sentinelProbes(rendered, random, perCase);
    });
    const wrong = await run(oracle, random.some(probes, most, most));
    const count = Math.min(most, probes.length);
    process.stdout.write(`sentinel probes of origins: ${count}, ${wrong.length} wrong\n`);
    expect(wrong.join('\n\n')).toBe('');
    expect(count).toBeGreaterThan(most / 4);
  });

  test('come to light one after the other: without the winner kustomize shows the next link', async () => {
    const most = howMany({ fixed: 150, long: 2_000 });
    const random = new Random(testSeed() * 1_000_003);
    const repositories = removals(repositoryCases(), random, most);
    const generated = removals(
      Array.from({ length: most * 3 }, (_, index) => generateCase(testSeed() * 1_000_003 + index)),
      random,
      most - Math.min(repositories.length, Math.floor((most * 3) / 4)),
    );
    const chosen = [...repositories.slice(0, most - generated.length), ...generated];
    const wrong = await run(oracle, chosen);
    const kinds = [...Map.groupBy(chosen, ({ step }) => step)].map(
      ([step, probes]) => `${step} ${probes.length}`,
    );
    process.stdout.write(
      `removal probes of origins: ${chosen.length} (${generated.length} of them in generated trees; ${kinds.sort().join(', ')}), ${wrong.length} wrong\n`,
    );
    expect(wrong.join('\n\n')).toBe('');
    expect(chosen.length).toBeGreaterThanOrEqual((most * 3) / 4);
    expect(kinds.length).toBeGreaterThanOrEqual(10);
  });
});

/** Probes that take winners away, of all kinds of steps alike as far as there are so many. */
function removals(
  cases: readonly BuildCase[],
  random: Random,
  most: number,
): readonly RemovalProbe[] {
  const probes: RemovalProbe[] = [];
  for (const input of shuffled(cases, random)) {
    // More than are asked for, so that rare steps are not left out.
    if (probes.length >= most * 2) break;
    const rendered = render(input);
    if (rendered !== undefined) probes.push(...removalProbes(rendered, random, 12));
  }
  const byStep = [...Map.groupBy(probes, ({ step }) => step).values()];
  const turns = Math.max(0, ...byStep.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) =>
    byStep.flatMap((list) => list.slice(turn, turn + 1)),
  )
    .flat()
    .slice(0, most);
}

function shuffled<Item>(items: readonly Item[], random: Random): readonly Item[] {
  return items
    .map((item) => ({ item, place: random.fraction() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** What kustomize says otherwise, a paragraph for each probe. */
async function run(oracle: Oracle, probes: readonly Probe[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  let index = 0;
  for await (const built of oracle.builds(probes.map(({ input }) => input))) {
    const probe = probes[index];
    index += 1;
    if (probe === undefined) continue;
    const found = built.kind === 'ok' ? judge(probe, readPrinted(built.value)) : built.failure;
    if (found !== undefined) wrong.push(`${probe.input.target}: ${probe.place}\n${found}`);
  }
  expect(index).toBe(probes.length);
  return wrong;
}
