import type { CheckedCluster, RuleAnswer } from './checkedCluster.ts';

/** Who holds rules that stand in objects, by the group of these. */
const engines: readonly (readonly [group: RegExp, kinds: RegExp, engine: string])[] = [
  [/^(?:policies\.)?kyverno\.io$/, /Policy$/, 'Kyverno'],
  [/^constraints\.gatekeeper\.sh$/, /./, 'Gatekeeper'],
  [/^policies\.kubewarden\.io$/, /Policy$/, 'Kubewarden'],
  [/^admissionregistration\.k8s\.io$/, /^MutatingAdmissionPolicy$/, 'the API server'],
  [/^admissionregistration\.k8s\.io$/, /WebhookConfiguration$/, 'its webhook'],
];

/** The policies that are delivered to a cluster and that only others evaluate, each with who does. */
export function otherEnginesRule({ objects }: CheckedCluster): RuleAnswer {
  return {
    breaches: [],
    unevaluated: objects.flatMap(({ resource: { id } }) => {
      const engine = engines.find(([group, kinds]) => group.test(id.group) && kinds.test(id.kind));
      return engine === undefined
        ? []
        : [
            {
              code: 'unchecked.other-engine',
              parameters: { policy: `${id.kind} ${id.name}`, engine: engine[2] },
              objects: 1,
            },
          ];
    }),
  };
}
