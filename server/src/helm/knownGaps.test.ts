import { expect, test } from 'vitest';
import { loadFiles } from './loadChart.ts';
import type { ChartInputs } from './deployers/chartInputs.ts';
import { renderRelease, type RenderedRelease } from './renderRelease.ts';

/** What a chart with one template renders to. */
function rendered(template: string, inputs: Partial<ChartInputs> = {}): RenderedRelease {
  const files = {
    'Chart.yaml': 'apiVersion: v2\nname: web\nversion: 1.0.0\n',
    'templates/map.yaml': template,
  };
  const loaded = loadFiles(
    Object.entries(files).map(([name, text]) => ({ name, content: { kind: 'text', text } })),
    '',
  );
  return renderRelease(
    { loaded, places: new WeakMap(), parsed: new Map() },
    {
      name: 'web',
      namespace: 'shop',
      inputs: { layers: [], ignored: [], ...inputs },
      includesDefinitions: true,
      includesHooks: true,
      includesTests: true,
      withOrigins: false,
    },
  );
}

function text(template: string, inputs: Partial<ChartInputs>): string {
  const made = rendered(template, inputs);
  return made.kind === 'gap' ? made.message : made.objects.map((one) => one.text.trim()).join();
}

// FIXME: docs/known-gaps.md, Charts, Functions: Helm has an answer for each of these.
test.each([
  'a: {{ fromToml "a = 1979-05-27" | toJson }}',
  'a: {{ fromToml "a = x" | toJson }}',
  'a: {{ toDate "15:04:05" "12:00:00.5" }}',
  'a: {{ derivePassword 1 "long" "word" "user" "example.com" }}',
  'a: {{ decryptAES "key" "30tEfhuJSVRhpG97XCuWgz2okj7L8vQ1s6V9zVUPeDQ=" }}',
  'a: {{ dateInZone "15:04 MST" 0 "Europe/Berlin" }}',
])('%s is a gap of ours, and said to be', (template) => {
  const made = rendered(template);
  expect(made.kind === 'gap' && made.reason).toBe('limit');
});

// FIXME: docs/known-gaps.md, Charts, Versions of Helm: in Helm 3 it is a struct, whose fields JSON calls otherwise.
test('.Chart is a map also where Helm 3 is told', () => {
  expect(text('a: {{ hasKey .Chart "Name" }}', { helmVersion: '3.19.4' })).toBe('a: true');
});
