import { spawn } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, sep } from 'node:path';
import process from 'node:process';
import type { CheckedPolicy } from '../analysis/checkDocument.ts';
import {
  checkerFiles,
  checkerFindings,
  type CheckerFiles,
} from '../analysis/checkers/checkerFindings.ts';
import {
  isCheckerFormat,
  parseCheckerReport,
  type CheckerFormat,
  type CheckerResult,
} from '../analysis/checkers/parseCheckerReport.ts';
import {
  englishCheckerFault,
  type CheckerFault,
  type CheckerMisuse,
} from '../text/checkerWords.en.ts';
import { failed, ok, type Result } from '../util/result.ts';
import { programOnPath } from './programOnPath.ts';
import type { Side } from './sides.ts';

/** A program that judges rendered objects, which the user names and trusts. */
export interface Checker {
  readonly name: string;
  readonly format: CheckerFormat;
  /** The program and its words; `{files}` stands for the folder with one file for each object. */
  readonly command: readonly string[];
}

/** Reads `FORMAT=COMMAND`, as people name a checker. */
export function parseChecker(named: string): Result<Checker, CheckerMisuse> {
  const [, format = '', command = ''] = /^([a-z]+)=(.*)$/s.exec(named) ?? [];
  const words = command.split(/\s+/).filter((word) => word !== '');
  if (!isCheckerFormat(format) || words.length === 0) return failed('form');
  if (!words.some((word) => word.includes('{files}'))) return failed('files');
  return ok({ name: format === 'sarif' ? (words[0] ?? format) : format, format, command: words });
}

/** How long a checker may take for one cluster, in milliseconds. */
export const checkerPatience = 60_000;

/** How much a checker may print, in bytes. */
const mostOutput = 32 * 1024 * 1024;

/** What checkers are run with. */
export interface CheckerOptions {
  readonly checkers: readonly Checker[];
  /** Where they are run: relative paths of their words start there. */
  readonly folder: string;
  readonly today: string;
  readonly pause: () => Promise<void>;
  readonly patience?: number;
}

/**
 * Has checkers judge what is delivered to clusters, and adds what they say to what our own rules say. One that cannot be run,
 * takes too long or prints no report is told as something that is not evaluated (`unchecked.checker-failed`).
 */
export async function withCheckers(
  complete: Side['complete'],
  checked: readonly CheckedPolicy[],
  { checkers, folder, today, pause, patience = checkerPatience }: CheckerOptions,
  signal: AbortSignal,
): Promise<readonly CheckedPolicy[]> {
  const judged: CheckedPolicy[] = [];
  for (const { cluster, policy } of checked) {
    const files = await complete((one) => checkerFiles(one, cluster.key), signal);
    let all = policy;
    for (const checker of files.size === 0 ? [] : checkers) {
      await pause();
      const report = await runChecker(checker, files, { folder, patience, signal });
      const open = (code: string, why: string, objects: number): typeof all.unevaluated => [
        { code, parameters: { checker: checker.name, why }, objects },
      ];
      if (report.kind === 'failed') {
        const why = englishCheckerFault(report.failure);
        const told = open('unchecked.checker-failed', why, files.size);
        all = { ...all, unevaluated: [...all.unevaluated, ...told] };
        continue;
      }
      const question = { key: cluster.key, checker: checker.name, today };
      const { findings, skipped, strange } = await complete(
        (one) => checkerFindings(one, question, report.value.results),
        signal,
      );
      const silence = silentFault(report.value);
      all = {
        ...all,
        findings: [...all.findings, ...findings],
        unevaluated: [
          ...all.unevaluated,
          ...[...skipped].flatMap(([why, count]) => open('unchecked.checker-skipped', why, count)),
          ...(silence === undefined
            ? []
            : open('unchecked.checker-failed', englishCheckerFault(silence), files.size)),
          ...(strange > 0 ? open('unchecked.checker-strange', '', strange) : []),
        ],
      };
    }
    judged.push({ cluster, policy: all });
  }
  return judged;
}

/** What a checker says, and its exit code; `null` where a signal ended it. */
export interface Judged {
  readonly results: readonly CheckerResult[];
  readonly code: number | null;
}

