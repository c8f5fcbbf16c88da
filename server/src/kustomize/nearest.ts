/**
 * The candidate that is most like a text, for "did you mean"; `undefined` where none is near (more than a third of the
 * longer text differs).
 */
export function nearest(text: string, candidates: readonly string[]): string | undefined {
  let best: string | undefined;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const candidate of [...candidates].sort()) {
    if (candidate === '' || candidate === text) continue;
    const limit = Math.floor(Math.max(text.length, candidate.length) / 3);
    const distance = editDistance(text, candidate, Math.min(limit, bestDistance - 1));
    if (distance <= limit && distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return (
    best ??
    candidates.find(
      (candidate) =>
        text !== '' &&
        candidate !== text &&
        (candidate.endsWith(`/${text}`) || text.endsWith(`/${candidate}`)),
    )
  );
}

/** Levenshtein's distance, given up past `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const current = [i];
    let smallest = i;
    for (let j = 1; j <= b.length; j++) {
      const cost = a[i - 1] === b[j - 1] ? 0 : 1;
      const value = Math.min(
        (previous[j] ?? 0) + 1,
        (current[j - 1] ?? 0) + 1,
        (previous[j - 1] ?? 0) + cost,
      );
      current.push(value);
      smallest = Math.min(smallest, value);
    }
    if (smallest > limit) return limit + 1;
    previous = current;
  }
  return previous[b.length] ?? 0;
}
