import { setImmediate } from 'node:timers/promises';
import {
  readingApplications,
  valueOnCluster,
  type ReadingApplication,
} from '../analysis/clusterValues.ts';
import { deliveredApplications } from '../analysis/deliveredApplications.ts';
import type { HoverField } from '../analysis/hover.ts';
import { newMaskAccount } from '../analysis/renderedRoot.ts';
import { placeTarget } from '../analysis/placeTarget.ts';
import { offsetAt } from './openDocuments.ts';
import { uriOfApplication } from './rootsOf.ts';
import type { Session } from './session.ts';
import type { Tree } from './trees.ts';

/** What a place of a layer becomes, everywhere. */
export interface EffectiveValues {
  readonly tree: Tree;
  /** The key at the place; `undefined` where there is none. */
  readonly name: string | undefined;
  /** Production first, then the way back from there; one for each field that has the place in its chain. */
  readonly rows: readonly EffectiveValue[];
}

/** What it becomes on one cluster. */
export interface EffectiveValue {
  readonly on: ReadingApplication;
  readonly field: HoverField;
  /** The rendered document of the application. */
  readonly uri: string;
}

/** A place of a layer, as editors count. */
export interface LayerPosition {
  readonly uri: string;
  readonly line: number;
  readonly character: number;
}

/** Asks all applications that read a file, one after the other; `undefined` where the place is in no layer. */
export async function effectiveValues(
  session: Session,
  { uri, line, character }: LayerPosition,
  signal: AbortSignal,
): Promise<EffectiveValues | undefined> {
  await session.trees.ready();
  const place = session.trees.placeOf(uri);
  const document = session.documents.get(uri);
  if (place === undefined || document === undefined) return undefined;
  const { tree, path } = place;
  const { complete } = tree.workspace;
  const offset = offsetAt(document.text, { line, character });
  const target = await complete((one) => placeTarget(one, { file: path, offset }), signal);
  if (target === undefined) return { tree, name: undefined, rows: [] };
  const delivered = await complete(deliveredApplications, signal);
  const addresses = new Map(delivered.map((one) => [one.key, uriOfApplication(tree, one)]));
  const masks = newMaskAccount();
  const rows: EffectiveValue[] = [];
  for (const on of await complete((one) => readingApplications(one, path), signal)) {
    const { fields } = await complete((one) => valueOnCluster(one, target, on), signal);
    for (const cited of fields.values()) {
      const field = await complete(
        (one) => one.ask((reader) => cited.explain(reader, masks)),
        signal,
      );
      rows.push({ on, field, uri: addresses.get(on.key) ?? '' });
    }
    await setImmediate(undefined, { signal });
  }
  return { tree, name: target.name, rows };
}
