import { execFileSync } from 'node:child_process';
import { describeImpact } from './impact.ts';
import type { FleetFigures } from './fleet.ts';

/**
 * The figures of a synthetic fleet of so many clusters with 40 applications each, from a process of its own; `program` is
 * the bundled `bench/fleet.ts`.
 */
export function measureFleet(program: string, clusters: number): FleetFigures {
  const output = execFileSync(process.execPath, [program, String(clusters), '40'], {
    encoding: 'utf8',
  });
  const value: unknown = JSON.parse(output);
  if (!isFleetFigures(value)) throw new Error(`bench/fleet.ts printed ${output}`);
  return value;
}

/** One line of the growth curve. */
export function describeFleet(clusters: number, figures: FleetFigures, scale: number): string {
  const { applications, loadMs, loadMegabytes, baseMs, overlayMs } = figures;
  return `  ${String(clusters).padStart(3)} clusters, ${String(applications).padStart(6)} applications: loaded in ${(loadMs / 1000).toFixed(2)} s, ${loadMegabytes.toFixed(0)} MB
      a base edit     ${describeImpact(baseMs, scale)}
      an overlay edit ${describeImpact(overlayMs, scale)}`;
}

function isFleetFigures(value: unknown): value is FleetFigures {
  return typeof value === 'object' && value !== null && 'overlayMs' in value && 'baseMs' in value;
}
