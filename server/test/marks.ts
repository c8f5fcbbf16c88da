import { expect } from 'vitest';
import { diagnosticsFor } from '../src/analysis/diagnosticsFor.ts';
import { byFile, fleetProblems, renderedProblems } from '../src/analysis/fleetProblems.ts';
import { englishMessage } from '../src/text/messages.ts';
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

/**
 * Expects exactly the problems of the fleet that a fixture marks, each at its place and with its message, as an editor has
 * them once nothing happens; `kinds` says which codes are looked at.
 */
export function expectMarkedFleetProblems(text: string, kinds: RegExp): void {
  const { host, analysis, fixture } = analyzeFixture(text);
  const kept = [...completed(fleetProblems(analysis)), ...completed(renderedProblems(analysis))];
  host.apply({ fleetProblems: byFile(kept) });
  const found = [...fixture.files.keys()].flatMap((file) =>
    completed(diagnosticsFor(host.analysis(), file))
      .filter(({ code }) => kinds.test(code))
      .map((one) => {
        const { start, end } = one.range ?? { start: undefined, end: undefined };
        const place = `${file}:${start?.line}:${start?.column}-${end?.column}`;
        return `${place} ${one.code} ${englishMessage(one)}`;
      }),
  );
  const marked = fixture.marks.map(
    ({ path, line, startColumn, endColumn, code, note }) =>
      `${path}:${line}:${startColumn}-${endColumn} ${code} ${note}`,
  );
  expect(found).toEqual(marked);
}
