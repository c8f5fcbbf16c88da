import { defaultRenderOptions } from '../analysis/analysis.ts';
import { deliveredApplications } from '../analysis/deliveredApplications.ts';
import { explain } from '../analysis/explain.ts';
import type { ValueAt, ValuesAt, ValuesAtParams } from '../protocol/history.ts';
import { effectiveValues } from './effectiveValues.ts';
import { valueText } from './historyParts.ts';
import { findSubject } from './renderedSubject.ts';
import { renderedLine } from './renderedLine.ts';
import { renderedUri } from './renderedUri.ts';
import type { Session } from './session.ts';

/** `strata/valuesAt`: what a place of a layer becomes on each cluster, or the value of a line of a rendered document. */
export async function valuesAt(
  session: Session,
  { uri, line, character }: ValuesAtParams,
  signal: AbortSignal,
): Promise<ValuesAt> {
  const shown = await valueShown(session, { uri, line }, signal);
  if (shown !== undefined) return { values: [shown] };
  const found = await effectiveValues(session, { uri, line, character }, signal);
  return {
    values: (found?.rows ?? []).map(({ on, field, uri: rendered }): ValueAt => ({
      uri: rendered,
      resource: field.resource,
      field: field.field,
      application: on.application,
      ...(on.cluster !== undefined && { cluster: on.cluster }),
      ...(on.environment !== undefined && { environment: on.environment }),
      isProduction: on.isProduction,
      value: valueText(field.value),
    })),
  };
}

/** The value of a line of a rendered document of an application; `undefined` elsewhere. */
async function valueShown(
  session: Session,
  place: { readonly uri: string; readonly line: number },
  signal: AbortSignal,
): Promise<ValueAt | undefined> {
  const shown = renderedLine(session, place);
  const found = shown && (await findSubject(session, place.uri, signal));
  if (found === undefined || shown === undefined) return undefined;
  const { address, source, tree } = found.subject;
  if (address.kind !== 'application' || source === undefined) return undefined;
  const { resource, field } = shown.line;
  const masks = session.masks.of(found.subject);
  const question = { source, resource, field };
  const { explanation } = await found.complete(
    (one) => explain(one, question, defaultRenderOptions, masks),
    signal,
  );
  if (explanation.kind !== 'explained') return undefined;
  const all = await tree.workspace.complete(deliveredApplications, signal);
  const { cluster, name, namespace, key } = address;
  const ofNow = { kind: 'application', tree: tree.name, cluster, name, namespace } as const;
  const own = all.find(
    (one) => one.name === name && one.namespace === namespace && one.cluster === cluster,
  );
  return {
    uri: renderedUri({ ...ofNow, ...(key !== undefined && { key }) }),
    resource: explanation.resource,
    field: explanation.field,
    application: name,
    ...(cluster !== undefined && { cluster }),
    ...(own?.environment !== undefined && { environment: own.environment }),
    isProduction: own?.isProduction ?? false,
    value: valueText(explanation.value),
  };
}
