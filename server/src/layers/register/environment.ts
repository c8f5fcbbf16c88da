/** The environments that names of clusters tell by a word, each with the ways to write it. */
const words: Readonly<Record<string, readonly string[]>> = {
  production: ['production', 'prod', 'prd', 'live'],
  staging: ['staging', 'stage', 'stg', 'preprod', 'preproduction', 'uat', 'acceptance'],
  test: ['test', 'testing', 'qa', 'integration'],
  dev: ['dev', 'development', 'sandbox'],
  management: ['management', 'mgmt', 'hub'],
};

/** Whether an environment is one of production, by what people call it. */
export function isProduction(environment: string): boolean {
  return classOf(environment) === 'production';
}

const order = ['dev', 'test', 'staging', undefined, 'production', 'management'] as const;

/** Where an environment comes on the way to production, from 0: what nobody has told by waves. */
export function environmentRank(environment: string): number {
  return order.findIndex((one) => one === classOf(environment));
}

/**
 * The environment that a name tells, as `prod-eu-1` does: in the words of the fleet, where it has one for it, else in the
 * word that stands in the name. `undefined` where no part of the name is one.
 */
export function environmentByName(name: string, vocabulary: readonly string[]): string | undefined {
  const parts = [name, ...name.split(/[-_./]/)].map((part) => part.toLowerCase());
  for (const part of parts) {
    const found = classOf(part);
    if (found === undefined) continue;
    return vocabulary.find((word) => classOf(word) === found) ?? plainWord(part);
  }
  return undefined;
}

/** `prod`, `Production` and `prod-1` are all production. */
function classOf(word: string): string | undefined {
  const plain = plainWord(word.toLowerCase());
  return Object.keys(words).find((one) => words[one]?.includes(plain));
}

function plainWord(word: string): string {
  return word.replace(/[-_]?\d+$/, '');
}
