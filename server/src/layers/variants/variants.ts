import type { RenderedApplication } from '../../delivery/application.ts';
import { describeId, type Resource } from '../../kustomize/resource.ts';
import { compareBytes } from '../../util/compareBytes.ts';
import { groupBy } from '../../util/groupBy.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import { field, rawText } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
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
  /** Whether each of its fields has the value that most clusters of its environment have. */
  readonly isUsual: boolean;
  /** How it differs from what most clusters of its environment have, field by field. */
  readonly differences: readonly VariantDifference[];
}

/** One thing that differs from what is usual, or from another cluster. */
export interface VariantDifference {
  readonly kind: 'field' | 'added' | 'missing';
  readonly resource: Resource;
  readonly other: Resource | undefined;
  /** What stands there in each variant; both `undefined` for a whole object. */
  readonly own: NodePlace | undefined;
  readonly usual: NodePlace | undefined;
  /** Whether nothing is usual, since as many clusters have one value as another; `usual` is one of the others then. */
  readonly isTied: boolean;
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
      const nearest = nearestOf(groups);
      const compared = groups.map((group) => ({
        group,
        differences: unusualIn(group, groups, nearest),
      }));
      // A text that is the same everywhere can hold a word that is a name on one cluster alone.
      const same = compared.filter(({ differences }) => differences.length === 0);
      const variant = (members: readonly RenderedMember[], rest: VariantRest): Variant => ({
        members: [...members].sort((a, b) => compareBytes(a.cluster.name, b.cluster.name)),
        environment: members[0]?.cluster.environment,
        ...rest,
      });
      const usual = same.flatMap(({ group }) => group);
      return [
        ...(usual.length === 0 ? [] : [variant(usual, { isUsual: true, differences: [] })]),
        ...compared.flatMap(({ group, differences }) =>
          differences.length === 0 ? [] : [variant(group, { isUsual: false, differences })],
        ),
      ];
    });
}

type VariantRest = Pick<Variant, 'isUsual' | 'differences'>;

/** As many groups are compared each with each; of more the largest ones count. */
const mostCompared = 12;

/** What another group has where a group differs from it. */
interface Vote {
  readonly difference: VariantDifference;
  /** The object, and the way to the field in it. */
  readonly place: readonly string[];
  readonly text: string | undefined;
  readonly clusters: number;
}

/** What a group has otherwise than most clusters; where several values are usual, than the group that is nearest to all. */
function unusualIn(
  group: readonly RenderedMember[],
  groups: readonly (readonly RenderedMember[])[],
  nearest: readonly RenderedMember[] | undefined,
): readonly VariantDifference[] {
  const [own] = group;
  if (own === undefined) return [];
  const others = groups.slice(0, mostCompared).filter((one) => one !== group);
  const all = others.reduce((sum, { length }) => sum + length, group.length);
  const votesOfAll = others.map((other) => (other[0] ? votesOf(other[0], own, other.length) : []));
  const ofNearest = votesOfAll[others.findIndex((one) => one === nearest)] ?? [];
  const places = new Map(
    votesOfAll.flat().map(({ place }) => [JSON.stringify(place), place] as const),
  );
  return [...places.values()].flatMap((place): readonly VariantDifference[] => {
    const against = votesOfAll.flatMap((votes) => voteAt(place, votes) ?? []);
    const exact = against.filter((vote) => vote.place.length === place.length);
    const values = [...groupBy(against, ({ text }) => JSON.stringify([text])).values()].map(
      (votes) => ({
        votes,
        clusters: clustersOf(votes),
      }),
    );
    const most = Math.max(...values.map(({ clusters }) => clusters));
    const having = all - clustersOf(against);
    const [usual, ...more] = values.filter(({ clusters }) => clusters === most);
    const isTied = having === most || more.length > 0;
    const isNearest = !against.some((vote) => ofNearest.includes(vote));
    if (having > most || (having === most && isNearest)) return [];
    const shown = usual?.votes.find((vote) => exact.includes(vote)) ?? exact[0];
    return shown === undefined ? [] : [{ ...shown.difference, isTied }];
  });
}

function clustersOf(votes: readonly Vote[]): number {
  return votes.reduce((sum, { clusters }) => sum + clusters, 0);
}

/** What differs at a place, or around it; whether something is there at all does not rest on what is in it. */
function voteAt(place: readonly string[], votes: readonly Vote[]): Vote | undefined {
  const isSame = (vote: Vote): boolean => vote.place.every((step, at) => step === place[at]);
  return (
    votes.find((vote) => vote.place.length === place.length && isSame(vote)) ??
    votes.find((vote) => vote.place.length < place.length && isSame(vote))
  );
}

function votesOf(other: RenderedMember, own: RenderedMember, clusters: number): readonly Vote[] {
  return comparedFields(other, own).map(({ difference, text }) => {
    const { resource, own: here, usual, other: object = resource } = difference;
    const [owner, path] = here ? [resource, here.path] : [object, usual?.path ?? []];
    const place = [describeId(resource.id), ...stepsOf(owner.node, path)];
    return { difference, place, text, clusters };
  });
}

/** A path in which items with a name are called by it: lists of two clusters may have them at other places. */
function stepsOf(node: ResourceNode, path: NodePlace['path']): readonly string[] {
  let at: ResourceNode | undefined = node;
  return path.map((step) => {
    const isItem = at?.kind === 'sequence' && typeof step === 'number';
    at = at?.kind === 'sequence' ? at.items[Number(step)] : field(at, String(step));
    const name = isItem ? rawText(field(at, 'name')) : '';
    return name === '' ? String(step) : `name=${name}`;
  });
}

/** The largest group; of groups of one size, the one from which the others differ least. */
function nearestOf(
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
  return comparedFields(usual, own).map(({ difference }) => difference);
}

/** A difference, with the text of what the other member has there; `undefined` for nothing. */
interface ComparedField {
  readonly difference: VariantDifference;
  readonly text: string | undefined;
}

function comparedFields(usual: RenderedMember, own: RenderedMember): readonly ComparedField[] {
  const changes = compareResources(usual.rendered.resources, own.rendered.resources);
  const renamed = changes.flatMap((one) =>
    one.kind === 'renamed' ? [[one.before.id.name, one.after.id.name] as const] : [],
  );
  const textOf = (place: NodePlace | undefined, member: RenderedMember): string | undefined =>
    place && withoutIdentity(withoutHashes(printed(place.node), renamed), member);
  return changes.flatMap((change): readonly ComparedField[] => {
    switch (change.kind) {
      case 'created':
        return [
          { difference: { kind: 'added', resource: change.after, ...nothing }, text: undefined },
        ];
      case 'deleted':
        return [
          { difference: { kind: 'missing', resource: change.before, ...nothing }, text: 'there' },
        ];
      case 'changed':
      case 'renamed':
        return change.fields
          .filter(
            ({ kind, before, after }) =>
              kind === 'value' && textOf(before, usual) !== textOf(after, own),
          )
          .map(({ before, after }) => ({
            difference: {
              kind: 'field',
              resource: change.after,
              other: change.before,
              own: after,
              usual: before,
              isTied: false,
            },
            text: textOf(before, usual),
          }));
      case 'reordered':
      case 'hidden':
        return [];
    }
  });
}

const nothing = { other: undefined, own: undefined, usual: undefined, isTied: false } as const;

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
