import { renderedEnding, renderedScheme } from '../protocol/renderedDocument.ts';
import type { FileId } from '../text/sourcePointer.ts';

/** What a rendered document shows: a root of a tree, or an application on a cluster. */
export type RenderedAddress = RootAddress | ApplicationAddress;

/** A root of a tree. */
export interface RootAddress {
  readonly kind: 'root';
  /** The name of the tree. */
  readonly tree: string;
  readonly root: FileId;
  /** Whatever `git rev-parse` takes; `undefined` for the working tree. */
  readonly at?: string;
}

/** An application on a cluster. */
export interface ApplicationAddress {
  readonly kind: 'application';
  readonly tree: string;
  /** `undefined` where the repository cannot tell. */
  readonly cluster: string | undefined;
  readonly namespace: string;
  readonly name: string;
  /** Its key in the fleet, where the rest does not tell it from others. */
  readonly key?: string;
  readonly at?: string;
}

/** Segments that stand for what has no name; no cluster and no namespace is called so. */
const [noCluster, noNamespace, roots] = ['?', '-', 'root'];

/**
 * The URI of a rendered document: `strata:/TREE/root/PATH.strata.yaml`, without PATH for the tree's top, or
 * `strata:/TREE/CLUSTER/NAMESPACE/NAME.strata.yaml`; `?at=REVISION` for another side than the working tree.
 */
export function renderedUri(address: RenderedAddress): string {
  const path = segmentsOf(address).map(encodeURIComponent).join('/');
  const isTold = address.kind === 'root' || address.cluster !== roots || address.key !== undefined;
  const key = address.kind === 'root' ? undefined : (address.key ?? (isTold ? undefined : ''));
  const parts = [
    ...(key === undefined ? [] : [`of=${Buffer.from(key, 'utf8').toString('base64url')}`]),
    // It comes last, since a revision may hold any sign.
    ...(address.at === undefined ? [] : [`at=${address.at}`]),
  ];
  const query = parts.length === 0 ? '' : `?${encodeURIComponent(parts.join('&'))}`;
  return `${renderedScheme}:/${path}${renderedEnding}${query}`;
}

function segmentsOf(address: RenderedAddress): readonly string[] {
  if (address.kind === 'root') {
    const path = address.root.split('/').filter((segment) => segment !== '');
    return [address.tree, roots, ...path];
  }
  const { tree, cluster = noCluster, namespace, name } = address;
  return [tree, ...cluster.split('/'), namespace === '' ? noNamespace : namespace, name];
}

/** The address in a URI; `undefined` where it is none of ours. */
export function parseRenderedUri(uri: string): RenderedAddress | undefined {
  const [, path = '', query = ''] = uriForm.exec(uri) ?? [];
  if (path === '') return undefined;
  try {
    const [tree = '', ...rest] = path.split('/').map(decodeURIComponent);
    return addressOf(tree, rest, parseQuery(decodeURIComponent(query)));
  } catch {
    // A percent sign that begins no character: nobody of ours wrote this.
    return undefined;
  }
}

interface QueryParts {
  readonly key?: string;
  readonly at?: string;
}

function addressOf(
  tree: string,
  rest: readonly string[],
  { key, ...at }: QueryParts,
): RenderedAddress | undefined {
  if (rest[0] === roots && key === undefined) {
    return { kind: 'root', tree, root: rest.slice(1).join('/'), ...at };
  }
  const [name, namespace, ...cluster] = rest.toReversed();
  if (name === undefined || namespace === undefined || cluster.length === 0) return undefined;
  const where = cluster.reverse().join('/');
  return {
    kind: 'application',
    tree,
    cluster: where === noCluster ? undefined : where,
    namespace: namespace === noNamespace ? '' : namespace,
    name,
    ...(key !== undefined && key !== '' && { key }),
    ...at,
  };
}

function parseQuery(query: string): QueryParts {
  const { of, at } = /^(?:of=(?<of>[\w-]*)&?)?(?:at=(?<at>.*))?$/s.exec(query)?.groups ?? {};
  return {
    ...(of !== undefined && { key: Buffer.from(of, 'base64url').toString('utf8') }),
    ...(at !== undefined && { at }),
  };
}

const uriForm = new RegExp(
  `^${renderedScheme}:/([^?#]+)${renderedEnding.replaceAll('.', '\\.')}(?:\\?([^#]*))?$`,
);
