import type { IgnoreRule, RuleTarget, TierRule } from '../drift/ignoreRules.ts';
import { configQuery } from '../layers/config/configFile.ts';
import type { FieldSelector } from '../layers/config/operationsRules.ts';
import type { Reader } from '../query/database.ts';

/** What the repository says about drift: what to look away from, and what matters more. */
export interface RepositoryRules {
  readonly rules: readonly IgnoreRule[];
  readonly raises: readonly TierRule[];
}

/** The rules of `drift` in `.strata/config.yaml`. */
export function repositoryRules(reader: Reader): RepositoryRules {
  const { drift } = reader.get(configQuery, '');
  return {
    rules: drift.ignore.map((one): IgnoreRule => ({
      target: targetOf(one),
      paths: one.paths.map(({ value }) => value),
      managers: one.owners.map(({ value }) => value),
      combine: 'both',
      label: one.reason?.value ?? '.strata/config.yaml',
    })),
    raises: drift.tiers.map(({ selector, tier }) => ({
      target: targetOf(selector),
      paths: selector.paths.map(({ value }) => value),
      tier: tier.value,
    })),
  };
}

function targetOf({ group, kind, namespace, name }: FieldSelector): RuleTarget {
  return {
    form: 'glob',
    group: group?.value,
    kind: kind?.value,
    namespace: namespace?.value,
    name: name?.value,
  };
}
