import { fillMessage } from './messages.ts';

/** Why something is not checked, in English; what goes with a number of objects or applications. */
const words: Readonly<Record<string, string>> = {
  'unchecked.namespace-elsewhere':
    'make pods in namespaces that are not delivered from here: nobody can tell their level of Pod Security',
  'unchecked.not-rendered':
    'applications cannot be rendered whole: what is missing of them is not checked',
  'unchecked.openshift-fills':
    'leave open what security context constraints of OpenShift fill: only what they say is held against them',
  'unchecked.other-revision':
    'applications follow another revision: --at or a checkout of it tells',
};

/** What each kind of finding is, for tools that show rules. */
export const policyTitles: Readonly<Record<string, string>> = {
  'policy.pod-security': 'The Pod Security level of a namespace refuses pods.',
  'policy.pod-security-label': 'A label of Pod Security says what the API server does not take.',
  'policy.pod-security-warns': 'The Pod Security level of a namespace warns of pods.',
};

/** The words for something that is not checked. */
export function policyWords(code: string, parameters: Readonly<Record<string, string>>): string {
  return fillMessage(words[code] ?? code, parameters, {});
}
