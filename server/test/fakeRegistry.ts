import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';

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

const manifestType = 'application/vnd.oci.image.manifest.v1+json';

/** Starts a fake, for one test; what it has no answer for is not found. */
export async function startFakeRegistry(): Promise<FakeRegistry> {
  const answers = new Map<string, FakeAnswer>();
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (path.includes('/manifests/')) response.setHeader('content-type', manifestType);
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

/** Puts versions of a chart into a fake repository at `/charts`, by their archives. */
export function putInRepository(
  { answers }: FakeRegistry,
  name: string,
  archives: Readonly<Record<string, Uint8Array>>,
): void {
  const items = Object.entries(archives).map(([version, archive]) => {
    answers.set(`/charts/${name}-${version}.tgz`, archive);
    return `{ apiVersion: v2, name: ${name}, version: ${version}, digest: ${digestOf(archive)}, urls: [${name}-${version}.tgz] }`;
  });
  answers.set('/charts/index.yaml', `apiVersion: v1\nentries: { ${name}: [${items.join(', ')}] }`);
}

/** Keeps the charts of one test in a folder of its own. */
export function keepChartsApart(): string {
  const folder = mkdtempSync(join(tmpdir(), 'strata-charts-'));
  vi.stubEnv('STRATA_CHARTS', folder);
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  return folder;
}

/** An Application of Argo CD on `prod` that takes the chart `web` of a fake repository. */
export function applicationOf({ host }: FakeRegistry, name: string, version = '1.0.0'): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  destination: { name: prod, namespace: web }
  source:
    repoURL: http://${host}/charts
    chart: web
    targetRevision: ${version}
`;
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
  const about = Buffer.from('{ "apiVersion": "v2", "name": "web", "version": "1.0.0" }');
  const config = {
    mediaType: 'application/vnd.cncf.helm.config.v1+json',
    digest: `sha256:${digestOf(about)}`,
    size: about.length,
  };
  answers.set(`/v2/${name}/blobs/${config.digest}`, about);
  const manifest = JSON.stringify({
    schemaVersion: 2,
    mediaType: manifestType,
    config,
    layers: [{ mediaType, digest: layer, size: archive.length }],
  });
  const digest = `sha256:${digestOf(Buffer.from(manifest))}`;
  answers.set(`/v2/${name}/manifests/${tag}`, manifest);
  answers.set(`/v2/${name}/manifests/${digest}`, manifest);
  answers.set(`/v2/${name}/blobs/${layer}`, archive);
  return { layer, manifest: digest };
}
