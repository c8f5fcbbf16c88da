import { decodeToJson } from '../yaml/decode.ts';
import { readObjects } from '../yaml/readObjects.ts';
import type { JsonValue } from '../yaml/decode.ts';
import type { IgnoreRule } from './ignoreRules.ts';
import { millisecondsOf } from './goDuration.ts';
import { at, entriesOf, itemsOf, textOf, type JsonMap } from './json.ts';

/** What the ConfigMap `argocd-cm` says about all applications of an Argo CD. */
export interface ArgoSettings {
  readonly rules: readonly IgnoreRule[];
  /** The label that is put on what an application deploys; `undefined` where none is. */
  readonly trackingLabel: string | undefined;
  /** `label` where the label tells whose an object is; `undefined` where the annotation does, whatever label is put beside it. */
  readonly trackedBy: 'label' | undefined;
}

const prefix = 'resource.customizations.ignoreDifferences.';

/**
 * Reads the data of `argocd-cm`: rules by group and kind, those of `all`, and how objects are tracked.
 * Source: argo-cd 3.2 util/settings/settings.go, `GetResourceOverrides`, `convertToOverrideKey`, `GetTrackingMethod`.
 */
export function argoSettings(configMap: JsonMap | undefined): ArgoSettings {
  const data = at(configMap, 'data');
  const method = textOf(at(data, 'application.resourceTrackingMethod'));
  const label = textOf(at(data, 'application.instanceLabelKey')) || 'app.kubernetes.io/instance';
  return {
    rules: [
      ...entriesOf(data).flatMap(([key, value]) =>
        key.startsWith(prefix)
          ? ruleOf(key.slice(prefix.length), parsed(textOf(value)))
          : key === 'resource.customizations'
            ? oldRules(parsed(textOf(value)))
            : [],
      ),
    ],
    trackingLabel: method === 'label' || method === 'annotation+label' ? label : undefined,
    trackedBy: method === 'label' ? 'label' : undefined,
  };
}

/**
 * How often an Argo CD compares each Application, at the latest, in milliseconds; `never` where it only does when something
 * changes, `undefined` where its settings are not known.
 * Source: argo-cd 3.2 cmd/argocd-application-controller `ARGOCD_RECONCILIATION_TIMEOUT`, `ARGOCD_RECONCILIATION_JITTER`.
 */
export function argoRefreshEvery(configMap: JsonMap | undefined): number | 'never' | undefined {
  if (configMap === undefined) return undefined;
  const data = at(configMap, 'data');
  const said = (key: string): number | undefined =>
    millisecondsOf(textOf(at(data, `timeout.${key}`)));
  const every = said('reconciliation') ?? 120_000;
  return every <= 0 ? 'never' : every + Math.max(said('reconciliation.jitter') ?? 60_000, 0);
}

/** A project whose rules hold for all projects that a selector matches. */
export interface GlobalProject {
  readonly project: string;
  /** As the setting has it. */
  readonly selector: JsonValue | undefined;
}

/**
 * The global projects of an Argo CD, by its `argocd-cm`.
 * Source: argo-cd 3.2 util/settings/settings.go `GetGlobalProjectsSettings`, util/argo/argo.go `GetGlobalProjects`.
 */
export function argoGlobalProjects(configMap: JsonMap | undefined): readonly GlobalProject[] {
  const value = parsed(textOf(at(at(configMap, 'data'), 'globalProjects')));
  return itemsOf(value).map((one) => ({
    project: textOf(at(one, 'projectName')),
    selector: at(one, 'labelSelector'),
  }));
}

/** `all`, `KIND` of the group without a name, or `GROUP_KIND`. */
function ruleOf(name: string, value: JsonValue | undefined): readonly IgnoreRule[] {
  if (name === 'all') return rule(undefined, undefined, value);
  const [first = '', second, ...more] = name.split('_');
  if (more.length > 0) return [];
  return second === undefined ? rule('', first, value) : rule(first, second, value);
}

/** The old form: one text with all, by `GROUP/KIND`. */
function oldRules(value: JsonValue | undefined): readonly IgnoreRule[] {
  return entriesOf(value).flatMap(([name, one]) => {
    const ignored = parsed(textOf(at(one, 'ignoreDifferences')));
    const [first = '', second] = name.split('/');
    return second === undefined ? rule('', first, ignored) : rule(first, second, ignored);
  });
}

function rule(
  group: string | undefined,
  kind: string | undefined,
  value: JsonValue | undefined,
): readonly IgnoreRule[] {
  const texts = (key: string): readonly string[] => itemsOf(at(value, key)).map(textOf);
  const paths = [...texts('jsonPointers'), ...texts('jqPathExpressions')];
  const managers = texts('managedFieldsManagers');
  if (paths.length + managers.length === 0) return [];
  const target = { form: 'glob', group, kind, namespace: undefined, name: undefined } as const;
  return [{ target, paths, managers, combine: 'either', label: 'argocd-cm' }];
}

/** The YAML of one entry; `undefined` where it cannot be read. */
function parsed(text: string): JsonValue | undefined {
  const [first] = readObjects(text).documents;
  const decoded = first && decodeToJson(first.root);
  return decoded !== undefined && 'value' in decoded ? decoded.value : undefined;
}
