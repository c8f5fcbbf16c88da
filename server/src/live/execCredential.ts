import { execFile } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import process from 'node:process';
import { findProgram } from '../util/findProgram.ts';
import { ApiError } from './apiFailure.ts';
import { parseExecCredential, type ExecPlugin, type KubeContext } from './parseKubeconfig.ts';

/** What a plugin gave. */
export interface ExecCredential {
  readonly token: string | undefined;
  readonly certificate: string | undefined;
  readonly key: string | undefined;
}

/** Whether the user lets a plugin run. */
export type ExecConsent = (plugin: ExecPlugin) => boolean;

/** The pause after a plugin failed, twice as long after each further time. */
const shortestPause = 10_000;
/** After so many failures in a row a plugin is not run again before the user asks for it. */
const mostFailures = 5;

/** A plugin gave no credential, which no other answer of a server mends: it is not run again for the same question. */
export class PluginError extends ApiError {
  constructor(detail: string) {
    super({ kind: 'authRequired', detail });
  }
}

/** Its time was over: it perhaps waited for somebody. */
class PluginWaited extends PluginError {}

/**
 * Credentials of plugins, each asked for once until most of its time is over. A plugin runs only with consent, without
 * standard input and for half a minute at most; at most three run at a time. One that fails, or whose credential is refused,
 * runs again after growing pauses, and after some of them, or where it waited for somebody until its time was over, only once
 * the user asks for it: it may open a browser each time.
 *
 * Source: client-go plugin/pkg/client/auth/exec; kubernetes.io "client-go credential plugins".
 */
export class ExecCredentials {
  private readonly consent: ExecConsent;
  private readonly known = new Map<
    string,
    { readonly until: number; readonly value: ExecCredential }
  >();
  private readonly failures = new Map<string, { readonly count: number; readonly until: number }>();
  private readonly now: () => number;
  private readonly running = new Map<string, Promise<ExecCredential>>();
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(consent: ExecConsent, now: () => number = () => Date.now()) {
    this.consent = consent;
    this.now = now;
  }

  /** The credential for a context; throws `ApiError` where there is none. */
  async get(
    context: KubeContext,
    plugin: ExecPlugin,
    signal: AbortSignal,
  ): Promise<ExecCredential> {
    if (!this.consent(plugin)) {
      throw new ApiError({ kind: 'consentRequired', command: plugin.command });
    }
    if (plugin.interactive) {
      throw new PluginError(`${plugin.command} asks for input`);
    }
    const key = keyOf(context, plugin);
    const cached = this.known.get(key);
    if (cached !== undefined && cached.until > this.now()) return cached.value;
    if ((this.failures.get(key)?.until ?? 0) > this.now())
      throw new PluginError(`${plugin.command} failed`);
    const running = this.running.get(key) ?? this.run(key, context, plugin, signal);
    this.running.set(key, running);
    try {
      return await running;
    } finally {
      this.running.delete(key);
    }
  }

  /** Forgets the credential of a context, after it was refused. */
  forget(context: KubeContext): void {
    if (context.exec !== undefined) this.known.delete(keyOf(context, context.exec));
  }

  /** The server refused a credential that the plugin had just given. */
  refused(context: KubeContext): void {
    if (context.exec === undefined) return;
    this.forget(context);
    this.noteFailure(keyOf(context, context.exec), { waitsForUser: false });
  }

  /** The server took the credential of a context. */
  accepted(context: KubeContext): void {
    if (context.exec !== undefined) this.failures.delete(keyOf(context, context.exec));
  }

  /** The user asks for it: what has failed may be run again at once. */
  retry(): void {
    this.failures.clear();
  }

  private noteFailure(key: string, { waitsForUser }: { readonly waitsForUser: boolean }): void {
    const count = (this.failures.get(key)?.count ?? 0) + 1;
    const until =
      waitsForUser || count >= mostFailures
        ? Infinity
        : this.now() + shortestPause * 2 ** (count - 1);
    this.failures.set(key, { count, until });
  }

  private async run(
    key: string,
    context: KubeContext,
    plugin: ExecPlugin,
    signal: AbortSignal,
  ): Promise<ExecCredential> {
    await this.turn();
    try {
      const text = await spawn(context, plugin, signal);
      const credential = parseExecCredential(text);
      if (credential === undefined) {
        throw new PluginError(`${plugin.command} gave no credential`);
      }
      const { expiresAt, ...value } = credential;
      const now = this.now();
      const until = expiresAt === undefined ? Infinity : now + (expiresAt - now) * 0.8;
      this.known.set(key, { until, value });
      return value;
    } catch (error) {
      // Who stopped asking did not see it fail.
      if (error instanceof PluginError)
        this.noteFailure(key, { waitsForUser: error instanceof PluginWaited });
      throw error;
    } finally {
      this.busy -= 1;
      this.waiting.shift()?.();
    }
  }

  private async turn(): Promise<void> {
    while (this.busy >= 3) {
      await new Promise<void>((resolve) => {
        this.waiting.push(resolve);
      });
    }
    this.busy += 1;
  }
}

function keyOf({ server, cluster }: KubeContext, plugin: ExecPlugin): string {
  const { command, args, env, providesClusterInfo } = plugin;
  return JSON.stringify([command, args, env, providesClusterInfo ? [server, cluster] : []]);
}

function spawn(context: KubeContext, plugin: ExecPlugin, signal: AbortSignal): Promise<string> {
  const info = {
    apiVersion: plugin.apiVersion,
    kind: 'ExecCredential',
    spec: {
      interactive: false,
      ...(plugin.providesClusterInfo ? { cluster: { server: context.server } } : {}),
    },
  };
  const env = {
    ...process.env,
    ...Object.fromEntries(plugin.env.map(({ name, value }) => [name, value])),
    KUBERNETES_EXEC_INFO: JSON.stringify(info),
  };
  // Windows would look into the folder at hand first, which may be that of a repository.
  const program = findProgram(plugin.command, {
    platform: process.platform,
    environment: env,
    canRun,
  });
  if (program === undefined) return Promise.reject(new PluginError(`${plugin.command} failed`));
  return new Promise((resolve, reject) => {
    const child = execFile(
      program,
      [...plugin.args],
      {
        env,
        signal,
        timeout: 30_000,
        killSignal: 'SIGKILL',
        maxBuffer: 1 << 20,
        windowsHide: true,
      },
      (error, stdout) => {
        if (error === null) resolve(stdout);
        else if (signal.aborted) reject(new Error('stopped'));
        else if (error.killed === true) reject(new PluginWaited(`${plugin.command} failed`));
        // What a plugin says on its way out may hold a secret: only that it failed is told.
        else reject(new PluginError(`${plugin.command} failed`));
      },
    );
    child.stdin?.end();
  });
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
