import { execFile } from 'node:child_process';
import { promises as fs } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { env, platform } from 'node:process';
import { repositoryLogins } from '../../analysis/repositoryLogins.ts';
import { programOnPath } from '../programOnPath.ts';
import { parseHelperAnswer, parseRegistryLogins } from './parseRegistryLogins.ts';

/**
 * What the user logs in with, as a header of HTTP; `undefined` where nothing is known. It comes from the files of Helm and
 * Docker in the user's own folders and from the programs that these name, never from a workspace, and it is told to nobody but
 * the host that it is for.
 */
export interface Logins {
  /** For a repository of charts, by the address that Helm knows it by. */
  readonly ofRepository: (address: string) => Promise<string | undefined>;
  /** For a registry, by its host. */
  readonly ofRegistry: (host: string, signal: AbortSignal) => Promise<string | undefined>;
}

/** The logins of this user for hosts that the user named; none for any other. */
export function userLogins(hosts: ReadonlySet<string>): Logins {
  return {
    ofRepository: async (address) => {
      if (!URL.canParse(address) || !hosts.has(new URL(address).host)) return undefined;
      const text = await fs.readFile(repositoriesFile(), 'utf8').catch(() => '');
      const known = repositoryLogins(text).find(({ url }) => trimmed(url) === trimmed(address));
      return known === undefined || known.username === ''
        ? undefined
        : headerOf(`${known.username}:${known.password}`);
    },
    ofRegistry: async (host, signal) => {
      if (!hosts.has(host)) return undefined;
      for (const file of registryFiles()) {
        const text = await fs.readFile(file, 'utf8').catch(() => '{}');
        const { logins, helpers } = parseRegistryLogins(text);
        const helper = helpers.get(host) ?? helpers.get('');
        const login =
          (helper === undefined ? undefined : await fromHelper(helper, host, signal)) ??
          logins.get(host);
        if (login !== undefined) return headerOf(login);
      }
      return undefined;
    },
  };
}

/** Nobody is logged in anywhere. */
export const noLogins: Logins = {
  ofRepository: () => Promise.resolve(undefined),
  ofRegistry: () => Promise.resolve(undefined),
};

function trimmed(address: string): string {
  return address.replace(/\/+$/, '');
}

function headerOf(login: string): string {
  return `Basic ${Buffer.from(login, 'utf8').toString('base64')}`;
}

/** The path in a variable; `''` where there is none, or one that would lead into the folder that is open. */
function absoluteIn(variable: string): string {
  const path = env[variable] ?? '';
  return isAbsolute(path) ? path : '';
}

/** Source: Helm v4.2.3 pkg/cli/environment.go, pkg/helmpath/lazypath.go. */
function helmFolder(): string {
  const home = absoluteIn('HELM_CONFIG_HOME');
  if (home !== '') return home;
  const config = absoluteIn('XDG_CONFIG_HOME');
  if (config !== '') return join(config, 'helm');
  if (platform === 'win32') return join(env['APPDATA'] ?? homedir(), 'helm');
  return platform === 'darwin'
    ? join(homedir(), 'Library', 'Preferences', 'helm')
    : join(homedir(), '.config', 'helm');
}

function repositoriesFile(): string {
  const named = absoluteIn('HELM_REPOSITORY_CONFIG');
  return named === '' ? join(helmFolder(), 'repositories.yaml') : named;
}

/** Helm's own first, as Helm does. Source: Helm v4.2.3 pkg/registry/client.go `NewClient`. */
function registryFiles(): readonly string[] {
  const named = absoluteIn('HELM_REGISTRY_CONFIG');
  const docker = absoluteIn('DOCKER_CONFIG');
  return [
    named === '' ? join(helmFolder(), 'registry', 'config.json') : named,
    join(docker === '' ? join(homedir(), '.docker') : docker, 'config.json'),
  ];
}

const helperSeconds = 20;

/** Source: docker/docker-credential-helpers, “Development”. */
async function fromHelper(
  helper: string,
  host: string,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!/^[\w.-]+$/.test(helper)) return undefined;
  const program = programOnPath(`docker-credential-${helper}`);
  if (program === undefined) return undefined;
  const name = host === 'registry-1.docker.io' ? 'https://index.docker.io/v1/' : host;
  const text = await new Promise<string>((done) => {
    const options = { cwd: homedir(), timeout: helperSeconds * 1000, signal };
    const child = execFile(program, ['get'], options, (error, out) => {
      done(error === null ? out : '');
    });
    // A program that is not there takes nothing in.
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${name}\n`);
  });
  signal.throwIfAborted();
  return parseHelperAnswer(text);
}
