import type { FieldOwner } from './parseManagedFields.ts';

/** What kind of writer a field manager is. */
export type ManagerRole = 'gitops' | 'human' | 'autoscaler' | 'controller';

/**
 * The role of a field manager, by its name: those that bring what Git says, tools in the hands of people, what changes the
 * number of replicas, and everything else, which is taken for a controller.
 *
 * Source: Argo CD common.ArgoCDSSAManager; Flux kustomize-controller and helm-controller; Helm; kluctl's list of tools that
 * people use (pkg/diff); kubectl cmd/util `GetFieldManager`.
 */
export function roleOf({ manager }: FieldOwner): ManagerRole {
  if (gitopsManagers.has(manager)) return 'gitops';
  if (humanManagers.some((one) => one.test(manager))) return 'human';
  if (autoscalers.some((one) => one.test(manager))) return 'autoscaler';
  return 'controller';
}

/**
 * Whether Flux takes the fields of a manager over and so removes what Git does not say.
 * Source: kustomize-controller internal/controller/kustomization_controller.go `apply`, its list of field managers.
 */
export function isTakenOver({ manager, subresource }: FieldOwner): boolean {
  return subresource === '' && (manager.startsWith('kubectl') || manager === 'before-first-apply');
}

/** Managers that write what Git says. */
const gitopsManagers = new Set([
  'argocd-controller',
  'argocd-application-controller',
  'kustomize-controller',
  'helm-controller',
  'helm',
  'Helm',
  'kluctl',
]);

const humanManagers = [
  /^kubectl/,
  /^before-first-apply$/,
  /^k9s/i,
  /^rancher/i,
  /^lens/i,
  /^freelens/i,
  /^headlamp/i,
  /^dashboard/i,
  /^OpenAPI-Generator/,
  /^python-requests/,
  /^Mozilla/,
  /^oc$/,
  /^curl/,
];

const autoscalers = [
  /^kube-controller-manager$/,
  /^horizontal-pod-autoscaler/,
  /^vpa-/,
  /^keda/,
  /^cluster-autoscaler/,
];