/** It says that something is wrong, and nothing that it printed says what. */
export function silentFault({ code, results }: Judged): CheckerFault | undefined {
  return code !== 0 && results.every(({ level }) => level === 'skipped')
    ? { code: 'silent', parameters: { code: String(code ?? 'a signal') } }
    : undefined;
}

/** Has a checker judge the objects of one cluster. */
export async function runChecker(
  { format, command }: Checker,
  files: CheckerFiles,
  options: {
    readonly folder: string;
    readonly patience: number;
    readonly signal: AbortSignal;
  },
): Promise<Result<Judged, CheckerFault>> {
  // Others on the machine cannot look into it.
  const place = await mkdtemp(join(tmpdir(), 'strata-check-'));
  try {
    for (const [name, text] of files) await writeFile(join(place, name), text, { mode: 0o600 });
    const [program = '', ...words] = command.map((word) => word.replaceAll('{files}', place));
    const printed = await output(program, words, options);
    if (printed.kind === 'failed') return printed;
    // Where the objects lay is another place with each run.
    const { text, code } = printed.value;
    const report = parseCheckerReport(format, text.replaceAll(`${place}${sep}`, ''));
    return report.kind === 'failed' ? report : ok({ results: report.value, code });
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

interface Printed {
  readonly text: string;
  readonly code: number | null;
}

/** Milliseconds without output after which a program that has ended is done, whatever it left behind. */
const leftoverPatience = 1_000;

/** What a program prints. An exit code says that it found something, or that it failed: what it printed tells which. */
async function output(
  program: string,
  words: readonly string[],
  {
    folder,
    patience,
    signal,
  }: { readonly folder: string; readonly patience: number; readonly signal: AbortSignal },
): Promise<Result<Printed, CheckerFault>> {
  signal.throwIfAborted();
  const path = programOnPath(program);
  const cannotRun: CheckerFault = { code: 'cannot-run', parameters: { program } };
  if (path === undefined) return failed(cannotRun);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let size = 0;
    let why: CheckerFault | undefined;
    // A group of its own, so that what the program starts ends with it.
    const child = spawn(path, words, {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
      detached: process.platform !== 'win32',
    });
    const end = (): void => {
      try {
        if (child.pid !== undefined && process.platform !== 'win32')
          process.kill(-child.pid, 'SIGKILL');
        else child.kill('SIGKILL');
      } catch {
        child.kill('SIGKILL');
      }
    };
    const giveUp = (reason: CheckerFault): void => {
      why ??= reason;
      end();
      // What left the group, or was no part of it, may hold the pipe open for as long as it likes.
      child.stdout.destroy();
    };
    const timer = setTimeout(() => {
      giveUp({
        code: 'too-long',
        parameters: { seconds: String(Math.round(patience / 1000)) },
      });
    }, patience);
    const stop = (): void => {
      giveUp({ code: 'stopped', parameters: {} });
    };
    signal.addEventListener('abort', stop, { once: true });
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > mostOutput) giveUp({ code: 'too-much', parameters: {} });
      else parts.push(part);
    });
    let leftover: NodeJS.Timeout | undefined;
    const settle = (result: Result<Printed, CheckerFault>): void => {
      clearTimeout(timer);
      clearTimeout(leftover);
      signal.removeEventListener('abort', stop);
      if (signal.aborted)
        reject(signal.reason instanceof Error ? signal.reason : new Error('aborted'));
      else resolve(result);
    };
    child.on('error', () => {
      settle(failed(cannotRun));
    });
    // What it leaves behind may hold the pipe open: what it printed itself is there by then.
    const endLeftover = (): void => {
      const before = size;
      leftover = setTimeout(() => {
        // What has come while nobody looked is read first.
        setImmediate(() => {
          if (size > before) {
            endLeftover();
            return;
          }
          end();
          child.stdout.destroy();
        });
      }, leftoverPatience);
    };
    child.on('exit', endLeftover);
    child.on('close', (code) => {
      const text = Buffer.concat(parts).toString('utf8');
      if (why !== undefined) settle(failed(why));
      else if (text.trim() === '' && code !== 0)
        settle(failed({ code: 'ended', parameters: { code: String(code ?? 'a signal') } }));
      else settle(ok({ text, code }));
    });
  });
}
