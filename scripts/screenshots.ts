import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

const root = join(import.meta.dirname, '..');
const scenes = join(root, 'dist', 'scenes');

/** The pictures of README.md and of the walkthrough, by the pictures that the scenes store. */
const pictures: Readonly<Record<string, readonly string[]>> = {
  'hover-rendered': ['docs/screenshots/rendered.png'],
  views: ['docs/screenshots/views.png'],
  impact: ['docs/screenshots/impact.png'],
  'plan-preview': ['docs/screenshots/plan.png'],
  'plan-evidence': ['docs/screenshots/evidence.png'],
  'live-sync': ['docs/screenshots/sync.png'],
  'live-adopt': ['docs/screenshots/live.png'],
  'fleet-panel': ['docs/screenshots/fleet.png'],
  'secret-fixes': ['docs/screenshots/secrets.png'],
  'walkthrough-rendered': ['media/walkthrough/rendered.png'],
  'walkthrough-impact': ['media/walkthrough/impact.png'],
  'walkthrough-values': ['media/walkthrough/values.png'],
  'walkthrough-clusters': ['media/walkthrough/clusters.png'],
};

const usage = `Makes the pictures of README.md and of the walkthrough from the scenes in the real VS Code.

Usage: npm run screenshots [-- SCENES…]

Each scene is played twice, in a dark and in a light theme. The dark pictures are put where they are shown; all of them
stay in dist/screenshots/dark and dist/screenshots/light, to be looked at. SCENES are words of file names, such as promote.
`;

/** `npm run screenshots`; the usage above says how. */
export function main(words: readonly string[]): number {
  if (words.includes('--help')) {
    process.stdout.write(usage);
    return 0;
  }
  const shown = join(root, 'dist', 'screenshots');
  rmSync(shown, { recursive: true, force: true });
  mkdirSync(shown, { recursive: true });
  for (const [name, theme] of [
    ['light', 'Light Modern'],
    ['dark', 'Dark Modern'],
  ] as const) {
    rmSync(scenes, { recursive: true, force: true });
    const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs');
    const { status } = spawnSync(
      process.execPath,
      [vitest, 'run', '--project', 'scene', '--maxWorkers=1', ...words],
      {
        cwd: root,
        stdio: 'inherit',
        // Who took the pictures is nobody's business.
        env: { ...process.env, ...author, STRATA_THEME: theme },
      },
    );
    if (status !== 0) return 1;
    renameSync(scenes, join(shown, name));
  }
  for (const [picture, places] of Object.entries(pictures)) {
    for (const place of places) {
      mkdirSync(dirname(join(root, place)), { recursive: true });
      try {
        copyFileSync(join(shown, 'dark', `${picture}.png`), join(root, place));
      } catch {
        process.stdout.write(`${place}: its scene was not played.\n`);
      }
    }
  }
  process.stdout.write(`Look at each of them in ${shown}.\n`);
  return 0;
}

const author = {
  GIT_AUTHOR_NAME: 'Ada',
  GIT_AUTHOR_EMAIL: 'ada@example.com',
  GIT_COMMITTER_NAME: 'Ada',
  GIT_COMMITTER_EMAIL: 'ada@example.com',
};
