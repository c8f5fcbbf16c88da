/** So many different items, in the order in which a seed draws them; the generator of Numerical Recipes. */
export function drawn<Item>(all: readonly Item[], count: number, seed: number): readonly Item[] {
  const chosen = new Set<Item>();
  for (let state = seed; chosen.size < Math.min(count, all.length);) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const one = all[Math.floor((state / 2 ** 32) * all.length)];
    if (one !== undefined) chosen.add(one);
  }
  return [...chosen];
}
