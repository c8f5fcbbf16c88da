import { groupBy } from '../util/groupBy.ts';
import { admissionParts } from './admission/admissionRule.ts';
import { apiRule } from './apis/apiRule.ts';
import { budgetRule } from './budgets.ts';
import type { CheckedCluster, RuleAnswer, Unevaluated } from './checkedCluster.ts';
import { fluxLockdownRule } from './fluxLockdown.ts';
import { limitsRule } from './limits.ts';
import { isAboutOpen } from './openTexts.ts';
import { otherEnginesRule } from './otherEngines.ts';
import { podSecurityRule } from './podSecurity/podSecurityRule.ts';
import { schemaParts } from './schemas/schemaRule.ts';
import { unknownKindRule } from './unknownKinds.ts';

/** Every rule; each looks at a cluster as a whole, and gives its answer in parts. */
const rules: readonly ((cluster: CheckedCluster) => readonly (() => RuleAnswer)[])[] = [
  (cluster) => [() => podSecurityRule(cluster)],
  admissionParts,
  (cluster) => [() => apiRule(cluster)],
  (cluster) => [() => unknownKindRule(cluster)],
  schemaParts,
  (cluster) => [() => budgetRule(cluster)],
  (cluster) => [() => limitsRule(cluster)],
  (cluster) => [() => fluxLockdownRule(cluster)],
  (cluster) => [() => otherEnginesRule(cluster)],
];

/**
 * What all rules say of a cluster, in parts that are to be asked one after the other (`wholeAnswer`); nothing of what is filled
 * in later, which counts as what is missing of applications.
 */
export function ruleParts(cluster: CheckedCluster): readonly (() => RuleAnswer)[] {
  return rules.flatMap((rule) =>
    rule(cluster).map((part) => (): RuleAnswer => {
      const { breaches, unevaluated } = part();
      return { breaches: breaches.filter((one) => !isAboutOpen(one)), unevaluated };
    }),
  );
}

/** The answers of all parts together: what is not evaluated for one reason is counted together. */
export function wholeAnswer(answers: readonly RuleAnswer[]): RuleAnswer {
  const open = groupBy(
    answers.flatMap(({ unevaluated }) => unevaluated),
    ({ code, parameters }) => JSON.stringify([code, parameters]),
  );
  return {
    breaches: answers.flatMap(({ breaches }) => breaches),
    unevaluated: [...open.values()].flatMap((members): readonly Unevaluated[] => {
      const [first] = members;
      const objects = members.reduce((sum, one) => sum + one.objects, 0);
      return first === undefined ? [] : [{ ...first, objects }];
    }),
  };
}
