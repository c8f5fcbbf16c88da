import type { Resource } from '../kustomize/resource.ts';
import { field, rawText } from '../yaml/nodes.ts';
import type { NodePath } from './compareNodes.ts';
import type { EditedResource, ResourceChange } from './compareResources.ts';

/** What a change of a rendered object can cost. Codes never change. */
export type DangerCode =
  | 'impact.prunes-volume-claim'
  | 'impact.prunes-crd'
  | 'impact.prunes-namespace'
  | 'impact.prunes-stateful-set'
  | 'impact.immutable-field'
  | 'impact.changes-rbac'
  | 'impact.suspends-application';

/** A danger of one change: `path` is the field that cannot be changed in place. */
export interface Danger {
  readonly code: DangerCode;
  readonly resource: Resource;
  readonly path: NodePath | undefined;
}

/** The dangers of changes, in their order. */
export function dangersOf(changes: readonly ResourceChange[]): readonly Danger[] {
  return changes.flatMap((change): readonly Danger[] => {
    if (change.kind === 'hidden') return [];
    const isDeleted = change.kind === 'deleted';
    const resource = isDeleted ? change.before : change.after;
    const pruned = isDeleted ? prunedCodes.get(typeOf(resource)) : undefined;
    return [
      ...(pruned === undefined ? [] : [{ code: pruned, resource, path: undefined }]),
      ...(change.kind === 'changed' ? immutableFields(change) : []),
      ...(isAccessRule(resource) && changesAccess(change)
        ? [{ code: 'impact.changes-rbac', resource, path: undefined } as const]
        : []),
      ...(change.kind === 'changed' && suspendsSource(change)
        ? [{ code: 'impact.suspends-application', resource, path: undefined } as const]
        : []),
    ];
  });
}

/**
 * Whether a source of Flux is suspended from now on: whatever it feeds gets nothing new.
 * Source: source-controller v1.9.6 gitrepository_controller.go `Reconcile`.
 */
function suspendsSource({ before, after }: EditedResource): boolean {
  const isSuspended = ({ node }: Resource): boolean =>
    rawText(field(field(node, 'spec'), 'suspend')) === 'true';
  return (
    after.id.group === 'source.toolkit.fluxcd.io' && !isSuspended(before) && isSuspended(after)
  );
}

/** What is lost with what else: data, objects of a type, all that a namespace holds, the pods of a database. */
const prunedCodes: ReadonlyMap<string, DangerCode> = new Map([
  ['PersistentVolumeClaim.', 'impact.prunes-volume-claim'],
  ['CustomResourceDefinition.apiextensions.k8s.io', 'impact.prunes-crd'],
  ['Namespace.', 'impact.prunes-namespace'],
  ['StatefulSet.apps', 'impact.prunes-stateful-set'],
]);

function typeOf({ id }: Resource): string {
  return `${id.kind}.${id.group}`;
}

const accessGroups: ReadonlySet<string> = new Set([
  'rbac.authorization.k8s.io',
  'authorization.openshift.io',
]);

function isAccessRule({ id }: Resource): boolean {
  return accessGroups.has(id.group) && /^(Cluster)?Role(Binding)?$/.test(id.kind);
}

/** What says who may do what; other fields, such as labels, give and take no right. */
const accessFields: ReadonlySet<unknown> = new Set([
  'rules',
  'aggregationRule',
  'roleRef',
  'subjects',
  // What OpenShift had before it took over the fields of Kubernetes.
  'userNames',
  'groupNames',
]);

/** Whether a change of a rule of access changes who may do what. */
function changesAccess(change: Exclude<ResourceChange, { kind: 'hidden' }>): boolean {
  if (change.kind === 'created' || change.kind === 'deleted') return true;
  return (
    change.kind !== 'reordered' &&
    change.fields.some(({ before, after }) => accessFields.has((after ?? before)?.path[0]))
  );
}

/** Fields below `spec` and elsewhere that an API server refuses to change: exactly these, or all but these. */
interface Immutable {
  readonly below: NodePath;
  readonly only?: readonly string[];
  readonly except?: readonly string[];
  /** Holds only where this is true of the object that is there. */
  readonly when?: (before: Resource) => boolean;
}

