import { plainRule } from '../rights/manifests.ts';
import type { Subject } from '../rights/readRoles.ts';
import type { Right } from '../rights/rule.ts';
import type { IdentityRights, ProjectRights, Rights } from './rights.ts';
import type { SourceRange } from './sourceRange.ts';

/** The rights as JSON has them; see docs/schemas/rights.schema.json. */
export function rightsJson({ kind, name, identities, projects }: Rights): object {
  return {
    kind,
    name,
    identities: identities.map(identityJson),
    projects: projects.map(projectJson),
  };
}

function identityJson(one: IdentityRights): object {
  const { account, today, repository } = one;
  return {
    cluster: one.cluster ?? null,
    controller: one.controller,
    account: accountJson(account),
    today: today.map(accountJson),
    applications: one.applications,
    rules: one.rules.map((rule) => ({ namespace: rule.namespace, ...plainRule(rule) })),
    unknownKinds: one.unknownKinds,
    incomplete: one.incomplete,
    repository: {
      grants: repository.grants,
      excess: repository.excess.map(({ range, ...excess }) => ({ ...excess, ...placeJson(range) })),
      missing: repository.missing?.map(rightText) ?? null,
      elsewhere: repository.elsewhere,
    },
  };
}

function accountJson({ name, namespace }: Subject): object {
  return { name, namespace };
}

function projectJson({ name, namespace, least, isHere, excess }: ProjectRights): object {
  return {
    name,
    namespace,
    isHere,
    least,
    excess: excess.map(({ range, ...one }) => ({ ...one, ...placeJson(range) })),
  };
}

function placeJson({ file, start }: SourceRange): object {
  return { file, line: start.line + 1 };
}

/** A right in words: `create apps/deployments in shop`. */
export function rightText({ namespace, group, resource, name, verb }: Right): string {
  const what = `${group === '' ? '' : `${group}/`}${resource}${name === undefined ? '' : `/${name}`}`;
  return `${verb} ${what}${namespace === undefined ? '' : ` in ${namespace}`}`;
}
