import { expect, test } from 'vitest';
import type { Analysis } from '../src/analysis/analysis.ts';
import type { SourcePlace } from '../src/analysis/hover.ts';
import type { SourceRange } from '../src/analysis/sourceRange.ts';
import type { Mark } from './fixture.ts';
import { analyzeFixture } from './fixtureAnalysis.ts';

/** What a feature says of the place of a mark, in the words of the mark's note. */
export type MarkedAnswer = (analysis: Analysis, place: SourcePlace, mark: Mark) => string;

/**
 * Makes a test of each mark of a fixture: the code of the mark names the feature, the note is what it has to answer for the
 * marked text, asked in its middle.
 */
export function testMarks(text: string, answers: Readonly<Record<string, MarkedAnswer>>): void {
  const { fixture, analysis } = analyzeFixture(text);
  test.each(fixture.marks.map((mark) => [nameOf(mark), mark] as const))('%s', (_name, mark) => {
    const answer = answers[mark.code];
    if (answer === undefined) throw new Error(`No feature is called ${mark.code}`);
    const offset = Math.floor((mark.startOffset + mark.endOffset) / 2);
    expect(answer(analysis, { file: mark.path, offset }, mark)).toBe(mark.note);
  });
}

function nameOf({ code, text, path, line, note }: Mark): string {
  return `${code} of ${text} in ${path}:${line + 1} is ${note === '' ? 'nothing' : note}`;
}

/** A range as `path:line`, lines counted from 1; the line is left out where it is the first. */
export function placeText({ file, start }: SourceRange): string {
  return start.line === 0 ? file : `${file}:${start.line + 1}`;
}
