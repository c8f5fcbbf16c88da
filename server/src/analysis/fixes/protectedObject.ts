import type { Reader } from '../../query/database.ts';
import { field } from '../../yaml/nodes.ts';
import type { MapNode } from '../../yaml/resourceNode.ts';
import { rememberedProblemsInput } from '../fleetProblems.ts';
import type { SourcePlace } from '../hover.ts';
import { sourceIndexOf, type SourceIndex } from '../sourceIndex.ts';
import type { PracticeChange } from './practiceFixes.ts';

/** The object at a place gets the annotation that keeps it from being pruned, where that was found to be missing. */
export function protectedObject(
  reader: Reader,
  { file, offset }: SourcePlace,
): PracticeChange | undefined {
  const index = sourceIndexOf(reader, file);
  const document = index?.roots.findIndex((root) => {
    const range = index.rangeOf(root.ordinal);
    return range !== undefined && range.start <= offset && offset <= range.end;
  });
  const told = (reader.read(rememberedProblemsInput, '').get(file) ?? []).find(
    ({ code, place }) => code === 'practice.prune-unprotected' && place === String(document),
  );
  const metadata = field(index?.roots[document ?? -1], 'metadata');
  if (index === undefined || told === undefined || metadata?.kind !== 'map') return undefined;
  const { object = '', controller = '' } = told.parameters;
  const [key, value] = annotations[controller === 'Flux' ? 'flux' : 'argocd'];
  const edit = editOf(index, metadata, { key, value });
  if (edit === undefined) return undefined;
  const line = `${key}: ${value}`;
  return {
    code: 'protect-object',
    parameters: { object, annotation: line },
    edit: { ...edit, end: edit.start },
    undo: (rendered) => withoutAnnotation(rendered, line),
  };
}

/** Source: Argo CD docs, “Sync Options”; Flux docs, Kustomization `prune`. */
const annotations = {
  argocd: ['argocd.argoproj.io/sync-options', 'Prune=false'],
  flux: ['kustomize.toolkit.fluxcd.io/prune', 'disabled'],
} as const;

/** One more annotation, in the way in which the others, or the metadata, are written. */
function editOf(
  index: SourceIndex,
  metadata: MapNode,
  { key, value }: { readonly key: string; readonly value: string },
): { readonly start: number; readonly newText: string } | undefined {
  const known = field(metadata, 'annotations');
  const into = known?.kind === 'map' && known.keys.length > 0 ? known : metadata;
  if (into === metadata && known !== undefined) return undefined;
  if (into.keys.includes(key)) return undefined;
  const [first] = into.values;
  const at = first && index.rangeOf(first.ordinal - 1)?.start;
  if (at === undefined) return undefined;
  const isOwn = into === metadata;
  if (into.flow) {
    const newText = isOwn ? `annotations: { ${key}: ${value} }, ` : `${key}: ${value}, `;
    return { start: at, newText };
  }
  const line = index.text.lastIndexOf('\n', at - 1) + 1;
  const indent = index.text.slice(line, at);
  if (indent.trim() !== '') return undefined;
  const newText = isOwn
    ? `annotations:\n${indent}  ${key}: ${value}\n${indent}`
    : `${key}: ${value}\n${indent}`;
  return { start: at, newText };
}

/** The annotation goes, and the map of annotations with it where it was the only one. */
function withoutAnnotation(rendered: string, line: string): string {
  return rendered
    .split('\n')
    .filter((one, index, lines) => {
      if (one.trim() === line) return false;
      const next = lines[index + 1]?.trim() === line ? lines[index + 2] : undefined;
      return !(one === '  annotations:' && next !== undefined && !next.startsWith('    '));
    })
    .join('\n');
}
