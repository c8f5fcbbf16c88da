import { execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import { basename, join } from 'node:path';

/** A repository with one branch, `main`, that controllers fetch by HTTP, and a checkout of it. */
export interface HostedRepository {
  /** Where it is fetched from. */
  readonly url: string;
  /** Where the files of `charts` of the folder are served. */
  readonly charts: string;
  /** The checkout. */
  readonly folder: string;
  /** Changes files of the checkout, commits all of it and pushes; gives the id of the commit. */
  readonly push: (message: string, change?: (folder: string) => void) => string;
  /** The id of the last commit. */
  readonly head: () => string;
  readonly close: () => void;
}

/**
 * Hosts a copy of a folder with plain git. `edit` gives what is to stand in a file of the copy; the address of the
 * repository is known to it.
 */
export async function hostRepository(
  source: string,
  folder: string,
  edit: (text: string, url: string, path: string) => string,
): Promise<HostedRepository> {
  const bare = join(folder, 'git', 'fleet.git');
  const checkout = join(folder, 'checkout');
  mkdirSync(bare, { recursive: true });
  const server = await serve(join(folder, 'git'), join(folder, 'charts'));
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  const url = `http://127.0.0.1:${port}/fleet.git`;
  cpSync(source, checkout, { recursive: true });
  for (const name of readdirSync(checkout, { recursive: true, encoding: 'utf8' })) {
    const path = join(checkout, name);
    if (!statSync(path).isFile()) continue;
    const text = readFileSync(path, 'utf8');
    const edited = edit(text, url, name);
    if (edited !== text) writeFileSync(path, edited);
  }
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  git(checkout, 'init', '--quiet', '--initial-branch=main');
  git(checkout, 'remote', 'add', 'origin', url);
  const push = (message: string, change: (folder: string) => void = () => undefined): string => {
    change(checkout);
    git(checkout, 'add', '--all', '.');
    git(checkout, 'commit', '--quiet', '--allow-empty', '--message', message);
    // Straight into the folder: what serves it runs in this very process.
    git(checkout, 'push', '--quiet', bare, 'HEAD:refs/heads/main');
    git(checkout, 'update-ref', 'refs/remotes/origin/main', 'HEAD');
    return git(checkout, 'rev-parse', 'HEAD');
  };
  push('The fleet');
  return {
    url,
    charts: url.replace('fleet.git', 'charts'),
    folder: checkout,
    push,
    head: () => git(checkout, 'rev-parse', 'HEAD'),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Runs git in a folder, as nobody in particular; gives what it prints. */
function git(folder: string, ...words: readonly string[]): string {
  const identity = ['-c', 'user.name=Tester', '-c', 'user.email=tester@example.com'];
  return execFileSync('git', [...identity, '-c', 'commit.gpgsign=false', ...words], {
    cwd: folder,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  }).trim();
}

/** Serves the repositories of a folder with `git http-backend`, and below `/charts/` the files of another one. */
async function serve(root: string, charts: string): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname.startsWith('/charts/')) {
      const file = join(charts, basename(pathname));
      response.writeHead(existsSync(file) ? 200 : 404);
      response.end(existsSync(file) ? readFileSync(file) : undefined);
      return;
    }
    const backend = spawn('git', ['http-backend'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        GIT_PROTOCOL: [request.headers['git-protocol'] ?? ''].flat()[0],
      },
    });
    backend.stdin.on('error', () => undefined);
    request.pipe(backend.stdin);
    const parts: Buffer[] = [];
    backend.stdout.on('data', (part: Buffer) => parts.push(part));
    backend.on('close', () => {
      const answer = Buffer.concat(parts);
      const end = answer.indexOf('\r\n\r\n');
      const headers = new Map(
        answer
          .subarray(0, end)
          .toString()
          .split('\r\n')
          .map((line): [string, string] => {
            const colon = line.indexOf(':');
            return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
          }),
      );
      const status = Number.parseInt(headers.get('status') ?? '200', 10);
      headers.delete('status');
      response.writeHead(end < 0 ? 500 : status, Object.fromEntries(headers));
      response.end(answer.subarray(end + 4));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return server;
}
