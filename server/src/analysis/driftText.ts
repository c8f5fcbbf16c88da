import { textOf } from '../drift/json.ts';
import { shownLive } from '../drift/shownLive.ts';
import { normalizeDesired, normalizeLive, objectName } from '../drift/normalize.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import type { RedactedYaml } from '../protocol/redactedYaml.ts';
import { joinRedacted, newMasks, writeRedacted, type Masks } from '../secrets/redact.ts';
import { carriesSecret } from '../yaml/carriesSecret.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { applicationOf, jsonOf, typesOf } from './drift.ts';
import { namesSecret, nodeOf } from './driftMasks.ts';
import type { LiveUnit } from './driftTypes.ts';
import { nameOf, resourceText } from './resourceName.ts';

/** An object as Git renders it and as it is live: normalized, without defaults, with equal masks for equal secrets. */
export interface DriftText {
  readonly rendered: RedactedYaml;
  readonly live: RedactedYaml;
}

/** Both sides of one object, `Kind[.group]/[namespace/]name`; `undefined` where there is none. */
export function driftText(
  analysis: Analysis,
  key: string,
  live: LiveUnit,
  resource: string,
): Answer<DriftText | undefined> {
  return analysis.ask((reader) => {
    if (applicationOf(reader, key) === undefined) return undefined;
    const { resources } = reader.get(unitOutputQuery, key);
    const index = resources.findIndex((one) => resourceText(nameOf(one)) === resource);
    const found = resources[index];
    const masks = newMasks();
    if (found === undefined) return extraText(live, resource, masks);
    const desired = jsonOf(found);
    const secrets = secretTexts(found.node);
    const isHidden = (_path: unknown, value: JsonValue): boolean =>
      typeof value === 'string' && secrets.has(value);
    const isHiddenLive = (path: readonly (string | number)[], value: JsonValue): boolean =>
      isHidden(path, value) || path.some((part) => typeof part === 'string' && namesSecret(part));
    const { apiVersion = '', kind = '' } = desired;
    const shown = { apiVersion, kind, ...normalizeDesired(desired) };
    const rendered = writeRedacted(nodeOf(shown, isHidden), masks);
    const answer = live.answers[index];
    const type = typesOf(live)(textOf(apiVersion), textOf(kind));
    const object =
      answer?.kind === 'found'
        ? writeRedacted(nodeOf(shownLive(desired, answer.object, type), isHiddenLive), masks)
        : undefined;
    return {
      rendered: 'yaml' in rendered ? rendered.yaml : joinRedacted([]),
      live: object !== undefined && 'yaml' in object ? object.yaml : joinRedacted([]),
    };
  });
}

/** What is live and not in Git: one side is empty. */
function extraText(live: LiveUnit, resource: string, masks: Masks): DriftText | undefined {
  const object = live.others.find(
    (one) => resourceText({ ...objectName(one), version: '' }) === resource,
  );
  if (object === undefined) return undefined;
  const isHidden = (path: readonly (string | number)[]): boolean =>
    path.some((part) => typeof part === 'string' && namesSecret(part));
  const { apiVersion = '', kind = '' } = object;
  const shown = writeRedacted(
    nodeOf({ apiVersion, kind, ...normalizeLive(object) }, isHidden),
    masks,
  );
  return { rendered: joinRedacted([]), live: 'yaml' in shown ? shown.yaml : joinRedacted([]) };
}

/** The texts in an object that come from Secrets. */
function secretTexts(node: ResourceNode): ReadonlySet<string> {
  const texts = new Set<string>();
  const visit = (one: ResourceNode): void => {
    switch (one.kind) {
      case 'scalar':
        if (carriesSecret(one.origin)) texts.add(one.value);
        break;
      case 'map':
        one.values.forEach(visit);
        break;
      case 'sequence':
        one.items.forEach(visit);
        break;
      case 'alias':
        visit(one.target);
        break;
    }
  };
  visit(node);
  return texts;
}
