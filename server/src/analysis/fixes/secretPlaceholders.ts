import type { Application } from '../../delivery/application.ts';
import { readFluxKustomization } from '../../flux/readFluxKustomization.ts';
import { contentIdOf, readContent } from '../../kustomize/files.ts';
import { whyReads } from '../../layers/fleet/whyReads.ts';
import type { Query, Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { deepEqual } from '../../util/deepEqual.ts';
import { readPositions } from '../../yaml/positions.ts';
import { readObjects } from '../../yaml/readObjects.ts';
import { declaredObjectsQuery } from '../links/declaredObjects.ts';
import type { SecretFinding } from '../secretFindings.ts';
import { nameOfObject, offsetsOf } from './secretEdits.ts';

/** A file in which a placeholder stands for a value that somebody else fills in before the cluster sees it. */
export interface SecretPlaceholder {
  /** `substitute`: a Kustomization of Flux does, from a Secret; `vault-path`: Argo CD Vault Plugin does. */
  readonly code: 'substitute' | 'vault-path';
  readonly text: string;
  /** What stands there now; of `substitute` the Secrets that the variable is read from. */
  readonly parameters: { readonly placeholder: string; readonly secret: string };
}

/** The rules whose values can be a whole scalar of an object that is delivered. */
const rules: ReadonlySet<string> = new Set(
  ['environment', 'secret-data', 'config-map', 'argument', 'annotation', 'authorization']
    .concat(['generic', 'token', 'url', 'helm-value', 'chart-value', 'external-secret-template'])
    .map((rule) => `secrets.${rule}`),
);

/** What could stand in the place of a value, as those who deliver the file fill it in; a value in base64 is none of them. */
export function secretPlaceholders(
  reader: Reader,
  { file, text }: { readonly file: FileId; readonly text: string },
  finding: SecretFinding,
): readonly SecretPlaceholder[] {
  const isEncoded = finding.rule === 'secrets.secret-data' && /^\d+\/data\//.test(finding.pointer);
  const place = offsetsOf(text, finding);
  if (!rules.has(finding.rule) || isEncoded || !isScalar(text, place)) return [];
  const readers = whyReads(reader, file);
  const fluxSecrets = secretsOfVariables(
    readers.flatMap(({ application, declares }) => (declares ? [] : [application])),
  );
  const variable = variableOf(finding.parameters.name ?? '');
  const isOfFlux = readers.some(({ application }) => application.controller === 'flux');
  const found: readonly Omit<SecretPlaceholder, 'text'>[] =
    fluxSecrets !== undefined && variable !== undefined
      ? [
          {
            code: 'substitute',
            parameters: { placeholder: `\${${variable}}`, secret: fluxSecrets.join(', ') },
          },
        ]
      : isOfFlux
        ? []
        : vaultPath(reader, { file, text }, finding);
  return found.flatMap(({ code, parameters }) => {
    const { start, end } = place;
    const after = `${text.slice(0, start)}"${parameters.placeholder}"${text.slice(end)}`;
    return readObjects(after).problems.length > 0 ? [] : [{ code, parameters, text: after }];
  });
}

function isScalar(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const { starts, ends } = readPositions(text);
  return starts.some((from, ordinal) => from === start && ends[ordinal] === end);
}

/**
 * The Secrets that variables are read from wherever the file is delivered; `undefined` where somebody delivers it who reads
 * none, so that the cluster would get the variable itself.
 */
function secretsOfVariables(readers: readonly Application[]): readonly string[] | undefined {
  const names = new Set<string>();
  for (const { controller, object } of readers) {
    const kustomization =
      controller === 'flux' && object !== undefined ? readFluxKustomization(object) : undefined;
    const secrets = (kustomization?.postBuild.substituteFrom ?? []).filter(
      (one) => one.kind === 'Secret',
    );
    if (secrets.length === 0) return undefined;
    for (const { name } of secrets) names.add(name);
  }
  return names.size === 0 ? undefined : [...names].sort();
}

/** `dbPassword` is `DB_PASSWORD`. */
function variableOf(name: string): string | undefined {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').replaceAll(/[^A-Za-z0-9]+/g, '_');
  return /^[A-Za-z_]\w*$/.test(words) ? words.toUpperCase() : undefined;
}

/** Paths that the placeholders of a content name, with how often. */
const vaultPathsQuery: Query<string, readonly (readonly [path: string, count: number])[]> = {
  name: 'vaultPathsOfContent',
  byContent: true,
  equals: deepEqual,
  compute: (content, reader) => {
    const value = readContent(reader, content);
    return value?.kind === 'text' ? countPaths(value.text) : [];
  },
};

function countPaths(text: string): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const [, path = ''] of text.matchAll(/<path:([\w./-]+)#[^<>\s]+>/g))
    counts.set(path, (counts.get(path) ?? 0) + 1);
  return [...counts];
}

/** Beside others in the file the path is theirs; else it is one beside those that most of the repository names. */
function vaultPath(
  reader: Reader,
  { file, text }: { readonly file: FileId; readonly text: string },
  { pointer, parameters: { name = '' } }: SecretFinding,
): readonly Omit<SecretPlaceholder, 'text'>[] {
  if (!/^[\w.-]+$/.test(name)) return [];
  const path = mostOf(countPaths(text)) ?? pathBeside(reader, file, nameOfObject(text, pointer));
  if (path === undefined) return [];
  return [
    { code: 'vault-path', parameters: { placeholder: `<path:${path}#${name}>`, secret: '' } },
  ];
}

function pathBeside(reader: Reader, own: FileId, name: string): string | undefined {
  const files = new Set(reader.get(declaredObjectsQuery, '').map(({ file }) => file));
  const folders = [...files]
    .filter((file) => file !== own)
    .flatMap((file) => {
      const content = contentIdOf(reader, file);
      return content === undefined ? [] : reader.get(vaultPathsQuery, content);
    })
    .map(([path, count]) => [path.replace(/\/?[^/]*$/, ''), count] as const);
  const folder = mostOf(folders);
  return folder === undefined ? undefined : folder === '' ? name : `${folder}/${name}`;
}

function mostOf(counted: readonly (readonly [string, number])[]): string | undefined {
  const sums = new Map<string, number>();
  for (const [one, count] of counted) sums.set(one, (sums.get(one) ?? 0) + count);
  const [most] = [...sums].sort(([a, one], [b, two]) => two - one || (a < b ? -1 : 1));
  return most?.[0];
}
