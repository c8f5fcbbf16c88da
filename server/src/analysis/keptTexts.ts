import type { Resource } from '../kustomize/resource.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { UnitKey } from '../layers/fleet/unitKeys.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import type { Query, Reader } from '../query/database.ts';
import { newMasks, type Masks } from '../secrets/redact.ts';
import { secretTextsOf } from '../secrets/toldTexts.ts';
import { deepEqual } from '../util/deepEqual.ts';
import { field, newMap, rawText } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/**
 * What the Secrets hold that the charts of an application make: its values may say the same under a key that tells nobody so.
 */
export const keptTextsQuery: Query<UnitKey, readonly string[]> = {
  name: 'keptTexts',
  equals: deepEqual,
  compute: (key, reader) => {
    const found = reader.get(fleetQuery, '').applications.find((one) => one.key === key);
    const isOfChart = found?.sources.some(({ build, chart }) => build === 'helm' || chart);
    if (isOfChart !== true && found?.kind !== 'HelmRelease') return [];
    const { resources } = reader.get(unitOutputQuery, key);
    return secretTextsOf(
      newMap(undefined),
      resources.map(({ node }) => node),
    );
  },
};

/** Masks that hide in an object what it makes a chart put into a Secret, too. */
export function masksOf(reader: Reader, masks: Masks = newMasks()): Masks {
  return { ...masks, textsOf: (object) => textsOf(reader, object) };
}

/**
 * The same for trees that are compared. What it asks was read before (`keptTextsOf`): it does not wait.
 */
export function masksOfTrees(
  analyses: () => readonly Analysis[],
  masks: Masks = newMasks(),
): Masks {
  const textsIn = (object: ResourceNode): readonly string[] =>
    analyses().flatMap((analysis) => {
      const asked = keptTextsOf(analysis, [object]);
      return asked.kind === 'complete' ? asked.value : [];
    });
  return { ...masks, textsOf: (object) => (deploys(object) ? textsIn(object) : []) };
}

/** What objects make charts put into Secrets. */
export function keptTextsOf(
  analysis: Analysis,
  objects: readonly ResourceNode[],
): Answer<readonly string[]> {
  const deploying = objects.filter(deploys);
  return deploying.length === 0
    ? { kind: 'complete', value: [] }
    : analysis.ask((reader) => deploying.flatMap((object) => textsOf(reader, object)));
}

/** The objects that deploy something and differ between two renders. */
export function deployersThatDiffer(
  before: readonly Resource[] = [],
  after: readonly Resource[] = [],
): readonly ResourceNode[] {
  const nodes = new Set(before.map(({ node }) => node));
  const same = new Set(after.flatMap(({ node }) => (nodes.has(node) ? [node] : [])));
  return [...before, ...after]
    .map(({ node }) => node)
    .filter((node) => deploys(node) && !same.has(node));
}

function textsOf(reader: Reader, object: ResourceNode): readonly string[] {
  if (!deploys(object)) return [];
  const kind = rawText(field(object, 'kind'));
  const metadata = field(object, 'metadata');
  const name = rawText(field(metadata, 'name'));
  const namespace = rawText(field(metadata, 'namespace'));
  return reader
    .get(fleetQuery, '')
    .applications.filter(
      (one) =>
        one.object !== undefined &&
        one.kind === kind &&
        one.name === name &&
        (namespace === '' || one.namespace === namespace),
    )
    .flatMap(({ key }) => reader.get(keptTextsQuery, key));
}

/** Whether an object gives values to a chart. */
function deploys(object: ResourceNode): boolean {
  const kind = rawText(field(object, 'kind'));
  const spec = field(object, 'spec');
  if (kind === 'HelmRelease') return field(spec, 'values') !== undefined;
  if (kind !== 'Application') return false;
  const sources = field(spec, 'sources');
  const all = [field(spec, 'source'), ...(sources?.kind === 'sequence' ? sources.items : [])];
  return all.some((source) => field(source, 'helm') !== undefined);
}
