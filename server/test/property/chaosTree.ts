import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, posix } from 'node:path';
import { commitAll, git } from '../gitRepository.ts';
import { mutate, type Files } from '../mutate.ts';
import type { Random } from '../differential/generate/random.ts';

/** What happened on disk, as an editor tells it: 1 created, 2 changed, 3 deleted. */
export interface DiskEvent {
  readonly path: string;
  readonly type: 1 | 2 | 3;
}

/** A folder on disk that changes at random. */
export class ChaosTree {
  readonly folder: string;
  private readonly random: Random;
  private current: Files;

  /** A copy of a folder, in a folder of its own. */
  constructor(source: string, random: Random) {
    this.folder = realpathSync(mkdtempSync(join(tmpdir(), 'strata-chaos-')));
    cpSync(source, this.folder, { recursive: true });
    this.random = random;
    this.current = readAll(this.folder);
  }

  /** The texts on disk, by path. */
  get files(): Files {
    return this.current;
  }

  dispose(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Writes one file. */
  write(path: string, text: string): readonly DiskEvent[] {
    return this.become({ ...this.current, [path]: text });
  }

  /** One random edit, or a new name for a file. */
  edit(): readonly DiskEvent[] {
    return this.become(mutate(this.current, this.random));
  }

  /** A folder gets another name; an editor tells of the folder alone. */
  moveFolder(): readonly DiskEvent[] {
    const folders = [...new Set(Object.keys(this.current).map((path) => posix.dirname(path)))];
    const folder = this.random.pick(folders);
    const to = `${folder}-x`;
    if (folder === '.' || to.length > 120 || folders.some((one) => one.startsWith(to))) return [];
    // Folders without a file may be left of what was there.
    rmSync(join(this.folder, to), { recursive: true, force: true });
    renameSync(join(this.folder, folder), join(this.folder, to));
    this.current = Object.fromEntries(
      Object.entries(this.current).map(([path, text]) => [
        path.startsWith(`${folder}/`) ? to + path.slice(folder.length) : path,
        text,
      ]),
    );
    return [
      { path: folder, type: 3 },
      { path: to, type: 1 },
    ];
  }

  /** A folder goes; an editor tells of the folder alone. */
  removeFolder(): readonly DiskEvent[] {
    const folders = [...new Set(Object.keys(this.current).map((path) => posix.dirname(path)))];
    const folder = this.random.pick(folders);
    const left = Object.entries(this.current).filter(([path]) => !path.startsWith(`${folder}/`));
    // Some of the tree has to stay for what comes.
    if (folder === '.' || left.length < 40) return [];
    rmSync(join(this.folder, folder), { recursive: true, force: true });
    this.current = Object.fromEntries(left);
    return [{ path: folder, type: 3 }];
  }

  /** Brings the tree to where it was at first, as a checkout does. */
  restore(source: string): readonly DiskEvent[] {
    return this.become(readAll(source));
  }

  /** Commits what is there and takes up the work of an earlier commit, as when somebody changes branches. */
  checkout(): readonly DiskEvent[] {
    commitAll(this.folder);
    const commits = git(this.folder, 'rev-list', '--all').split('\n');
    git(this.folder, 'reset', '--hard', '--quiet', this.random.pick(commits));
    const next = readAll(this.folder);
    const events = eventsBetween(this.current, next);
    this.current = next;
    return events;
  }

  private become(next: Files): readonly DiskEvent[] {
    const events = eventsBetween(this.current, next);
    for (const { path, type } of events) {
      const file = join(this.folder, path);
      if (type === 3) {
        rmSync(file, { force: true });
      } else {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, next[path] ?? '');
      }
    }
    this.current = next;
    return events;
  }
}

function eventsBetween(before: Files, after: Files): readonly DiskEvent[] {
  const gone = Object.keys(before).filter((path) => !Object.hasOwn(after, path));
  const written = Object.keys(after).filter((path) => before[path] !== after[path]);
  return [
    ...gone.map((path) => ({ path, type: 3 }) as const),
    ...written.map((path) => ({ path, type: Object.hasOwn(before, path) ? 2 : 1 }) as const),
  ];
}

function readAll(folder: string): Files {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [join(entry.parentPath, entry.name).slice(folder.length + 1)] : [],
  );
  return Object.fromEntries(
    paths
      .filter((path) => !path.startsWith('.git/'))
      .sort()
      .map((path) => [path, readFileSync(join(folder, path), 'utf8')]),
  );
}
