import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { compareObject } from '../../src/drift/compareObject.ts';
import { pathText } from '../../src/drift/fieldPath.ts';
import type { JsonMap } from '../../src/drift/json.ts';
import { definitionTypes, firstKnown } from '../../src/drift/types/parseCustomTypes.ts';
import { builtInTypes } from '../../src/drift/types/parseFieldTypes.ts';
import type { Finding } from '../../src/drift/verdict.ts';
import type { Reverter } from '../../src/drift/willRevert.ts';
import { decodeToJson } from '../../src/yaml/decode.ts';
import { readConfiguration } from '../../src/yaml/readConfiguration.ts';
import { conformanceFolder, describeWith } from '../environment.ts';
import { expectedFindings } from './driftFindings.ts';

/** One experiment on a real API server, as the README beside the facts describes it. */
interface Fact {
  readonly id: string;
  readonly what: string;
  readonly before: JsonMap | null;
  readonly managedFields: readonly JsonMap[];
  readonly writes: readonly { readonly body: JsonMap }[];
  readonly dryRun: { readonly manager: string; readonly body: JsonMap | string } | null;
  readonly result: { readonly status: number; readonly changedFields: readonly string[] } | null;
}

/**
 * Where the server's prediction and our verdict differ, and why: each of these is a decision of the comparison, not of the
 * server. All other experiments are held to the server's answer.
 */
const decisions: Readonly<Record<string, string>> = {
  'rbac-rules-order': 'the order of verbs means nothing',
  'atomic-tolerations-order': 'the order of tolerations means nothing',
  'map-list-order': 'items of a list are told by their keys',
  case23: 'the order of subjects means nothing',
  'cr-set': 'a set has no order',
  'cr-map-list': 'items of a list are told by their keys',
  'cr-quantity': 'quantities are equal by value; a custom resource keeps the text',
  'cr-quantity-int': 'quantities are equal by value; a custom resource keeps the text',
  'case5-empty': 'the rules of an aggregated role are not those of Git',
  'case5-null': 'the rules of an aggregated role are not those of Git',
  'case5-empty-csa': 'the rules of an aggregated role are not those of Git',
  case16: 'the server adds the port beside the edited one and then refuses the name',
  'case16-edit-csa': 'the server adds the port beside the edited one and then refuses the name',
  'case31-legacy': 'a webhook refuses dry runs; nothing is asked of it here',
  'name-mismatch': 'the refusal is about the address of the request',
  'webhook-dryrun-adds': 'what a webhook would add cannot be known without it',
  'case8-flux': 'Flux takes the field over first and so removes it; the dry run does not',
  'edit-unowned': 'Flux takes the field over first and so removes it; the dry run does not',
  'lastapplied-kubectl-flux':
    'Flux takes the field over first and so removes it; the dry run does not',
  'duplicate-live': 'one finding for the item that stands twice',
  'case8-flux-takeover': 'the prediction moves the items of the list, too',
};

