import { expect, test } from 'vitest';
import { changeFor } from '../../../scripts/oracle/strata.ts';
import { AnalysisHost, type HostOptions } from '../../src/analysis/analysisHost.ts';
import type { RenderOptions } from '../../src/analysis/analysis.ts';
import type { Impact } from '../../src/analysis/impact.ts';
import { changedPaths, reachOf, type Reach } from '../../src/analysis/impactReach.ts';
import { newRenderComparer, renderOfRoot } from '../../src/analysis/impactRoot.ts';
import { revealedText } from '../../src/analysis/reveal.ts';
import { parentOf } from '../../src/kustomize/files.ts';
import { ownReadsQuery } from '../../src/layers/reachReads.ts';
import { foldersBelow } from '../../src/layers/reach.ts';
import { completed } from '../fixtureAnalysis.ts';
import { generateCase } from '../differential/generate/tree.ts';
import { Random } from '../differential/generate/random.ts';
import { howMany, testSeed } from '../environment.ts';
import { mutate, type Files } from '../mutate.ts';

/** A tree of files and links. */
interface Tree {
  readonly files: Files;
  readonly symlinks: Files;
}

const trees = howMany({ fixed: 100, long: 4_000 });
const edits = 3;
const options: RenderOptions = { restrictions: 'root', reorder: 'legacy' };

test(`of ${trees} trees, every root that an edit changes is reached, and reach and impact are those of full renders`, () => {
  const first = testSeed() * 1_000_003;
  const sums = { changed: 0, reached: 0, roots: 0 };
  for (let seed = first; seed < first + trees; seed += 1) {
    const random = new Random(seed);
    let tree = withLink(generateCase(seed).files, random);
    const kept = hostOf(tree);
    for (let edit = 0; edit < edits; edit += 1) {
      const next = edited(tree, random);
      const place = `seed ${seed}, edit ${edit}\n${JSON.stringify([tree, next])}`;
      const base = hostOf(tree, kept);
      for (const root of kept.analysis().roots()) completed(kept.analysis().build(root, options));
      kept.apply(changeOf(tree, next));
      const reach = reachOfHosts(base, kept);
      const [before, after] = [hostOf(tree), hostOf(next)];
      // A host that knows nothing of the earlier tree reaches the same.
      expect(reachOfHosts(before, after), place).toEqual(reach);
      // One that is asked once, and reads no more than it must, does so too.
      expect(reachOfHosts(before, hostOf(next, undefined, { isAskedOnce: true })), place).toEqual(
        reach,
      );
      for (const root of rootsOf(before, after)) {
        sums.roots += 1;
        const isReached = reach.roots.includes(root);
        if (isReached) sums.reached += 1;
        const [old, fresh] = [outputOf(before, root), outputOf(after, root)];
        const isChanged = old.failures !== fresh.failures || old.yaml !== fresh.yaml;
        if (isChanged) sums.changed += 1;
        expect(isReached || !isChanged, `${root} is not reached: ${place}`).toBe(true);
        if (!isReached) continue;
        const whole = impactOf(before, after, root, reach);
        expect(impactOf(base, kept, root, reach), `${root}: ${place}`).toEqual(whole);
        if (whole.status === 'touched' && whole.resources.length === 0)
          expect(fresh.yaml, `${root} is changed: ${place}`).toBe(old.yaml);
      }
      tree = next;
    }
  }
  process.stdout.write(
    `impact, from seed ${first}: ${sums.roots} roots, ${sums.reached} reached, ${sums.changed} changed\n`,
  );
  expect(sums.changed).toBeGreaterThan(trees / 2);
});

test(`of ${trees} trees, no build looks at a path that its reach does not name`, () => {
  const first = testSeed() * 1_000_003;
  let looked = 0;
  for (let seed = first; seed < first + trees; seed += 1) {
    const random = new Random(seed);
    const tree = withLink(generateCase(seed).files, random);
    const analysis = hostOf(edited(tree, random));
    for (const root of analysis.analysis().roots()) {
      completed(analysis.analysis().build(root, options));
      const seen = entriesReadBy(analysis, 'built', `legacy:root:${root}`);
      const named = completed(
        analysis.analysis().ask((reader) => {
          const folders = foldersBelow(reader, root, 'root');
          return new Set(folders.flatMap((one) => reader.get(ownReadsQuery, `root:${one}`).paths));
        }),
      );
      // A text of more lines is no path, though kustomize looks for it.
      const missing = [...seen].filter(
        (path) => !named.has(path) && path !== root && !path.includes('\n'),
      );
      expect(missing, `seed ${seed}, root ${root}\n${JSON.stringify(tree)}`).toEqual([]);
      looked += seen.size;
    }
  }
  expect(looked).toBeGreaterThan(trees);
});

