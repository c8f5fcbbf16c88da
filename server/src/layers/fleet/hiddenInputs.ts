import { readApplication } from '../../argocd/application.ts';
import { argoChartInputs } from '../../argocd/chart.ts';
import type { Application, RenderedApplication } from '../../delivery/application.ts';
import { readFluxApplication } from '../../flux/fluxApplication.ts';
import { releaseInputs } from '../../flux/releaseInputs.ts';
import { releaseValues } from '../../flux/renderRelease.ts';
import { givenValues } from '../../helm/givenValues.ts';
import { repositoryOf } from '../../kustomize/files.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import { field, withField, withoutField } from '../../yaml/nodes.ts';
import type { ResourceNode } from '../../yaml/resourceNode.ts';
import type { ClosedInput } from '../closedInputs.ts';
import { closedInputsOf } from '../reach.ts';
import { conventionChart } from './conventions.ts';
import { chartReads, valuesPaths } from './reachedApplications.ts';
import { objectsFor } from './units.ts';

/**
 * What goes into the parts of an application that cannot be rendered (a chart, a plugin, another repository): while all of
 * it stays the same, so does what they give.
 */
export function hiddenInputs(
  reader: Reader,
  application: Application,
  { gaps }: RenderedApplication,
): readonly ClosedInput[] {
  const { sources, object } = application;
  const ofRoots = rootsOf(application).flatMap((root) => closedInputsOf(reader, root, 'none'));
  if (gaps.length > 0 && object === undefined) return hiddenOfConvention(reader, application, gaps);
  if (gaps.length === 0 || object === undefined) return ofRoots;
  const known = new Set(ofRoots.map(({ kind, detail }) => `${kind} ${detail}`));
  const argo = readApplication(object);
  const folders = sources.flatMap(({ isHere, path, build }) =>
    isHere && path !== undefined && build !== 'kustomize' && build !== 'files' ? [path] : [],
  );
  const ownPaths = [...folders, ...chartReads(reader, application)];
  const paths = [
    ...ownPaths,
    ...(argo === undefined ? [] : valuesPaths(argo, sources).map(beforeStar)),
  ];
  const config = [
    textOf(object),
    ...valuesOf(reader, application, object).map((one) => textOf(one)),
  ].join('---\n');
  // What a root cannot have depends on the root alone.
  const isRoot = sources.every(({ build }) => build === 'kustomize');
  return [
    ...ofRoots,
    ...gaps
      .filter(
        ({ kind, detail, otherwise }) =>
          !known.has(`${kind} ${detail}`) && !isRoot && otherwise === undefined,
      )
      .map(({ kind, detail }): ClosedInput => {
        const given = kind === 'chart' ? givenToChart(reader, application, detail) : undefined;
        if (given === undefined) return { kind, detail, config, paths };
        // Of a chart all that counts is what it is given, however that is written.
        const { values } = given;
        const rest = textOf(object, saysValues);
        const own = JSON.stringify([rest, given.elsewhere, [...values]]);
        return given.isComplete
          ? { kind, detail, config: own, paths: ownPaths, values }
          : { kind, detail, config, paths, values };
      }),
  ];
}

/** What a chart is given that only names of values files tie to a cluster; empty for what is no such chart. */
function hiddenOfConvention(
  reader: Reader,
  application: Application,
  gaps: RenderedApplication['gaps'],
): readonly ClosedInput[] {
  const chart = conventionChart(reader, application.key);
  if (chart === undefined)
    return rootsOf(application).flatMap((root) => closedInputsOf(reader, root, 'none'));
  const values = givenValues(chart.inputs);
  const paths = [chart.name, ...chartReads(reader, application)];
  return gaps
    .filter(({ otherwise }) => otherwise === undefined)
    .map(({ kind, detail }): ClosedInput => {
      const config = JSON.stringify([chart.missing, ...(values ?? [])]);
      return { kind, detail, config, paths, ...(values !== undefined && { values }) };
    });
}

interface Given {
  readonly values: ReadonlyMap<string, string>;
  /** Files that are not here, as they are named. */
  readonly elsewhere: readonly string[];
  /** Whether nothing of it is known to the cluster alone. */
  readonly isComplete: boolean;
}

