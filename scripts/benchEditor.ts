import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { Workbench } from '../client/test/workbench.ts';
import { readTurns, turnProbe } from './bench/editorTurns.ts';
import { percentile95 } from './bench/languageServer.ts';
import { startSession } from './bench/languageSession.ts';
import { baseFile, syntheticFleet } from './bench/syntheticFleet.ts';
import { summarize } from './bench/figures.ts';
import { threadTimes } from './bench/mainThreads.ts';
import { typeAndWatch, type Followed } from './bench/typeAndWatch.ts';
import { writeFiles } from './bench/writeFiles.ts';
import { packageExtension } from './package.ts';
import { startBrowser } from './tools/browser.ts';
import { chromiumPath } from './tools/chromium.ts';
import { codeServer } from './tools/codeServer.ts';
import { startEditor } from './tools/editor.ts';
import { describeMissingTool } from './tools/missingTool.ts';

const usage = `Measures how the editor answers while somebody types, in a real VS Code in a real browser.

Usage: npm run bench-editor -- [REPO FILE LINE] [--rounds N]

REPO is a checkout with many kustomization roots, FILE a manifest that some of them read, LINE a line of it, from 1, that
ends in a value; without them a base in a synthetic fleet of 1,092 roots. A digit is typed at the end of the line and taken
back, N times (default 10); nothing is saved. Told are the times from the key until the editor shows the digit, and the
rendered document and the Impact view what becomes of it; and the longest stretch of processor time that the main thread
of the extension host spent without a pause. Times are those of a clock, beside whatever else runs on this machine.
`;

/** `npm run bench-editor`; the usage above says how. Ends with 1 where a bar is missed. */
export async function main(words: readonly string[]): Promise<number> {
  const roundsAt = words.indexOf('--rounds');
  const rounds = roundsAt < 0 ? 10 : Number(words[roundsAt + 1]);
  const [repository, file = baseFile, line = '19'] =
    roundsAt < 0 ? words : words.slice(0, roundsAt);
  if (!(rounds > 0) || !(Number(line) > 0)) {
    process.stderr.write(usage);
    return 2;
  }
  const [server, browser] = [await codeServer(), chromiumPath()];
  for (const tool of [server, browser]) {
    if (tool.kind === 'ok') continue;
    process.stderr.write(`${describeMissingTool(tool.failure)}\n`);
    return 2;
  }
  if (server.kind === 'failed' || browser.kind === 'failed') return 2;
  const home = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  const folder = repository === undefined ? writeFleet(join(home, 'fleet')) : resolve(repository);
  const record = join(home, 'turns.txt');
  writeFileSync(join(home, 'probe.cjs'), turnProbe(record));
  const extension = packageExtension();
  const editor = await startEditor(server.value, {
    folder,
    extensions: [extension],
    trust: 'every folder',
    settings: { 'files.autoSave': 'off', 'git.autorefresh': false },
    nodeOptions: ['--require', join(home, 'probe.cjs')],
  });
  const chromium = await startBrowser(browser.value);
  try {
    const workbench = new Workbench(
      await chromium.newPage({ viewport: { width: 1440, height: 860 } }),
    );
    await workbench.open(editor.url);
    const place = { folder, file, line: Number(line) };
    const bars = [
      ...(await typing(workbench, place, { rounds, record, group: editor.group })),
      await activation(workbench),
      await serverStart(folder),
      size(extension),
    ];
    for (const { text, isHeld } of bars)
      process.stdout.write(`${isHeld ? 'holds ' : 'MISSED'}  ${text}\n`);
    return bars.every(({ isHeld }) => isHeld) ? 0 : 1;
  } finally {
    await chromium.close();
    await editor.close();
    rmSync(home, { recursive: true, force: true });
  }
}

interface Bar {
  readonly text: string;
  readonly isHeld: boolean;
}

/** What is typed at. */
interface Place {
  readonly folder: string;
  readonly file: string;
  readonly line: number;
}

function writeFleet(folder: string): string {
  writeFiles(folder, syntheticFleet(80, 13));
  const nobody = ['-c', 'user.name=Nobody', '-c', 'user.email=nobody@example.com'];
  for (const words of [
    ['init', '--quiet', '--initial-branch', 'main'],
    ['add', '--all'],
    ['commit', '--quiet', '--message', 'The fleet'],
  ])
    execFileSync('git', [...nobody, ...words], { cwd: folder });
  return folder;
}

/** The last word of the line. */
function wordAt({ folder, file, line }: Place): string {
  const text = readFileSync(join(folder, file), 'utf8').split('\n')[line - 1] ?? '';
  return text.slice(text.lastIndexOf(' ') + 1);
}

/** What typing makes: all times, and the longest turn of the extension host meanwhile. */
async function typing(
  workbench: Workbench,
  place: Place,
  {
    rounds,
    record,
    group,
  }: { readonly rounds: number; readonly record: string; readonly group: number },
): Promise<readonly Bar[]> {
  await prepare(workbench, place);
  const since = Date.now();
  const followed = await typeAndWatch(workbench, { word: wordAt(place), rounds, group });
  await workbench.page.waitForTimeout(1_000);
  const turns = readTurns(record).filter(({ at }) => at > since);
  return [...describe(followed), longest(turns.map(({ spent }) => spent))];
}

