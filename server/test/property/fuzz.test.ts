import { expect, test } from 'vitest';
import { changeFor, printBuilt } from '../../../scripts/oracle/strata.ts';
import type { BuildCase } from '../../../scripts/oracle/oracle.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { diagnosticsFor } from '../../src/analysis/diagnosticsFor.ts';
import { hoverAt } from '../../src/analysis/hover.ts';
import { Random } from '../differential/generate/random.ts';
import { printCase } from '../differential/shrink.ts';
import { howMany, testSeed } from '../environment.ts';
import { malformedCase } from './malformed.ts';

/** Milliseconds of one processor that no case may take. */
const bound = 5_000;

test('malformed trees give answers, in bounded time, and never an exception', () => {
  const count = howMany({ fixed: 2_000, long: 100_000 });
  const first = testSeed() * 1_000_003;
  let slowest = { seed: first, milliseconds: 0 };
  let failing = 0;
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Random(seed);
    const input = malformedCase(random);
    let milliseconds = 0;
    try {
      const first = timed(() => ask(input, random));
      failing += first.result ? 0 : 1;
      milliseconds = first.milliseconds;
      // Other work on the same processor slows this one down: the lesser of two counts.
      if (milliseconds >= bound) {
        const again = new Random(seed);
        const second = timed(() => ask(malformedCase(again), again));
        milliseconds = Math.min(milliseconds, second.milliseconds);
      }
    } catch (error) {
      expect.fail(`seed ${seed}: ${describe(error)}\n${printCase(input).slice(0, 20_000)}`);
    }
    if (milliseconds > slowest.milliseconds) {
      slowest = { seed, milliseconds };
    }
    expect(milliseconds, `seed ${seed}\n${printCase(input).slice(0, 2_000)}`).toBeLessThan(bound);
  }
  process.stdout.write(
    `malformed trees from seed ${first}: ${count}, of which ${failing} do not build; ` +
      `the slowest, seed ${slowest.seed}, took ${slowest.milliseconds} ms\n`,
  );
  expect(failing).toBeGreaterThan(count / 2);
});

/** Asks all that an editor would ask; whether all roots build. */
function ask(input: BuildCase, random: Random): boolean {
  const host = new AnalysisHost();
  host.apply(changeFor(input));
  const analysis = host.analysis();
  let builds = true;
  for (const root of analysis.roots()) {
    // One of the two: what they read differs in few trees.
    const restrictions = random.pick(['root', 'none'] as const);
    const built = analysis.build(root, { restrictions, reorder: 'legacy' });
    builds &&= built.kind === 'complete' && printBuilt(built.value).kind === 'ok';
  }
  for (const file of analysis.files.keys()) {
    diagnosticsFor(analysis, file);
  }
  const file = random.pick(Object.keys(input.files));
  hoverAt(analysis, { file, offset: random.whole(0, input.files[file]?.length ?? 0) });
  return builds;
}

/** What a work gives, and the milliseconds of processor time that it took. */
function timed<Result>(work: () => Result): { result: Result; milliseconds: number } {
  const before = process.cpuUsage();
  const result = work();
  const { user, system } = process.cpuUsage(before);
  return { result, milliseconds: Math.round((user + system) / 1_000) };
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
