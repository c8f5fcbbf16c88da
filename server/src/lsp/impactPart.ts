import type { DangerImpact, FieldImpact, ResourceImpact } from '../analysis/impact.ts';
import { valuesText } from '../analysis/impactGroups.ts';
import type {
  ImpactDanger,
  ImpactField,
  ImpactPart,
  ImpactPartParams,
  ImpactResource,
} from '../protocol/impact.ts';
import { idOfApplication, idOfFile, idOfRoot, ownResources } from './impactAnswer.ts';
import { placeAt, type PlaceOptions } from './impactPlace.ts';
import type { ComparedTrees } from './impacts.ts';
import type { Session } from './session.ts';

/** How many letters of a value are told. */
const mostLetters = 80;

/** `strata/impactPart`: the objects and fields of an application or a root; `null` where it does not differ by now. */
export async function impactPart(
  session: Session,
  params: ImpactPartParams,
  signal: AbortSignal,
): Promise<ImpactPart | null> {
  const found = await comparedTree(session, params, signal);
  const owner = found && ownerOf(found.compared, params.id);
  if (found === undefined || owner === undefined) return null;
  const { tree, compared } = found;
  const places = { tree, base: compared.named.base.commit, head: params.head };
  const told: Told = { session, compared, places };
  return {
    dangers: [...goneOf(session, owner), ...owner.dangers.map((one) => dangerOf(told, one))],
    resources: owner.resources.map((one) => resourceOf(told, one)),
  };
}

/** The comparison that a request is about; `undefined` where there is none. */
export async function comparedTree(
  session: Session,
  params: Pick<ImpactPartParams, 'tree' | 'base' | 'head'>,
  signal: AbortSignal,
): Promise<{ readonly tree: PlaceOptions['tree']; readonly compared: ComparedTrees } | undefined> {
  await session.trees.ready();
  const tree = session.trees.named(params.tree);
  if (tree?.workspace.git !== true || !session.trees.trusted) return undefined;
  const compared = await session.impacts.of(tree, params, signal);
  return compared.kind === 'compared' ? { tree, compared } : undefined;
}

interface Told {
  readonly session: Session;
  readonly compared: ComparedTrees;
  readonly places: PlaceOptions;
}

interface Owner {
  readonly resources: readonly ResourceImpact[];
  readonly dangers: readonly DangerImpact[];
  /** The object of an application that goes away and takes along what it has deployed. */
  readonly takesAlong?: string;
}

function ownerOf({ impact }: ComparedTrees, id: string): Owner | undefined {
  const application = impact.applications.find((one) => idOfApplication(one) === id);
  if (application === undefined) {
    const file = impact.handApplied.find((one) => idOfFile(one) === id);
    return file === undefined
      ? impact.roots.find((one) => idOfRoot(one) === id)
      : { ...file, resources: ownResources(impact, file) };
  }
  const { status, row, leaving, own, resources } = application;
  const object = `${row.kind}/${row.namespace === '' ? '' : `${row.namespace}/`}${row.name}`;
  return {
    ...application,
    resources: [...(own === undefined ? [] : [own.resource]), ...resources],
    ...(status === 'deleted' && leaving === 'everything' && { takesAlong: object }),
  };
}

function goneOf({ words }: Session, { takesAlong }: Owner): readonly ImpactDanger[] {
  if (takesAlong === undefined) return [];
  const message = words.impact.deletesApplication(takesAlong);
  return [{ code: 'impact.deletes-application', message }];
}

function dangerOf({ session, compared, places }: Told, danger: DangerImpact): ImpactDanger {
  const place = placeAt(places, danger.at, compared.impact);
  const { code } = danger;
  return { code, message: session.words.impact.danger(danger), ...(place && { place }) };
}

function resourceOf(told: Told, one: ResourceImpact): ImpactResource {
  const { resource, name, previousName, change, hidden, restarts, fields, stays } = one;
  return {
    id: resource,
    kind: name.kind,
    name: name.name,
    ...(name.namespace !== '' && { namespace: name.namespace }),
    ...(previousName !== undefined && { previousName }),
    change,
    isHidden: hidden,
    ...(stays && { stays }),
    restarts,
    fields: fields.map((field) => fieldOf(told, field)),
  };
}

function fieldOf({ compared, places }: Told, field: FieldImpact): ImpactField {
  const { path, kind, before, after, at } = field;
  const moved = kind === 'order' ? true : undefined;
  const place = placeAt(places, at, compared.impact);
  return {
    path,
    values: valuesText({ path, moved, before, after }, mostLetters),
    ...(place && { place }),
  };
}
