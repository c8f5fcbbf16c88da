import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Disposable } from '../../server/src/util/disposable.ts';

/** How an oracle works; the limit is for each case. */
export interface OracleOptions {
  /** How many cases are answered at a time: 1 where left out. */
  readonly workers?: number;
  /** Milliseconds that a case may take before it is answered with an error: 20,000 where left out. */
  readonly timeoutMs?: number;
}

/** A silent program is given up this many milliseconds after the limit of a case. */
const grace = 15_000;

/** So many cases wait in the program and its pipes: enough to keep its workers busy. */
const window = 64;

interface Waiting {
  readonly resolve: (line: string) => void;
  readonly reject: (error: Error) => void;
}

/**
 * A sub-command of the oracle program that answers lines with lines, in order.
 * The program starts with the first line and stays until it is disposed; after it died, the next
 * line starts a new one.
 */
export class OracleProcess implements Disposable {
  readonly #program: string;
  readonly #command: string;
  readonly #options: OracleOptions;
  #child: ChildProcessWithoutNullStreams | undefined;
  #waiting: Waiting[] = [];
  #silence: NodeJS.Timeout | undefined;

  constructor(program: string, command: string, options: OracleOptions) {
    this.#program = program;
    this.#command = command;
    this.#options = options;
  }

  /**
   * The answers to `lines`, in their order and as they come; reads ahead only as far as the program
   * needs. Throws where the program dies or falls silent: it answers each case, even a bad one.
   */
  async *answer(lines: Iterable<string>): AsyncGenerator<string, void, undefined> {
    const pending: Promise<string>[] = [];
    for (const line of lines) {
      const answer = this.#ask(line);
      // A failure reaches the caller when it is this answer's turn.
      answer.catch(() => undefined);
      pending.push(answer);
      await this.#drain();
      if (pending.length >= window) {
        const first = pending.shift();
        if (first !== undefined) {
          yield await first;
        }
      }
    }
    for (const answer of pending) {
      yield await answer;
    }
  }

  dispose(): void {
    const child = this.#child;
    this.#end(new Error('The oracle was disposed.'));
    child?.kill();
  }

  #ask(line: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = this.#child ?? this.#start();
      this.#waiting.push({ resolve, reject });
      child.stdin.write(`${line}\n`);
      this.#silence ??= this.#watchSilence();
    });
  }

  async #drain(): Promise<void> {
    const input = this.#child?.stdin;
    if (input?.writableNeedDrain !== true || input.destroyed) {
      return;
    }
    await new Promise<void>((resolve) => {
      const go = (): void => {
        input.off('drain', go).off('close', go);
        resolve();
      };
      input.on('drain', go).on('close', go);
    });
  }

  #start(): ChildProcessWithoutNullStreams {
    const { workers = 1, timeoutMs = 20_000 } = this.#options;
    const words = [this.#command, '--workers', String(workers), '--timeout-ms', String(timeoutMs)];
    const child = spawn(this.#program, words);
    let complaint = '';
    child.stderr.on('data', (text: Buffer) => {
      complaint = `${complaint}${text.toString()}`.slice(-2_000);
    });
    createInterface({ input: child.stdout, crlfDelay: Infinity }).on('line', (line) => {
      if (child === this.#child) {
        this.#take(line);
      }
    });
    const died = (reason: string): void => {
      if (child === this.#child) {
        this.#end(new Error(`The oracle died (${reason}). ${complaint}`));
      }
    };
    child.on('error', (error) => {
      died(error.message);
    });
    child.on('close', (code, signal) => {
      died(signal ?? `exit code ${code ?? 'unknown'}`);
    });
    // Writing to a program that died fails here; its death is told above.
    child.stdin.on('error', () => undefined);
    this.#child = child;
    return child;
  }

  #take(line: string): void {
    clearTimeout(this.#silence);
    this.#waiting.shift()?.resolve(line);
    this.#silence = this.#waiting.length > 0 ? this.#watchSilence() : undefined;
  }

  #watchSilence(): NodeJS.Timeout {
    const limit = (this.#options.timeoutMs ?? 20_000) + grace;
    return setTimeout(() => {
      const child = this.#child;
      this.#end(new Error(`The oracle said nothing for ${limit} ms.`));
      child?.kill();
    }, limit);
  }

  #end(error: Error): void {
    clearTimeout(this.#silence);
    this.#silence = undefined;
    this.#child = undefined;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const { reject } of waiting) {
      reject(error);
    }
  }
}