/** What the chart of a gap is given; `undefined` where that cannot be told. */
function givenToChart(
  reader: Reader,
  { key, object, sources }: Application,
  detail: string,
): Given | undefined {
  const argo = object && readApplication(object);
  const release = object && argo === undefined ? readFluxApplication(object) : undefined;
  if (release?.kind === 'HelmRelease') {
    const inputs = releaseInputs(release, objectsFor(reader, release.resource, key));
    const values = givenValues(releaseValues(release, inputs));
    return values && { values, elsewhere: [], isComplete: inputs.gaps.length === 0 };
  }
  const index = sources.findIndex(({ build, path, repository, chart }) =>
    path === undefined
      ? chart !== undefined && detail === `${repository} ${chart}`
      : build === 'helm' && detail.startsWith(`${path}: `),
  );
  const source = argo?.sources[index];
  if (argo === undefined || source === undefined) return undefined;
  const tree = repositoryOf(sources[index]?.path ?? '');
  const given = { reader, sources, application: argo, tree };
  const { inputs, elsewhere } = argoChartInputs(source, given);
  const values = givenValues(inputs);
  return values && { values, elsewhere, isComplete: true };
}

/** Fields that say values, which are compared as they are merged. */
const saysValues: ReadonlySet<string> = new Set([
  ...['values', 'valuesFrom', 'valuesObject', 'valueFiles', 'ignoreMissingValueFiles'],
  ...['parameters', 'fileParameters'],
]);

/** The folders of the tree that an application builds as kustomizations. */
export function rootsOf({ sources }: Application): readonly FileId[] {
  return sources.flatMap(({ isHere, path, build }) =>
    isHere && path !== undefined && build === 'kustomize' ? [path] : [],
  );
}

/** Fields of `spec` that say when and how something is delivered, and not what. */
const manner: ReadonlySet<string> = new Set([
  ...['syncPolicy', 'project', 'revisionHistoryLimit', 'info', 'ignoreDifferences'],
  ...[
    'interval',
    'retryInterval',
    'timeout',
    'suspend',
    'dependsOn',
    'maxHistory',
    'serviceAccountName',
  ],
  ...['install', 'upgrade', 'test', 'rollback', 'uninstall', 'driftDetection', 'prune', 'wait'],
]);

/** What an object says of what is delivered, without some fields at its top and in `helm`. */
function textOf({ node }: Resource, without: ReadonlySet<string> = new Set()): string {
  const spec = field(node, 'spec');
  const said =
    spec?.kind === 'map'
      ? spec.values.filter((_, index) => {
          const key = spec.keys[index] ?? '';
          return !manner.has(key) && !without.has(key);
        })
      : ['data', 'stringData'].flatMap((name) => field(node, name) ?? []);
  return said
    .map((value) => withoutInHelm(value, without))
    .map((value) => {
      const printed = writeCanonical(value);
      return 'text' in printed ? printed.text : '';
    })
    .join('---\n');
}

function withoutInHelm(node: ResourceNode, without: ReadonlySet<string>): ResourceNode {
  if (node.kind === 'sequence')
    return { ...node, items: node.items.map((item) => withoutInHelm(item, without)) };
  const helm = field(node, 'helm');
  if (node.kind !== 'map' || helm?.kind !== 'map') return node;
  const kept = helm.keys.filter((key) => without.has(key)).reduce(withoutField, helm);
  return withField(node, 'helm', kept);
}

/** The ConfigMaps and Secrets that a release takes values from, as far as they stand in the repository. */
function valuesOf(reader: Reader, { key }: Application, object: Resource): readonly Resource[] {
  const release = readFluxApplication(object);
  if (release?.kind !== 'HelmRelease') return [];
  const objects = objectsFor(reader, object, key);
  return release.valuesFrom.flatMap(
    ({ kind, name }) => objects.find({ group: '', kind }, release.namespace, name) ?? [],
  );
}

/** A pattern stands for the folder before its first star. */
function beforeStar(pattern: string): string {
  const star = pattern.search(/[*?[{]/);
  return star < 0
    ? pattern
    : pattern.slice(0, pattern.lastIndexOf('/', star) + 1).replace(/\/$/, '');
}
