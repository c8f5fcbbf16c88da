import type { JsonValue } from '../yaml/decode.ts';
import { keysOf, type FieldPath } from './fieldPath.ts';
import { at, isMap } from './json.ts';
import { isLessQuantity } from './quantity.ts';

/**
 * Whether a field of an object may never change once it is there, so that the object has to be made anew.
 * Source: kubernetes pkg/apis, the packages `validation` (v1.37): the update rules of each kind.
 */
export function isImmutable(
  kind: string,
  path: FieldPath,
  change: { readonly want: JsonValue | undefined; readonly have: JsonValue | undefined },
  live: JsonValue,
): boolean {
  const keys = keysOf(path);
  const [first = '', second = ''] = keys;
  switch (kind) {
    case 'Deployment':
    case 'DaemonSet':
    case 'ReplicaSet':
      return first === 'spec' && second === 'selector';
    case 'StatefulSet':
      return first === 'spec' && !changeableOfSets.has(second);
    case 'Job':
      return (
        first === 'spec' &&
        (['selector', 'completionMode', 'podFailurePolicy', 'backoffLimitPerIndex'].includes(
          second,
        ) ||
          (second === 'template' && change.have !== undefined))
      );
    case 'PersistentVolumeClaim':
      return first === 'spec' && !isGrowth(keys, change);
    case 'PersistentVolume':
      return first === 'spec' && volumeSources.test(second);
    case 'Pod':
      return first === 'spec' && !isChangeableOfPods(keys);
    case 'Service':
      return /^clusterIPs?$/.test(second) && change.have !== undefined && change.have !== '';
    case 'RoleBinding':
    case 'ClusterRoleBinding':
      return first === 'roleRef';
    case 'StorageClass':
      return ['provisioner', 'parameters', 'reclaimPolicy', 'volumeBindingMode'].includes(first);
    case 'PriorityClass':
      return first === 'value' || first === 'preemptionPolicy';
    case 'Secret':
      return first === 'type' || isSealed(first, live);
    case 'ConfigMap':
      return isSealed(first, live);
    case 'IngressClass':
      return keys.join('.') === 'spec.controller';
    case 'RuntimeClass':
      return first === 'handler';
    case 'EndpointSlice':
      return first === 'addressType';
    case 'CSIDriver':
      return ['attachRequired', 'fsGroupPolicy', 'volumeLifecycleModes'].includes(second);
    case 'CustomResourceDefinition':
      return (
        first === 'spec' &&
        (['group', 'scope'].includes(second) ||
          /^spec\.names\.(?:kind|plural)$/.test(keys.join('.')))
      );
    default:
      return false;
  }
}

const changeableOfSets = new Set([
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
]);

const volumeSources =
  /^(?:awsElasticBlockStore|azureDisk|azureFile|cephfs|cinder|csi|fc|flexVolume|gcePersistentDisk|glusterfs|hostPath|iscsi|local|nfs|photonPersistentDisk|portworxVolume|quobyte|rbd|scaleIO|storageos|vsphereVolume|nodeAffinity|volumeMode)$/;

/** Only images, a deadline and more tolerations change in a pod. */
function isChangeableOfPods(keys: readonly string[]): boolean {
  const inner = keys.slice(1).join('.');
  return /^(?:(?:initC|c)ontainers\.image|activeDeadlineSeconds|tolerations|terminationGracePeriodSeconds)$/.test(
    inner,
  );
}

/** A claim may grow, and have another class of attributes. */
function isGrowth(
  keys: readonly string[],
  { want, have }: { readonly want: JsonValue | undefined; readonly have: JsonValue | undefined },
): boolean {
  const place = keys.join('.');
  if (place === 'spec.volumeAttributesClassName') return true;
  if (place !== 'spec.resources.requests.storage') return false;
  return want === undefined || have === undefined || isLessQuantity(want, have) !== true;
}

function isSealed(first: string, live: JsonValue): boolean {
  return (
    isMap(live) &&
    at(live, 'immutable') === true &&
    ['data', 'binaryData', 'immutable'].includes(first)
  );
}
