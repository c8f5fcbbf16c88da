import { defaultRenderOptions } from '../analysis/analysis.ts';
import type { Analysis } from '../analysis/analysis.ts';
import { comparedTexts } from '../analysis/comparedTexts.ts';
import { readsOfPair, renderOfApplication } from '../analysis/applicationRender.ts';
import {
  applicationPairs,
  reachedFleet,
  withLostProjects,
} from '../analysis/impactApplications.ts';
import {
  handAppliedObjects,
  handAppliedOfFile,
  objectOf,
  renderOf,
} from '../analysis/ownObjects.ts';
import { renderOfRoot } from '../analysis/impactRoot.ts';
import type { ImpactText, ImpactTextParams } from '../protocol/impact.ts';
import { readMasks } from '../workspace/maskedSides.ts';
import { idOfApplication, idOfFile, idOfRoot } from './impactAnswer.ts';
import { comparedTree } from './impactPart.ts';
import type { ComparedTrees } from './impacts.ts';
import type { Session } from './session.ts';

/** `strata/impactText`: the YAML of one object on both sides; `null` where it does not differ by now. */
export async function impactText(
  session: Session,
  params: ImpactTextParams,
  signal: AbortSignal,
): Promise<ImpactText | null> {
  const found = await comparedTree(session, params, signal);
  const renders = found && (await rendersOf(found.compared, params, signal));
  if (found === undefined || renders === undefined) return null;
  const { impact, sides } = found.compared;
  await readMasks([sides.base, sides.head], renders, signal);
  const trees = (): readonly Analysis[] =>
    [sides.base, sides.head].map(({ host }) => host.analysis());
  return comparedTexts(renders, impact.reach.changed, params.resource, trees) ?? null;
}

type Renders = Parameters<typeof comparedTexts>[0];

async function rendersOf(
  { impact, sides: { base, head } }: ComparedTrees,
  { id, resource }: Pick<ImpactTextParams, 'id' | 'resource'>,
  signal: AbortSignal,
): Promise<Renders | undefined> {
  const application = impact.applications.find((one) => idOfApplication(one) === id);
  if (application !== undefined) {
    const { changed } = impact.reach;
    const reached = await head.complete((one) => reachedFleet(one, changed), signal);
    const before = await base.complete((one) => reachedFleet(one, changed), signal);
    const after = withLostProjects(before, reached);
    const { key, cluster } = application.row;
    const pair = applicationPairs(before, after).find((one) => {
      const shown = one.after ?? one.before;
      return shown?.key === key && shown.destination.cluster === cluster;
    });
    if (pair === undefined) return undefined;
    if (application.own?.resource.resource === resource) {
      return [objectOf(pair.before), objectOf(pair.after)];
    }
    const reads = readsOfPair(pair);
    return [
      await base.complete((one) => renderOfApplication(one, pair.before, reads), signal),
      await head.complete((one) => renderOfApplication(one, pair.after, reads), signal),
    ];
  }
  const byHand = impact.handApplied.find((one) => idOfFile(one) === id);
  if (byHand !== undefined) {
    const { changed } = impact.reach;
    const { old, fresh } = handAppliedOfFile(
      await base.complete((one) => handAppliedObjects(one, changed), signal),
      await head.complete((one) => handAppliedObjects(one, changed), signal),
      byHand.file,
    );
    return [renderOf(old), renderOf(fresh)];
  }
  const root = impact.roots.find((one) => idOfRoot(one) === id)?.root;
  if (root === undefined) return undefined;
  return [
    await base.complete((one) => renderOfRoot(one, root, defaultRenderOptions), signal),
    await head.complete((one) => renderOfRoot(one, root, defaultRenderOptions), signal),
  ];
}
