import { readFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const recorded = join(import.meta.dirname, 'controllers', 'recorded');

/** An answer of a real argocd-server 3.2, as `scripts/recordArgo.ts` wrote it down. */
export interface Recorded {
  readonly path: string;
  readonly asker: string;
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** A recorded answer, by the name of its file. */
export function recordedAnswer(name: string): Recorded {
  return JSON.parse(readFileSync(join(recorded, `${name}.json`), 'utf8')) as Recorded;
}

/**
 * A fake of argocd-server, ours: it gives recorded answers of the real one by their paths, to who has the token of their asker; on its
 * streams nothing happens.
 */
export async function fakeArgoServer(
  names: readonly string[],
  handle?: (request: IncomingMessage, response: ServerResponse) => void,
  ...more: readonly Recorded[]
): Promise<{ readonly url: string; readonly requests: readonly string[] }> {
  const answers = new Map(
    [...names.map(recordedAnswer), ...more].map((one) => [`${one.asker} ${one.path}`, one]),
  );
  const requests: string[] = [];
  const server = createServer((request, response) => {
    requests.push(`${request.method ?? ''} ${request.url ?? ''}`);
    if (handle !== undefined) {
      handle(request, response);
      return;
    }
    const asker = /^Bearer (.*)$/.exec(request.headers.authorization ?? '')?.[1] ?? '';
    const path = (request.url ?? '').replace(/\?appNamespace=argocd$/, '');
    const found = answers.get(`${asker} ${path}`);
    if (path.startsWith('/api/v1/stream/')) {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.write(': ping\n\n');
      return;
    }
    response.writeHead(found?.status ?? 404, { 'Content-Type': found?.type ?? 'text/plain' });
    response.end(found === undefined ? 'Not Found' : lookedAtNow(found.body));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return { url: `http://127.0.0.1:${port}`, requests };
}

/** A body as if it were recorded now: a controller that last looked long ago is taken for one that has stopped. */
function lookedAtNow(body: unknown): string {
  const now = new Date().toISOString();
  return JSON.stringify(body, (key, value: unknown) => (key === 'reconciledAt' ? now : value));
}
