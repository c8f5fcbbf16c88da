import type { ImpactDocument, RootRow } from '../analysis/impactDocument.ts';
import { englishGaps } from '../analysis/gapWords.ts';
import type { OriginRow } from '../analysis/impactRows.ts';
import { deletesApplication, type ApplicationRow } from '../analysis/impactApplicationRows.ts';
import {
  count,
  failingOf,
  nameOf,
  ownDangers,
  statusText,
  unknownReason,
} from '../analysis/impactGroups.ts';

/** Something that a reviewer should look at, at its place; once, however many roots have it. */
export interface ImpactFinding {
  readonly level: 'error' | 'warning' | 'note';
  /** Never changes. */
  readonly code: string;
  readonly message: string;
  readonly origin: OriginRow | undefined;
  /** Tells it from all other findings of a comparison, and stays the same while the finding does. */
  readonly fingerprint: string;
}

/** What each code means, for tools that show rules. */
export const findingRules: Readonly<Record<string, string>> = {
  'impact.fails': 'A root does not build.',
  'impact.unknown': 'What a root renders to cannot be told.',
  'impact.prunes-volume-claim': 'A PersistentVolumeClaim goes away.',
  'impact.prunes-crd': 'A CustomResourceDefinition goes away, and all its objects with it.',
  'impact.prunes-namespace': 'A Namespace goes away, and all that is in it.',
  'impact.prunes-stateful-set': 'A StatefulSet goes away.',
  'impact.immutable-field': 'A field changes that the API server does not let change.',
  'impact.changes-rbac': 'Rules of access change.',
  'impact.two-owners': 'Two applications own one object on one cluster.',
  'impact.deletes-application': 'An application goes away, and deletes what it has deployed.',
  'impact.suspends-application': 'An application is suspended, and nothing arrives through it.',
  'impact.stops-syncing': 'An application syncs by itself no more.',
  'impact.starts-pruning': 'An application deletes from now on what is gone from Git.',
  'impact.changes-account': 'An application is applied with other rights.',
  'impact.moves-application':
    'An application is made of another folder, or goes to another cluster.',
  'impact.crosses-into-production': 'Production changes together with something else.',
  'impact.crosses-release-domains': 'More than one release domain changes at once.',
};

/** The dangers of a document, the roots that no longer build and those of which nothing can be told. */
export function findingsOf(document: ImpactDocument): readonly ImpactFinding[] {
  return [...fleetFindings(document), ...rootFindings(document)];
}

/** Dangers of applications as a whole, told once wherever they are. */
const ofApplications: readonly string[] = [deletesApplication, 'impact.two-owners'];

/** What the roots do not tell: dangers that applications alone have, and borders between clusters. */
function fleetFindings(document: ImpactDocument): readonly ImpactFinding[] {
  const own = ownDangers(document);
  return [
    ...document.crossings.map(({ code, message }) => ({
      level: 'warning' as const,
      code,
      message: `${message.slice(0, 1).toUpperCase()}${message.slice(1)}.`,
      origin: undefined,
      fingerprint: code,
    })),
    ...document.applications.flatMap(movedFinding),
    ...own.map(({ code, message, resource, field, origin }) => ({
      level: 'warning' as const,
      code,
      message: `${message}.`,
      origin,
      fingerprint: ofApplications.includes(code)
        ? `${code} ${resource}`
        : [code, resource, field ?? '', origin?.file ?? ''].join(' '),
    })),
  ];
}

/** That all that an application delivers is made elsewhere by now, or goes elsewhere: no root changes for its sake. */
function movedFinding(row: ApplicationRow): readonly ImpactFinding[] {
  const { status, kind, name, cluster, path, previousPath, previousCluster, resources } = row;
  if (status !== 'moved') return [];
  const code = 'impact.moves-application';
  const was = [
    ...(previousPath === undefined ? [] : [`made of ${nameOf(previousPath)}`]),
    ...(previousCluster === undefined ? [] : [`on ${previousCluster}`]),
  ];
  const where = cluster === null ? '' : ` on ${cluster}`;
  const now = path === undefined ? '' : ` is made of ${nameOf(path)}`;
  const before = was.length === 0 ? '' : ` (was ${was.join(', ')})`;
  const [, file, line] = /^(.*):(\d+)$/.exec(row.declaredAt) ?? [];
  return [
    {
      level: 'note',
      code,
      message: `${kind}/${name}${where}${now}${before}: ${count(resources.length, 'object')} differ${resources.length === 1 ? 's' : ''}.`,
      origin: file === undefined ? undefined : { file, line: Number(line) },
      fingerprint: `${code} ${kind}/${row.namespace}/${name}${where}`,
    },
  ];
}

function rootFindings({ roots }: ImpactDocument): readonly ImpactFinding[] {
  const found = new Map<string, { readonly finding: ImpactFinding; readonly roots: string[] }>();
  for (const row of roots) {
    for (const finding of findingsOfRoot(row)) {
      const known = found.get(finding.fingerprint);
      if (known === undefined) found.set(finding.fingerprint, { finding, roots: [row.root] });
      else known.roots.push(row.root);
    }
  }
  return [...found.values()].map(({ finding, roots: own }) => {
    const [first = '', ...others] = own;
    const more = others.length === 0 ? '' : ` and ${count(others.length, 'root')} more`;
    return { ...finding, message: `${finding.message} (in ${nameOf(first)}${more}).` };
  });
}

function findingsOfRoot(row: RootRow): readonly ImpactFinding[] {
  const { root, status, dangers } = row;
  const dangerous = dangers.map(({ code, message, resource, field, origin }) => ({
    level: 'warning' as const,
    code,
    message,
    origin,
    fingerprint: [code, resource, field ?? '', origin?.file ?? root].join(' '),
  }));
  if (status === 'fails') return [failureOf(row), ...dangerous];
  if (status !== 'unknown') return dangerous;
  const code = 'impact.unknown';
  const why = unknownReason(row);
  const what =
    failingOf(row) === 'still'
      ? `The root ${statusText(row)}`
      : 'What the root renders to cannot be told';
  const message = why === undefined ? what : `${what}: ${why}`;
  return [
    {
      level: 'note',
      code,
      message,
      origin: row.failures?.[0]?.origin,
      fingerprint: `${code} ${root}`,
    },
    ...dangerous,
  ];
}

/** That a root does not build, told by its first reason, however many roots have it. */
function failureOf(row: RootRow): ImpactFinding {
  const start = `The root ${statusText(row)}`;
  const [first] = row.failures ?? [];
  const [gap] = row.gaps;
  const why = first?.message ?? (gap && englishGaps[gap.kind](gap.detail));
  const origin = first?.origin;
  return {
    level: 'error',
    code: 'impact.fails',
    message: why === undefined ? start : `${start}: ${withoutEnd(why)}`,
    origin,
    fingerprint:
      first === undefined
        ? `impact.fails ${row.root}`
        : ['impact.fails', first.code, first.message, origin?.file ?? row.root].join(' '),
  };
}

function withoutEnd(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
