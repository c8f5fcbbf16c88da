import { fillMessage } from './messages.ts';

/** Why there is no plan for a cluster, or why it is refused, as one sentence. Codes never change. */
export const englishClusterNotes = {
  'already-there': 'There is a cluster {name} already.',
  breaks: '{what} would no longer build.',
  'changed-meanwhile': 'The file {file} is not what it was when the plan was made.',
  controls:
    '{application} on {cluster} delivers {count} applications to other clusters, which nothing would deliver then: move them first.',
  differs: 'The application {application} would be other than that of {cluster}.',
  extra: 'The application {application} would be delivered, which {cluster} does not have.',
  'file-there': 'The file {file} is there already.',
  'invalid-name': 'No cluster can be called {name}.',
  lacks: 'Nothing like {application} of {cluster} would be delivered.',
  'no-cluster': 'There is no cluster {name}; strata clusters lists them.',
  'not-in-git':
    'The file {file} would be deleted, but git does not hold it as it is: commit it first.',
  'not-permitted': '{why}',
  nothing: 'Nothing here is made for {cluster} alone: there is no plan.',
  opens: 'Nobody could tell any more what {what} makes.',
  other: 'The object {resource} of {application} ({where}) would be {change} as well.',
  'still-delivered': 'The application {application} would still be delivered.',
  'takes-place':
    'The application {application} would take the place of that of {cluster}: its name does not tell the cluster.',
  unreadable: 'The file {file} cannot be read, so that nobody knows what is to change in it.',
  'unknown-then': 'What {what} renders to would not be known any more.',
} as const;

/** Something that stands against a plan for a cluster. */
export type ClusterNoteCode = keyof typeof englishClusterNotes;

/** A code with the parameters of its sentence. */
export interface ClusterNote {
  readonly code: ClusterNoteCode;
  readonly parameters: Readonly<Record<string, string>>;
}

/** What a note says in English. */
export function englishClusterNote({ code, parameters }: ClusterNote): string {
  return fillMessage(englishClusterNotes[code], parameters, {});
}

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
