import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentOf, type ImpactDocument } from '../../src/analysis/impactDocument.ts';
import { LiveImpact } from '../../src/workspace/liveImpact.ts';
import { openWorkspace, type Workspace } from '../../src/workspace/workspace.ts';
import { Random } from '../differential/generate/random.ts';
import { howMany, testSeed } from '../environment.ts';
import { git, gitFleet } from '../gitRepository.ts';
import { mutate, type Files } from '../mutate.ts';

const { signal } = new AbortController();
const edits = howMany({ fixed: 40, long: 4_000 });
/** After so many edits the answer is compared with one from scratch. */
const checkpoint = 8;

test(`an impact that was followed through ${edits} edits is one from scratch`, async () => {
  const seed = testSeed();
  const random = new Random(seed);
  const folder = gitFleet();
  const paths = git(folder, 'ls-files', '*.yaml').split('\n');
  const committed: Files = Object.fromEntries(
    paths.map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
  const workspace = await openWorkspace(folder, {}, signal);
  const live = new LiveImpact(workspace, {});
  const shown = new Map<string, string>();
  for (let edit = 1; edit <= edits; edit += 1) {
    // Now and then an editor is closed without saving, so that most of the fleet stays whole.
    if (shown.size > 4) {
      const closed = random.pick([...shown.keys()]);
      shown.delete(closed);
      workspace.clearOverlay(closed);
    }
    const path = random.pick(paths);
    const text = mutate({ [path]: shown.get(path) ?? committed[path] ?? '' }, random)[path];
    if (text === undefined) continue;
    shown.set(path, text);
    workspace.setOverlay(path, text);
    const followed = await told(live);
    if (edit % checkpoint !== 0) continue;
    const fresh = await openWorkspace(folder, {}, signal);
    show(fresh, shown);
    const from = `seed ${seed}, after ${edit} edits`;
    expect(followed, from).toEqual(await told(new LiveImpact(fresh, {})));
  }
});

function show(workspace: Workspace, shown: ReadonlyMap<string, string>): void {
  for (const [path, text] of shown) workspace.setOverlay(path, text);
}

async function told(live: LiveImpact): Promise<ImpactDocument> {
  const answer = await live.compare(signal);
  if (answer.kind === 'failed') throw new Error(answer.failure);
  return documentOf(answer.value.impact, undefined);
}
