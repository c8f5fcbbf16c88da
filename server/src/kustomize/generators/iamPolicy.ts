import { problem, type Problem } from '../../text/problem.ts';
import { appendEntry, newMap, newScalar } from '../../yaml/nodes.ts';
import { resolvePlainTag } from '../../yaml/resolveTag.ts';
import type { ScalarNode } from '../../yaml/resourceNode.ts';
import type { IamPolicyGeneratorConfig } from '../pluginConfig.ts';
import { Resource } from '../resource.ts';
import { stepOrigin, type StepContext } from '../step.ts';

/** A service account of GKE. Source: kustomize api v0.21.1 filters/iampolicygenerator/iampolicygenerator.go. */
export function generateIamPolicy(
  config: IamPolicyGeneratorConfig,
  context: StepContext,
): Resource | Problem {
  const cloud = config.cloud?.value ?? '';
  if (cloud !== 'gke') return problem('kustomize.unknown-cloud', { cloud });
  const { serviceAccount, kubernetesService } = config;
  const account = `${serviceAccount.name?.value ?? ''}@${serviceAccount.projectId?.value ?? ''}.iam.gserviceaccount.com`;
  const plain = (value: string, ordinal: number): ScalarNode =>
    newScalar(
      value,
      resolvePlainTag(value),
      'plain',
      stepOrigin(context, 'generator', ordinal, undefined),
    );
  const origin = stepOrigin(context, 'generator', 0, undefined);
  const annotations = appendEntry(
    newMap(origin),
    'iam.gke.io/gcp-service-account',
    plain(account, serviceAccount.name?.ordinal ?? 0),
  );
  let metadata = appendEntry(newMap(origin), 'annotations', annotations);
  metadata = appendEntry(
    metadata,
    'name',
    plain(kubernetesService.name?.value ?? '', kubernetesService.name?.ordinal ?? 0),
  );
  const namespace = kubernetesService.namespace;
  if (namespace !== undefined && namespace.value !== '')
    metadata = appendEntry(metadata, 'namespace', plain(namespace.value, namespace.ordinal));
  let object = appendEntry(newMap(origin), 'apiVersion', plain('v1', 0));
  object = appendEntry(object, 'kind', plain('ServiceAccount', 0));
  return new Resource(appendEntry(object, 'metadata', metadata), context.source);
}
