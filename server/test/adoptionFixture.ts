import { AnalysisHost } from '../src/analysis/analysisHost.ts';
import type { Analysis } from '../src/analysis/analysis.ts';
import type { Answer } from '../src/analysis/answer.ts';
import type { AdoptionRow } from '../src/analysis/adoptDrift.ts';
import { deliveredApplications } from '../src/analysis/deliveredApplications.ts';
import { applicationOf, driftNeeds, jsonOf } from '../src/analysis/drift.ts';
import type { JsonMap } from '../src/drift/json.ts';
import type { JsonValue } from '../src/analysis/driftTypes.ts';
import { unitOutputQuery } from '../src/layers/fleet/units.ts';
import { planAdoption } from '../src/workspace/adopt.ts';
import type { Plan } from '../src/workspace/promote.ts';
import { changeOf, completed } from './fixtureAnalysis.ts';

/** An edit of one live object: its label, what is merged into it, by whom, and which fields that manager owns then. */
export interface LiveEdit {
  readonly resource: string;
  readonly patch: (object: JsonMap) => JsonMap;
  readonly manager: string;
  readonly owns: JsonMap;
}

/** Plans the adoption of rows of an application on a cluster, of which all is live as Git says but for some edits. */
export async function adoptionOf(
  files: ReadonlyMap<string, string>,
  {
    cluster,
    edits,
    rows,
    isCurrent = true,
  }: {
    cluster: string;
    edits: readonly LiveEdit[];
    rows: readonly AdoptionRow[];
    isCurrent?: boolean;
  },
): Promise<Plan | undefined> {
  const host = new AnalysisHost();
  host.apply(changeOf(files));
  const complete = <T>(ask: (analysis: Analysis) => Answer<T>): Promise<T> =>
    Promise.resolve(completed(ask(host.analysis())));
  const delivered = await complete(deliveredApplications);
  const key = delivered.find((one) => one.cluster === cluster)?.key ?? '';
  const needs = await complete((one) => driftNeeds(one, key));
  if (needs === undefined) throw new Error(`nothing is delivered to ${cluster}`);
  const objects = await complete((one) =>
    one.ask((reader) =>
      reader.get(unitOutputQuery, applicationOf(reader, key)?.key ?? '').resources.map(jsonOf),
    ),
  );
  const answers = objects.map((object, index) => {
    const { kind = '', name = '' } = needs.objects[index] ?? {};
    const own = edits.filter(({ resource }) => resource === `${kind}/${name}`);
    return { kind: 'found' as const, object: own.reduce(edited, object) };
  });
  const live = { answers, controller: undefined, others: [], autoscalers: [], schemas: [] };
  const { signal } = new AbortController();
  return planAdoption(
    { host, complete },
    { request: { key, rows, isCurrent }, needs, live },
    signal,
  );
}

function edited(object: JsonMap, { patch, manager, owns }: LiveEdit): JsonMap {
  const after = patch(object);
  const metadata = after['metadata'] as Readonly<Record<string, JsonValue>>;
  const entry = {
    manager,
    operation: 'Update',
    time: '2026-11-30T12:00:00Z',
    fieldsType: 'FieldsV1',
    fieldsV1: owns,
  };
  const managedFields = [...((metadata['managedFields'] ?? []) as readonly JsonValue[]), entry];
  return { ...after, metadata: { ...metadata, managedFields } };
}
