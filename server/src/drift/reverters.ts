import { parseLabelSelector } from '../kubernetes/labelSelector.ts';
import type { JsonValue } from '../yaml/decode.ts';
import { argoSettings } from './argoSettings.ts';
import type { IgnoreRule } from './ignoreRules.ts';
import { at, below, itemsOf, textOf, type JsonMap } from './json.ts';
import { isSkipped } from './skipReconcile.ts';
import type { Tracking } from './tracking.ts';
import type { Reverter } from './willRevert.ts';

/** How the object of a controller says that its unit is kept: who puts back, what is left alone, how things are marked. */
export interface UnitSettings {
  readonly reverter: Reverter;
  readonly rules: readonly IgnoreRule[];
  readonly tracking: Tracking;
}

/**
 * Reads an Application of Argo CD, a Kustomization or a HelmRelease of Flux; anything else is kept by nobody. `argocd` is the
 * ConfigMap `argocd-cm`, whose rules hold for all applications.
 * Source: argo-cd types.go `SyncPolicy`, `ResourceIgnoreDifferences`; Flux kustomize-controller and helm-controller specs.
 */
export function unitSettings(object: JsonMap | undefined, argocd?: JsonMap): UnitSettings {
  switch (object?.['kind']) {
    case 'Application':
      return applicationSettings(object, argocd);
    case 'Kustomization':
      return fluxSettings(object);
    case 'HelmRelease':
      return releaseSettings(object);
    default:
      return { reverter: { kind: 'plain' }, rules: [], tracking: { kind: 'none' } };
  }
}

function applicationSettings(object: JsonMap, argocd: JsonMap | undefined): UnitSettings {
  const shared = argoSettings(argocd);
  const policy = below(object, 'spec', 'syncPolicy');
  const automated = at(policy, 'automated');
  const options = itemsOf(at(policy, 'syncOptions')).map(textOf);
  const rules = itemsOf(below(object, 'spec', 'ignoreDifferences')).map((one): IgnoreRule => ({
    target: {
      form: 'glob',
      group: textOf(at(one, 'group')),
      kind: textOf(at(one, 'kind')),
      namespace: said(one, 'namespace'),
      name: said(one, 'name'),
    },
    paths: [...texts(at(one, 'jsonPointers')), ...texts(at(one, 'jqPathExpressions'))],
    managers: texts(at(one, 'managedFieldsManagers')),
    combine: 'either',
    label: 'ignoreDifferences',
  }));
  return {
    reverter: {
      kind: 'argocd',
      automated:
        !isSkipped(object) &&
        automated !== undefined &&
        automated !== null &&
        at(automated, 'enabled') !== false,
      selfHeal: at(automated, 'selfHeal') === true,
      prune: at(automated, 'prune') === true,
      serverSideApply: options.includes('ServerSideApply=true'),
      replaces: options.includes('Replace=true') || options.includes('Force=true'),
    },
    rules: [...rules, ...shared.rules],
    tracking: {
      kind: 'argocd',
      application: textOf(below(object, 'metadata', 'name')),
      label: shared.trackingLabel,
      by: shared.trackedBy,
    },
  };
}

function fluxSettings(object: JsonMap): UnitSettings {
  const spec = at(object, 'spec');
  return {
    reverter: {
      kind: 'flux',
      suspended: at(spec, 'suspend') === true,
      prune: at(spec, 'prune') === true,
      force: at(spec, 'force') === true,
    },
    rules: fluxRules(at(spec, 'ignore'), 'spec.ignore'),
    tracking: fluxTracking('kustomize', object),
  };
}

function releaseSettings(object: JsonMap): UnitSettings {
  const detection = below(object, 'spec', 'driftDetection');
  const mode = textOf(at(detection, 'mode'));
  return {
    reverter: {
      kind: 'helm',
      suspended: below(object, 'spec', 'suspend') === true,
      mode: mode === 'enabled' || mode === 'warn' ? mode : 'disabled',
    },
    rules: fluxRules(at(detection, 'ignore'), 'spec.driftDetection.ignore'),
    tracking: fluxTracking('helm', object),
  };
}

function fluxTracking(group: 'kustomize' | 'helm', object: JsonMap): Tracking {
  const metadata = at(object, 'metadata');
  const [namespace, name] = [textOf(at(metadata, 'namespace')), textOf(at(metadata, 'name'))];
  return { kind: 'flux', group, namespace, name };
}

/**
 * The rules of Flux about what is not put back; one whose selector cannot be read is left out: what it covers is told.
 * Source: fluxcd/pkg ssa/jsondiff `SelectorRegex`, which selects by what Git says of an object.
 */
function fluxRules(value: JsonValue | undefined, label: string): readonly IgnoreRule[] {
  return itemsOf(value).flatMap((one) => {
    const target = at(one, 'target') ?? null;
    const [labels, annotations] = ['labelSelector', 'annotationSelector'].map((key) =>
      parseLabelSelector(said(target, key) ?? ''),
    );
    if (labels === undefined || annotations === undefined) return [];
    if ('problem' in labels || 'problem' in annotations) return [];
    const parts = {
      labels,
      annotations,
      group: said(target, 'group'),
      kind: said(target, 'kind'),
      namespace: said(target, 'namespace'),
      name: said(target, 'name'),
    };
    return [
      {
        target: { form: 'regexp', ...parts },
        paths: texts(at(one, 'paths')),
        managers: [],
        combine: 'either',
        label,
      },
    ];
  });
}

/** A text that is there and not empty. */
function said(value: JsonValue, key: string): string | undefined {
  const text = textOf(at(value, key));
  return text === '' ? undefined : text;
}

function texts(value: JsonValue | undefined): readonly string[] {
  return itemsOf(value).map(textOf);
}
