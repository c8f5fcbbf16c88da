import { graph, type Graph, type GraphNode } from '../analysis/graph.ts';
import { wantsJson, type Command } from './command.ts';
import { toJson } from './json.ts';
import { openTree } from './tree.ts';
import { refuse, wrongUse } from './wrongUse.ts';

/** `strata graph`: clusters, applications and layers, for tools that draw. */
export const graphCommand: Command = {
  name: 'graph',
  summary: 'Prints the graph of clusters, applications and layers',
  forms: ['graph [--files] [options]'],
  details: [
    'Edges go from clusters to applications, from them to their roots, and on to the bases.',
  ],
  options: [{ name: 'files', text: 'The files that roots read as well.' }],
  formats: ['dot', 'mermaid'],
  examples: [
    { line: 'strata graph --workspace .', text: 'For Graphviz: pipe it to dot -Tsvg' },
    { line: 'strata graph --workspace . --format mermaid', text: 'For a Markdown page' },
  ],
  words: [],
  run: async (call, io) => {
    if (call.words.length > 0) {
      return wrongUse(io, 'graph', 'it takes no words; --workspace DIR names a smaller tree.');
    }
    const tree = await openTree(call, io);
    if (tree.kind === 'failed') return refuse(io, tree.failure);
    const files = call.options.has('files');
    const found = await tree.value.complete((analysis) => graph(analysis, { files }), io.signal);
    const isMermaid = call.options.get('format') === 'mermaid';
    io.out.write(wantsJson(call) ? toJson(found) : isMermaid ? mermaid(found) : dot(found));
    return 0;
  },
};

const shapes: Readonly<Record<GraphNode['kind'], string>> = {
  cluster: 'shape=box3d',
  application: 'shape=box, style=rounded',
  overlay: 'shape=box',
  base: 'shape=box, style=bold',
  component: 'shape=component',
  standalone: 'shape=box, style=dashed',
  file: 'shape=note',
};

function dot({ nodes, edges }: Graph): string {
  const quoted = (text: string): string => `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  return [
    'digraph strata {',
    '  rankdir=LR;',
    ...nodes.map(
      ({ id, kind, name }) => `  ${quoted(id)} [label=${quoted(name)}, ${shapes[kind]}];`,
    ),
    ...edges.map(
      ({ from, to, kind }) => `  ${quoted(from)} -> ${quoted(to)} [tooltip=${quoted(kind)}];`,
    ),
    '}',
    '',
  ].join('\n');
}

function mermaid({ nodes, edges }: Graph): string {
  const numbers = new Map(nodes.map(({ id }, index) => [id, `n${index}`]));
  const text = (name: string): string => `"${name.replaceAll('"', '#quot;')}"`;
  const drawn = ({ id, kind, name }: GraphNode): string => {
    const number = numbers.get(id) ?? id;
    if (kind === 'cluster') return `${number}[[${text(name)}]]`;
    return kind === 'application' ? `${number}(${text(name)})` : `${number}[${text(name)}]`;
  };
  return [
    'flowchart LR',
    ...nodes.map((node) => `  ${drawn(node)}`),
    ...edges.map(({ from, to }) => `  ${numbers.get(from) ?? from} --> ${numbers.get(to) ?? to}`),
    '',
  ].join('\n');
}
