import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { strata } from '../commandLine.ts';
import { conformanceFolder, describeWith } from '../environment.ts';

/*
 * The recorded cases through the command line, each as a tree on disk.
 */

interface RecordedSet {
  readonly id: string;
  readonly applicationSet: string;
  readonly clusters?: readonly object[];
  readonly files?: Readonly<Record<string, string>>;
  readonly argocdNamespace?: string;
  readonly projects?: readonly string[];
  readonly options?: { readonly newGitFileGlobbing?: boolean; readonly validate?: boolean };
  readonly scope?: 'outside';
  readonly expect: {
    readonly applications?: readonly object[];
    readonly invalid?: Readonly<Record<string, string>>;
    readonly order?: 'any';
  };
}

interface RecordedKustomization {
  readonly id: string;
  readonly kustomization: string;
  readonly files: Readonly<Record<string, string>>;
  readonly configMaps?: readonly string[];
  readonly secrets?: readonly string[];
  readonly options?: { readonly strict?: boolean };
  readonly expect: { readonly yaml?: string };
}

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'strata-expand-')));
let count = 0;

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Writes files below a new folder; gives the folder. */
function write(files: Readonly<Record<string, string>>): string {
  count += 1;
  const top = join(folder, String(count));
  mkdirSync(join(top, 'tree'), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), text);
  }
  return top;
}

/** The recorded cases of an area, one a line. */
function linesOf(area: string): readonly string[] {
  return readdirSync(area)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()
    .flatMap((name) => readFileSync(join(area, name), 'utf8').split('\n'))
    .filter((line) => line !== '');
}

function inTree(files: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(files).map(([path, text]) => [`tree/${path}`, text]));
}

describeWith(
  'strata expand: ApplicationSets',
  conformanceFolder('applicationsets'),
  { tests: 423 },
  (area) => {
    const cases = linesOf(area).map((line) => JSON.parse(line) as RecordedSet);
    test.each(cases.map((one) => [one.id, one] as const))('%s', async (_, recorded) => {
      const { clusters = [], files = {}, projects = [], options = {}, argocdNamespace } = recorded;
      const top = write({
        ...inTree(files),
        'set.yaml': recorded.applicationSet,
        'clusters.json': JSON.stringify(clusters),
      });
      const { out, exitCode } = await strata(
        [
          ...['expand', 'set.yaml', '--workspace', 'tree', '--clusters', 'clusters.json', '--json'],
          ...(argocdNamespace === undefined ? [] : ['--argocd-namespace', argocdNamespace]),
          ...(options.newGitFileGlobbing === true ? ['--git-file-globbing', 'new'] : []),
          ...(options.validate === true ? ['--validate'] : []),
          ...projects.flatMap((name) => ['--projects', name]),
        ],
        { folder: top },
      );
      const answer = JSON.parse(out) as Record<string, unknown>;
      const { applications, invalid, order } = recorded.expect;
      if (recorded.scope === 'outside') {
        expect(Object.keys(answer)).toEqual(['outside']);
      } else if (applications === undefined) {
        expect([exitCode, Object.keys(answer)]).toEqual([1, ['error']]);
      } else {
        const found = answer['applications'] as readonly object[];
        const head = { apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' };
        const wanted = applications.map((application) => ({ ...head, ...application }));
        if (order === 'any')
          expect(new Set(found.map(textOf))).toEqual(new Set(wanted.map(textOf)));
        else expect(found).toEqual(wanted);
        expect(exitCode).toBe(0);
        if (invalid !== undefined) expect(answer['invalid']).toEqual(invalid);
      }
    });
  },
);

/** The same text for equal objects, whatever the order of their keys. */
function textOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

describeWith('strata expand: Kustomizations', conformanceFolder('flux'), { tests: 233 }, (area) => {
  describe('of Flux', () => {
    const cases = linesOf(area).map((line) => JSON.parse(line) as RecordedKustomization);
    test.each(cases.map((one) => [one.id, one] as const))('%s', async (_, recorded) => {
      const { files, configMaps = [], secrets = [], options } = recorded;
      const more = [...configMaps, ...secrets].map(
        (text, index) => [`with-${index}.yaml`, text] as const,
      );
      const top = write({
        ...inTree(files),
        ...Object.fromEntries(more),
        'kustomization.yaml': recorded.kustomization,
      });
      const { out, exitCode } = await strata(
        [
          ...['expand', 'kustomization.yaml', '--workspace', 'tree', '--json'],
          ...more.flatMap(([name]) => ['--with', name]),
          ...(options?.strict === true ? ['--strict'] : []),
        ],
        { folder: top },
      );
      const { yaml } = recorded.expect;
      const answer = JSON.parse(out) as { readonly yaml?: string };
      if (yaml === undefined) {
        expect([exitCode, Object.keys(answer)]).toEqual([1, ['error']]);
      } else {
        expect(exitCode).toBe(0);
        // Values of Secrets are masked: everything but them has to be the same.
        const isSecret = /^kind: Secret$/m.test(yaml);
        const lines = (text = ''): readonly string[] =>
          text.split('\n').filter((line) => !isSecret || !/^ {2}[\w.-]+: /.test(line));
        expect(lines(answer.yaml)).toEqual(lines(yaml));
      }
    });
  });
});
