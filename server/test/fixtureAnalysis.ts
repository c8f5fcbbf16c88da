import type { Analysis } from '../src/analysis/analysis.ts';
import { AnalysisHost, type FileContent, type HostOptions } from '../src/analysis/analysisHost.ts';
import type { Answer } from '../src/analysis/answer.ts';
import type { TreeEntry } from '../src/analysis/analysis.ts';
import { parseFixture, type Fixture } from './fixture.ts';

/** A fixture with everything loaded, and its analysis. */
export interface FixtureAnalysis {
  readonly fixture: Fixture;
  readonly host: AnalysisHost;
  readonly analysis: Analysis;
}

/** The analysis of a small repository in one string; see `parseFixture`. */
export function analyzeFixture(text: string, options: HostOptions = {}): FixtureAnalysis {
  const fixture = parseFixture(text);
  const host = new AnalysisHost(options);
  host.apply(changeOf(fixture.files));
  return { fixture, host, analysis: host.analysis() };
}

/** A change that writes files; a content's id is its text. */
export function changeOf(files: ReadonlyMap<string, string>): {
  readonly entries: ReadonlyMap<string, TreeEntry>;
  readonly contents: ReadonlyMap<string, FileContent>;
} {
  const written = [...files];
  return {
    entries: new Map(written.map(([path, text]) => [path, { kind: 'file', content: text }])),
    contents: new Map(written.map(([, text]) => [text, { kind: 'text', text }])),
  };
}

/** The value of an answer; throws where something is not loaded, which a fixture never lacks. */
export function completed<T>(answer: Answer<T>): T {
  if (answer.kind === 'needs') throw new Error(`Not loaded: ${JSON.stringify(answer.needs)}`);
  return answer.value;
}
