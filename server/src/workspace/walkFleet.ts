import { firstSteps, nextSteps, type FleetStep } from '../analysis/fleetSteps.ts';
import { layers } from '../analysis/layers.ts';
import type { Side } from './sides.ts';

/**
 * Makes what the fleet of a tree is put together of in small steps, with a pause before each: whoever asks for the fleet
 * then waits for little, and nobody else waits meanwhile.
 */
export async function walkFleet(
  { complete }: Pick<Side, 'complete'>,
  pause: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  await pause();
  await complete(layers, signal);
  await pause();
  const covered = new Set<string>();
  for (const first of await complete(firstSteps, signal)) {
    if (covered.has(first.name)) continue;
    // What delivers itself is not gone into again.
    const seen = new Set<string>();
    const steps: FleetStep[] = [first];
    for (const step of steps) {
      await pause();
      const next = await complete((analysis) => nextSteps(analysis, step), signal);
      for (const place of next.covers) covered.add(place);
      steps.push(...next.steps.filter(({ name }) => !seen.has(name)));
      for (const { name } of next.steps) seen.add(name);
    }
  }
}
