import { policyClusters, policyOfCluster, type PolicyFinding } from '../analysis/clusterPolicy.ts';
import {
  deliveredThere,
  draftedAdd,
  effectsOn,
  openGenerators,
  secretsOfCluster,
  type ChangedObject,
  type ClusterEffects,
  type DeliveredThere,
  type DraftedCluster,
} from '../analysis/clusterPlan.ts';
import { clusters } from '../analysis/clusters.ts';
import type { ClusterCheckKind, ClusterNote, ClusterNoteCode } from '../text/clusterWords.en.ts';
import type { DangerImpact } from '../analysis/impact.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { settleTree, type PlannedTree } from './planFork.ts';
import { forkedImpact } from './planImpact.ts';

/** A plan for a cluster with its proof; it is refused where `refused` says something. */
export interface ClusterPlan extends DraftedCluster {
  readonly deploys: readonly PlannedDelivery[];
  /** What changes where controllers run: the objects that declare it. */
  readonly declarations: readonly ChangedObject[];
  readonly refused: readonly ClusterNote[];
  /** What to do, in this order, to retire a cluster; empty for a new one. */
  readonly order: readonly ClusterStep[];
  /** What to look at before a release domain gets its first cluster, or any new one. */
  readonly checks: readonly ClusterCheck[];
  /** Data, kinds and namespaces that a retired cluster loses when the plan is merged. */
  readonly losses: readonly DangerImpact[];
}

/** An application that appears on the new cluster, or that goes from a retired one. */
export interface PlannedDelivery {
  readonly application: string;
  readonly kind: string;
  readonly path: string | undefined;
  readonly objects: number;
  /** For a new cluster: whether it renders to what its sibling has, but for the name; `undefined` where it is not known. */
  readonly sameAsSibling: boolean | undefined;
  /** For a retired one: what becomes of what it has deployed. */
  readonly leaves: 'deleted' | 'stays' | undefined;
}

/** A step of a retirement: what to do, or a danger to be sure of. */
export type ClusterStep =
  | { readonly kind: 'do'; readonly note: ClusterNote }
  | { readonly kind: 'danger'; readonly danger: DangerImpact };

/** Something that a new cluster needs, and what shows it. */
export interface ClusterCheck {
  readonly what: ClusterCheckKind;
  readonly holds: boolean | 'unknown';
  readonly evidence: ClusterNote;
}

/** Plans a new cluster like another one, and proves it on a fork: only the promised applications appear, as their siblings are. */
export async function planAddCluster(
  tree: PlannedTree,
  { name, like, today }: { readonly name: string; readonly like: string; readonly today: string },
  signal: AbortSignal,
): Promise<Result<ClusterPlan, ClusterNote>> {
  await settleTree(tree, signal);
  const drafted = await tree.complete((one) => draftedAdd(one, { name, like }), signal);
  if (drafted.kind === 'failed') return drafted;
  const { texts } = drafted.value;
  if (texts.size === 0) return failed({ code: 'nothing', parameters: { cluster: like } });
  const siblings = await tree.complete(
    (one) => deliveredThere(one, { cluster: like, as: name }),
    signal,
  );
  const { fork, impact } = await forkedImpact(tree, texts, signal);
  try {
    const made = await fork.complete(
      (one) => deliveredThere(one, { cluster: name, as: name }),
      signal,
    );
    const secrets = await fork.complete((one) => secretsOfCluster(one, name), signal);
    const effects = effectsOn(impact, { cluster: name, secrets });
    const byName = new Map(siblings.map((one) => [one.called, one]));
    const deploys = made.map((one) => {
      const sibling = byName.get(one.called);
      const isKnown = sibling !== undefined && !one.isOpen && !sibling.isOpen;
      return {
        ...deliveryOf(one),
        sameAsSibling: isKnown ? one.printed === sibling.printed : undefined,
      };
    });
    const names = new Set(made.map(({ called }) => called));
    const checks = await checksOf(fork, { name, like, today, made }, signal);
    const plan: ClusterPlan = {
      ...drafted.value,
      deploys,
      declarations: effects.declarations,
      refused: [
        ...unreadableNotes(drafted.value),
        // What its project refuses is never deployed, whatever the rest of the plan promises.
        ...checks.flatMap(({ what, holds, evidence }): readonly ClusterNote[] =>
          what === 'rights' && holds === false ? [{ ...evidence, code: 'not-permitted' }] : [],
        ),
        ...(await worseNotes({ tree, fork, effects }, signal)),
        ...notes(
          'lacks',
          siblings.filter(({ called }) => !names.has(called)),
          like,
        ),
        ...notes(
          'extra',
          made.filter(({ called }) => !byName.has(called)),
          like,
        ),
        ...notes(
          'takes-place',
          made.filter((one) => siblings.some((sibling) => isSameObject(one, sibling))),
          like,
        ),
        ...notes(
          'differs',
          deploys.filter(({ sameAsSibling }) => sameAsSibling === false),
          like,
        ),
        ...notes(
          'differs',
          made.filter(({ isOpen, called }) => isOpen && byName.get(called)?.isOpen === false),
          like,
        ),
      ],
      order: [],
      losses: [],
      checks,
    };
    return ok(plan);
  } finally {
    fork.host.dispose();
  }
}