const isImmutable = ({ node }: Resource): boolean => rawText(field(node, 'immutable')) === 'true';
const isNotIndexed = ({ node }: Resource): boolean =>
  rawText(field(field(node, 'spec'), 'completionMode')) !== 'Indexed';
const hasAddress = ({ node }: Resource): boolean =>
  rawText(field(field(node, 'spec'), 'clusterIP')) !== '';

/**
 * What an API server refuses to change in place.
 * Source: Kubernetes pkg/apis/{apps,batch,core,rbac,storage,scheduling,networking,node}/validation `Validate…Update`;
 * apiextensions-apiserver pkg/apis/apiextensions/validation.
 */
const immutable: ReadonlyMap<string, readonly Immutable[]> = new Map<string, readonly Immutable[]>([
  ['Deployment.apps', [{ below: ['spec'], only: ['selector'] }]],
  ['DaemonSet.apps', [{ below: ['spec'], only: ['selector'] }]],
  ['ReplicaSet.apps', [{ below: ['spec'], only: ['selector'] }]],
  [
    'StatefulSet.apps',
    [
      {
        below: ['spec'],
        except: [
          'replicas',
          'ordinals',
          'template',
          'updateStrategy',
          'revisionHistoryLimit',
          'persistentVolumeClaimRetentionPolicy',
          'minReadySeconds',
        ],
      },
    ],
  ],
  [
    'Job.batch',
    [
      {
        below: ['spec'],
        only: [
          'template',
          'selector',
          'completionMode',
          'podFailurePolicy',
          'backoffLimitPerIndex',
          'managedBy',
          'successPolicy',
        ],
      },
      { below: ['spec'], only: ['completions'], when: isNotIndexed },
    ],
  ],
  ['Service.', [{ below: ['spec'], only: ['clusterIP', 'clusterIPs'], when: hasAddress }]],
  [
    'PersistentVolumeClaim.',
    [{ below: ['spec'], except: ['resources', 'volumeAttributesClassName'] }],
  ],
  ['ConfigMap.', [{ below: [], only: ['data', 'binaryData', 'immutable'], when: isImmutable }]],
  [
    'Secret.',
    [
      { below: [], only: ['data', 'stringData', 'immutable'], when: isImmutable },
      { below: [], only: ['type'] },
    ],
  ],
  ['RoleBinding.rbac.authorization.k8s.io', [{ below: [], only: ['roleRef'] }]],
  ['ClusterRoleBinding.rbac.authorization.k8s.io', [{ below: [], only: ['roleRef'] }]],
  [
    'StorageClass.storage.k8s.io',
    [{ below: [], only: ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'] }],
  ],
  ['PriorityClass.scheduling.k8s.io', [{ below: [], only: ['value', 'preemptionPolicy'] }]],
  ['IngressClass.networking.k8s.io', [{ below: ['spec'], only: ['controller'] }]],
  ['RuntimeClass.node.k8s.io', [{ below: [], only: ['handler'] }]],
  [
    'CustomResourceDefinition.apiextensions.k8s.io',
    [{ below: ['spec'], only: ['group', 'scope'] }],
  ],
]);

/** One danger for each field that cannot be changed, however many values differ in it. */
function immutableFields({ before, after, fields }: EditedResource): readonly Danger[] {
  const rules = immutable.get(typeOf(after)) ?? [];
  const paths = new Map<string, NodePath>();
  for (const difference of fields) {
    const path = (difference.after ?? difference.before)?.path ?? [];
    for (const { below, only, except, when } of rules) {
      const key = path[below.length];
      const isBelow = below.every((part, index) => path[index] === part);
      if (!isBelow || typeof key !== 'string' || when?.(before) === false) continue;
      const hits = only === undefined ? except?.includes(key) !== true : only.includes(key);
      if (hits) paths.set([...below, key].join('\n'), [...below, key]);
    }
  }
  return [...paths.values()].map((path) => ({
    code: 'impact.immutable-field',
    resource: after,
    path,
  }));
}
