import type { Workbench } from '../../client/test/workbench.ts';
import { processesOf, threadTimes, type ThreadTimes } from './mainThreads.ts';

/** Milliseconds from a key until what it changes is on the screen. */
export interface Followed {
  /** In the editor in which is typed. */
  readonly echo: number;
  readonly rendered: number;
  readonly impact: number;
  /** What the extension host and the language server did meanwhile. */
  readonly host: ThreadTimes;
  readonly server: ThreadTimes;
}

/** What is typed and watched. */
export interface Typing {
  /** The word behind which is typed. */
  readonly word: string;
  readonly rounds: number;
  /** The group of processes that has the extension host and the language server. */
  readonly group: number;
}

/**
 * Types a digit behind a word of the first editor and takes it back, and watches the rendered document in the second editor
 * and the Impact view: each key waits until both have followed.
 */
export async function typeAndWatch(
  workbench: Workbench,
  { word, rounds, group }: Typing,
): Promise<readonly Followed[]> {
  const processes = ['extensionHost', 'server.cjs'].map((word) => processesOf(group, word));
  const followed: Followed[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const key of ['7', 'Backspace']) {
      const before = processes.map(threadTimes);
      const times = await timesUntilShown(workbench, key, {
        text: `${word}7`,
        isThere: key === '7',
      });
      const [host, server] = processes.map((one, index) => since(before[index], one));
      if (host !== undefined && server !== undefined) followed.push({ ...times, host, server });
    }
    // Whoever types a value stops for a moment.
    await workbench.page.waitForTimeout(500);
  }
  return followed;
}

function since(before: ThreadTimes | undefined, processes: readonly string[]): ThreadTimes {
  const { ran, waited } = threadTimes(processes);
  return { ran: ran - (before?.ran ?? 0), waited: waited - (before?.waited ?? 0) };
}

async function timesUntilShown(
  { page }: Workbench,
  key: string,
  { text, isThere }: { readonly text: string; readonly isThere: boolean },
): Promise<Pick<Followed, 'echo' | 'rendered' | 'impact'>> {
  await page.evaluate(`
    globalThis.strataFollowed = new Promise((resolve) => {
      let start = Infinity;
      const times = {};
      addEventListener('keydown', () => (start = performance.now()), { capture: true, once: true });
      const shows = (group) => document.querySelectorAll('.editor-group-container')[group]
        .querySelector('.view-lines').textContent.includes(${JSON.stringify(text)});
      const look = () => {
        const now = performance.now() - start;
        const bar = document.querySelector('.part.sidebar');
        const changes = !bar.textContent.includes('Nothing changes.') && bar.querySelector('.monaco-list-row') !== null;
        if (now >= 0) {
          if (shows(0) === ${String(isThere)}) times.echo ??= now;
          if (shows(1) === ${String(isThere)}) times.rendered ??= now;
          if (changes === ${String(isThere)}) times.impact ??= now;
        }
        if (Object.keys(times).length === 3) resolve(times);
        else requestAnimationFrame(look);
      };
      look();
    });
    undefined;
  `);
  await page.keyboard.press(key);
  return page.evaluate<Pick<Followed, 'echo' | 'rendered' | 'impact'>>('globalThis.strataFollowed');
}
