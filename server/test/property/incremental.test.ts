import { expect, test } from 'vitest';
import { buildRoot, changeFor } from '../../../scripts/oracle/strata.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { generateCase } from '../differential/generate/tree.ts';
import { Random } from '../differential/generate/random.ts';
import { howMany, testSeed } from '../environment.ts';
import { mutate, type Files } from '../mutate.ts';

/** Every folder in which something could be built. */
function rootsOf(files: Files): readonly string[] {
  const named = Object.keys(files).filter((path) =>
    /kustomization\.ya?ml$|Kustomization$/.test(path),
  );
  return [...new Set(named.map((path) => path.replace(/\/?[^/]*$/, '')))].sort();
}

function fromScratch(files: Files): AnalysisHost {
  const host = new AnalysisHost();
  host.apply(changeFor({ files, target: '' }));
  return host;
}

const trees = howMany({ fixed: 150, long: 3_000 });
const edits = 8;

test.each([undefined, 10])(
  `after every one of ${edits} edits of ${trees} trees, all roots are as from scratch; kept values: %s`,
  (budget) => {
    const first = testSeed() * 1_000_003;
    let compared = 0;
    for (let seed = first; seed < first + trees; seed += 1) {
      const random = new Random(seed);
      let files: Files = generateCase(seed).files;
      const host = new AnalysisHost(budget === undefined ? {} : { budget });
      host.apply(changeFor({ files, target: '' }));
      for (let edit = 0; edit < edits; edit += 1) {
        const next = mutate(files, random);
        const { contents, entries } = changeFor({ files: next, target: '' });
        const gone = Object.keys(files).filter((path) => !Object.hasOwn(next, path));
        host.apply({
          ...(contents && { contents }),
          entries: new Map([...gone.map((path) => [path, undefined] as const), ...(entries ?? [])]),
        });
        files = next;
        const fresh = fromScratch(files).analysis();
        for (const root of rootsOf(files)) {
          const place = `seed ${seed}, edit ${edit}, root ${root}\n${JSON.stringify(files)}`;
          expect(buildRoot(host.analysis(), root), place).toEqual(buildRoot(fresh, root));
          compared += 1;
        }
      }
    }
    process.stdout.write(
      `incremental against from scratch, from seed ${first}: ${compared} roots\n`,
    );
    expect(compared).toBeGreaterThan(trees);
  },
);
