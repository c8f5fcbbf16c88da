import type { Resource } from '../kustomize/resource.ts';
import { field, rawText } from '../yaml/nodes.ts';

/**
 * Whether an object says itself that it stays on its cluster: where it is `pruned`, as it is in Git no more, or `deleted`,
 * together with the application that brought it.
 *
 * Source: gitops-engine pkg/sync/common/types.go `SyncOptionDisablePrune`, `SyncOptionDisableDeletion`; Argo CD 3.2.0
 * controller/appcontroller.go `shouldBeDeleted`; Helm docs, “Tell Helm not to uninstall a resource”; kustomize-controller
 * v1.9.6 kustomization_controller.go `prune`, whose exclusions are labels or annotations.
 */
export function staysByItself({ node }: Resource, how: 'pruned' | 'deleted'): boolean {
  const metadata = field(node, 'metadata');
  const annotations = field(metadata, 'annotations');
  const at = (name: string): string => rawText(field(annotations, name));
  const options = at('argocd.argoproj.io/sync-options').split(',');
  const option = how === 'pruned' ? 'Prune=false' : 'Delete=false';
  return (
    options.some((one) => one.trim() === option) ||
    at('helm.sh/resource-policy') === 'keep' ||
    [annotations, field(metadata, 'labels')].some((map) =>
      ['prune', 'reconcile'].some((name) =>
        /^disabled$/i.test(rawText(field(map, `kustomize.toolkit.fluxcd.io/${name}`))),
      ),
    )
  );
}
