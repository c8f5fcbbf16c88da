import {
  isReadAsFollowed,
  readFolder,
  type Application,
  type ApplicationSource,
} from '../delivery/application.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { Render } from '../layers/compareRenders.ts';
import type { Reads } from '../layers/fleet/here.ts';
import { hiddenInputs, rootsOf } from '../layers/fleet/hiddenInputs.ts';
import { unitAtHandQuery, unitOutputQuery } from '../layers/fleet/units.ts';
import { hiddenPatches } from '../layers/hiddenPatches.ts';
import { submodulesAround, submodulesOfRoot } from '../layers/submodules.ts';
import type { Reader } from '../query/database.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { turnsTo, type ApplicationPair } from './impactApplications.ts';

/** Whether both sides of a pair, as far as they are there, can be read as their controller reads them. */
export function isReadInFull({ before, after }: ApplicationPair): boolean {
  return [before, after].every((one) => one === undefined || one.sources.every(isReadAsFollowed));
}

/**
 * From which tree both sides of a pair are read. Where an object is another one, that counts at once, and what it leads to is
 * read where it leads; else what a change would do is told of the tree at hand, also to those that wait until it is merged.
 */
export function readsOfPair(pair: ApplicationPair): Reads {
  const { before, after, objectChanged } = pair;
  const isOther = objectChanged || turnsTo(before, after) !== undefined;
  return isOther && isReadInFull(pair) ? 'followed' : 'at-hand';
}

/**
 * What an application renders to on one side; `undefined` where it is not there. One that waits for another revision is told
 * of the tree at hand, unless what it follows is asked for.
 */
export function renderOfApplication(
  analysis: Analysis,
  delivered: Application | undefined,
  reads: Reads = 'at-hand',
): Answer<Render | undefined> {
  if (delivered === undefined) return { kind: 'complete', value: undefined };
  return analysis.ask((reader) => {
    const isWaiting = delivered.sources.some(({ isHere, tree }) => isHere && tree !== undefined);
    const query = isWaiting && reads === 'at-hand' ? unitAtHandQuery : unitOutputQuery;
    const rendered = reader.get(query, delivered.key);
    const application = asRead(delivered, reads);
    const { resources, failures, gaps } = rendered;
    const hidden =
      gaps.length > 0
        ? rootsOf(application).flatMap((root) => hiddenPatches(reader, root, 'none', failures))
        : [];
    const closed = hiddenInputs(reader, application, rendered);
    const lacking = submodulesOf(reader, application, failures.length > 0);
    return { resources, failures, gaps: [...gaps, ...lacking], closed, hidden, asServed: true };
  });
}

/** An application with its sources where they are read. */
export function asRead(application: Application, reads: Reads): Application {
  const sources = application.sources.map((source): ApplicationSource => {
    const { tree, isHere } = source;
    if (tree === undefined) return source;
    return isHere && reads === 'at-hand'
      ? { ...source, tree: undefined }
      : { ...source, isHere: true, path: readFolder(source) };
  });
  return { ...application, sources };
}

/** The submodules that were not fetched and that an application is made of; roots lack none where they build. */
function submodulesOf(
  reader: Reader,
  application: Application,
  fails: boolean,
): readonly RenderGap[] {
  const own = application.sources.flatMap(({ isHere, path, pathExists }) =>
    isHere && path !== undefined && !pathExists ? submodulesAround(reader, path) : [],
  );
  const roots = fails ? rootsOf(application) : [];
  return [...own, ...roots.flatMap((root) => submodulesOfRoot(reader, root, 'none'))];
}
