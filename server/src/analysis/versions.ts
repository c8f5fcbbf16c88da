import { configQuery } from '../layers/config/configFile.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { unitOutputQuery } from '../layers/fleet/units.ts';
import { clustersQuery } from '../layers/register/fleetClusters.ts';
import { familiesOf, type Family, type FamilyMember } from '../layers/variants/families.ts';
import { imagesOf, imagesOfValues, type RunningImage } from '../layers/variants/images.ts';
import { stagesOf, type StageClusters } from '../layers/variants/stages.ts';
import type { Reader } from '../query/database.ts';
import { field } from '../yaml/nodes.ts';
import { groupBy } from '../util/groupBy.ts';
import type { Analysis } from './analysis.ts';
import type { Answer } from './answer.ts';

/** A stage with its clusters; without a name for clusters that are in none. */
export type Stage = StageClusters;

/** What an application is at one stage. */
export interface StageVersions {
  readonly stage: string;
  /** Each version once, with the clusters that have it; more than one where the stage is not of one mind. */
  readonly versions: readonly ClusterVersion[];
}

/** A version and where it is. */
export interface ClusterVersion {
  /** The tag of the main image, or the version of the chart; `''` where there is neither. */
  readonly version: string;
  readonly clusters: readonly string[];
  /** The main one first. */
  readonly images: readonly RunningImage[];
}

/** The stages of the fleet in the order of promotions. */
export function stages(analysis: Analysis): Answer<readonly Stage[]> {
  return analysis.ask((reader) =>
    stagesOf(reader.get(clustersQuery, ''), reader.get(configQuery, '')),
  );
}

/** The versions of one application by stage; stages that do not have it are left out. */
export function versionsOf(analysis: Analysis, family: string): Answer<readonly StageVersions[]> {
  return analysis.ask((reader) => {
    const all = familiesOf(reader.get(fleetQuery, '').applications);
    const { members, plainName } = all.find(({ name }) => name === family) ?? nobody;
    const order = stagesOf(reader.get(clustersQuery, ''), reader.get(configQuery, ''));
    return order.flatMap(({ name, clusters }) => {
      const own = members.filter(({ cluster }) => clusters.includes(cluster));
      return own.length === 0
        ? []
        : [{ stage: name, versions: versionsIn(own, plainName, reader) }];
    });
  });
}

/** Whether an application has a version anywhere: what runs nothing, as namespaces and definitions do, has none. */
export function hasVersion(stagesOfRow: readonly StageVersions[]): boolean {
  return stagesOfRow.some(({ versions }) => versions.some(({ version }) => version !== ''));
}

/** The versions of a stage: several stand side by side, `?` where none can be told, `–` where there is no application. */
export function stageText(stage: StageVersions | undefined): string {
  if (stage === undefined) return '–';
  const texts = stage.versions.map(({ version }) => (version === '' ? '?' : short(version)));
  return [...new Set(texts)].join(' | ');
}

/** A digest by its first digits. */
function short(version: string): string {
  return version.replace(/^(sha256:[0-9a-f]{7})[0-9a-f]+$/, '$1…');
}

const nobody: Family = { name: '', plainName: '', members: [] };

function versionsIn(
  members: readonly FamilyMember[],
  family: string,
  reader: Reader,
): readonly ClusterVersion[] {
  const found = members.map(({ application, cluster }) => {
    const rendered = imagesOf(reader.get(unitOutputQuery, application.key).resources, family);
    const values = field(field(application.object?.node, 'spec'), 'values');
    const images = rendered.length > 0 ? rendered : imagesOfValues(values, family);
    const chart = application.sources.find((source) => source.chart !== undefined)?.revision;
    return { cluster, images, version: images[0]?.version ?? chart ?? '' };
  });
  return [...groupBy(found, ({ version, images }) => JSON.stringify([version, images]))].map(
    ([, own]) => ({
      version: own[0]?.version ?? '',
      images: own[0]?.images ?? [],
      clusters: own.map(({ cluster }) => cluster),
    }),
  );
}
