import { execFileSync } from 'node:child_process';

/** A commit that changes nothing but versions in one stage's files, to versions that stood in another stage before. */
export interface PromotionCommit {
  readonly commit: string;
  readonly subject: string;
  /** The folder that holds the layers. */
  readonly folder: string;
  /** The stages, as ways below the folder. */
  readonly from: string;
  readonly to: string;
  /** The changed files, from the top of the tree. */
  readonly files: readonly string[];
}

/** Runs git on a git directory; gives what it prints. */
export function git(gitFolder: string, words: readonly string[]): string {
  return execFileSync('git', [`--git-dir=${gitFolder}`, ...words], {
    encoding: 'utf8',
    maxBuffer: 1 << 30,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
}

/** All such commits of a history, the newest first; `ofStages` is how folders of stages are called. */
export function promotionCommits(
  gitFolder: string,
  ofStages = stageNames,
): readonly PromotionCommit[] {
  const log = git(gitFolder, [
    ...[
      'log',
      '--no-merges',
      '--min-parents=1',
      '--no-renames',
      '-p',
      '-U0',
      '--no-color',
      '--no-ext-diff',
    ],
    ...['--format=%x01%H%x00%s', 'HEAD', '--', '*.yaml', '*.yml'],
  ]);
  const all = new Set(withOtherFiles(gitFolder));
  return log
    .split('\u0001')
    .slice(1)
    .flatMap((text) => {
      const [head = '', ...lines] = text.split('\n');
      const [commit = '', subject = ''] = head.split('\0');
      if (all.has(commit)) return [];
      const changes = versionChanges(lines);
      return changes === undefined || changes.length === 0
        ? []
        : (stagesOf(gitFolder, { commit, subject, changes }, ofStages) ?? []);
    });
}

/** Commits that change something else than YAML, or that add or remove files. */
function withOtherFiles(gitFolder: string): readonly string[] {
  const log = git(gitFolder, [
    'log',
    '--no-merges',
    '--no-renames',
    '--name-status',
    '--format=%x01%H',
    'HEAD',
  ]);
  return log
    .split('\u0001')
    .slice(1)
    .flatMap((text) => {
      const [commit = '', ...lines] = text.split('\n');
      const isOther = lines.some((line) => line !== '' && !/^M\t.*\.ya?ml$/.test(line));
      return isOther ? [commit] : [];
    });
}

/** A line whose versions changed, and nothing else. */
interface VersionChange {
  readonly file: string;
  readonly after: string;
  readonly versions: readonly string[];
}

const version =
  /sha256:[0-9a-f]{64}|\b[0-9a-f]{40}\b|\bv?\d+(?:\.\d+)+(?:[-+._][\w.+-]*)?|\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{7,39}\b|\b[\w.]*[-_](?:\d{6,}|[0-9a-f]{7,40})\b|\bv\d+\b/g;

/** The changed lines of a patch, where all differ in versions alone; else `undefined`. */
function versionChanges(lines: readonly string[]): readonly VersionChange[] | undefined {
  const changes: VersionChange[] = [];
  let file = '';
  let removed: string[] = [];
  let added: string[] = [];
  const flush = (): boolean => {
    if (removed.length !== added.length) return false;
    for (const [index, before] of removed.entries()) {
      const after = added[index] ?? '';
      if (before.replaceAll(version, '{}') !== after.replaceAll(version, '{}')) return false;
      const [old, fresh] = [before.match(version) ?? [], after.match(version) ?? []];
      const versions = fresh.filter((one, place) => one !== old[place]);
      if (versions.length === 0) return false;
      changes.push({ file, after, versions });
    }
    [removed, added] = [[], []];
    return true;
  };
  for (const line of lines) {
    if (line.startsWith('+++ ')) file = line.slice('+++ b/'.length);
    else if (line.startsWith('--- ')) continue;
    else if (line.startsWith('@@') || line.startsWith('diff --git')) {
      if (!flush()) return undefined;
    } else if (line.startsWith('-')) removed.push(line.slice(1));
    else if (line.startsWith('+')) added.push(line.slice(1));
  }
  return flush() ? changes : undefined;
}

/** How folders of stages are called. */
export const stageNames =
  /^(?:[a-z0-9]+-)?(?:dev|devel|development|test|testing|qa|int|integration|uat|stage|staging|stg|preprod|pre-prod|preview|canary|sandbox|prod|prd|production|live|ring-?\d+|empty-base)(?:-[a-z0-9]+)?$/;

interface Candidate {
  readonly commit: string;
  readonly subject: string;
  readonly changes: readonly VersionChange[];
}

/** The stage that a commit changes, and one that had the new versions before; `undefined` where there is none. */
function stagesOf(
  gitFolder: string,
  { commit, subject, changes }: Candidate,
  ofStages: RegExp,
): PromotionCommit | undefined {
  const files = [...new Set(changes.map(({ file }) => file))];
  const parts = commonFolder(files).split('/');
  const index = parts.findIndex((part) => ofStages.test(part));
  if (index < 1) return undefined;
  const folder = parts.slice(0, index).join('/');
  const to = parts.slice(index).join('/');
  const rest = parts.slice(index + 1);
  const listed = git(gitFolder, ['ls-tree', '-d', '--name-only', `${commit}^`, `${folder}/`]);
  const others = listed
    .split('\n')
    .map((path) => path.slice(path.lastIndexOf('/') + 1))
    .filter((name) => ofStages.test(name) && name !== parts[index]);
  const ways = others.flatMap((name) => [[name, ...rest].join('/'), name]);
  for (const from of new Set(ways)) {
    if (changes.every((change) => holds(gitFolder, `${commit}^:${folder}/${from}`, change)))
      return { commit, subject, folder, from, to, files };
  }
  return undefined;
}

/** Whether some file below a folder has the versions of a line, in a line that is otherwise the same. */
function holds(gitFolder: string, tree: string, { after, versions }: VersionChange): boolean {
  const [first = ''] = versions;
  try {
    const found = git(gitFolder, ['grep', '-h', '-F', '-e', first, tree]);
    const shape = after.trim().replaceAll(version, '{}').replaceAll(/["']/g, '');
    return found
      .split('\n')
      .some(
        (line) =>
          versions.every((one) => line.includes(one)) &&
          line.trim().replaceAll(version, '{}').replaceAll(/["']/g, '') === shape,
      );
  } catch {
    return false;
  }
}

function commonFolder(files: readonly string[]): string {
  let [folder = ''] = files.map((file) => file.slice(0, Math.max(file.lastIndexOf('/'), 0)));
  for (const file of files) {
    while (folder !== '' && !file.startsWith(`${folder}/`))
      folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0));
  }
  return folder;
}
