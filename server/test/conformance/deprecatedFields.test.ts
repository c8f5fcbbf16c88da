import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { BuildCase } from '../../../scripts/oracle/oracle.ts';
import { buildRoot, changeFor } from '../../../scripts/oracle/strata.ts';
import { readRepository } from '../../../scripts/repository.ts';
import type { Analysis } from '../../src/analysis/analysis.ts';
import { AnalysisHost } from '../../src/analysis/analysisHost.ts';
import { diagnosticsFor } from '../../src/analysis/diagnosticsFor.ts';
import { applyEdits } from '../../src/text/textEdit.ts';
import { conformanceFolder, describeWith } from '../environment.ts';
import { completed } from '../fixtureAnalysis.ts';
import { provenFix } from '../provenFix.ts';

interface RecordedCase extends BuildCase {
  readonly id: string;
  readonly scope: 'in' | 'out';
}

/** How often a field has a fix, and for what reasons it has none. */
type Counts = Map<string, number>;

describeWith(
  'fixes of deprecated fields in the inputs of kustomize’s own tests',
  conformanceFolder('kustomize/cases'),
  { tests: 1 },
  (folder) => {
    const counts: Counts = new Map();
    const cases = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .flatMap((name) => readCases(join(folder, name)))
      .filter(({ scope }) => scope === 'in');

    test('leave every byte and every failure as it is, and take the field away', () => {
      for (const recorded of cases) fixAll(recorded, counts);
      expect(counts.get('commonLabels: fixed')).toBeGreaterThan(50);
      expect(counts.get('patchesStrategicMerge: fixed')).toBeGreaterThan(40);
    });

    afterAll(() => {
      const lines = [...counts].sort().map(([what, count]) => `  ${count} × ${what}\n`);
      process.stdout.write(`Deprecated fields of kustomize's own tests:\n${lines.join('')}`);
    });
  },
);

test('fixes one after the other leave only vars in the bundled fleet, and all bytes', () => {
  const file = 'findings/deprecated/kustomization.yaml';
  const host = new AnalysisHost();
  host.apply(readRepository(fleet));
  const before = buildRoot(host.analysis(), 'findings/deprecated');
  expect(before.kind).toBe('ok');
  for (const field of ['bases', 'commonLabels', 'patchesStrategicMerge', 'patchesJson6902']) {
    const parameters = deprecatedIn(host.analysis(), file).find((one) => one.field === field);
    const fix = provenFix(host.analysis(), file, parameters ?? {});
    const text = fix?.kind === 'fix' ? fix.text : '';
    host.apply({
      entries: new Map([[file, { kind: 'file', content: field }]]),
      contents: new Map([[field, { kind: 'text', text }]]),
    });
    expect(buildRoot(host.analysis(), 'findings/deprecated')).toEqual(before);
  }
  expect(deprecatedIn(host.analysis(), file).map(({ field }) => field)).toEqual(['vars']);
});

const fleet = resolve(import.meta.dirname, '..', '..', '..', 'test-fixtures', 'argocd-fleet');

/** Tries the fix of every deprecated field of a case, each on the case as it was. */
function fixAll(recorded: RecordedCase, counts: Counts): void {
  const host = new AnalysisHost();
  host.apply(changeFor(recorded));
  const analysis = host.analysis();
  for (const [file] of analysis.files) {
    for (const parameters of deprecatedIn(analysis, file)) {
      const { field = '' } = parameters;
      const fix = provenFix(analysis, file, parameters);
      const name = field.replace(/\[\d+\]/, '');
      const outcome = fix?.kind === 'fix' ? 'fixed' : `no fix, as ${fix?.code}`;
      counts.set(`${name}: ${outcome}`, (counts.get(`${name}: ${outcome}`) ?? 0) + 1);
      if (fix?.kind !== 'fix') continue;
      const entry = analysis.files.get(file);
      const text = entry?.kind === 'file' ? textOf(recorded, file) : '';
      expect(applyEdits(text, fix.edits)).toBe(fix.text);
      const edited = new AnalysisHost();
      edited.apply(
        changeFor({ ...recorded, files: { ...recorded.files, [keyOf(recorded, file)]: fix.text } }),
      );
      for (const root of fix.roots) {
        expect(buildRoot(edited.analysis(), root), `${recorded.id} ${field}`).toEqual(
          buildRoot(analysis, root),
        );
      }
      expect(deprecatedIn(edited.analysis(), file)).not.toContainEqual(parameters);
    }
  }
}

function deprecatedIn(
  analysis: Analysis,
  file: string,
): readonly Readonly<Record<string, string>>[] {
  return completed(diagnosticsFor(analysis, file))
    .filter(({ code }) => code === 'kustomization.deprecated-field')
    .map(({ parameters }) => parameters);
}

/** Paths of a case may be absolute: its top is their root. */
function keyOf({ files }: BuildCase, file: string): string {
  return (
    Object.keys(files).find(
      (path) =>
        path
          .split('/')
          .filter((part) => part !== '' && part !== '.')
          .join('/') === file,
    ) ?? file
  );
}

function textOf(recorded: BuildCase, file: string): string {
  return recorded.files[keyOf(recorded, file)] ?? '';
}

function readCases(path: string): readonly RecordedCase[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCase);
}
