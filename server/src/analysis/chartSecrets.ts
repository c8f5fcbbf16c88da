import { contentQuery } from '../kustomize/files.ts';
import type { Resource } from '../kustomize/resource.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import type { UnitKey } from '../layers/fleet/unitKeys.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import type { Query, Reader } from '../query/database.ts';
import { scanRendered, type RenderedSecret } from '../secrets/scanRendered.ts';
import { isSamplePath, lowered } from '../secrets/pathSort.ts';
import type { FileFinding } from '../secrets/scanFile.ts';
import { readSuppressions } from '../secrets/suppressions.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { deepEqual } from '../util/deepEqual.ts';
import type { FieldOrigin } from '../yaml/fieldOrigin.ts';
import { nameOf, resourceText } from './resourceName.ts';
import { fileFindingsQuery } from './secretFindings.ts';
import { indexObjects, nodeByOrdinal, sourceIndexOf } from './sourceIndex.ts';
import { rangeOfPointer } from './sourceRange.ts';

/** A value that a chart puts into a Secret or a ConfigMap in clear, at the place of the value. */
export interface ChartSecret extends Pick<RenderedSecret, 'severity' | 'name' | 'pointer'> {
  readonly at: SourcePointer;
  readonly chart: string;
  readonly resource: string;
  /** Compared and printed nowhere. */
  readonly value: string;
}

/**
 * What the charts of an application put in clear into what they make, at the value that it stems from; nothing where several
 * values make it together, or a template holds it itself.
 */
export const chartSecretsQuery: Query<UnitKey, readonly ChartSecret[]> = {
  name: 'chartSecrets',
  equals: deepEqual,
  compute: (key, reader) => {
    const found = reader.get(fleetQuery, '').applications.find((one) => one.key === key);
    const isOfChart = found?.sources.some(({ build, chart }) => build === 'helm' || chart);
    if (isOfChart !== true && found?.kind !== 'HelmRelease') return [];
    return reader.get(unitOutputQuery, key).resources.flatMap((resource) =>
      scanRendered(resource.node).flatMap((secret): readonly ChartSecret[] => {
        const origin = resource.originOf(secret.node);
        const at =
          origin.by.kind === 'chart' ? placeOfValue(reader, origin, secret.value) : undefined;
        return at === undefined ? [] : [chartSecret(resource, secret, { at, origin })];
      }),
    );
  },
};

function chartSecret(
  resource: Resource,
  { severity, name, pointer, value }: RenderedSecret,
  { at, origin }: { readonly at: SourcePointer; readonly origin: FieldOrigin },
): ChartSecret {
  const label = resourceText(nameOf(resource));
  const chart = origin.by.root ?? '';
  return { severity, name, pointer: `${label}#${pointer}`, at, chart, resource: label, value };
}

/** The first place of a chain that says the value itself; what Secrets hold is told where they stand. */
function placeOfValue(
  reader: Reader,
  origin: FieldOrigin,
  value: string,
): SourcePointer | undefined {
  for (let link: FieldOrigin | undefined = origin; link !== undefined; link = link.previous) {
    if (link.secret === true) return undefined;
    // What a chart brings itself is not what people of this repository wrote: its file tells of secrets by their keys.
    if (isOwnValues(link.writtenAt.file, link.by.root ?? '')) continue;
    if (textAt(reader, link.writtenAt)?.trim() === value.trim()) return link.writtenAt;
  }
  return undefined;
}

function isOwnValues(file: FileId, folder: FileId): boolean {
  return file === `${folder}/values.yaml` || file.startsWith(`${folder}/charts/`);
}

/** The text of a scalar, or of one in the YAML that a scalar holds. */
function textAt(reader: Reader, at: SourcePointer): string | undefined {
  if (at.kind !== 'node' && at.kind !== 'inside') return undefined;
  const index = sourceIndexOf(reader, at.file);
  const node = index && nodeByOrdinal(index.roots, at.ordinal);
  if (node?.kind !== 'scalar') return undefined;
  if (at.kind === 'node') return node.value;
  const inner = nodeByOrdinal(indexObjects(node.value).roots, at.inner.ordinal);
  return inner?.kind === 'scalar' && at.inner.inner === undefined ? inner.value : undefined;
}

/** What charts make of a file, each place once; without what its text shows already and what comments are about. */
export function chartFindings(
  reader: Reader,
  file: FileId,
  secrets: readonly ChartSecret[],
): readonly (FileFinding & { readonly at: SourcePointer; readonly more: Problem['parameters'] })[] {
  const own = secrets.filter(({ at }) => at.file === file);
  const content = own.length === 0 ? undefined : reader.get(contentQuery, file);
  if (content?.kind !== 'text') return [];
  const known = reader.get(fileFindingsQuery, file);
  const suppressions = readSuppressions(content.text);
  const found = new Map<string, ReturnType<typeof chartFindings>[number]>();
  for (const { at, severity, name, pointer, value, chart, resource } of own) {
    const { start, end } = rangeOfPointer(reader, at);
    const place = {
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
    };
    const isKnown = known.some(
      (one) => one.value !== undefined && one.line <= end.line && start.line <= one.endLine,
    );
    if (isKnown || suppressions.silences(start.line, rule)) continue;
    const key = JSON.stringify(at);
    if (found.has(key)) continue;
    found.set(key, {
      ...place,
      rule,
      severity: isSamplePath(file) ? lowered(severity) : severity,
      name,
      pointer,
      value,
      at,
      more: { chart, resource },
    });
  }
  return [...found.values()];
}

const rule = 'secrets.chart-value';

/** What all charts of the fleet put in clear into what they make. */
export function chartSecretsOf(reader: Reader): readonly ChartSecret[] {
  return reader
    .get(fleetQuery, '')
    .applications.flatMap(({ key }) => reader.get(chartSecretsQuery, key));
}

/** The same as problems, at each value once. */
export function chartSecretProblems(reader: Reader): readonly Problem[] {
  const secrets = chartSecretsOf(reader);
  const files = new Set(secrets.map(({ at }) => at.file));
  return [...files].flatMap((file) =>
    chartFindings(reader, file, secrets).map(({ name, more, at }) =>
      problem(rule, { ...more, name }, at),
    ),
  );
}
