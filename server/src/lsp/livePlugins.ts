import type { ExecPlugin, KubeContext } from '../live/parseKubeconfig.ts';
import type { LiveContext } from '../protocol/live.ts';

/** Stands for a plugin: who allows it allows this program with these words and variables, and no other. */
export function fingerprintOf({ command, args, env }: ExecPlugin): string {
  return JSON.stringify([command, args, env.map(({ name }) => name)]);
}

/** A context as the client shows it; values of variables are left out. */
export function contextOf({ name, server, user, insecure, exec }: KubeContext): LiveContext {
  return {
    name,
    server,
    user,
    insecure,
    ...(exec !== undefined && {
      plugin: { line: [exec.command, ...exec.args].join(' '), fingerprint: fingerprintOf(exec) },
    }),
  };
}
