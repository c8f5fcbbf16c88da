import { join } from 'node:path';
import { expect, test } from 'vitest';
import { checkerPath, type CheckerProgram } from '../../../scripts/tools/checkers.ts';
import type { CheckDocument } from '../../src/analysis/checkDocument.ts';
import { strata } from '../commandLine.ts';
import { describeWith } from '../environment.ts';
import { policyFleet } from '../policyFleet.ts';
import { temporaryTree } from '../temporaryTree.ts';

/** The rules of each checker: a Deployment has an owner. */
const rules = `
# file: conftest/own.rego
package main

deny contains msg if {
	input.kind == "Deployment"
	not input.metadata.labels.owner
	msg := "nobody owns it"
}

warn contains msg if {
	input.kind == "Deployment"
	some container in input.spec.template.spec.containers
	not container.resources.limits
	msg := sprintf("%s has no limits", [container.name])
}
# file: gator/own.yaml
apiVersion: templates.gatekeeper.sh/v1
kind: ConstraintTemplate
metadata: { name: requireowner }
spec:
  crd: { spec: { names: { kind: RequireOwner } } }
  targets:
  - target: admission.k8s.gatekeeper.sh
    rego: |
      package requireowner
      violation[{"msg": msg}] {
        not input.review.object.metadata.labels.owner
        msg := "nobody owns it"
      }
---
apiVersion: constraints.gatekeeper.sh/v1beta1
kind: RequireOwner
metadata: { name: all }
spec:
  match: { kinds: [{ apiGroups: [apps], kinds: [Deployment] }] }
# file: kubeconform/deployment-apps-v1.json
{"properties": {"spec": {"properties": {"template": {"properties": {"spec": {"properties":
  {"containers": {"items": {"properties": {"image": {"pattern": "^registry"}}}}}}}}}}}}
# file: kyverno/own.yaml
apiVersion: kyverno.io/v1
kind: ClusterPolicy
metadata: { name: owners }
spec:
  background: true
  rules:
  - name: named
    match: { any: [{ resources: { kinds: [Deployment] } }] }
    validate:
      failureAction: Enforce
      message: nobody owns it
      pattern: { metadata: { labels: { owner: "?*" } } }
`;

/** What a fleet with one Deployment on two clusters is told by a checker, in the order of its report. */
async function checked(
  command: (rules: string) => string,
): Promise<{ readonly told: readonly string[]; readonly open: readonly string[] }> {
  const folder = temporaryTree(policyFleet());
  const line = command(temporaryTree(rules));
  const { out } = await strata(['check', '--json', '--checker', line], { folder });
  const { findings, notEvaluated } = JSON.parse(out) as CheckDocument;
  return {
    told: findings
      .filter(({ code }) => code.startsWith('policy.checker'))
      .map((one) => `${one.file}:${one.line} (${one.clusters.join(', ')}) ${one.message}`),
    open: notEvaluated.filter(({ code }) => code.includes('checker')).map(({ code }) => code),
  };
}

const web = 'Deployment.apps/shop/web';

/** How each is run on its rules, and what it is to say of the Deployment, whose fields stand from line 1 on. */
const cases: readonly {
  readonly name: CheckerProgram;
  readonly command: (program: string, rules: string) => string;
  readonly told: readonly string[];
  readonly open?: readonly string[];
}[] = [
  {
    name: 'conftest',
    command: (program, folder) =>
      `conftest=${program} test --output json --policy ${join(folder, 'conftest')} {files}`,
    told: [
      `web/base/web.yaml:1 (one, two) \`conftest\` refuses ${web} by \`data.main.deny\`: nobody owns it`,
      `web/base/web.yaml:1 (one, two) \`conftest\` warns of ${web} by \`data.main.warn\`: app has no limits`,
    ],
  },
  {
    name: 'gator',
    command: (program, folder) =>
      `gator=${program} test --filename={files} --filename=${join(folder, 'gator')} --output=json`,
    told: [
      `web/base/web.yaml:1 (one, two) \`gator\` refuses ${web} by \`RequireOwner/all\`: nobody owns it`,
    ],
  },
  {
    name: 'kubeconform',
    command: (program, folder) =>
      `kubeconform=${program} -output json -schema-location ${join(folder, 'kubeconform')}/{{.ResourceKind}}{{.KindSuffix}}.json {files}`,
    told: [
      `web/base/web.yaml:11 (one, two) \`kubeconform\` refuses ${web} by \`schema\`: 'example.com/app:1' does not match pattern '^registry'`,
    ],
    // There is no schema of a Namespace.
    open: ['unchecked.checker-skipped'],
  },
  {
    name: 'kubectl-kyverno',
    command: (program, folder) =>
      `kyverno=${program} apply ${join(folder, 'kyverno')} --resource {files} --policy-report --output-format json`,
    told: [
      expect.stringContaining(
        `web/base/web.yaml:1 (one, two) \`kyverno\` refuses ${web} by \`owners/named\`: validation error: nobody owns it`,
      ) as string,
    ],
  },
];

for (const { name, command, told, open = [] } of cases) {
  describeWith(name, await checkerPath(name, { build: false }), { tests: 1 }, (program) => {
    test('what it says is told at the line of the repository, with the clusters', async () => {
      expect(await checked((folder) => command(program, folder))).toEqual({ told, open });
    });
  });
}
