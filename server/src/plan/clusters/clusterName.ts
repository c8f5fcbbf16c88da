/** The name of a cluster as it stands in texts and paths, and other names that hold it. */
export interface ClusterName {
  /** Whether a text names the cluster. */
  readonly isIn: (text: string) => boolean;
  /** The text with another name in its place. */
  readonly replaced: (text: string, by: string) => string;
}

/**
 * Finds a name where it stands as a whole, also behind a dash or a dot (`payments-prod-1`), and not in front of one that goes
 * on (`prod-1-standby`), nor inside of the name of another cluster.
 */
export function clusterName(name: string, others: readonly string[]): ClusterName {
  const longer = others.filter((one) => one !== name && one.includes(name));
  const whole = [...longer.sort((a, b) => b.length - a.length), name].map((one) =>
    one.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`),
  );
  const pattern = new RegExp(
    `(?<![A-Za-z0-9])(?:${whole.join('|')})(?![A-Za-z0-9]|-[A-Za-z0-9])`,
    'g',
  );
  return {
    isIn: (text) =>
      text.includes(name) && [...text.matchAll(pattern)].some(([found]) => found === name),
    replaced: (text, by) =>
      text.includes(name)
        ? text.replaceAll(pattern, (found) => (found === name ? by : found))
        : text,
  };
}
