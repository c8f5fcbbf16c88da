import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { capabilitiesValue, defaultCapabilities } from '../../src/helm/capabilities.ts';
import { createChartTrace } from '../../src/helm/chartTrace.ts';
import { coalesceValues } from '../../src/helm/coalesce.ts';
import { loadFiles } from '../../src/helm/loadChart.ts';
import { renderTemplates } from '../../src/helm/renderTemplates.ts';
import { dictValue, stringValue } from '../../src/template/value.ts';
import { Random } from '../differential/generate/random.ts';
import { howMany, testSeed } from '../environment.ts';

/** Milliseconds of one processor that no template may take. */
const bound = 5_000;

/** Low, so that templates that never end do end soon. */
const limits = { steps: 100_000, outputLength: 1_000_000, templateDepth: 300 };

test('any template gives a text or a failure, in bounded time, and never an exception', () => {
  const count = howMany({ fixed: 3_000, long: 100_000 });
  const first = testSeed() * 1_000_003;
  const seeds = ['goTemplates', 'sprig', 'helmFunctions'].flatMap(readTemplates);
  let failing = 0;
  let slowest = { seed: first, milliseconds: 0 };
  for (let seed = first; seed < first + count; seed += 1) {
    const random = new Random(seed);
    const template = mutated(random, seeds);
    const before = process.cpuUsage();
    try {
      failing += renders(template, random.whole(0, 1) === 1) ? 0 : 1;
    } catch (error) {
      expect.fail(`seed ${seed}: ${String(error)}\n${template}`);
    }
    const { user, system } = process.cpuUsage(before);
    const milliseconds = Math.round((user + system) / 1_000);
    if (milliseconds > slowest.milliseconds) slowest = { seed, milliseconds };
    expect(milliseconds, `seed ${seed}\n${template.slice(0, 2_000)}`).toBeLessThan(bound);
  }
  process.stdout.write(
    `templates from seed ${first}: ${count}, of which ${failing} fail; ` +
      `the slowest, seed ${slowest.seed}, took ${slowest.milliseconds} ms\n`,
  );
  expect(failing).toBeLessThan(count);
});

function readTemplates(name: string): readonly string[] {
  const file = join(import.meta.dirname, '..', 'conformance', 'templates', `${name}.json`);
  const { cases } = JSON.parse(readFileSync(file, 'utf8')) as {
    readonly cases: readonly (readonly [string, unknown])[];
  };
  return cases.map(([template]) => template);
}

const pieces = [
  '{{',
  '}}',
  '{{-',
  '-}}',
  '(',
  ')',
  '|',
  '"',
  '`',
  '$',
  '$x := ',
  '.',
  '.Values',
  '.Values.m',
  '.nil',
  '{{ end }}',
  '{{ range until 1000 }}',
  '{{ range .Values.l }}',
  '{{ if .Values }}',
  '{{ with . }}',
  '{{ define "d" }}',
  '{{ template "d" . }}',
  '{{ include "d" . }}',
  '{{ include "h" . }}',
  'tpl ',
  'toYaml ',
  'fromYaml ',
  'repeat 9999 ',
  'printf "%099999d" ',
  'list ',
  'dict "a" ',
  'set . "a" ',
  'until 99999 ',
  'regexMatch "(a*)*$" ',
  '1e99',
  '-1',
  '9223372036854775807',
  ' ',
  '\n',
  'é☃',
  '\u0000',
];

/** Pieces of templates that were recorded, cut and put together anew. */
function mutated(random: Random, seeds: readonly string[]): string {
  let text = random.pick(seeds);
  const turns = random.whole(0, 6);
  for (let turn = 0; turn < turns; turn += 1) {
    const at = random.whole(0, text.length);
    const length = random.whole(0, 8);
    const added = random.pick([random.pick(pieces), random.pick(seeds), '']);
    text = text.slice(0, at) + added + text.slice(at + random.pick([0, length]));
  }
  return text;
}

const loaded = loadFiles(
  [
    ['Chart.yaml', 'apiVersion: v2\nname: c\nversion: 1.0.0\n'] as const,
    ['values.yaml', 's: text\nn: 3\nl: [1, b]\nm: {x: 1, d: {k: v}}\nnil: null\n'] as const,
    ['templates/_h.tpl', '{{ define "h" }}<{{ . }}>{{ end }}'] as const,
  ].map(([name, text]) => ({ name, content: { kind: 'text', text } })),
  '',
);

function renders(template: string, isTraced: boolean): boolean {
  if ('problem' in loaded) throw new Error(loaded.problem);
  const coalesced = coalesceValues(loaded.chart, dictValue(), 'coalesce');
  if ('problem' in coalesced) throw new Error(coalesced.problem);
  const trace = createChartTrace(new WeakMap());
  const values = isTraced ? trace.prepare(coalesced.values) : coalesced.values;
  const top = dictValue([
    ['Values', values],
    ['Release', dictValue([['Name', stringValue('r')]])],
    ['Capabilities', capabilitiesValue(defaultCapabilities(undefined))],
  ]);
  const file = { name: 'templates/t', content: { kind: 'text', text: template } } as const;
  const { chart } = loaded;
  const result = renderTemplates({ ...chart, templates: [...chart.templates, file] }, top, {
    parsed: new Map(),
    limits,
    trace: isTraced ? trace.trace : undefined,
  });
  return result.kind === 'files';
}
