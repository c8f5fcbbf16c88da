import type { RenderedApplication } from '../../delivery/application.ts';
import { describeId, type Resource } from '../../kustomize/resource.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { groupBy } from '../../util/groupBy.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import type { NodePlace } from '../compareNodes.ts';
import { compareResources } from '../compareResources.ts';
import type { ClusterRow } from '../register/clusterRow.ts';

/** One application of a family, rendered for its cluster. */
export interface RenderedMember {
  readonly cluster: ClusterRow;
  /** Its own name, which is no difference. */
  readonly name: string;
  readonly rendered: RenderedApplication;
}

/** Clusters on which a family renders to the same, but for the names and facts of each cluster itself. */
export interface Variant {
  readonly members: readonly RenderedMember[];
  readonly environment: string | undefined;
  /** Whether it is the one that most clusters of its environment have, or are nearest to: what the others are compared with. */
  readonly isUsual: boolean;
  /** How it differs from the usual one of its environment. */
  readonly differences: readonly VariantDifference[];
}

/** One thing that differs from another variant. */
export interface VariantDifference {
  readonly kind: 'field' | 'added' | 'missing';
  readonly resource: Resource;
  readonly other: Resource | undefined;
  /** What stands there in each variant; both `undefined` for a whole object. */
  readonly own: NodePlace | undefined;
  readonly usual: NodePlace | undefined;
}

/** The variants of a family, by environment, the usual one first; sorted by the names of clusters. */
export function variantsOf(members: readonly RenderedMember[]): readonly Variant[] {
  const environments = groupBy(members, ({ cluster }) => cluster.environment ?? '');
  return [...environments]
    .sort(([a], [b]) => compareBytes(a, b))
    .flatMap(([, own]) => {
      const groups = [...groupBy(own, digestOf).values()].sort(
        (a, b) => b.length - a.length || compareBytes(nameOf(a), nameOf(b)),
      );
      const usual = usualOf(groups);
      const [reference] = usual ?? [];
      const compared = groups.map((group) => {
        const [first] = group;
        const isUsual = group === usual || first === undefined || reference === undefined;
        return { group, differences: isUsual ? [] : differencesBetween(reference, first) };
      });
      // A text that is the same everywhere can hold a word that is a name on one cluster alone.
      const same = compared.filter(({ differences }) => differences.length === 0);
      const variant = (members: readonly RenderedMember[], rest: VariantRest): Variant => ({
        members: [...members].sort((a, b) => compareBytes(a.cluster.name, b.cluster.name)),
        environment: members[0]?.cluster.environment,
        ...rest,
      });
      return [
        variant(
          same.flatMap(({ group }) => group),
          { isUsual: true, differences: [] },
        ),
        ...compared.flatMap(({ group, differences }) =>
          differences.length === 0 ? [] : [variant(group, { isUsual: false, differences })],
        ),
      ];
    });
}

type VariantRest = Pick<Variant, 'isUsual' | 'differences'>;

/** As many groups are compared each with each; of more the largest is the usual one. */
const mostCompared = 12;

/** The largest group; of groups of one size, the one from which the others differ least. */
function usualOf(
  groups: readonly (readonly RenderedMember[])[],
): readonly RenderedMember[] | undefined {
  const [largest] = groups;
  const candidates = groups.filter((group) => group.length === largest?.length);
  if (candidates.length === 1 || groups.length > mostCompared) return largest;
  let best: { readonly group: readonly RenderedMember[]; readonly cost: number } | undefined;
  for (const group of candidates) {
    const [own] = group;
    const cost = groups.reduce((sum, [other]) => {
      const isSame = own === undefined || other === undefined || own === other;
      return isSame ? sum : sum + differencesBetween(own, other).length;
    }, 0);
    if (cost < (best?.cost ?? Infinity)) best = { group, cost };
  }
  return best?.group;
}

function nameOf([first]: readonly RenderedMember[]): string {
  return first?.cluster.name ?? '';
}

/** How a member differs from another, but for the names and facts of the two clusters. */
export function differencesBetween(
  usual: RenderedMember,
  own: RenderedMember,
): readonly VariantDifference[] {
  const changes = compareResources(usual.rendered.resources, own.rendered.resources);
  const renamed = changes.flatMap((one) =>
    one.kind === 'renamed' ? [[one.before.id.name, one.after.id.name] as const] : [],
  );
  const textOf = (place: NodePlace | undefined, member: RenderedMember): string | undefined =>
    place && withoutIdentity(withoutHashes(printed(place.node), renamed), member);
  return changes.flatMap((change): readonly VariantDifference[] => {
    switch (change.kind) {
      case 'created':
        return [{ kind: 'added', resource: change.after, ...nothing }];
      case 'deleted':
        return [{ kind: 'missing', resource: change.before, ...nothing }];
      case 'changed':
      case 'renamed':
        return change.fields
          .filter(
            ({ kind, before, after }) =>
              kind === 'value' && textOf(before, usual) !== textOf(after, own),
          )
          .map(({ before, after }) => ({
            kind: 'field',
            resource: change.after,
            other: change.before,
            own: after,
            usual: before,
          }));
      case 'reordered':
      case 'hidden':
        return [];
    }
  });
}

const nothing = { other: undefined, own: undefined, usual: undefined } as const;

/** What a member renders to, in one text that is the same for all members of a variant. */
function digestOf(member: RenderedMember): string {
  return member.rendered.resources
    .map((resource) => ({ id: describeId(resource.id), text: printed(resource.node) }))
    .sort((a, b) => compareBytes(a.id, b.id))
    .map(({ text }) => withoutIdentity(text, member))
    .join('---\n');
}

/** A text in which names that differ by their hash alone are the same: what they hold is compared by itself. */
function withoutHashes(
  text: string,
  renamed: readonly (readonly [before: string, after: string])[],
): string {
  return renamed.reduce((all, [before, after]) => all.replaceAll(before, after), text);
}

function printed(node: Resource['node']): string {
  const result = writeCanonical(node);
  return 'text' in result ? result.text : '';
}

/** A text with words for what is the cluster's own: its names, address and region, and the name of the application. */
function withoutIdentity(text: string, { cluster, name }: RenderedMember): string {
  const words: readonly (readonly [string, string | undefined])[] = [
    ['application', name],
    ['server', cluster.server],
    ['cluster', cluster.name],
    ...cluster.aliases.map((alias) => ['cluster', alias] as const),
    ['region', cluster.region],
  ];
  let result = text;
  for (const [word, value] of words) {
    if (value === undefined || value === '') continue;
    const escaped = value.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, String.raw`\$&`);
    result = result.replaceAll(
      new RegExp(`(?<![A-Za-z0-9])${escaped}(?![A-Za-z0-9])`, 'g'),
      `{${word}}`,
    );
  }
  return result;
}
