import type { BuildCase, Oracle } from '../../../scripts/oracle/oracle.ts';
import { buildWithStrata } from '../../../scripts/oracle/strata.ts';
import type { Result } from '../../src/util/result.ts';
import { printCase, shrink } from './shrink.ts';

/** One case on which kustomize and Strata do not agree. */
export interface Difference {
  readonly seed: number;
  readonly input: BuildCase;
  readonly kustomize: Result<string, string>;
  readonly strata: Result<string, string>;
}

/** What came of many cases. */
export interface Comparison {
  readonly cases: number;
  /** So many were built by kustomize; the others fail. */
  readonly built: number;
  readonly differences: readonly Difference[];
}

/** Builds each case, named by its seed, on both sides; stops after so many differences. */
export async function compareCases(
  oracle: Oracle,
  seeds: Iterable<number>,
  makeCase: (seed: number) => BuildCase,
  most = 5,
): Promise<Comparison> {
  const waiting: { readonly seed: number; readonly input: BuildCase }[] = [];
  const cases = function* (): Generator<BuildCase> {
    for (const seed of seeds) {
      const input = makeCase(seed);
      waiting.push({ seed, input });
      yield input;
    }
  };
  const differences: Difference[] = [];
  let count = 0;
  let built = 0;
  for await (const kustomize of oracle.builds(cases())) {
    const { seed, input } = waiting.shift() ?? { seed: -1, input: { files: {}, target: '' } };
    count += 1;
    built += kustomize.kind === 'ok' ? 1 : 0;
    const strata = buildWithStrata(input);
    if (!isSame(kustomize, strata)) {
      differences.push({ seed, input, kustomize, strata });
      if (differences.length >= most) {
        break;
      }
    }
  }
  return { cases: count, built, differences };
}

/** A difference in words, with the smallest case that shows a difference of the same sort. */
export async function explain(oracle: Oracle, difference: Difference): Promise<string> {
  const sort = sortOf(difference.kustomize, difference.strata);
  const judge = async (input: BuildCase): Promise<boolean> => {
    const [kustomize] = await oracle.build([input]);
    return kustomize !== undefined && sortOf(kustomize, buildWithStrata(input)) === sort;
  };
  const smallest = await shrink(difference.input, judge);
  const [kustomize = difference.kustomize] = await oracle.build([smallest]);
  const strata = buildWithStrata(smallest);
  return [
    `seed ${difference.seed}`,
    printCase(smallest),
    `## kustomize\n${describe(kustomize)}`,
    `## Strata\n${describe(strata)}`,
  ].join('\n');
}

function isSame(kustomize: Result<string, string>, strata: Result<string, string>): boolean {
  return sortOf(kustomize, strata) === 'same';
}

/**
 * How the two differ; a failure of Strata is of the sort of its first code. That a hash cannot be known is no difference:
 * for other kinds than ConfigMap and Secret kustomize hashes its syntax tree, with lines, columns and comments.
 */
function sortOf(kustomize: Result<string, string>, strata: Result<string, string>): string {
  if (kustomize.kind === 'failed') {
    return strata.kind === 'failed' ? 'same' : 'only kustomize fails';
  }
  if (strata.kind === 'failed') {
    return strata.failure.startsWith('kustomize.hash ')
      ? 'same'
      : `only Strata fails: ${strata.failure.split(' ')[0] ?? ''}`;
  }
  return kustomize.value === strata.value ? 'same' : 'bytes';
}

function describe(result: Result<string, string>): string {
  return result.kind === 'ok' ? result.value : `fails: ${result.failure}`;
}
