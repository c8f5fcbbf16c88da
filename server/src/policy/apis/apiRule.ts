import { apiVersionOf } from '../../kubernetes/gvk.ts';
import type { Breach, CheckedCluster, CheckedObject, RuleAnswer } from '../checkedCluster.ts';
import { apiLifecycleOf } from './apiLifecycle.ts';

/**
 * APIs of Kubernetes that a cluster does not serve, or not for long: `policy.removed-api`, `policy.api-too-new` where its
 * version is known, and `policy.deprecated-api`. What a cluster of an unknown version serves cannot be told.
 */
export function apiRule({ objects, minor }: CheckedCluster): RuleAnswer {
  return { breaches: objects.flatMap((one) => breachesOf(one, minor)), unevaluated: [] };
}

function breachesOf(object: CheckedObject, minor: number | undefined): readonly Breach[] {
  const { id } = object.resource;
  const apiVersion = apiVersionOf(id);
  const lifecycle = apiLifecycleOf(apiVersion, id.kind);
  if (lifecycle === undefined) return [];
  const { introduced, deprecated, removed, replacement } = lifecycle;
  const tell = (
    [code, codeBut]: readonly [string, string],
    parameters: Readonly<Record<string, string>>,
  ): readonly Breach[] => {
    const told = replacement === undefined ? parameters : { ...parameters, candidate: replacement };
    return [
      {
        code: replacement === undefined ? code : codeBut,
        object,
        path: ['apiVersion'],
        parameters: { apiVersion, ...told },
      },
    ];
  };
  if (minor !== undefined && removed !== undefined && removed <= minor)
    return tell(['policy.removed-api', 'policy.removed-api-but'], { version: `1.${removed}` });
  if (minor !== undefined && introduced > minor) {
    const code = 'policy.api-too-new';
    return tell([code, code], { version: `1.${introduced}`, served: `1.${minor}` });
  }
  // What is gone for good is worth a look, whatever the cluster; what will be is only where it is warned of.
  const isOld = deprecated !== undefined && deprecated <= (minor ?? oldestSupported);
  if (!isOld || removed === undefined) return [];
  return tell(['policy.deprecated-api', 'policy.deprecated-api-but'], {
    version: `1.${deprecated}`,
    removed: `1.${removed}`,
  });
}

/** The oldest minor that was still supported when the table was made: clusters of unknown versions are hardly older. */
const oldestSupported = 34;
