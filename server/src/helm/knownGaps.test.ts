import { expect, test } from 'vitest';
import { loadFiles } from './loadChart.ts';
import { renderRelease, type RenderedRelease } from './renderRelease.ts';

/** What a chart with one template renders to. */
function rendered(template: string): RenderedRelease {
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
      inputs: { layers: [], ignored: [] },
      includesDefinitions: true,
      includesHooks: true,
      includesTests: true,
      withOrigins: false,
    },
  );
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
