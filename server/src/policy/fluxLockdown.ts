import { at, below, itemsOf, textOf } from '../drift/json.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { Breach, CheckedCluster, CheckedObject, RuleAnswer } from './checkedCluster.ts';
import type { ObjectPath } from './podTemplate.ts';

/**
 * References of Flux to other namespaces where its controllers are locked down (`policy.flux-cross-namespace`): where
 * `--no-cross-namespace-refs` is set on them, or an instance of Flux Operator is one for many tenants.
 *
 * Source: Flux docs, “Multi-tenancy lockdown”; kustomize-controller 1.9.4 `getSource`, helm-controller 1.6.3 `getSource`,
 * notification-controller `Alert`; Flux Operator docs, `.spec.cluster.multitenant`.
 */
export function fluxLockdownRule({ objects }: CheckedCluster): RuleAnswer {
  const locked = new Set(objects.flatMap(lockedControllers));
  if (locked.size === 0) return { breaches: [], unevaluated: [] };
  return {
    breaches: objects.flatMap((object) =>
      referencesOf(object).flatMap(({ controller, path, namespace, source }): readonly Breach[] =>
        locked.has(controller) && namespace !== '' && namespace !== object.namespace
          ? [
              {
                code: 'policy.flux-cross-namespace',
                object,
                path,
                parameters: { source, namespace },
              },
            ]
          : [],
      ),
    ),
    unevaluated: [],
  };
}

const controllers = ['kustomize-controller', 'helm-controller', 'notification-controller'] as const;

type Controller = (typeof controllers)[number];

/** The controllers that an object locks down. */
function lockedControllers({ resource, value }: CheckedObject): readonly Controller[] {
  const { kind, name, group } = resource.id;
  if (kind === 'FluxInstance' && group === 'fluxcd.controlplane.io')
    return below(value(), 'spec', 'cluster', 'multitenant') === true ? controllers : [];
  const own = controllers.find((one) => one === name);
  if (kind !== 'Deployment' || group !== 'apps' || own === undefined) return [];
  const containers = itemsOf(below(value(), 'spec', 'template', 'spec', 'containers'));
  const isLocked = containers
    .flatMap((one) => itemsOf(at(one, 'args')))
    .some((one) => /^--no-cross-namespace-refs(?:=true)?$/.test(textOf(one)));
  return isLocked ? [own] : [];
}

/** A reference to an object that may lie in another namespace. */
interface Reference {
  readonly controller: Controller;
  readonly path: ObjectPath;
  readonly namespace: string;
  /** `Kind/name`. */
  readonly source: string;
}

function referencesOf({ resource, value }: CheckedObject): readonly Reference[] {
  const { kind, group } = resource.id;
  const toSource = (controller: Controller, ...keys: readonly string[]): Reference =>
    referenceAt(value(), controller, keys);
  if (group === 'kustomize.toolkit.fluxcd.io' && kind === 'Kustomization')
    return [toSource('kustomize-controller', 'spec', 'sourceRef')];
  if (group === 'helm.toolkit.fluxcd.io' && kind === 'HelmRelease')
    return [
      toSource('helm-controller', 'spec', 'chart', 'spec', 'sourceRef'),
      toSource('helm-controller', 'spec', 'chartRef'),
    ];
  if (group !== 'notification.toolkit.fluxcd.io' || kind !== 'Alert') return [];
  return itemsOf(below(value(), 'spec', 'eventSources')).map((one, index) => ({
    controller: 'notification-controller',
    path: ['spec', 'eventSources', index, 'namespace'],
    namespace: textOf(at(one, 'namespace')),
    source: `${textOf(at(one, 'kind'))}/${textOf(at(one, 'name'))}`,
  }));
}

function referenceAt(value: JsonValue, controller: Controller, keys: readonly string[]): Reference {
  const reference = below(value, ...keys);
  return {
    controller,
    path: [...keys, 'namespace'],
    namespace: textOf(at(reference, 'namespace')),
    source: `${textOf(at(reference, 'kind'))}/${textOf(at(reference, 'name'))}`,
  };
}
