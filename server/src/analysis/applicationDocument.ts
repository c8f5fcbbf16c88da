import { englishReason } from '../text/reasonText.ts';
import type { ApplicationRow } from './applicationRows.ts';

/** A row as JSON has it; see docs/schemas/apps.schema.json. */
export interface ApplicationDocument {
  readonly name: string;
  readonly namespace: string;
  readonly controller: ApplicationRow['controller'];
  readonly kind: string;
  readonly cluster: string | null;
  readonly server: string | undefined;
  readonly path: string | undefined;
  readonly pathExists: boolean | undefined;
  readonly chart: string | undefined;
  readonly followsRevision: string | undefined;
  readonly hydratedTo: string | undefined;
  readonly suspended: true | undefined;
  readonly imageUpdates: ApplicationRow['imageUpdates'] | undefined;
  readonly sources: readonly object[];
  readonly declaredIn: string;
  readonly declaredAt: string;
  readonly certainty: ApplicationRow['certainty'];
  readonly why: string;
}

/** A row as JSON has it. */
export function applicationJson(row: ApplicationRow): ApplicationDocument {
  const { name, namespace, controller, kind, cluster, server, path, pathExists, chart } = row;
  return {
    name,
    namespace,
    controller,
    kind,
    cluster: cluster ?? null,
    server,
    path,
    pathExists: path === undefined ? undefined : pathExists,
    chart,
    followsRevision: row.followsRevision,
    hydratedTo: row.hydratedTo,
    suspended: row.suspended ? true : undefined,
    imageUpdates: row.imageUpdates.length === 0 ? undefined : row.imageUpdates,
    sources: row.sources.map((source) => ({
      repository: source.repository,
      here: source.isHere,
      revision: source.revision,
      path: source.path,
      pathExists: source.path === undefined ? undefined : source.pathExists,
      build: source.build,
      chart: source.chart,
      ref: source.ref,
    })),
    declaredIn: row.declaredIn,
    declaredAt: placeText(row),
    certainty: row.certainty,
    why: whyText(row),
  };
}

/** Where an object is declared, as `file:line`. */
function placeText({ declaredAt: { file, start } }: ApplicationRow): string {
  return `${file}:${start.line + 1}`;
}

/** Why a row is as it is, as one sentence, or several. */
export function whyText({ why }: ApplicationRow): string {
  return why.map(englishReason).join(' ');
}
