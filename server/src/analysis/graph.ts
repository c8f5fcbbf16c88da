import { fleetQuery } from '../layers/fleet/fleet.ts';
import { layersQuery } from '../layers/layers.ts';
import { directReadersQuery } from '../layers/namedFiles.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A node of the graph of a tree. */
export interface GraphNode {
  /** Tells it from all others, and stays the same as long as names do. */
  readonly id: string;
  readonly kind:
    'cluster' | 'application' | 'component' | 'overlay' | 'base' | 'standalone' | 'file';
  readonly name: string;
}

/** An edge, from what is made to what it is made of, and from where it goes to what goes there. */
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly kind: 'delivers' | 'declares' | 'renders' | 'builds-on' | 'reads';
}

/** Clusters, applications, roots and files, and how they hang together; sorted. */
export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}

/** The graph of a tree; files are many, and come only where they are asked for. */
export function graph(analysis: Analysis, options: { readonly files: boolean }): Answer<Graph> {
  return analysis.ask((reader) => {
    const nodes = new Map<string, GraphNode>();
    const edges: GraphEdge[] = [];
    const add = (id: string, kind: GraphNode['kind'], name: string): string => {
      nodes.set(id, { id, kind, name });
      return id;
    };
    for (const { root, role, bases } of reader.get(layersQuery, '')) {
      const id = add(`root:${root}`, role, root === '' ? '.' : root);
      for (const base of bases) edges.push({ from: id, to: `root:${base}`, kind: 'builds-on' });
    }
    const { applications } = reader.get(fleetQuery, '');
    const idOf = new Map(
      applications.map(({ key, kind, namespace, name, destination }) => [
        key,
        `application:${kind}/${namespace}/${name}@${destination.cluster ?? '?'}`,
      ]),
    );
    for (const { key, name, parent, sources, destination } of applications) {
      const id = add(idOf.get(key) ?? key, 'application', name);
      const { cluster } = destination;
      if (cluster !== undefined) {
        const place = add(`cluster:${cluster}`, 'cluster', cluster);
        edges.push({ from: place, to: id, kind: 'delivers' });
      }
      const above = parent === undefined ? undefined : idOf.get(parent);
      if (above !== undefined) edges.push({ from: above, to: id, kind: 'declares' });
      for (const { isHere, path } of sources) {
        const root = `root:${path ?? ''}`;
        if (isHere && path !== undefined && nodes.has(root)) {
          edges.push({ from: id, to: root, kind: 'renders' });
        }
      }
    }
    if (options.files) {
      for (const [file, readers] of reader.get(directReadersQuery, '')) {
        const id = add(`file:${file}`, 'file', file);
        for (const root of readers) edges.push({ from: `root:${root}`, to: id, kind: 'reads' });
      }
    }
    return {
      nodes: [...nodes.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
      edges: edges.sort((a, b) => (edgeKey(a) < edgeKey(b) ? -1 : 1)),
    };
  });
}

function edgeKey({ from, to, kind }: GraphEdge): string {
  return `${from}\n${to}\n${kind}`;
}
