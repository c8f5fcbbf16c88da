import { admissionRule } from './admission/admissionRule.ts';
import { apiRule } from './apis/apiRule.ts';
import { budgetRule } from './budgets.ts';
import type { CheckedCluster, RuleAnswer } from './checkedCluster.ts';
import { fluxLockdownRule } from './fluxLockdown.ts';
import { limitsRule } from './limits.ts';
import { otherEnginesRule } from './otherEngines.ts';
import { podSecurityRule } from './podSecurity/podSecurityRule.ts';
import { unknownKindRule } from './unknownKinds.ts';

/** Every rule; each looks at a cluster as a whole. */
const rules: readonly ((cluster: CheckedCluster) => RuleAnswer)[] = [
  podSecurityRule,
  admissionRule,
  apiRule,
  unknownKindRule,
  budgetRule,
  limitsRule,
  fluxLockdownRule,
  otherEnginesRule,
];

/** What all rules say of a cluster. */
export function clusterBreaches(cluster: CheckedCluster): RuleAnswer {
  const answers = rules.map((rule) => rule(cluster));
  return {
    breaches: answers.flatMap(({ breaches }) => breaches),
    unevaluated: answers.flatMap(({ unevaluated }) => unevaluated),
  };
}
