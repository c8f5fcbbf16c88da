import { problem, type Problem } from '../../text/problem.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { ownersOf, winningRule, type Codeowners, type OwnersRule } from './codeowners.ts';
import { matchesOwnerPattern } from './ownerPattern.ts';

/** A layer that production is made of, by its files. */
export interface OwnedLayer {
  readonly layer: FileId;
  readonly files: readonly FileId[];
}

/**
 * What looks wrong about owners: `owners.production-without-owner` for a layer of production with a file that nobody owns,
 * at that file, and `owners.shadowed-rule` for a rule that counts for no file, as later ones take all that fits it, at the
 * rule. `paths` are all files of the tree.
 */
export function lintOwners(
  codeowners: Codeowners,
  { layers, paths }: { readonly layers: readonly OwnedLayer[]; readonly paths: readonly FileId[] },
): readonly Problem[] {
  return [...unownedLayers(codeowners, layers), ...shadowedRules(codeowners, paths)];
}

function unownedLayers(codeowners: Codeowners, layers: readonly OwnedLayer[]): readonly Problem[] {
  return layers.flatMap(({ layer, files }) => {
    const file = files.find((one) => ownersOf(codeowners, one).length === 0);
    if (file === undefined) return [];
    return [problem('owners.production-without-owner', { layer, file }, { kind: 'file', file })];
  });
}

function shadowedRules(
  { file, sections }: Codeowners,
  paths: readonly FileId[],
): readonly Problem[] {
  return sections.flatMap(({ rules }) => {
    const winners = new Set<OwnersRule>();
    for (const path of paths) {
      const winner = winningRule(rules, path);
      if (winner !== undefined) winners.add(winner);
    }
    return rules.flatMap((rule) => {
      if (winners.has(rule) || rule.excludes) return [];
      const fitting = paths.find((path) => matchesOwnerPattern(rule.pattern, path));
      const other =
        fitting === undefined
          ? rules.findLast(({ text, line }) => text === rule.text && line > rule.line)
          : winningRule(rules, fitting);
      if (other === undefined) return [];
      const line = String(other.line + 1);
      const at = { kind: 'line', file, line: rule.line } as const;
      return [problem('owners.shadowed-rule', { rule: rule.text, other: other.text, line }, at)];
    });
  });
}
