import { newMasks, writeRedacted } from '../../secrets/redact.ts';
import type { Breach, CheckedObject } from '../../policy/checkedCluster.ts';
import type { ObjectPath } from '../../policy/podTemplate.ts';
import type { Reader } from '../../query/database.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { Analysis } from '../analysis.ts';
import type { Answer } from '../answer.ts';
import { askedClusterQuery, questionOf, type AskedCluster } from '../askedCluster.ts';
import {
  placedBreach,
  weighedFindings,
  type PlacedBreach,
  type PolicyFinding,
} from '../clusterPolicy.ts';
import type { CheckerResult } from './parseCheckerReport.ts';

/** What a checker is given: a file for each object, by its name. */
export type CheckerFiles = ReadonlyMap<string, string>;

/** What a checker says of a cluster, at the lines that make it so. */
export interface CheckerFindings {
  readonly findings: readonly PolicyFinding[];
  /** How many objects the checker could not judge, by its reason. */
  readonly skipped: ReadonlyMap<string, number>;
  /** How many results are about nothing that it was given. */
  readonly strange: number;
}

/** What a checker says of a cluster, at its places. */
export interface CheckerBreaches extends Pick<CheckerFindings, 'strange'> {
  readonly breaches: readonly PlacedBreach[];
}

/**
 * The rendered objects of a cluster, by its key, for a program that the user trusts: one file for each. Values of Secrets are
 * masked, by texts that are base64 as well.
 */
export function checkerFiles(analysis: Analysis, key: string): Answer<CheckerFiles> {
  return analysis.ask((reader) => {
    const { checked } = reader.get(askedClusterQuery, questionOf(key, undefined));
    return new Map(
      checked.objects.flatMap(({ resource }, index) => {
        const printed = writeRedacted(resource.node, newMasks());
        if ('problem' in printed) return [];
        return [[fileName(index), printed.yaml.replaceAll(/•••• [A-Z]+/g, 'bWFza2Vk')] as const];
      }),
    );
  });
}

function fileName(index: number): string {
  return `${String(index).padStart(5, '0')}.yaml`;
}

/** What is asked of a report: the cluster by its key, and the name of who judged. */
export interface CheckerQuestion {
  readonly key: string;
  readonly checker: string;
}

/**
 * Places what a checker says of a cluster: `policy.checker` where it refuses, `policy.checker-warns` where it warns. `today`
 * is `YYYY-MM-DD`.
 */
export function checkerFindings(
  analysis: Analysis,
  { today, ...question }: CheckerQuestion & { readonly today: string },
  results: readonly CheckerResult[],
): Answer<CheckerFindings> {
  return analysis.ask((reader) => {
    const { breaches, facts, ...rest } = readReport(reader, question, results);
    return { findings: weighedFindings(reader, breaches, { facts, today }), ...rest };
  });
}

/** The same before the configuration weighs it, to be told in files as they are by then (`keptBreaches`). */
export function checkerBreaches(
  analysis: Analysis,
  question: CheckerQuestion,
  results: readonly CheckerResult[],
): Answer<CheckerBreaches> {
  return analysis.ask((reader) => {
    const { breaches, facts, strange } = readReport(reader, question, results);
    return { breaches: breaches.map((one) => placedBreach(one, facts)), strange };
  });
}

interface ReadReport extends Omit<CheckerFindings, 'findings'> {
  readonly breaches: readonly Breach[];
  readonly facts: AskedCluster['facts'];
}

function readReport(
  reader: Reader,
  { key, checker }: CheckerQuestion,
  results: readonly CheckerResult[],
): ReadReport {
  const { checked, facts } = reader.get(askedClusterQuery, questionOf(key, undefined));
  const files = new Map(checked.objects.map((one, index) => [fileName(index), [one]] as const));
  const skipped = new Map<string, number>();
  let strange = 0;
  const breaches = results.flatMap((result) => {
    const { level, message, rule, path } = result;
    if (level === 'skipped') {
      const why = oneLine(message);
      skipped.set(why, (skipped.get(why) ?? 0) + 1);
      return [];
    }
    const objects =
      result.file === undefined
        ? checked.objects.filter((one) => isNamed(one, result.object))
        : (files.get(result.file) ?? []);
    if (objects.length === 0) strange += 1;
    return objects.map((object) => ({
      code: level === 'refused' ? 'policy.checker' : 'policy.checker-warns',
      object,
      path: pathAt(object.resource.node, path),
      parameters: { checker, rule: oneLine(rule), reason: oneLine(message) },
    }));
  });
  return { breaches, facts, skipped, strange };
}

/**
 * Whether a report means an object. What names no namespace itself is told without one or, as by the CLI of Kyverno, with
 * that of `kubectl` without settings; an object of another namespace is another one.
 */
function isNamed(
  { resource: { id, node }, namespace }: CheckedObject,
  named: CheckerResult['object'],
): boolean {
  if (named === undefined || id.kind !== named.kind || id.name !== named.name) return false;
  if (!['', rawText(field(node, 'apiVersion'))].includes(named.apiVersion)) return false;
  const said = rawText(field(field(node, 'metadata'), 'namespace'));
  return said === ''
    ? ['', 'default', namespace].includes(named.namespace)
    : named.namespace === said;
}

/** A pointer as keys and indices, as far as it leads somewhere. */
function pathAt(root: ResourceNode, pointer: string): ObjectPath {
  const path: (string | number)[] = [];
  let node: ResourceNode | undefined = root;
  for (const part of pointer.split('/').filter((one) => one !== '')) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (node?.kind === 'map' && node.keys.includes(key)) {
      path.push(key);
      node = node.values[node.keys.indexOf(key)];
    } else if (node?.kind === 'sequence' && node.items[Number(key)] !== undefined) {
      path.push(Number(key));
      node = node.items[Number(key)];
    } else break;
  }
  return path;
}

/** A program may print anything: lines without an end, and what moves the cursor of a terminal. */
function oneLine(message: string): string {
  return message
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 500)
    .toWellFormed();
}
