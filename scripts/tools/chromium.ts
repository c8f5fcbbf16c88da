import { existsSync } from 'node:fs';
import { failed, ok } from '../../server/src/util/result.ts';
import { ensurePackages, findProgram, programPackage, type SystemPackage } from './debian.ts';
import type { ToolPath } from './missingTool.ts';

/** Debian's package, and a font: without one, pages show boxes. */
const packages: readonly SystemPackage[] = [
  programPackage('chromium', 'chromium'),
  { name: 'fonts-liberation', isThere: () => existsSync('/usr/share/fonts') },
];

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/**
 * The path of a Chromium that playwright-core can drive.
 * `$STRATA_CHROMIUM` wins; then PATH; then Debian's package is installed where that is possible.
 */
export function chromiumPath(progress: (line: string) => void = printProgress): ToolPath {
  const configured = process.env.STRATA_CHROMIUM;
  const found = configured ?? names.map(findProgram).find((path) => path !== undefined);
  if (found !== undefined) {
    return ok(found);
  }
  const ensured = ensurePackages('chromium', packages, progress);
  if (ensured.kind === 'failed') {
    return ensured;
  }
  const installed = findProgram('chromium');
  return installed === undefined
    ? failed({ tool: 'chromium', reason: 'it is not on PATH after apt-get installed it.' })
    : ok(installed);
}

function printProgress(line: string): void {
  process.stderr.write(`chromium: ${line}\n`);
}
