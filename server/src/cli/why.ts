import { join } from 'node:path';
import type { ReadingPath } from '../analysis/why.ts';
import { readingPathJson } from '../analysis/whyDocument.ts';
import { groupBy } from '../util/groupBy.ts';
import { runGit } from '../workspace/git.ts';
import { realPath } from '../workspace/realPath.ts';
import { whyOf } from '../workspace/why.ts';
import { wantsJson, type Command } from './command.ts';
import { styled, type Output } from './io.ts';
import { toJson } from './json.ts';
import { knownClusters } from './liveOptions.ts';
import { namedFile } from './namedFile.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata why`: which applications read a file, and on which way. */
export const whyCommand: Command = {
  name: 'why',
  summary: 'Says which clusters read a file, and on which way',
  forms: ['why FILE [CLUSTER] [options]'],
  details: [
    'FILE counts from this folder, or from the top of the workspace. A file that is not there counts',
    'as well: what would read it if it were, and which applications it would make. strata impact says what a',
    'change of it really changes.',
  ],
  options: [],
  examples: [
    {
      line: 'strata why --workspace . apps/checkout/base/deployment.yaml',
      text: 'All clusters that a base reaches',
    },
    {
      line: 'strata why --workspace . apps/checkout/base/deployment.yaml prod-us-1 --json',
      text: 'The way to one cluster',
    },
  ],
  words: ['folder', 'text'],
  run: async (call, io) => {
    const [word, cluster, ...more] = call.words;
    if (word === undefined || more.length > 0) {
      return wrongUse(io, 'why', 'name a file, and perhaps a cluster.');
    }
    const tree = await openTree(call, io);
    if (tree.kind === 'failed') return refuse(io, tree.failure);
    const { top, host, complete } = tree.value;
    const { files } = host.analysis();
    const file = namedFile(tree.value, io.folder, word);
    if (file === undefined) {
      return refuse(io, { exitCode: 2, message: `${word} is not in the workspace ${top}.` });
    }
    const all = await whyOf(tree.value, file, io.signal);
    const paths = all.filter((one) => cluster === undefined || one.open || one.cluster === cluster);
    if (cluster !== undefined && paths.every(({ open }) => open)) {
      // Of a slip it would be true, too, that nothing there reads the file.
      const known = await complete(knownClusters, io.signal);
      if (known.every(({ name }) => name !== cluster)) {
        const message = `there is no cluster ${cluster}; strata clusters lists them.`;
        return refuse(io, { exitCode: 2, message });
      }
    }
    const isThere =
      all.length > 0 ||
      files.has(file) ||
      realPath(join(top, file)) !== undefined ||
      (await runGit(top, ['cat-file', '-e', `HEAD:./${file}`], { signal: io.signal })).kind ===
        'ok';
    if (!isThere) {
      const message = `there is no file ${file}, and nothing would read it.`;
      return refuse(io, { exitCode: 2, message });
    }
    io.out.write(
      wantsJson(call)
        ? toJson({ file, paths: paths.map(readingPathJson) })
        : whyText(io.out, file, paths),
    );
    return 0;
  },
};

function whyText(output: Output, file: string, paths: readonly ReadingPath[]): string {
  if (paths.length === 0) return `No application reads ${file}.\n`;
  const clusters = groupBy(
    paths,
    ({ cluster }) => cluster ?? 'a cluster that only its controller knows',
  );
  return [...clusters]
    .map(([name, own]) => {
      // Overlays that differ in their namespace alone make the same line.
      const lines = own.map(({ application, through, declares, made, open }) => {
        const way = through.map((one) => (one === '' ? '.' : one)).join(' → ');
        const read = open ? 'may read it: ' : '';
        const note = made ? 'is there only with it: ' : declares ? 'is declared by it: ' : read;
        return `  ${application}  ${styled(output, 'dim', note + way)}\n`;
      });
      return `${styled(output, 'bold', name)}\n${[...new Set(lines)].join('')}`;
    })
    .join('');
}
