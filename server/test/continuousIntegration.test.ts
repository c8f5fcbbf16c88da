import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { commitAll, git, gitFleet } from './gitRepository.ts';

const project = join(import.meta.dirname, '..', '..');
const page = readFileSync(join(project, 'docs', 'continuous-integration.md'), 'utf8');

/** The YAML of the page, in order. */
const [github = '', gitlab = ''] = [...page.matchAll(/^```yaml\n(.*?)^```$/gms)].map(
  ([, text = '']) => text,
);

interface Workflow {
  readonly jobs: {
    readonly impact: {
      readonly steps: readonly { readonly name?: string; readonly run?: string }[];
    };
  };
}

interface Pipeline {
  readonly impact: { readonly script: readonly string[] };
}

/** A fleet with a branch that changes a base and who may do what; its namespaces would stay. */
function changedFleet(): string {
  const folder = gitFleet();
  git(folder, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
  git(folder, 'checkout', '--quiet', '-b', 'change');
  const file = join(folder, 'apps/checkout/base/deployment.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace('replicas: 1', 'replicas: 2'));
  const access = join(folder, 'platform/monitoring/access.yaml');
  writeFileSync(access, readFileSync(access, 'utf8').replace('verbs: [', 'verbs: [delete, '));
  commitAll(folder, 'A change');
  return folder;
}

/** Runs a line as a job would, with the command line of this checkout; gives its exit code. */
function run(line: string, folder: string, environment: Readonly<Record<string, string>>): number {
  try {
    execFileSync('bash', ['-e', '-c', line], {
      cwd: folder,
      stdio: 'ignore',
      env: {
        ...process.env,
        ...environment,
        STRATA: `node ${join(project, 'server', 'bin', 'strata.cjs')}`,
      },
    });
    return 0;
  } catch (error) {
    return (error as { status: number }).status;
  }
}

test('the steps of the workflow for GitHub work', { timeout: 120_000 }, () => {
  const folder = changedFleet();
  const { steps } = (parse(github) as Workflow).jobs.impact;
  const lines = steps.flatMap(({ run: line }) =>
    line?.includes('$STRATA') === true ? [line] : [],
  );
  const codes = lines.map((line) => run(line, folder, { GITHUB_BASE_REF: 'main' }));
  expect(codes).toEqual([0, 0, 0, 1]);
  expect(readFileSync(join(folder, 'impact.md'), 'utf8')).toContain('checkout');
});

test('the script of the job for GitLab works', { timeout: 120_000 }, () => {
  const folder = changedFleet();
  const { script } = (parse(gitlab) as Pipeline).impact;
  const base = git(folder, 'rev-parse', 'origin/main');
  const codes = script.map((line) => run(line, folder, { CI_MERGE_REQUEST_DIFF_BASE_SHA: base }));
  expect(codes).toEqual([0, 0, 0, 1]);
  const report = JSON.parse(
    readFileSync(join(folder, 'gl-code-quality-report.json'), 'utf8'),
  ) as readonly unknown[];
  expect(report.length).toBeGreaterThan(0);
});
