import { compareRenders, type Render } from '../layers/compareRenders.ts';
import type { ResourceChange } from '../layers/compareResources.ts';
import type { RedactedYaml } from '../protocol/redactedYaml.ts';
import { joinRedacted, writeRedacted, type Masks } from '../secrets/redact.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { Analysis } from './analysis.ts';
import { masksOfTrees } from './keptTexts.ts';
import { nameOf, resourceText } from './resourceName.ts';

/** An object before and after; empty where it is not there, or cannot be printed. */
export interface ComparedTexts {
  readonly before: RedactedYaml;
  readonly after: RedactedYaml;
}

/**
 * The YAML of one object that differs between two renders; `undefined` where none of this name does. Equal values of Secrets
 * have one mask on both sides, and other values another.
 */
export function comparedTexts(
  [before, after]: readonly [Render | undefined, Render | undefined],
  changed: ReadonlySet<FileId>,
  resource: string,
  trees: () => readonly Analysis[],
): ComparedTexts | undefined {
  if (before === undefined && after === undefined) return undefined;
  const { changes } = compareRenders(before, after, changed);
  const change = changes.find((one) => resourceText(nameOf(named(one))) === resource);
  if (change === undefined) return undefined;
  const masks = masksOfTrees(trees);
  return {
    before: textOf('before' in change ? change.before : undefined, masks),
    after: textOf('after' in change ? change.after : undefined, masks),
  };
}

/** The object that gives a change its name. */
function named(change: ResourceChange): Resource {
  switch (change.kind) {
    case 'deleted':
      return change.before;
    case 'hidden':
      return change.patch;
    default:
      return change.after;
  }
}

function textOf(resource: Resource | undefined, masks: Masks): RedactedYaml {
  const printed = resource && writeRedacted(resource.node, masks);
  return joinRedacted(printed !== undefined && 'yaml' in printed ? [printed.yaml] : []);
}
