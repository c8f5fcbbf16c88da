import type { Revision } from './unitStatus.ts';

/**
 * Reads a revision as Flux writes it: `main@sha1:HASH`, `sha1:HASH`, `refs/pull/1/head@sha1:HASH`, `latest@sha256:HASH`, the
 * older `main/HASH` and `HEAD/HASH`, and a chart's `1.2.3+0123456789ab`; a bare version or hash as Argo CD has it.
 *
 * Source: fluxcd/pkg git.Hash and git/repository, RFC-0005; helm-controller `chartRef` digests.
 */
export function readRevision(text: string, kind: Revision['kind'] = 'unknown'): Revision {
  const colon = text.lastIndexOf(':');
  const at = text.lastIndexOf('@', colon < 0 ? undefined : colon);
  const [, algorithm = '', hash = ''] =
    /^(sha1|sha256|sha384|sha512):([\da-f]+)$/.exec(text.slice(at + 1)) ?? [];
  if (hash !== '') {
    const told = algorithm === 'sha1' ? 'git' : 'oci';
    const name = at < 0 ? undefined : text.slice(0, at);
    return { kind: kind === 'unknown' ? told : kind, name, hash, text };
  }
  if (/^[\da-f]{40}$|^[\da-f]{64}$/.test(text))
    return { kind: kind === 'unknown' ? 'git' : kind, name: undefined, hash: text, text };
  const [, branch, older] = /^(.+)\/([\da-f]{40})$/.exec(text) ?? [];
  if (older !== undefined) return { kind: 'git', name: branch, hash: older, text };
  const [, version, digest] = /^(v?\d+\.\d+\.\d+\S*?)\+([\da-f]{12})$/.exec(text) ?? [];
  if (digest !== undefined) return { kind: 'helm', name: version, hash: digest, text };
  return { kind, name: text, hash: undefined, text };
}

/** Whether two lists of revisions are of the same content, index by index. */
export function sameRevisions(a: readonly Revision[], b: readonly Revision[]): boolean {
  return a.length === b.length && a.every((one, index) => sameRevision(one, b[index]));
}

function sameRevision(a: Revision, b: Revision | undefined): boolean {
  if (b === undefined) return false;
  return a.hash !== undefined && b.hash !== undefined ? a.hash === b.hash : a.text === b.text;
}
