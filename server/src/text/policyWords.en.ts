import { fillMessage } from './messages.ts';

/** Why something is not checked, in English; what goes with a number of objects or applications. */
const words: Readonly<Record<string, string>> = {
  'unchecked.admission-costly': 'are too large for what the policy {policy} asks of them',
  'unchecked.admission-namespace-elsewhere':
    'lie in namespaces that are not delivered from here, whose labels the policy {policy} asks for',
  'unchecked.admission-not-understood':
    'are asked by the policy {policy} what Strata cannot evaluate',
  'unchecked.admission-other-version':
    'are converted to another version before the policy {policy} looks at them',
  'unchecked.admission-parameters-elsewhere':
    'need parameters of the policy {policy} that are not delivered from here',
  'unchecked.admission-policy-elsewhere':
    'binding of the policy {policy}, which is not delivered from here',
  'unchecked.admission-rights':
    'are judged by the policy {policy} by what the controller may do there',
  'unchecked.admission-updates': 'are looked at by the policy {policy} only when they are updated',
  'unchecked.admission-user': 'are judged by the policy {policy} by who applies them',
  'unchecked.checker-failed': 'not evaluated: {checker} failed: {why}',
  'unchecked.checker-skipped': 'are left out by {checker}: {why}',
  'unchecked.checker-strange': 'results of {checker} are about nothing that it was given',
  'unchecked.other-engine': 'not evaluated: {policy} needs {engine}',
  'unchecked.definition-rule': 'have rules in their definitions that Strata cannot evaluate',
  'unchecked.kind-elsewhere':
    'are of kinds that nothing delivered from here brings: what serves them is not known',
  'unchecked.namespace-elsewhere':
    'make pods in namespaces that are not delivered from here, or whose labels are filled in later: nobody can tell their level of Pod Security',
  'unchecked.not-rendered':
    'applications cannot be rendered whole: what is missing of them is not checked',
  'unchecked.openshift-fills':
    'leave open what security context constraints of OpenShift fill: only what they say is held against them',
  'unchecked.other-kubernetes':
    'are delivered to a Kubernetes other than 1.29 to 1.37: fields that it may not know are not told',
  'unchecked.other-revision':
    'applications follow another revision: --at or a checkout of it tells',
};

/** What each kind of finding is, for tools that show rules. */
export const policyTitles: Readonly<Record<string, string>> = {
  'argocd.bad-window': 'Argo CD cannot read a window, and does not sync what it is about.',
  'argocd.destination-not-permitted': 'A project does not permit a destination.',
  'argocd.kind-not-permitted': 'A project does not permit a kind.',
  'argocd.missing-project': 'The project of an Application does not exist.',
  'argocd.namespace-not-permitted': 'A project takes no Applications of a namespace.',
  'argocd.repository-not-permitted': 'A project does not permit a repository.',
  'delivery.nobody-notified': 'Nobody is told when an application of production fails.',
  'delivery.not-notified': 'Nobody is told when an application of production fails.',
  'delivery.two-owners': 'Two applications own one object.',
  'policy.admission': 'A ValidatingAdmissionPolicy refuses an object.',
  'policy.admission-warns': 'A ValidatingAdmissionPolicy warns of an object, or notes it.',
  'policy.api-too-new': 'An API is newer than the cluster.',
  'policy.budget-blocks': 'A PodDisruptionBudget lets no pod go.',
  'policy.budget-matches-nothing': 'A PodDisruptionBudget is about no pod.',
  'policy.checker': 'A checker refuses an object.',
  'policy.checker-warns': 'A checker warns of an object.',
  'policy.definition-rule': 'An object breaks a rule of its definition.',
  'policy.deprecated-api': 'An API is deprecated.',
  'policy.deprecated-api-but': 'An API is deprecated, and another one stands for it.',
  'policy.field-dropped': 'A field is unknown, and dropped.',
  'policy.field-too-new': 'A field is newer than the cluster.',
  'policy.flux-cross-namespace': 'Flux is locked down, and refuses what lies in another namespace.',
  'policy.invalid-value': 'A value is not what a schema takes.',
  'policy.limit-range': 'A value is beyond a bound of a LimitRange.',
  'policy.missing-field': 'A field is missing that the API server needs.',
  'policy.pod-security': 'The Pod Security level of a namespace refuses pods.',
  'policy.pod-security-label': 'A label of Pod Security says what the API server does not take.',
  'policy.pod-security-warns': 'The Pod Security level of a namespace warns of pods.',
  'policy.quota-exceeded': 'What is delivered asks for more than a quota has.',
  'policy.quota-unspecified': 'A container says nothing where a quota counts.',
  'policy.removed-api': 'A cluster no longer serves an API.',
  'policy.removed-api-but': 'A cluster no longer serves an API, and another one stands for it.',
  'policy.two-budgets': 'Two PodDisruptionBudgets are about the same pods.',
  'policy.unknown-field': 'A field is unknown to the API server.',
  'policy.unknown-kind': 'A cluster does not serve a kind.',
  'policy.wrong-type': 'A value is of a type that the API server does not read.',
  'practice.all-synced-anytime': 'Production is synced at any time: no project has a window.',
  'practice.environment-branch': 'An application follows the branch of an environment.',
  'practice.missing-object': 'Pods need an object that nothing brings.',
  'practice.missing-object-but': 'Pods need an object that nothing brings by this name.',
  'practice.mutable-tag': 'A tag in production can name another image tomorrow.',
  'practice.older-kustomize': 'An older kustomize of a controller makes other bytes.',
  'practice.older-kustomize-fails': 'An older kustomize of a controller cannot build something.',
  'practice.prune-unprotected': 'A controller deletes what holds data once it is gone from Git.',
  'practice.prunes-many':
    'A controller deletes many objects that hold data once they are gone from Git.',
  'practice.shared-credential': 'One credential serves several release domains.',
  'practice.static-token': 'A Secret keeps a token that never ends.',
  'practice.synced-anytime': 'Production is synced at any time, outside of every window.',
  'practice.unproven-image': 'An image of production is not the one that another stage runs.',
  'practice.whole-cluster': 'One application alone brings all that runs on a cluster.',
};

/** The words for something that is not checked. */
export function policyWords(code: string, parameters: Readonly<Record<string, string>>): string {
  return fillMessage(words[code] ?? code, parameters, {});
}
