import { below, textOf, type JsonMap } from './json.ts';

/**
 * What keeps an object out of the comparison: it says itself that its deployer leaves it alone, or it is there for a moment
 * only. `undefined` where nothing does.
 *
 * Source: kustomize-controller docs/spec, `reconcile` and `ssa`; Argo CD docs, resource hooks; helm.sh/hook.
 */
export function policyOf(
  desired: JsonMap,
  live: JsonMap | undefined,
): 'skipped' | 'expectedAbsent' | undefined {
  for (const object of [desired, live]) {
    if (object === undefined) continue;
    if (isSaid(object, 'kustomize.toolkit.fluxcd.io/reconcile', 'disabled')) return 'skipped';
    if (isSaid(object, 'kustomize.toolkit.fluxcd.io/ssa', 'ignore')) return 'skipped';
  }
  if (live !== undefined && isSaid(desired, 'kustomize.toolkit.fluxcd.io/ssa', 'ifnotpresent')) {
    return 'skipped';
  }
  const hook =
    annotation(desired, 'argocd.argoproj.io/hook') || annotation(desired, 'helm.sh/hook');
  // CRDs that a chart installs once are kept; other hooks come and go.
  return hook === '' || hook === 'crd-install'
    ? undefined
    : live === undefined
      ? 'expectedAbsent'
      : 'skipped';
}

/** Whether an object says that nobody is to delete it. */
export function staysInCluster(object: JsonMap): boolean {
  const options = annotation(object, 'argocd.argoproj.io/sync-options').split(',');
  return (
    isSaid(object, 'kustomize.toolkit.fluxcd.io/prune', 'disabled') ||
    annotation(object, 'helm.sh/resource-policy') === 'keep' ||
    options.some((one) => one.trim() === 'Prune=false')
  );
}

/** Flux reads its words from labels and annotations, whatever their case. */
function isSaid(object: JsonMap, key: string, value: string): boolean {
  const said = [annotation(object, key), textOf(below(object, 'metadata', 'labels', key))];
  return said.some((one) => one.toLowerCase() === value);
}

function annotation(object: JsonMap, key: string): string {
  return textOf(below(object, 'metadata', 'annotations', key));
}
