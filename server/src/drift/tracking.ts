import type { JsonValue } from '../yaml/decode.ts';
import { below, textOf, type JsonMap } from './json.ts';

/** By which marks a deployer knows what is its own. */
export type Tracking =
  | {
      readonly kind: 'argocd';
      readonly application: string;
      /** The label that is put on objects; `undefined` where none is. */
      readonly label: string | undefined;
      /** `label` where the label tells whose an object is, and no annotation. */
      readonly by?: 'label' | undefined;
    }
  | {
      readonly kind: 'flux';
      readonly group: 'kustomize' | 'helm';
      readonly namespace: string;
      readonly name: string;
    }
  | { readonly kind: 'none' };

/**
 * Whether a live object is marked as the unit's own, as another's, or not at all.
 * Source: argo-cd util/argo/resource_tracking.go `GetAppName`; fluxcd/pkg ssa `SetOwnerLabels`; Helm's release annotations.
 */
export function trackedBy(tracking: Tracking, object: JsonMap): 'us' | 'other' | 'nobody' {
  switch (tracking.kind) {
    case 'argocd': {
      if (tracking.by === 'label') {
        const marked = labelOf(object, tracking.label ?? '');
        if (marked === '') return 'nobody';
        return marked === tracking.application.slice(0, 63) ? 'us' : 'other';
      }
      const id = textOf(below(object, 'metadata', 'annotations', 'argocd.argoproj.io/tracking-id'));
      return id === '' ? 'nobody' : isOwnId(id, tracking.application, object);
    }
    case 'flux': {
      const prefix = `${tracking.group}.toolkit.fluxcd.io`;
      const name = labelOf(object, `${prefix}/name`);
      if (name === '') return 'nobody';
      const isOurs =
        name === tracking.name && labelOf(object, `${prefix}/namespace`) === tracking.namespace;
      return isOurs ? 'us' : 'other';
    }
    case 'none':
      return 'nobody';
  }
}

/**
 * Whether a live-only label is the mark that Argo CD, or Helm, puts on what it deploys: which label that is stands in settings
 * of the cluster, but its value tells. Source: Argo CD util/kube `SetAppInstanceLabel`; Helm pkg/action/validate.go.
 */
export function isMark(tracking: Tracking, key: string, value: JsonValue | undefined): boolean {
  switch (tracking.kind) {
    case 'argocd':
      return (
        key === (tracking.label ?? 'app.kubernetes.io/instance') &&
        value === tracking.application.slice(0, 63)
      );
    case 'flux':
      return (
        tracking.group === 'helm' && key === 'app.kubernetes.io/managed-by' && value === 'Helm'
      );
    case 'none':
      return false;
  }
}

/** `application:group/kind:namespace/name`: a mark that was copied with the object is about another object, and no mark. */
function isOwnId(id: string, application: string, object: JsonMap): 'us' | 'other' | 'nobody' {
  const [app = '', type = '', place = ''] = id.split(':');
  const [namespace = '', name = ''] = place.split('/');
  const metadata = below(object, 'metadata');
  const kind = type.slice(type.indexOf('/') + 1);
  const isItself =
    name === textOf(below(metadata, 'name')) &&
    kind === textOf(object['kind']) &&
    (namespace === '' ||
      namespace === textOf(below(metadata, 'namespace')) ||
      textOf(below(metadata, 'namespace')) === '');
  if (!isItself) return 'nobody';
  return app === application ? 'us' : 'other';
}

function labelOf(object: JsonMap, key: string): string {
  return textOf(below(object, 'metadata', 'labels', key));
}
