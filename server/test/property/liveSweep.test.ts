import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import process from 'node:process';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { strata } from '../commandLine.ts';
import { howMany } from '../environment.ts';
import { temporaryTree } from '../temporaryTree.ts';

const clusters = howMany({ fixed: 20, long: 500 });
const units = howMany({ fixed: 10, long: 40 });
const dead = Math.floor(clusters / 20);
/** In long runs dead clusters take connections and never answer; else nobody listens there. */
const areSilent = howMany({ fixed: 0, long: 1 }) === 1;

/** Starts simulated clusters in a process of their own; gives their address. */
async function simulated(): Promise<string> {
  const script = join(import.meta.dirname, '../../../scripts/demo/simulatedClusters.ts');
  const child = spawn(process.execPath, [script], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...process.env, STRATA_UNITS: String(units) },
  });
  onTestFinished(() => {
    child.kill();
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return `http://127.0.0.1:${port.toString('utf8').trim()}`;
}

function names(): readonly string[] {
  return Array.from({ length: clusters }, (_, index) =>
    index < dead ? `dead-${index}` : `cluster-${index}`,
  );
}

function serverOf(name: string, address: string): string {
  return name.startsWith('dead') && !areSilent
    ? 'http://127.0.0.1:1'
    : `${address}/clusters/${name}`;
}

function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

test(`a sweep of ${clusters} simulated clusters with ${units} units each sees all of them, and who is dead`, async () => {
  const address = await simulated();
  const register = names().map((name) => `  - { name: ${name}, environment: production }`);
  const folder = temporaryTree('');
  const kubeconfig = join(folder, 'kubeconfig.json');
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: names().map((name) => ({
        name,
        cluster: { server: serverOf(name, address) },
      })),
      users: [{ name: 'user', user: { token: 'fake' } }],
      contexts: names().map((name) => ({ name, context: { cluster: name, user: 'user' } })),
    }),
  );
  const tree = temporaryTree(`
    # file: .strata/clusters.yaml
    clusters:
    ${register.join('\n    ')}
  `);
  // Sources are made ready in the moment that they are loaded, which a bundle does not: that is no part of a sweep.
  await Promise.all([import('../../src/cli/status.ts'), import('../../src/live/live.ts')]);
  const before = heapInUse();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const began = performance.now();
  const words = ['status', '--json', '--workspace', '.', '--kubeconfig', kubeconfig];
  const { out, exitCode } = await strata(words, { folder: tree });
  const took = performance.now() - began;
  delay.disable();
  const { applications, unobserved } = JSON.parse(out) as {
    readonly applications: readonly { readonly cluster: string; readonly sync: string }[];
    readonly unobserved: readonly { readonly cluster: string; readonly why: string }[];
  };
  // On a busy machine a cluster may seem to be gone: it is told then, and what it runs is not.
  const lost = new Set(unobserved.map(({ cluster }) => cluster));
  expect(new Set(unobserved.map(({ why }) => why))).toEqual(new Set(['unreachable']));
  expect(names().filter((name) => name.startsWith('dead') && !lost.has(name))).toEqual([]);
  expect(lost.size).toBeLessThan(clusters / 2);
  const seen = Map.groupBy(applications, ({ cluster }) => cluster);
  for (const name of names()) {
    expect(seen.get(name)?.length ?? 0, name).toBe(lost.has(name) ? 0 : units);
  }
  expect(new Set(applications.map(({ sync }) => sync))).toEqual(new Set(['inSync']));
  expect(exitCode).toBe(1);
  const megabytes = (heapInUse() - before) / (1 << 20);
  process.stdout.write(
    `Sweep of ${clusters} simulated clusters by ${units} units, ${dead} dead, ${lost.size} not read: ${(took / 1000).toFixed(1)} s, ` +
      `event-loop delay p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, most ${(delay.max / 1e6).toFixed(0)} ms, ` +
      `${megabytes.toFixed(0)} MB of heap kept\n`,
  );
});
