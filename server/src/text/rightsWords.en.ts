/** How roles grant too much, in English, by the kind of excess. */
export const excessWords = {
  clusterAdmin: 'cluster-admin',
  wildcard: 'wildcard',
  escalate: 'may raise roles',
  bind: 'may bind roles',
  impersonate: 'may act as others',
  secretsEverywhere: 'reads all secrets',
  everywhere: 'too wide',
  unneeded: 'not needed',
} as const;

/** Why what an application needs is not known whole, in English; its name stands before. */
export const incompleteWords = {
  elsewhere: 'takes its files from elsewhere',
  gaps: 'is not rendered whole',
  fails: 'does not build',
} as const;
