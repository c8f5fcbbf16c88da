/** Why an application is not fit for a drift drill. */
export const drillUnfitness = {
  undelivered: 'nobody delivers it',
  unseen: 'its controller does not know it',
  outOfSync: 'it is not in sync',
  suspended: 'it is suspended',
  noLabel: 'it has no label that only describes',
  notServed: 'its kind is not served',
} as const;

/** What Strata says of a drift that is made in a drill, by `willRevert`. */
export const drillForetold = {
  true: 'The controller would put it back by itself.',
  false: 'Nobody would put it back by itself.',
  unknown: 'It is not known whether anybody would put it back.',
} as const;
