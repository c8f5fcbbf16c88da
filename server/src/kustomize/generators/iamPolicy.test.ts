import { expect, test } from 'vitest';
import { findingsInFixture, renderFixture } from '../../../test/originsOf.ts';

test('makes a service account of GKE', () => {
  expect(
    renderFixture(`
      # file: kustomization.yaml
      generators: [policy.yaml]
      # file: policy.yaml
      apiVersion: builtin
      kind: IAMPolicyGenerator
      metadata: { name: any }
      cloud: gke
      kubernetesService:
        namespace: shop
        name: web
      serviceAccount:
        name: account
        projectId: project
    `),
  ).toMatchInlineSnapshot(`
    "apiVersion: v1  # policy.yaml:1 generator
    kind: ServiceAccount  # policy.yaml:1 generator
    metadata:  # policy.yaml:1 generator
      annotations:  # policy.yaml:1 generator
        iam.gke.io/gcp-service-account: account@project.iam.gserviceaccount.com  # policy.yaml:9 generator
      name: web  # policy.yaml:7 generator
      namespace: shop  # policy.yaml:6 generator"
  `);
});

test('knows no other cloud', () => {
  expect(
    findingsInFixture(`
      # file: kustomization.yaml
      generators: [policy.yaml]
      # file: policy.yaml
      { apiVersion: builtin, kind: IAMPolicyGenerator, metadata: { name: any }, cloud: other }
    `),
  ).toMatchInlineSnapshot(`
    [
      "fails: policy.yaml:1 kustomize.unknown-cloud: \`other\` is no cloud that kustomize knows: it is \`gke\`.",
    ]
  `);
});
