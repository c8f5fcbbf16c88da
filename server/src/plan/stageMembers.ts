import type { Application } from '../delivery/application.ts';
import { fleetQuery } from '../layers/fleet/fleet.ts';
import { lineage } from '../layers/fleet/unitKeys.ts';
import type { Reader } from '../query/database.ts';
import type { FileId } from '../text/sourcePointer.ts';
import type { PromotedApplication, Stage } from './findStage.ts';
import type { PlanReach } from './planTypes.ts';
import { reachOfLayer, viewOfApplication, viewOfLayer } from './stageFiles.ts';
import type { StageView } from './stageView.ts';

/** One member of a stage: a layer, or an application on one of its clusters. */
export interface StageMember {
  readonly view: StageView;
  readonly cluster: string | undefined;
  readonly application: Application | undefined;
}

/** Finds the members of a stage, with what each of them is made of. */
export function membersOf(
  reader: Reader,
  { families }: PromotedApplication,
  stage: Stage,
  isOwn: (file: FileId) => boolean,
): readonly StageMember[] {
  if (stage.kind === 'layer')
    return [
      { view: viewOfLayer(reader, stage, isOwn), cluster: undefined, application: undefined },
    ];
  const rows = new Map(stage.clusters.map((row) => [row.name, row]));
  return families.flatMap(({ members }) => {
    const there = members.filter(({ cluster }) => rows.has(cluster));
    const applications = there.map(({ application }) => application);
    return there.flatMap(({ application, cluster }) => {
      const row = rows.get(cluster);
      if (row === undefined) return [];
      const words = [
        cluster,
        ...row.aliases,
        ...(row.environment === undefined ? [] : [row.environment]),
      ];
      const view = viewOfApplication(reader, application, {
        ...{ name: stage.name, words, isOwn },
        stage: applications,
      });
      return [{ view, cluster, application }];
    });
  });
}

/** The views of all members of a stage in one. */
export function joinViews(name: string, views: readonly StageView[]): StageView {
  return {
    name,
    words: [...new Set(views.flatMap(({ words }) => words))],
    files: views.flatMap(({ files }) => files.map((file) => ({ ...file, isOwn: true }))),
    ownKustomization: undefined,
  };
}

/** What a promotion to some stages may reach. */
export function reachOf(
  reader: Reader,
  { families }: PromotedApplication,
  targets: readonly Stage[],
): PlanReach {
  const applications = new Set<string>();
  const roots = new Set<FileId>();
  const yielded = new Set<string>();
  for (const target of targets) {
    if (target.kind === 'layer') {
      const found = reachOfLayer(reader, target.path, target.isFolder);
      for (const key of found.applications) applications.add(key);
      for (const root of found.roots) roots.add(root);
      continue;
    }
    const names = new Set(target.clusters.map((one) => one.name));
    for (const { members } of families) {
      for (const { application, cluster } of members) {
        if (!names.has(cluster)) continue;
        applications.add(application.key);
        for (const { isHere, path } of application.sources)
          if (isHere && path !== undefined) roots.add(path);
      }
    }
    // What an application yields for the same clusters is its own, as what a layer yields is the layer's.
    for (const { key, destination } of reader.get(fleetQuery, '').applications)
      if (
        names.has(destination.cluster ?? '') &&
        !applications.has(key) &&
        lineage(key).some((one) => applications.has(one))
      )
        yielded.add(key);
  }
  return { applications: applications.union(yielded), roots, yielded };
}

/** Whether two stages are the same layer, or the same clusters. */
export function isSameStage(a: Stage, b: Stage): boolean {
  if (a.kind === 'layer' || b.kind === 'layer')
    return a.kind === b.kind && 'path' in a && 'path' in b && a.path === b.path;
  const names = new Set(a.clusters.map(({ name }) => name));
  return b.clusters.length === names.size && b.clusters.every(({ name }) => names.has(name));
}