function hostOf(tree: Tree, beside?: AnalysisHost, options: HostOptions = {}): AnalysisHost {
  const host = new AnalysisHost(options, beside);
  host.apply(changeFor({ ...tree, target: '' }));
  return host;
}

function changeOf(tree: Tree, next: Tree) {
  const { contents, entries } = changeFor({ ...next, target: '' });
  const gone = [...Object.keys(tree.files), ...Object.keys(tree.symlinks)].filter(
    (path) => !Object.hasOwn(next.files, path) && !Object.hasOwn(next.symlinks, path),
  );
  return {
    ...(contents && { contents }),
    entries: new Map([...gone.map((path) => [path, undefined] as const), ...(entries ?? [])]),
  };
}

/** Some trees have a folder that stands somewhere else, and a link in its place. */
function withLink(files: Files, random: Random): Tree {
  const folders = [...new Set(Object.keys(files).map((path) => path.split('/')[0] ?? ''))].filter(
    (name) => !Object.hasOwn(files, name),
  );
  if (folders.length === 0 || random.chance(0.7)) return { files, symlinks: {} };
  const folder = random.pick(folders);
  const moved = Object.entries(files).map(([path, text]) => [
    path.startsWith(`${folder}/`) ? `real/${path}` : path,
    text,
  ]);
  return {
    files: Object.fromEntries(moved) as Files,
    symlinks: { [folder]: `real/${folder}` },
  };
}

/** An edit of a file, or a file that was not there: a kustomization, a second one, something that is named and missing. */
function edited({ files, symlinks }: Tree, random: Random): Tree {
  const path = random.pick(Object.keys(files));
  const folder = parentOf(path);
  const place = (name: string): string => (folder === '' ? name : `${folder}/${name}`);
  const named = [...(files[path] ?? '').matchAll(/[\w./-]+\.(?:ya?ml|env|txt|json)/g)].map(
    ([name]) => name,
  );
  switch (random.pick(['mutate', 'mutate', 'mutate', 'second', 'below', 'named', 'unlink'])) {
    case 'second':
      return { files: { ...files, [place('kustomization.yml')]: 'namePrefix: x-\n' }, symlinks };
    case 'below': {
      const text = files['kustomization.yaml'] ?? 'resources: []\n';
      return { files: { ...files, [place('new/kustomization.yaml')]: text }, symlinks };
    }
    case 'named': {
      const name = named.length === 0 ? 'new.yaml' : random.pick(named);
      const clean = place(name)
        .split('/')
        .filter((part) => part !== '.' && part !== '..')
        .join('/');
      const isFolder = Object.keys(files).some((one) => one.startsWith(`${clean}/`));
      const isBelow = clean
        .split('/')
        .some((_, index, parts) => Object.hasOwn(files, parts.slice(0, index).join('/')));
      return isFolder || isBelow
        ? { files, symlinks }
        : { files: { ...files, [clean]: 'a: b\n' }, symlinks };
    }
    case 'unlink':
      return { files, symlinks: {} };
    default:
      return { files: mutate(files, random), symlinks };
  }
}

function reachOfHosts(before: AnalysisHost, after: AnalysisHost): Reach {
  const [left, right] = [before.analysis(), after.analysis()];
  return completed(reachOf(left, right, changedPaths(left, right), 'root'));
}

function rootsOf(before: AnalysisHost, after: AnalysisHost): readonly string[] {
  return [...new Set([...before.analysis().roots(), ...after.analysis().roots()])].sort();
}

/** What a root renders to as a text, and where it fails. */
function outputOf(host: AnalysisHost, root: string) {
  if (!host.analysis().roots().includes(root)) return { yaml: undefined, failures: '' };
  const { yaml, failures } = completed(revealedText(host.analysis(), root, options));
  return {
    yaml,
    failures: JSON.stringify(failures.map(({ code, parameters }) => [code, parameters])),
  };
}

function impactOf(before: AnalysisHost, after: AnalysisHost, root: string, reach: Reach): Impact {
  return newRenderComparer(reach.changed, () => [before.analysis(), after.analysis()])(
    completed(renderOfRoot(before.analysis(), root, options)),
    completed(renderOfRoot(after.analysis(), root, options)),
  );
}

interface SlotView {
  readonly name: string;
  readonly key: string;
  readonly reads: readonly SlotView[] | undefined;
}

/** The paths of the tree that the value of a query rests on. */
function entriesReadBy(host: AnalysisHost, query: string, of: string): ReadonlySet<string> {
  const { slots } = (host as unknown as { database: { slots: Map<string, Map<string, SlotView>> } })
    .database;
  const found = new Set<string>();
  const seen = new Set<SlotView>();
  const visit = (one: SlotView | undefined): void => {
    if (one === undefined || seen.has(one)) return;
    seen.add(one);
    if (one.name === 'entry') found.add(one.key);
    one.reads?.forEach(visit);
  };
  visit(slots.get(query)?.get(of));
  return found;
}
