/** Why parts of a survey are open, in English: what goes with a number of applications. */
export const surveyReasons = {
  clusters: 'need to know the clusters',
  generators: 'come from generators that ask a service',
  charts: 'need charts that are not here',
  repositories: 'take their files from other repositories',
  revisions: 'follow another revision',
  artifacts: 'take their files from artifacts',
  undelivered: 'are delivered by nothing here',
  folders: 'name a folder that is not there',
  programs: 'need programs that Strata does not run',
  encrypted: 'fill in what is encrypted',
  broken: 'do not build',
  other: 'hold parts that cannot be read',
} as const;

/** The command that closes an open part of a survey; others need a person. */
export const surveyCommands: Readonly<Partial<Record<keyof typeof surveyReasons, string>>> = {
  clusters: 'argocd cluster list -o json | strata clusters --import - --write',
  generators: 'kubectl get applications -A -o json | strata clusters --import - --write',
  revisions: 'strata apps --at REVISION',
  folders: 'strata apps',
  charts: 'strata charts',
  broken: 'strata check --fail-on error',
};
