import { expect, test } from 'vitest';
import { strata } from '../../test/commandLine.ts';
import type { Graph } from '../analysis/graph.ts';

async function printed(...words: readonly string[]): Promise<string> {
  const { out, exitCode } = await strata(['graph', '--workspace', '.', ...words]);
  expect(exitCode).toBe(0);
  return out;
}

test('goes from a cluster to the base of what is delivered there', async () => {
  const { nodes, edges } = JSON.parse(await printed('--json')) as Graph;
  const next = (from: string, kind: string): readonly string[] =>
    edges.flatMap((edge) => (edge.from === from && edge.kind === kind ? [edge.to] : []));
  const application = 'application:Application/argocd/checkout-prod-us-1@prod-us-1';
  expect(next('cluster:prod-us-1', 'delivers')).toContain(application);
  expect(next(application, 'renders')).toEqual(['root:apps/checkout/clusters/prod-us-1']);
  expect(next('root:apps/checkout/environments/production', 'builds-on')).toContain(
    'root:apps/checkout/base',
  );
  const known = new Set(nodes.map(({ id }) => id));
  expect(edges.filter(({ from, to }) => !known.has(from) || !known.has(to))).toEqual([]);
});

test('draws for Graphviz and for Markdown, every node once', async () => {
  const dot = await printed();
  expect(dot).toMatch(/^digraph strata \{\n/);
  expect(dot.match(/^ {2}"root:apps\/checkout\/base" \[label/gm)).toHaveLength(1);
  const mermaid = await printed('--format', 'mermaid');
  expect(mermaid).toMatch(/^flowchart LR\n {2}n0/);
});

test('names files where they are asked for', async () => {
  expect(await printed('--json')).not.toContain('"file:');
  expect(await printed('--json', '--files')).toContain('"file:apps/checkout/base/deployment.yaml"');
});
