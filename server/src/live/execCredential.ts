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

/** A plugin gave no credential, which no other answer of a server mends: it is not run again for the same question. */
export class PluginError extends ApiError {
  constructor(detail: string) {
    super({ kind: 'authRequired', detail });
  }
}

/**
 * Credentials of plugins, each asked for once until most of its time is over. A plugin runs only with consent, without
 * standard input and for half a minute at most; at most three run at a time.
 *
 * Source: client-go plugin/pkg/client/auth/exec; kubernetes.io "client-go credential plugins".
 */
export class ExecCredentials {
  private readonly consent: ExecConsent;
  private readonly known = new Map<
    string,
    { readonly until: number; readonly value: ExecCredential }
  >();
  private readonly running = new Map<string, Promise<ExecCredential>>();
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(consent: ExecConsent) {
    this.consent = consent;
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
    if (cached !== undefined && cached.until > Date.now()) return cached.value;
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
      const now = Date.now();
      const until = expiresAt === undefined ? Infinity : now + (expiresAt - now) * 0.8;
      this.known.set(key, { until, value });
      return value;
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
