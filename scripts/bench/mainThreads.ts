import { readFileSync, readdirSync } from 'node:fs';

/** What main threads did, in milliseconds. */
export interface ThreadTimes {
  readonly ran: number;
  /** They could have run, and others were on the processors. */
  readonly waited: number;
}

/** The processes of a group whose command line has a word; none where the system does not list them in files. */
export function processesOf(group: number, word: string): readonly string[] {
  return list('/proc').filter((id) => {
    // Behind the name, which is in parentheses: the state, the parent, the group.
    const [, , of] = (read(`/proc/${id}/stat`).split(') ').at(-1) ?? '').split(' ');
    return Number(of) === group && read(`/proc/${id}/cmdline`).includes(word);
  });
}

/** What the main threads of some processes have done so far, taken together. */
export function threadTimes(processes: readonly string[]): ThreadTimes {
  let [ran, waited] = [0, 0];
  for (const id of processes) {
    const [runs = 0, waits = 0] = read(`/proc/${id}/schedstat`).split(' ').map(Number);
    ran += runs / 1e6;
    waited += waits / 1e6;
  }
  return { ran, waited };
}

function list(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

/** The content of a file; empty where it is gone. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
