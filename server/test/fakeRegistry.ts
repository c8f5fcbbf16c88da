import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';

/** What a fake answers to a path; a function answers as it likes. */
export type FakeAnswer =
  string | Uint8Array | ((request: IncomingMessage, response: ServerResponse) => void);

/** A fake of a repository of charts, or of a registry: a server of HTTP on this machine. */
export interface FakeRegistry {
  /** `127.0.0.1:PORT`; the same server answers as `localhost:PORT`. */
  readonly host: string;
  readonly port: number;
  /** The paths that were asked for, in order. */
  readonly asked: readonly string[];
  /** What it answers, by paths with their queries. */
  readonly answers: Map<string, FakeAnswer>;
}

/** Starts a fake, for one test; what it has no answer for is not found. */
export async function startFakeRegistry(): Promise<FakeRegistry> {
  const answers = new Map<string, FakeAnswer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (typeof answer === 'function') answer(request, response);
    else if (answer === undefined) response.writeHead(404).end();
    else response.end(answer);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { host: `127.0.0.1:${port}`, port, asked, answers };
}

/**
 * Gives an answer to a path only to who logs in, as `user:password`, or with a token where it has no colon; `challenge` says how.
 * Tells with what it was asked.
 */
export function wantLogin(
  { answers }: FakeRegistry,
  path: string,
  answer: FakeAnswer,
  login: string,
  challenge = 'Basic realm="fake"',
): { readonly askedWith: readonly (string | undefined)[] } {
  const expected = login.includes(':')
    ? `Basic ${Buffer.from(login).toString('base64')}`
    : `Bearer ${login}`;
  const askedWith: (string | undefined)[] = [];
  answers.set(path, (request, response) => {
    const { authorization } = request.headers;
    askedWith.push(authorization);
    if (authorization !== expected)
      response.writeHead(401, { 'www-authenticate': challenge }).end();
    else if (typeof answer === 'function') answer(request, response);
    else response.end(answer);
  });
  return { askedWith };
}

/** The SHA-256 of bytes, in hexadecimal. */
export function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Puts a chart into a fake registry under a tag; gives the digest of its layer. */
export function putInRegistry(
  { answers }: FakeRegistry,
  name: string,
  { tag, archive }: { readonly tag: string; readonly archive: Uint8Array },
): { readonly layer: string; readonly manifest: string } {
  const layer = `sha256:${digestOf(archive)}`;
  const mediaType = 'application/vnd.cncf.helm.chart.content.v1.tar+gzip';
  const manifest = JSON.stringify({
    schemaVersion: 2,
    layers: [{ mediaType, digest: layer, size: archive.length }],
  });
  const digest = `sha256:${digestOf(Buffer.from(manifest))}`;
  answers.set(`/v2/${name}/manifests/${tag}`, manifest);
  answers.set(`/v2/${name}/manifests/${digest}`, manifest);
  answers.set(`/v2/${name}/blobs/${layer}`, archive);
  return { layer, manifest: digest };
}
