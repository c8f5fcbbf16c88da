import { AnalysisHost } from '../../server/src/analysis/analysisHost.ts';
import { buildRoot } from '../oracle/strata.ts';
import { readRepository } from '../repository.ts';

/*
 * One cold process: reads a repository, builds all its roots, makes their YAML, and prints what that took as one line of
 * JSON. Bundled and started by `bench.ts`.
 */

const [repository = '.', restrictions] = process.argv.slice(2);
const host = new AnalysisHost();
host.apply(readRepository(repository));
const analysis = host.analysis();
let built = 0;
let bytes = 0;
const roots = analysis.roots();
for (const root of roots) {
  const yaml = buildRoot(analysis, root, {
    loadRestrictions: restrictions === 'none' ? 'none' : 'rootOnly',
  });
  if (yaml.kind !== 'ok') continue;
  built++;
  bytes += yaml.value.length;
}
const { user, system } = process.cpuUsage();
process.stdout.write(
  `${JSON.stringify({
    roots: roots.length,
    built,
    bytes,
    cpuMs: (user + system) / 1000,
    wallMs: process.uptime() * 1000,
    peakMegabytes: process.resourceUsage().maxRSS / 1000,
  })}\n`,
);
