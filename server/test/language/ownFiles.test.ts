import { describe, expect, test } from 'vitest';
import { sourceDefinition } from '../../src/analysis/sourceDefinition.ts';
import { sourceReferences } from '../../src/analysis/sourceReferences.ts';
import { completed } from '../fixtureAnalysis.ts';
import { placeText, testMarks, type MarkedAnswer } from '../markedTests.ts';
import { hoverAtCursor } from './hoverText.ts';

const go: MarkedAnswer = (analysis, place) =>
  completed(sourceDefinition(analysis, place)).targets.map(placeText).join(' ');

const uses: MarkedAnswer = (analysis, place) =>
  completed(sourceReferences(analysis, place))
    .map(({ range }) => placeText(range))
    .join(' ');

const files = `
  # file: prod/login.sops.yaml
  apiVersion: v1
  kind: Secret
  metadata: { name: login }
  stringData: { user: 'ENC[AES256_GCM,data:Zm9v,iv:Zm9v,tag:Zm9v,type:str]' }
  sops:
    mac: ENC[AES256_GCM,data:Zm9v,iv:Zm9v,tag:Zm9v,type:str]
  # file: prod/other.sops.yaml
  apiVersion: v1
  kind: Secret
  metadata: { name: other }
  # file: dev/.sops.yaml
  creation_rules: [{ age: age1dev }]
  # file: dev/own.sops.yaml
  apiVersion: v1
  kind: Secret
  metadata: { name: own }
`;

describe('files of Strata and of SOPS lead to what they name', () => {
  testMarks(
    `
    # file: .strata/clusters.yaml
    clusters:
    - { name: prod-eu-1, environment: production }
    #                                 ^^^^^^^^^^ go .strata/clusters.yaml:2 .strata/clusters.yaml:4
    - { name: stage-eu-1, environment: staging }
    - { name: prod-us-1, environment: production }
    # file: .strata/config.yaml
    ladder:
    - name: first
      environments: [staging]
      #              ^^^^^^^ go .strata/clusters.yaml:3
      #              ^^^^^^^ uses .strata/clusters.yaml:3 .strata/config.yaml:3
    - name: then
      environments: [production]
      #              ^^^^^^^^^^ uses .strata/clusters.yaml:2 .strata/clusters.yaml:4 .strata/config.yaml:5
      clusters: [stage-eu-1]
      #          ^^^^^^^^^^ go .strata/clusters.yaml:3
    silence:
    - { code: practice.mutable-tag, reason: a test, path: prod/other.sops.yaml }
    #                                                     ^^^^^^^^^^^^^^^^^^^^ go prod/other.sops.yaml
    # file: .sops.yaml
    creation_rules:
    - path_regex: ^prod/login
      #           ^^^^^^^^^^^ go prod/login.sops.yaml
      age: age1production
    - path_regex: \\.sops\\.yaml$
      #           ^^^^^^^^^^^^^ go prod/other.sops.yaml
      #           ^^^^^^^^^^^^^ uses prod/other.sops.yaml
      age: age1all
    ${files.trim().replaceAll('\n  ', '\n    ')}
    `,
    { go, uses },
  );
});

describe('a hover', () => {
  test('on a creation rule of SOPS tells its files, those in clear first', async () => {
    const told = await hoverAtCursor(`
  # file: .sops.yaml
  creation_rules:
  - path_regex: ^$0prod/
    age: age1production
${files}`);
    expect(told).toMatchInlineSnapshot(`
      "1 encrypted file · 1 in clear
      prod/other.sops.yaml · in clear
      prod/login.sops.yaml"
    `);
  });
  test('on an environment tells its clusters', async () => {
    const told = await hoverAtCursor(`
  # file: .strata/clusters.yaml
  clusters:
  - { name: prod-eu-1, environment: production }
  - { name: prod-us-1, environment: pro$0duction }
`);
    expect(told).toMatchInlineSnapshot(`
      "**production** · 2 clusters
      \`prod-eu-1\`, \`prod-us-1\`"
    `);
  });
});
