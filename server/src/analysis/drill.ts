import { millisecondsOf } from '../drift/goDuration.ts';
import { at, below, isMap, itemsOf, textOf, type JsonMap } from '../drift/json.ts';
import { conditionsOf } from '../drift/status/conditions.ts';
import { counts } from '../drift/verdict.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { shellWord } from '../util/shellWord.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';
import { applicationOf, compared, jsonOf, needOf } from './drift.ts';
import type { LiveUnit, NeededObject } from './driftTypes.ts';
import { nameOf, resourceText } from './resourceName.ts';

/** A field that a drift drill may change for a while: a label that only describes, of an object that nobody acts on. */
export interface DrillTarget {
  /** The object; its namespace is the one in which it is applied where Git names none. */
  readonly object: NeededObject;
  /** `Kind[.group]/[namespace/]name`. */
  readonly resource: string;
  /** The key of the label, what Git and the cluster say, and what the drill says. */
  readonly label: string;
  readonly value: string;
  readonly drill: string;
  /** Whether the controller would put it back by itself, as Strata tells of any drift. */
  readonly willRevert: boolean | 'unknown';
}

/** The value that a drill writes. */
export const drillValue = 'strata-drill';

/**
 * The first field of an application that a drill may change, and what Strata says will become of it; `undefined` where there
 * is none: labels that Kubernetes recommends for description alone, of ServiceAccounts and ConfigMaps that are as Git says.
 * Source: kubernetes.io/docs/concepts/overview/working-with-objects/common-labels.
 */
export function drillTarget(
  analysis: Analysis,
  key: string,
  live: LiveUnit,
): Answer<DrillTarget | undefined> {
  return analysis.ask((reader) => {
    const application = applicationOf(reader, key);
    if (application === undefined) return undefined;
    const { resources } = reader.get(unitOutputQuery, key);
    const differing = new Set(
      compared(reader, application, live)
        .filter(({ findings }) => findings.some(counts))
        .map(({ index }) => index),
    );
    for (const kind of harmlessKinds) {
      for (const [index, resource] of resources.entries()) {
        const need = needOf(resource);
        const answer = live.answers[index];
        if (need.kind !== kind || need.apiVersion !== 'v1') continue;
        if (answer?.kind !== 'found' || differing.has(index)) continue;
        const label = describing.find((one) => isSame(jsonOf(resource), answer.object, one));
        if (label === undefined) continue;
        const changed = withLabel(answer.object, label);
        const answers = live.answers.map((one, at) =>
          at === index ? ({ kind: 'found', object: changed } as const) : one,
        );
        const [found] = compared(reader, application, { ...live, answers })
          .filter((one) => one.index === index)
          .flatMap(({ findings }) => findings.filter(counts));
        // What an ignore rule hides is not what a drill is about.
        if (found === undefined) continue;
        const namespace =
          need.namespace === ''
            ? textOf(below(answer.object, 'metadata', 'namespace'))
            : need.namespace;
        return {
          object: { ...need, namespace },
          resource: resourceText(nameOf(resource)),
          label,
          value: labelOf(answer.object, label),
          drill: drillValue,
          willRevert: found.willRevert,
        };
      }
    }
    return undefined;
  });
}

const harmlessKinds = ['ServiceAccount', 'ConfigMap'] as const;

const describing = ['part-of', 'component', 'version', 'name'].map(
  (name) => `app.kubernetes.io/${name}`,
);

function labelOf(object: JsonMap, label: string): string {
  return textOf(below(object, 'metadata', 'labels', label));
}

function isSame(desired: JsonMap, live: JsonMap, label: string): boolean {
  const value = labelOf(desired, label);
  return value !== '' && value === labelOf(live, label);
}

/** The command that undoes a drill by hand, in a shell of this platform, whatever the context is called. */
export function drillUndo(
  context: string,
  { object, label, value }: Pick<DrillTarget, 'object' | 'label' | 'value'>,
  platform: string,
): string {
  const { kind, namespace, name } = object;
  const words = ['kubectl', '--context', context, '-n', namespace, 'label', '--overwrite'];
  return [...words, kind.toLowerCase(), name, `${label}=${value}`]
    .map((word) => shellWord(word, platform))
    .join(' ');
}

/** The object as it would be in a drill. */
function withLabel(object: JsonMap, label: string): JsonMap {
  const { metadata } = object;
  if (!isMap(metadata)) return object;
  const labels = below(metadata, 'labels');
  return {
    ...object,
    metadata: { ...metadata, labels: { ...(isMap(labels) ? labels : {}), [label]: drillValue } },
  };
}

/**
 * Whether a controller says that an object differs: Argo CD of each of its own, Flux of a HelmRelease as a whole, and of a
 * Kustomization never, which it puts back without a word.
 */
export function isNoticed(controller: JsonMap, object: NeededObject): boolean {
  if (controller['kind'] === 'HelmRelease')
    return conditionsOf(controller).get('Drifted')?.status === 'True';
  return itemsOf(below(controller, 'status', 'resources')).some(
    (one) =>
      textOf(at(one, 'kind')) === object.kind &&
      textOf(at(one, 'group')) === '' &&
      textOf(at(one, 'namespace')) === object.namespace &&
      textOf(at(one, 'name')) === object.name &&
      at(one, 'status') === 'OutOfSync',
  );
}

/** How long a controller may take until it looks again, in milliseconds: what Flux is told, or what Argo CD does by itself. */
export function lookInterval(controller: JsonMap | undefined): number {
  const interval = millisecondsOf(textOf(below(controller ?? {}, 'spec', 'interval')));
  // Argo CD looks every two minutes and up to a minute more, and tries again to heal later and later.
  return interval ?? 240_000;
}
