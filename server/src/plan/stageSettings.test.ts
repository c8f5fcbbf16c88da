import { expect, test } from 'vitest';
import { changeOf, completed } from '../../test/fixtureAnalysis.ts';
import { AnalysisHost } from '../analysis/analysisHost.ts';
import { settingOfStage } from './stageSettings.ts';

/** The file of the first setting that keeps `production` from being what `staging` is; each is a text of lines. */
function kept(staging: string, production: string): string | undefined {
  const files = new Map([
    ['staging/notes.txt', staging],
    ['production/notes.txt', production],
  ]);
  const host = new AnalysisHost();
  host.apply(changeOf(files));
  const folders = { from: 'staging', to: 'production' };
  const asked = host
    .analysis()
    .ask((reader) =>
      settingOfStage(reader, files.keys(), { ...folders, words: [], followed: 'settings' }),
    );
  return completed(asked)?.file;
}

test('a line with a scale or an address keeps a folder that followed in settings, another one does not', () => {
  expect(kept('level info', 'level debug')).toBeUndefined();
  expect(kept('level info', 'replicas=3')).toBe('production/notes.txt');
  expect(kept('to db.eu.example.com', 'to nobody')).toBe('staging/notes.txt');
});

test('a line takes no longer than its size', () => {
  // Squared, its length would be more than a test may take.
  expect(kept('a'.repeat(1_000_000), 'b'.repeat(1_000_000))).toBeUndefined();
});