/** Opens the file, its first rendered document beside it at the line, and the Impact view; the cursor ends behind the line. */
async function prepare(workbench: Workbench, place: Place): Promise<void> {
  const { page } = workbench;
  await workbench.openFile(place.file);
  await workbench.editor(0).locator('.codelens-decoration a').first().waitFor();
  await workbench.runCommand('Strata: Show impact');
  await page.getByText('Nothing changes. Edit a layer').first().waitFor();
  await workbench.focusGroup(0);
  await workbench.runCommand('Strata: Open rendered to the side');
  const rendered = workbench.line(workbench.editor(1), 'working tree');
  const row = workbench.quickInputRow('').first();
  await row.or(rendered).first().waitFor();
  // Where several applications are made of the file, the first one is as good as any.
  if (!(await rendered.isVisible())) await row.click();
  await rendered.waitFor();
  await workbench.focusGroup(0);
  await workbench.goTo(place.line, 1);
  await page.keyboard.press('End');
  // The first time warms up, and tells where the value stands in the rendered document.
  await page.keyboard.press('7');
  await workbench.focusGroup(1);
  await page.keyboard.press('Control+F');
  await page
    .locator('.find-widget.visible textarea')
    .first()
    .fill(`${wordAt(place)}7`);
  const typed = workbench.line(workbench.editor(1), `${wordAt(place)}7`);
  for (let tries = 0; tries < 90 && !(await typed.isVisible()); tries += 1) {
    await page.keyboard.press('Enter');
    await page.waitForTimeout(1_000);
  }
  await typed.waitFor();
  await page.keyboard.press('Escape');
  await workbench.focusGroup(0);
  await page.keyboard.press('Backspace');
  await page.getByText('Nothing changes. Edit a layer').first().waitFor();
}

function describe(followed: readonly Followed[]): readonly Bar[] {
  const median = (what: (one: Followed) => number): string =>
    `${summarize(followed.map(what)).median.toFixed(0)} ms`;
  process.stdout.write(
    `the letter itself stands there after ${median(({ echo }) => echo)}
until both have followed, the extension host spends ${median(({ host }) => host.ran)} of processor time, the server ${median(({ server }) => server.ran)};
  for ${median(({ host, server }) => host.waited + server.waited)} they wait while others have the processors\n`,
  );
  const within = (what: string, times: readonly number[], most: number): Bar => {
    const middle = summarize(times).median;
    const text = `${what} follows a key: median ${middle.toFixed(0)} ms, 95 % ${percentile95(times).toFixed(0)} ms < ${most} ms`;
    return { text, isHeld: middle < most };
  };
  return [
    within(
      'the rendered document',
      followed.map(({ rendered }) => rendered),
      150,
    ),
    within(
      'the Impact view',
      followed.map(({ impact }) => impact),
      500,
    ),
  ];
}

function longest(spent: readonly number[]): Bar {
  const most = Math.max(0, ...spent);
  const long = spent.filter((one) => one > 50).length;
  return {
    text: `the extension host: longest stretch ${most.toFixed(0)} ms of processor time < 50 ms (${long} of ${spent.length} above 5 ms)`,
    isHeld: most < 50,
  };
}

/** What VS Code says that activating the extension took. */
async function activation(workbench: Workbench): Promise<Bar> {
  await workbench.runCommand('Developer: Show Running Extensions');
  const row = workbench.page.locator('.runtime-extensions-editor .monaco-list-row');
  const text = await row.filter({ hasText: 'Strata' }).first().innerText();
  const milliseconds = Number(/(\d+)\s*ms/.exec(text)?.[1]);
  return { text: `activation ${milliseconds} ms < 150 ms`, isHeld: milliseconds < 150 };
}

/** From the start of the server's process until it has answered `initialize`. */
async function serverStart(folder: string): Promise<Bar> {
  const program = join(import.meta.dirname, '..', 'dist', 'server.cjs');
  const times: number[] = [];
  const ran: number[] = [];
  for (let round = 0; round < 5; round += 1) {
    const from = performance.now();
    const session = await startSession([program], folder, { trusted: true });
    times.push(performance.now() - from);
    ran.push(threadTimes([String(session.process)]).ran);
    await session.end();
  }
  const [time, own] = [summarize(times).median, summarize(ran).median];
  return {
    text: `the server answers after ${time.toFixed(0)} ms < 400 ms (${own.toFixed(0)} ms of processor time)`,
    isHeld: time < 400,
  };
}

function size(extension: string): Bar {
  const megabytes = statSync(extension).size / 1e6;
  return { text: `the VSIX has ${megabytes.toFixed(2)} MB < 3 MB`, isHeld: megabytes < 3 };
}
