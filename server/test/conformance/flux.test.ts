import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { expandFluxKustomization, kustomizationIn } from '../../src/flux/expand.ts';
import { renderFluxKustomization } from '../../src/flux/render.ts';
import { conformanceFolder, describeWith } from '../environment.ts';
import { databaseOf } from '../fluxTree.ts';

/** A Kustomization with its source, as the README beside the cases describes it. */
interface RecordedCase {
  readonly id: string;
  readonly kustomization: string;
  readonly files: Readonly<Record<string, string>>;
  readonly configMaps?: readonly string[];
  readonly secrets?: readonly string[];
  readonly options?: { readonly strict?: boolean };
  readonly expect: {
    readonly yaml?: string;
    readonly error?: string;
    readonly kustomizationFile?: 'created' | 'unchanged';
  };
}

describeWith('Kustomizations of Flux', conformanceFolder('flux'), { tests: 234 }, (folder) => {
  const topics = readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort();
  const counts = { cases: 0, yaml: 0, errors: 0 };

  for (const topic of topics) {
    describe(topic.replace('.jsonl', ''), () => {
      test.each(readCases(join(folder, topic)))('$id', (recorded) => {
        counts.cases += 1;
        const result = expand(recorded);
        if (recorded.expect.yaml === undefined) {
          expect(result, `Flux fails: ${recorded.expect.error ?? ''}`).toHaveProperty('error');
          counts.errors += 1;
        } else {
          expect(result).toEqual({ yaml: recorded.expect.yaml });
          expect(fileActionOf(recorded)).toBe(recorded.expect.kustomizationFile);
          counts.yaml += 1;
        }
      });
    });
  }

  test('are all there', () => {
    expect(counts.cases).toBe(233);
  });

  afterAll(() => {
    const { cases, yaml, errors } = counts;
    process.stdout.write(
      `Kustomizations of Flux: ${yaml} with equal bytes and ${errors} that fail, of ${cases}\n`,
    );
  });
});

function expand({ kustomization, files, configMaps = [], secrets = [], options }: RecordedCase) {
  const variables = [...configMaps, ...secrets].map((text, index) => ({
    file: `with-${index}.yaml`,
    text,
  }));
  return expandFluxKustomization('kustomization.yaml', kustomization, {
    reader: databaseOf(files),
    with: variables,
    strict: options?.strict === true,
  });
}

/** Whether the controller makes a kustomization file or edits one. */
function fileActionOf({ kustomization, files }: RecordedCase): string | undefined {
  const found = kustomizationIn('kustomization.yaml', kustomization);
  if (found.kind === 'problem') return found.code;
  const rendered = renderFluxKustomization(found.kustomization, {
    reader: databaseOf(files),
    lookup: () => ({ entries: [] }),
  });
  return rendered.kind === 'rendered' ? rendered.kustomizationFile : rendered.kind;
}

function readCases(path: string): readonly RecordedCase[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCase);
}