describeWith('Facts of a real API server', conformanceFolder('drift'), { tests: 213 }, (folder) => {
  const facts = readFileSync(join(folder, 'server-facts.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Fact);
  const definition = facts.find(({ id }) => id === 'crd-widgets')?.writes[0]?.body ?? {};
  const types = firstKnown(builtInTypes, definitionTypes([definition]));
  const counts = { compared: 0, heldToServer: 0 };

  describe('give the verdicts that they imply, without the server', () => {
    test.each(facts)('$id: $what', (fact) => {
      const desired = desiredOf(fact);
      if (desired === undefined) {
        // It sets something up, or tells what happens to a real write: there is nothing to compare.
        expect(expectedFindings[fact.id]).toBe('nothing to compare');
        return;
      }
      const found = compareObject(desired, liveOf(fact), {
        types,
        reverter: reverterOf(fact.dryRun?.manager ?? ''),
        rules: [],
        raises: [],
        isAutoscaled: () => false,
      });
      counts.compared += 1;
      expect(found.map(summary).join('; ') || 'equal').toBe(expectedFindings[fact.id]);
      if (decisions[fact.id] === undefined) {
        counts.heldToServer += 1;
        expectServerAgrees(fact, found);
      }
    });
  });

  test('are all there', () => {
    expect(facts).toHaveLength(212);
    expect(Object.keys(expectedFindings)).toHaveLength(212);
    expect(Object.keys(decisions).filter((id) => !facts.some((fact) => fact.id === id))).toEqual(
      [],
    );
  });

  afterAll(() => {
    process.stdout.write(
      `Drift: ${counts.compared} of ${facts.length} experiments compared, ${counts.heldToServer} held to what the server predicts\n`,
    );
  });
});

function desiredOf({ dryRun }: Fact): JsonMap | undefined {
  if (dryRun === null) return undefined;
  if (typeof dryRun.body !== 'string') return dryRun.body;
  const { root } = readConfiguration(dryRun.body);
  const decoded = root && decodeToJson(root);
  if (decoded === undefined || 'problem' in decoded) throw new Error('the body is no YAML');
  return decoded.value as JsonMap;
}

function liveOf({ before, managedFields }: Fact): JsonMap | undefined {
  if (before === null) return undefined;
  return { ...before, metadata: { ...(before['metadata'] as JsonMap), managedFields } };
}

/** The deployer of a manager, so set up that it puts back whatever it can. */
function reverterOf(manager: string): Reverter {
  switch (manager) {
    case 'argocd-controller':
      return {
        kind: 'argocd',
        automated: true,
        selfHeal: true,
        prune: true,
        serverSideApply: true,
        replaces: false,
      };
    case 'kustomize-controller':
      return { kind: 'flux', suspended: false, prune: true, force: false };
    default:
      return { kind: 'plain' };
  }
}

function summary({ verdict, path, owner, willRevert, reason }: Finding): string {
  const by =
    owner === undefined
      ? ''
      : ` by ${[owner.manager, owner.subresource].filter(Boolean).join('/')}`;
  const back = willRevert === true ? ', reverted' : '';
  return `${verdict} ${pathText(path)}${by}${back}${reason === undefined ? '' : ` (${reason})`}`;
}

/** What the server would change is what we say would be put back, and what it refuses we call wrong or unchangeable. */
function expectServerAgrees({ dryRun, result }: Fact, found: readonly Finding[]): void {
  const { status, changedFields } = result ?? { status: 0, changedFields: [] };
  const verdicts = found.map(({ verdict }) => verdict);
  if ([400, 409, 422, 500].includes(status) && changedFields.length === 0 && isForced(dryRun)) {
    expect(verdicts.some((one) => one === 'desiredInvalid' || one === 'needsRecreate')).toBe(true);
    return;
  }
  expect(verdicts).not.toContain('desiredInvalid');
  if (status !== 200 && status !== 201) return;
  const predicted = changedFields.filter((field) => !field.includes('last-applied-configuration'));
  const changing = found.filter((one) => isPutBack(one, dryRun?.manager ?? ''));
  for (const field of predicted) {
    expect(
      changing.some((one) => touches(one, field)),
      `${field} is found`,
    ).toBe(true);
  }
  for (const one of changing) {
    expect(
      predicted.some((field) => touches(one, field)),
      `${summary(one)} is predicted`,
    ).toBe(true);
  }
}

function isForced(dryRun: Fact['dryRun']): boolean {
  return dryRun !== null && (dryRun as { force?: boolean }).force !== false;
}

/** Where the manager is no deployer, only what Git declares is put back by its apply. */
function isPutBack({ verdict, willRevert }: Finding, manager: string): boolean {
  return reverterOf(manager).kind === 'plain'
    ? verdict === 'drift' || verdict === 'missing'
    : willRevert === true;
}

function touches({ wantAt, haveAt, path }: Finding, field: string): boolean {
  return [wantAt, haveAt ?? wantAt].some((keys) => {
    const own = pointer(keys);
    return field === '' ? path.length === 0 : isWithin(own, field) || isWithin(field, own);
  });
}

function pointer(keys: readonly (string | number)[]): string {
  return keys.map((key) => `/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

function isWithin(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(`${outer}/`);
}
