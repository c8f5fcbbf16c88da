import { contentQuery, parentOf, resolvedQuery } from '../../kustomize/files.ts';
import { clustersQuery } from '../../layers/register/fleetClusters.ts';
import { treePathsInput } from '../../layers/treePaths.ts';
import type { Reader } from '../../query/database.ts';
import { ruleOfPath } from '../../secrets/sopsRules.ts';
import type { FileId, SourcePointer } from '../../text/sourcePointer.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import { pathOfOrdinal } from '../../yaml/positions.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { SourcePlace } from '../hover.ts';
import { sopsRulesFileOf, sopsRulesQuery } from '../secretFindings.ts';
import { nodeByOrdinal, sourceIndexOf } from '../sourceIndex.ts';

/** What a place in a file of Strata or of SOPS stands for. */
export type OwnFileLink =
  | {
      readonly kind: 'environment';
      readonly at: SourcePointer;
      readonly name: string;
      /** The clusters in it, where they are declared as far as that is known. */
      readonly clusters: readonly {
        readonly name: string;
        readonly at: SourcePointer | undefined;
      }[];
    }
  | {
      readonly kind: 'rule';
      readonly at: SourcePointer;
      readonly encrypted: readonly FileId[];
      /** Files that the rule is for and that are in clear; none for a rule for all files. */
      readonly clear: readonly FileId[];
    }
  | { readonly kind: 'path'; readonly at: SourcePointer; readonly file: FileId };

const register = '.strata/clusters.yaml';
const configuration = '.strata/config.yaml';

/** What stands at a place: an environment, a creation rule of SOPS with its files, a path; `undefined` for anything else. */
export function ownFileLinkAt(
  reader: Reader,
  { file, offset }: SourcePlace,
): OwnFileLink | undefined {
  if (/(?:^|\/)\.sops\.yaml$/.test(file)) return ruleAt(reader, file, offset);
  if (!file.startsWith('.strata/')) return undefined;
  const index = sourceIndexOf(reader, file);
  const ordinal = index?.ordinalAt(offset);
  const node = index && ordinal !== undefined ? nodeByOrdinal(index.roots, ordinal) : undefined;
  if (index === undefined || node?.kind !== 'scalar' || node.value === '') return undefined;
  const at: SourcePointer = { kind: 'node', file, ordinal: node.ordinal };
  const path = pathOfOrdinal(index.roots, node.ordinal)?.path ?? [];
  const way = path.filter((step) => typeof step === 'string').join('.');
  if (isEnvironment(file, way)) {
    const clusters = reader
      .get(clustersQuery, '')
      .filter(({ environment }) => environment === node.value)
      .map(({ name, facts }) => ({ name, at: facts['name']?.at }));
    return { kind: 'environment', at, name: node.value, clusters };
  }
  const isPath = /^(?:silence\.path|secrets\.allow\.file|differences\.file|artifacts\..+\.path)$/;
  const found = isPath.test(way) ? reader.get(resolvedQuery, node.value) : undefined;
  return found?.kind === 'file' ? { kind: 'path', at, file: found.path } : undefined;
}

function isEnvironment(file: FileId, way: string): boolean {
  return file === register
    ? way === 'clusters.environment'
    : file === configuration && way === 'ladder.environments';
}

/** Where a link leads; of creation rules to 50 files at most, those in clear first. */
export function ownFileTargets(link: OwnFileLink): readonly SourcePointer[] {
  switch (link.kind) {
    case 'environment':
      return link.clusters.flatMap(({ at }) => at ?? []);
    case 'rule':
      return [...link.clear, ...link.encrypted]
        .slice(0, mostFiles)
        .map((file) => ({ kind: 'file', file }));
    case 'path':
      return [{ kind: 'file', file: link.file }];
  }
}

const mostFiles = 50;

/** The places that name an environment: its clusters in the register, and the stages of the ladder. */
export function environmentMentions(reader: Reader, name: string): readonly SourcePointer[] {
  return [register, configuration].flatMap((file) => {
    const [root] = sourceIndexOf(reader, file)?.roots ?? [];
    const items = itemsOf(field(root, file === register ? 'clusters' : 'ladder'));
    const named = items.flatMap((item) =>
      file === register ? (field(item, 'environment') ?? []) : itemsOf(field(item, 'environments')),
    );
    return named.flatMap((node): readonly SourcePointer[] =>
      rawText(node) === name ? [{ kind: 'node', file, ordinal: node.ordinal }] : [],
    );
  });
}

function itemsOf(node: ResourceNode | undefined): readonly ResourceNode[] {
  return node?.kind === 'sequence' ? node.items : [];
}

/** The creation rule around an offset; the first one that fits a file counts for it. */
function ruleAt(reader: Reader, file: FileId, offset: number): OwnFileLink | undefined {
  const index = sourceIndexOf(reader, file);
  const rules = reader.get(sopsRulesQuery, file);
  const rule = rules.find(({ node }) => {
    const range = index?.rangeOf(node.ordinal);
    return range !== undefined && range.start <= offset && offset <= range.end;
  });
  if (rule === undefined) return undefined;
  const folder = parentOf(file);
  const below = folder === '' ? '' : `${folder}/`;
  const own = reader.read(treePathsInput, '').filter(
    (path) =>
      path.startsWith(below) &&
      dataFile.test(path) &&
      ruleOfPath(rules, path.slice(below.length)) === rule &&
      // Rules that are nearer to it count alone.
      sopsRulesFileOf(reader, path) === file,
  );
  const encrypted = own.filter((path) => isEncrypted(reader, path));
  const known = new Set(encrypted);
  return {
    kind: 'rule',
    at: { kind: 'node', file, ordinal: (rule.pathNode ?? rule.node).ordinal },
    encrypted,
    clear: rule.pathRegex === '' ? [] : own.filter((path) => !known.has(path)),
  };
}

/** What people encrypt; creation rules themselves are none of it. */
const dataFile = /(?<!(?:^|\/)\.sops)\.(?:ya?ml|json|env|ini|txt|enc)$|(?:^|\/)\.env$/;

/** Whether SOPS has written a file, of whichever format; told by the checksum that it leaves. */
function isEncrypted(reader: Reader, file: FileId): boolean {
  const content = reader.get(contentQuery, file);
  return content?.kind === 'text' && /^\s*"?(?:sops_)?mac"?\s*[:=]\s*"?ENC\[/m.test(content.text);
}
