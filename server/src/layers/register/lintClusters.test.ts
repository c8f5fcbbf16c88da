import { describe, expect, test } from 'vitest';
import { analyzeFixture, completed } from '../../../test/fixtureAnalysis.ts';
import { parseLabelSelector } from '../../kubernetes/labelSelector.ts';
import { englishMessage } from '../../text/messages.ts';
import { clusterTable } from './clusterTable.ts';
import { lintClusters, type ClusterUse } from './lintClusters.ts';
import { registerQuery } from './registerFile.ts';
import { isSlip } from './slips.ts';

const at = { kind: 'file', file: 'use.yaml' } as const;

function findings(clusters: string, use: Partial<ClusterUse> = {}): readonly string[] {
  const { analysis } = analyzeFixture(`# file: .strata/clusters.yaml\nclusters:\n${clusters}`);
  const register = completed(analysis.ask((reader) => reader.get(registerQuery, '')));
  expect(register.problems).toEqual([]);
  const rows = clusterTable({ register, seen: [], releaseDomains: [] });
  const quiet = { rows, selectors: [], destinations: [], isComplete: false };
  return lintClusters({ ...quiet, ...use }).map((one) => {
    expect(one.at).toBeDefined();
    return `${one.at?.file}: ${englishMessage(one)}`;
  });
}

function selector(text: string): ClusterUse['selectors'][number] {
  const parsed = parseLabelSelector(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return { selector: parsed, text, at };
}

const fleet = `
- {name: a, labels: {environment: production, region: eu-west}}
- {name: b, labels: {environment: production, region: eu-west}}
- {name: c, labels: {environment: staging, region: eu-east}}
`;

describe('labels', () => {
  test('what one cluster has and is near to what others have is a slip', () => {
    expect(
      findings(`${fleet}
- {name: d, labels: {enviroment: staging, region: eu-west}}
- {name: e, labels: {environment: prodcution, region: eu-west}}
`),
    ).toEqual([
      '.strata/clusters.yaml: The label `enviroment` of `d` stands alone. Is it `environment`?',
      '.strata/clusters.yaml: The label `prodcution` of `e` stands alone. Is it `production`?',
    ]);
  });

  test('a fleet without slips is quiet', () => {
    expect(findings(fleet)).toEqual([]);
  });

  test.each([
    ['production', 'prodution', true],
    ['production', 'prodcution', true],
    ['production', 'productionn', true],
    ['prod-eu-1', 'prod-eu-2', false],
    ['us-east', 'us-west', false],
    ['team-a', 'team-b', false],
    ['dev', 'dex', false],
    ['a-stagin-b', 'a-staging-b', true],
    ['v1alpha', 'v2alpha', false],
    ['same', 'same', false],
  ])('%s and %s: %s', (a, b, slip) => {
    expect([isSlip(a, b), isSlip(b, a)]).toEqual([slip, slip]);
  });
});

describe('selectors', () => {
  test.each([
    ['environment=production', []],
    [
      'environment in (prod)',
      ['use.yaml: The selector `environment in (prod)` chooses no cluster.'],
    ],
    [
      'environment=prodution',
      ['use.yaml: The selector `environment=prodution` chooses no cluster. Is it `production`?'],
    ],
    [
      'enviroment=production',
      ['use.yaml: The selector `enviroment=production` chooses no cluster. Is it `environment`?'],
    ],
    ['region', ['use.yaml: The selector `region` chooses every cluster.']],
    ['', []],
  ])('%j', (text, messages) => {
    expect(findings(fleet, { selectors: [selector(text)] })).toEqual(messages);
  });

  test('without any label nothing is known', () => {
    expect(findings('- {name: a}\n- {name: b}', { selectors: [selector('x=y')] })).toEqual([]);
  });
});

test('where only the cluster of the controller is registered, a selector may mean others', () => {
  const own = '- {name: in-cluster, server: https://kubernetes.default.svc, labels: {a: b}}';
  expect(findings(own, { selectors: [selector('x=y')] })).toEqual([]);
});

describe('destinations', () => {
  const clusters = `
- {name: prod-eu, aliases: [eu], server: 'https://eu.example.com'}
- {name: prod-us, server: 'https://us.example.com'}
`;
  const to = (cluster: string | undefined, server?: string) => ({ cluster, server, at });

  test('one that is not registered', () => {
    const destinations = [
      to('prod-eu'),
      to('eu'),
      to(undefined, 'https://us.example.com/'),
      to('in-cluster'),
      to(undefined, 'https://kubernetes.default.svc'),
      to('prodd-us'),
      to('elsewhere'),
      to(undefined, 'https://x.example.com'),
    ];
    expect(findings(clusters, { destinations })).toEqual([
      'use.yaml: The register knows no cluster `prodd-us`. Is it `prod-us`?',
      'use.yaml: The register knows no cluster `elsewhere`.',
      'use.yaml: The register knows no cluster `https://x.example.com`.',
    ]);
  });

  test('a cluster that nobody delivers to, once all is known', () => {
    const destinations = [to('eu')];
    expect(findings(clusters, { destinations })).toEqual([]);
    expect(findings(clusters, { destinations, isComplete: true })).toEqual([
      '.strata/clusters.yaml: Nothing is delivered to `prod-us`.',
    ]);
    expect(findings(clusters, { isComplete: true })).toEqual([]);
  });
});

test('a release domain has one set of approvers', () => {
  expect(
    findings(`
- {name: a, releaseDomain: prod, approvers: [x, y]}
- {name: b, releaseDomain: prod, approvers: [y, x]}
- {name: c, releaseDomain: prod, approvers: [x]}
- {name: d, releaseDomain: prod}
- {name: e, releaseDomain: dev}
`),
  ).toEqual([
    '.strata/clusters.yaml: `c` and `a` are one release domain, `prod`, with different approvers.',
    '.strata/clusters.yaml: `d` and `a` are one release domain, `prod`, with different approvers.',
  ]);
});
