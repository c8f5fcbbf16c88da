import { expect } from 'vitest';
import { diagnosticsFor } from '../src/analysis/diagnosticsFor.ts';
import { analyzeFixture, completed } from './fixtureAnalysis.ts';

/** Expects exactly the problems that a fixture marks, each at its place: `path:line:start-end code`. */
export function expectMarkedProblems(text: string): void {
  const { analysis, fixture } = analyzeFixture(text);
  const found = [...fixture.files.keys()].flatMap((file) =>
    completed(diagnosticsFor(analysis, file)).map(({ code, range }) => {
      const { start, end } = range ?? { start: undefined, end: undefined };
      return `${file}:${start?.line}:${start?.column}-${end?.column} ${code}`;
    }),
  );
  const marked = fixture.marks.map(
    ({ path, line, startColumn, endColumn, code }) =>
      `${path}:${line}:${startColumn}-${endColumn} ${code}`,
  );
  expect(found).toEqual(marked);
}
