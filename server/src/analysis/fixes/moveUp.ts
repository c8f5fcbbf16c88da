import { samePointer, type FileId, type SourcePointer } from '../../text/sourcePointer.ts';
import { applyEdits } from '../../text/textEdit.ts';
import type { Analysis } from '../analysis.ts';
import { chainAnswer, type Answer } from '../answer.ts';
import { usesOf, type RootUse } from '../fileUses.ts';
import { citationsOf, type SourcePlace } from '../hover.ts';
import { originsOf } from '../links/imageUses.ts';
import { offsetsOf } from '../sourceRange.ts';
import { sourceIndexOf } from '../sourceIndex.ts';
import { textsWithout } from './dropFix.ts';
import { dropValue } from './dropValue.ts';
import { complete, fixOf, type LayerFix } from './layerFix.ts';
import { maskOfValue, shortValue } from './maskOfValue.ts';

/** The value that all layers on top set alike goes into the base that has another one. */
export function moveUpFix(analysis: Analysis, place: SourcePlace): Answer<LayerFix | undefined> {
  return chainAnswer(citationsOf(analysis, place), (cited) => {
    const [citation] = cited?.citations ?? [];
    const base = citation && originsOf(citation.resource, citation.node).at(-1);
    if (citation === undefined || base?.by.kind !== 'base') return complete(undefined);
    return chainAnswer(usesOf(analysis, base.writtenAt.file), ({ topRoots, places }) => {
      const uses = places.find((all) =>
        all.some(({ writtenAt }) => samePointer(writtenAt, base.writtenAt)),
      );
      const onTop = (uses ?? []).filter(({ isTop }) => isTop);
      const [first] = onTop;
      if (first === undefined || !isAgreed(onTop, topRoots)) return complete(undefined);
      return moveUp(analysis, first, { onTop, base: base.writtenAt });
    });
  });
}

/** Whether every root on top sets the field, by a patch of its own or of a layer, to one and the same other value. */
function isAgreed(onTop: readonly RootUse[], topRoots: readonly FileId[]): boolean {
  const [first] = onTop;
  const roots = new Set(onTop.map(({ root }) => root));
  return (
    first !== undefined &&
    topRoots.length > 1 &&
    roots.size === topRoots.length &&
    onTop.length === roots.size &&
    onTop.every(
      ({ now, gave, later }) =>
        now.value === first.now.value &&
        now.tag === first.now.tag &&
        gave.value !== now.value &&
        later.length === 1 &&
        later[0] === 'patch',
    )
  );
}

interface MoveUp {
  readonly onTop: readonly RootUse[];
  readonly base: SourcePointer;
}

function moveUp(
  analysis: Analysis,
  first: RootUse,
  { onTop, base }: MoveUp,
): Answer<LayerFix | undefined> {
  const found = analysis.ask((reader) => {
    const index = sourceIndexOf(reader, base.file);
    if (index === undefined) return undefined;
    const winners = new Map<string, SourcePointer>();
    for (const { now, resource } of onTop) {
      const { writtenAt } = resource.originOf(now);
      winners.set(JSON.stringify(writtenAt), writtenAt);
    }
    const drops = [...winners.values()].map((at) => dropValue(reader, at, 'patch'));
    const [winner] = winners.values();
    const source = winner && sourceIndexOf(reader, winner.file);
    if (winner === undefined || source === undefined) return undefined;
    const own = offsetsOf(source, winner);
    const written = source.text.slice(own.start, own.end);
    const { start, end } = offsetsOf(index, base);
    const known = drops.flatMap((drop) => drop ?? []);
    if (known.length !== drops.length || written.includes('\n')) return undefined;
    const texts = new Map(textsWithout(reader, known)).set(
      base.file,
      applyEdits(index.text, [{ start, end, newText: written }]),
    );
    return { drops: known, texts, written };
  });
  return chainAnswer(found, (one): Answer<LayerFix | undefined> => {
    if (one === undefined) return complete(undefined);
    const { drops, texts, written } = one;
    const title = {
      code: 'move-up',
      field: String(first.path.at(-1) ?? ''),
      value: maskOfValue(onTop.map((one) => ({ ...one, node: one.now }))) ?? shortValue(written),
      layers: drops.length,
      base: base.file,
    } as const;
    const deleted = drops.flatMap((drop) => drop.deleted);
    return fixOf(analysis, { title, texts, deleted, roots: 'delivered' });
  });
}
