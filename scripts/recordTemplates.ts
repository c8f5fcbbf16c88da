import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The tables, and what the program calls their kinds. */
const tables = [
  ['goTemplates', 'sprig'],
  ['sprig', 'sprig'],
  ['helmFunctions', 'helm'],
  ['setValues', 'set'],
] as const;

const folder = join(import.meta.dirname, '..', 'server', 'test', 'conformance', 'templates');

interface Table {
  readonly data: unknown;
  readonly cases: readonly (readonly [string, unknown])[];
}

/**
 * `npm run record-templates`: answers the templates of the tables in server/test/conformance/templates with Go's own
 * text/template, sprig 3.3.0 and Helm 4.2.3, and writes the answers beside them. New cases are added to a table with any answer.
 */
export function main(): Promise<number> {
  const temporary = mkdtempSync(join(tmpdir(), 'strata-oracle-'));
  try {
    const program = join(temporary, 'oracle');
    const cwd = join(import.meta.dirname, 'oracle', 'helm');
    execFileSync('go', ['build', '-mod=readonly', '-o', program, '.'], {
      cwd,
      env: { ...process.env, GOWORK: 'off' },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    for (const [name, kind] of tables) record(program, name, kind);
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return Promise.resolve(0);
}

function record(program: string, name: string, kind: string): void {
  const file = join(folder, `${name}.json`);
  const { data, cases } = readTable(file);
  const lines = cases.map(([template]) => JSON.stringify({ kind, template, data }));
  const output = execFileSync(program, { input: `${lines.join('\n')}\n`, maxBuffer: 1 << 28 });
  const answers = output.toString('utf8').trim().split('\n');
  const answered = cases.map(([template], index) => [template, outcomeOf(answers[index] ?? '{}')]);
  writeFileSync(file, `${JSON.stringify({ data, cases: answered }, undefined, 2)}\n`);
  process.stdout.write(`${name}: ${cases.length} cases\n`);
}

function readTable(file: string): Table {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return isTable(value) ? value : { data: {}, cases: [] };
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && 'cases' in value && 'data' in value;
}

function outcomeOf(line: string): unknown {
  const answer: unknown = JSON.parse(line);
  if (typeof answer !== 'object' || answer === null) return '';
  return 'text' in answer ? answer.text : answer;
}
