import { englishMessage, fillMessage } from './messages.ts';
import type { Problem } from './problem.ts';

/**
 * Why there is no plan for a cluster, or why it is refused, as one sentence; what to do, and what shows that something holds, as
 * parts of one. Codes never change.
 */
export const englishClusterNotes = {
  alerts: 'somebody is told when one of its applications fails, or it is no production',
  'already-there': 'There is a cluster {name} already.',
  breaks: '{what} would no longer build.',
  'by-hand': 'delete by hand, or with the cluster: {applications}',
  'changed-meanwhile': 'The file {file} is not what it was when the plan was made.',
  controls:
    '{application} on {cluster} delivers {count} applications to other clusters, which nothing would deliver then: move them first.',
  credential:
    'take the credential of {cluster} from the controller, and the keys that only it can decrypt with from creation rules',
  differs: 'The application {application} would be other than that of {cluster}.',
  extra: 'The application {application} would be delivered, which {cluster} does not have.',
  'file-there': 'The file {file} is there already.',
  finding: '{why}',
  'invalid-name': 'No cluster can be called {name}.',
  lacks: 'Nothing like {application} of {cluster} would be delivered.',
  merge:
    'merge this: nothing reads what is there for the cluster any more, and nothing is deleted there by that',
  'merge-deleting':
    'merge this while the controller still reaches the cluster: it deletes what it made',
  network:
    'the register says {network}, as of {like}: whether {cluster} is in it, nobody here can tell',
  'no-cluster': 'There is no cluster {name}; strata clusters lists them.',
  'no-network': 'the register says no network',
  'not-in-git':
    'The file {file} would be deleted, but git does not hold it as it is: commit it first.',
  'not-permitted': '{why}',
  nothing: 'Nothing here is made for {cluster} alone: there is no plan.',
  opens: 'Nobody could tell any more what {what} makes.',
  'open-rollback': 'what {applications} renders to is not known here',
  other: 'The object {resource} of {application} ({where}) would be {change} as well.',
  rights:
    'no project that stands here refuses any of {count} applications; strata rights {cluster} has what the controller needs there',
  rollback:
    'all of {count} applications are rendered here, so strata rollback can prove a way back',
  rules: 'no rule is broken there that {like} keeps',
  'still-delivered': 'The application {application} would still be delivered.',
  'takes-place':
    'The application {application} would take the place of that of {cluster}: its name does not tell the cluster.',
  traffic: 'take traffic away from {cluster}, and save what its volumes hold',
  unreadable: 'The file {file} cannot be read, so that nobody knows what is to change in it.',
  'unknown-then': 'What {what} renders to would not be known any more.',
  wait: 'wait until {applications} are gone there',
} as const;

/** Something that is said of a plan for a cluster. */
export type ClusterNoteCode = keyof typeof englishClusterNotes;

/** A code with the parameters of its sentence. */
export interface ClusterNote {
  readonly code: ClusterNoteCode;
  readonly parameters: Readonly<Record<string, string>>;
  /** The finding that it tells: what `why` stands for. */
  readonly cause?: Pick<Problem, 'code' | 'parameters'> | undefined;
}

/** What a note says in English. */
export function englishClusterNote({ code, parameters, cause }: ClusterNote): string {
  const why = cause === undefined ? {} : { why: englishMessage(cause) };
  return fillMessage(englishClusterNotes[code], { ...parameters, ...why }, {});
}

/** What a check of a new cluster looks at, in English. */
export const englishClusterChecks = {
  alerts: 'alerts',
  network: 'network',
  rights: 'rights',
  rollback: 'rollback',
  rules: 'rules',
} as const;

/** What a check of a new cluster looks at. */
export type ClusterCheckKind = keyof typeof englishClusterChecks;

/** Why a fact that was copied for another cluster is a question, in English. */
export const englishClusterQuestions = {
  address: 'an address',
  credential: 'an account or a certificate',
  place: 'a place',
  recipient: 'who can decrypt',
  release: 'how it is released',
  secret: 'encrypted for the other cluster: encrypt values of its own',
  size: 'a size',
  'still-named': 'names the other cluster in some way',
  storage: 'a class of storage',
} as const;

/** Why a copied fact is probably not true. */
export type ClusterQuestionKind = keyof typeof englishClusterQuestions;
