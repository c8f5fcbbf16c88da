import { expect, test } from 'vitest';
import type { LayerApplication, LayerNode } from '../../../server/src/protocol/layers.ts';
import { layerTree, type LayerItem } from './layerTree.ts';

function layer(
  path: string,
  role: LayerNode['role'],
  bases: readonly number[],
  users: readonly number[],
): LayerNode {
  return { tree: 't', path, role, file: `file:///${path}`, bases, users };
}

function application(cluster: string, start: number): LayerApplication {
  return {
    tree: 't',
    name: `checkout-${cluster}`,
    family: 'checkout',
    kind: 'Application',
    cluster,
    isProduction: cluster === 'prod',
    uri: `strata:/t/${cluster}/a/checkout.strata.yaml`,
    starts: [start],
  };
}

const answer = {
  layers: [
    layer('apps/checkout/base', 'base', [], [1, 2]),
    layer('apps/checkout/overlays/dev', 'overlay', [0], []),
    layer('apps/checkout/overlays/prod', 'overlay', [0, 3], []),
    layer('components/ha', 'component', [], [2]),
  ],
  applications: [application('dev', 1), application('prod', 2)],
  isBeingWritten: false,
};

function outline(items: readonly LayerItem[], depth = 0): string {
  return items
    .map((item) => {
      const label = item.kind === 'family' ? item.name : item.label;
      const below = item.kind === 'reader' ? '' : outline(item.children, depth + 1);
      return `${' '.repeat(depth * 2)}${label}\n${below}`;
    })
    .join('');
}

test('applications stand above the layers that they are made of, each above its clusters', () => {
  expect(outline(layerTree(answer, 'applications'))).toBe(
    [
      'checkout',
      '  base',
      '    dev',
      '    prod',
      '  overlays/dev',
      '    dev',
      '  overlays/prod',
      '    prod',
      '  components/ha',
      '    prod',
      '',
    ].join('\n'),
  );
});

test('bases and components stand above who builds on them, down to the clusters', () => {
  expect(outline(layerTree(answer, 'users'))).toBe(
    [
      'apps/checkout/base',
      '  apps/checkout/overlays/dev',
      '    checkout · dev',
      '  apps/checkout/overlays/prod',
      '    checkout · prod',
      'components/ha',
      '  apps/checkout/overlays/prod',
      '    checkout · prod',
      '',
    ].join('\n'),
  );
});

test('layers that name each other end', () => {
  const layers = [layer('a', 'base', [1], [1]), layer('b', 'base', [0], [0])];
  expect(outline(layerTree({ layers, applications: [], isBeingWritten: false }, 'users'))).toBe(
    'a\n  b\nb\n  a\n',
  );
});
