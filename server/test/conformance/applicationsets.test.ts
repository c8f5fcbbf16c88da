import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { ClusterSecret } from '../../src/argocd/applicationSet/clusterGenerator.ts';
import {
  expandApplicationSet,
  type Expansion,
} from '../../src/argocd/applicationSet/expandApplicationSet.ts';
import { repositoryOf } from '../../src/argocd/applicationSet/gitGenerator.ts';
import { conformanceFolder, describeWith } from '../environment.ts';

/** A case with what Argo CD made of it, as the README beside the cases describes it. */
interface RecordedCase {
  readonly id: string;
  readonly applicationSet: string;
  readonly clusters?: readonly ClusterSecret[];
  readonly files?: Readonly<Record<string, string>>;
  readonly argocdNamespace?: string;
  readonly projects?: readonly string[];
  readonly options?: { readonly newGitFileGlobbing?: boolean; readonly validate?: boolean };
  readonly scope?: 'outside';
  readonly expect: {
    readonly applications?: readonly object[];
    readonly invalid?: Readonly<Record<string, string>>;
    readonly error?: string;
    readonly order?: 'any';
    readonly panic?: boolean;
    readonly errorVaries?: boolean;
  };
}

describeWith(
  "Argo CD's ApplicationSets",
  conformanceFolder('applicationsets'),
  { tests: 423 },
  (folder) => {
    const counts = { applications: 0, errors: 0, sameMessage: 0, outside: 0 };
    const cases = readdirSync(folder)
      .filter((name) => name.endsWith('.jsonl'))
      .sort()
      .flatMap((name) => readCases(join(folder, name)));

    test.each(cases.map((each) => [each.id, each] as const))('%s', (_, recorded) => {
      const expansion = expand(recorded);
      const { expect: expected } = recorded;
      if (recorded.scope === 'outside') {
        expect(expansion).toHaveProperty('outside');
        counts.outside += 1;
      } else if (expected.applications === undefined) {
        expect(expansion).toHaveProperty('error');
        expect('crashes' in expansion).toBe(expected.panic === true);
        counts.errors += 1;
        counts.sameMessage += messageOf(expansion) === expected.error ? 1 : 0;
      } else {
        expect(expansion).not.toHaveProperty('error');
        const { applications, invalid } = expansion as Extract<
          Expansion,
          { readonly applications: unknown }
        >;
        const [found, wanted] =
          expected.order === 'any'
            ? [sorted(applications), sorted(expected.applications)]
            : [applications, expected.applications];
        expect(found).toEqual(wanted);
        if (expected.invalid !== undefined) {
          expect(invalid).toEqual(expected.invalid);
        }
        counts.applications += 1;
      }
    });

    afterAll(() => {
      console.log(
        `ApplicationSets: ${counts.applications} with applications, ${counts.errors} errors (${counts.sameMessage} with the same words), ${counts.outside} outside.`,
      );
    });
  },
);

function expand({
  applicationSet,
  clusters = [],
  files = {},
  argocdNamespace,
  projects,
  options = {},
}: RecordedCase): Expansion {
  const texts = new Map(Object.entries(files));
  return expandApplicationSet(applicationSet, {
    clusters,
    repository: repositoryOf({ paths: [...texts.keys()], read: (path) => texts.get(path) }),
    fileGlobbing: options.newGitFileGlobbing === true ? 'new' : 'old',
    validates: options.validate === true,
    ...(argocdNamespace === undefined ? {} : { argocdNamespace }),
    ...(projects === undefined ? {} : { projects }),
  });
}

function messageOf(expansion: Expansion): string {
  return 'error' in expansion ? expansion.error.replace(/^the controller would crash: /, '') : '';
}

function sorted(applications: readonly object[]): readonly object[] {
  return applications.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The same text for equal objects, whatever the order of their keys. */
function keyOf(value: unknown): string {
  return JSON.stringify(value, (_, item: unknown) =>
    typeof item === 'object' && item !== null && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );
}

function readCases(path: string): readonly RecordedCase[] {
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as RecordedCase);
}