/** The files that could not be read for a plan. */
export function unreadableNotes({ unreadable }: DraftedCluster): readonly ClusterNote[] {
  return unreadable.map((file) => ({ code: 'unreadable', parameters: { file } }));
}

/** What would be worse elsewhere than it is: it changes, builds no longer, or nobody can tell it any more. */
export async function worseNotes(
  {
    tree,
    fork,
    effects,
  }: {
    readonly tree: PlannedTree;
    readonly fork: PlannedTree;
    readonly effects: ClusterEffects;
  },
  signal: AbortSignal,
): Promise<readonly ClusterNote[]> {
  const open = new Set(await tree.complete(openGenerators, signal));
  const opened = (await fork.complete(openGenerators, signal)).filter((one) => !open.has(one));
  const about =
    (code: ClusterNoteCode) =>
    (what: string): ClusterNote => ({ code, parameters: { what } });
  return [
    ...effects.broken.map(about('breaks')),
    ...effects.unknown.map(about('unknown-then')),
    ...opened.map(about('opens')),
    ...effects.others.map(otherNote),
  ];
}

/** What is delivered, before it is compared with a sibling or told what it leaves. */
export function deliveryOf({ application, kind, path, objects }: DeliveredThere): PlannedDelivery {
  return { application, kind, path, objects, sameAsSibling: undefined, leaves: undefined };
}

/** Applications lie beside each other where their Argo CD runs; objects of Flux mostly on their own clusters. */
function isSameObject(one: DeliveredThere, other: DeliveredThere): boolean {
  return (
    one.kind === 'Application' &&
    other.kind === one.kind &&
    other.namespace === one.namespace &&
    other.application === one.application
  );
}

/** One note of the same kind for each application. */
export function notes(
  code: ClusterNoteCode,
  applications: readonly { readonly application: string }[],
  cluster: string,
): readonly ClusterNote[] {
  return applications.map(({ application }) => ({ code, parameters: { application, cluster } }));
}

function otherNote({ application, cluster = '', resource, change }: ChangedObject): ClusterNote {
  return { code: 'other', parameters: { application, where: cluster, resource, change } };
}

async function checksOf(
  fork: PlannedTree,
  {
    name,
    like,
    today,
    made,
  }: {
    readonly name: string;
    readonly like: string;
    readonly today: string;
    readonly made: readonly DeliveredThere[];
  },
  signal: AbortSignal,
): Promise<readonly ClusterCheck[]> {
  const policies = await fork.complete(policyClusters, signal);
  const keyOf = (cluster: string): string =>
    policies.find((one) => one.name === cluster)?.key ?? '';
  const told = async (cluster: string): Promise<ReadonlyMap<string, PolicyFinding>> => {
    const { findings, failures } = await fork.complete(
      (one) => policyOfCluster(one, keyOf(cluster), { today }),
      signal,
    );
    return new Map(
      [...failures, ...findings]
        .filter(({ severity }) => severity === 'error' || severity === 'warning')
        .map((one) => [`${one.code} ${one.resource} ${one.field}`, one] as const),
    );
  };
  const { findings } = await fork.complete(
    (one) => policyOfCluster(one, keyOf(name), { today }),
    signal,
  );
  const refusals = findings.filter(({ code }) => code.startsWith('argocd.'));
  const silent = findings.filter(({ code }) => /^delivery\.(?:not|nobody)-notified$/.test(code));
  const [own, sibling] = [await told(name), await told(like)];
  const fresh = [...own].flatMap(([key, one]) => (sibling.has(key) ? [] : [one]));
  const rows = (await fork.complete((one) => clusters(one, today), signal)).clusters;
  const networkOf = (cluster: string): string | undefined =>
    rows.find((one) => one.name === cluster)?.network;
  const network = networkOf(name);
  const open = made.filter(({ isOpen }) => isOpen).map(({ application }) => application);
  const [refusal] = refusals;
  const [silence] = silent;
  const [broken] = fresh;
  const count = String(made.length);
  const note = (
    code: ClusterNoteCode,
    parameters: ClusterNote['parameters'] = {},
  ): ClusterNote => ({
    code,
    parameters,
  });
  return [
    {
      what: 'rights',
      holds: refusal === undefined,
      evidence: findingNote(refusal) ?? note('rights', { count, cluster: name }),
    },
    {
      what: 'rules',
      holds: broken === undefined,
      evidence: findingNote(broken) ?? note('rules', { like }),
    },
    {
      what: 'network',
      holds: 'unknown',
      evidence:
        network === undefined
          ? note('no-network')
          : note('network', { network, like, cluster: name }),
    },
    {
      what: 'alerts',
      holds: silence === undefined,
      evidence: findingNote(silence) ?? note('alerts'),
    },
    {
      what: 'rollback',
      holds: open.length === 0 ? true : 'unknown',
      evidence:
        open.length === 0
          ? note('rollback', { count })
          : note('open-rollback', { applications: open.join(', ') }),
    },
  ];
}

function findingNote(finding: PolicyFinding | undefined): ClusterNote | undefined {
  if (finding === undefined) return undefined;
  const { code, parameters } = finding;
  return { code: 'finding', parameters: {}, cause: { code, parameters } };
}
