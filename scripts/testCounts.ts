import type { TestModule } from 'vitest/node';

declare module 'vitest' {
  interface TaskMeta {
    /** How many tests a skipped one stands for; set by `describeWith` of server/test/environment.ts. */
    skippedTests?: number;
  }
}

/** How a run of tests ended. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** The last line of a run. */
export function closingLine({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Counts the tests of a run; a file that could not even be loaded counts as one failed test. */
export function countTests(modules: readonly TestModule[]): Counts {
  const counts = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    const failedBefore = counts.failed;
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state === 'passed') {
        counts.passed += 1;
      } else if (state === 'skipped') {
        counts.skipped += test.meta().skippedTests ?? 1;
      } else {
        counts.failed += 1;
      }
    }
    if (!module.ok() && counts.failed === failedBefore) {
      counts.failed += 1;
    }
  }
  return counts;
}

/** The full names of skipped tests: they say what is missing and how many tests that costs. */
export function skippedTests(modules: readonly TestModule[]): readonly string[] {
  return modules.flatMap((module) =>
    [...module.children.allTests('skipped')].map((test) => test.fullName),
  );
}
