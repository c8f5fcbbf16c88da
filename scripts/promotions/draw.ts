/** Items in the order in which a seed draws them, each once; the generator of Numerical Recipes. */
export function shuffled<Item>(all: readonly Item[], seed: number): readonly Item[] {
  const rest = [...all];
  const drawn: Item[] = [];
  for (let state = seed; rest.length > 0;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    drawn.push(...rest.splice(Math.floor((state / 2 ** 32) * rest.length), 1));
  }
  return drawn;
}
