import { readApplication } from '../../argocd/application.ts';
import type { Application, RenderedApplication } from '../../delivery/application.ts';
import { readFluxApplication } from '../../flux/fluxApplication.ts';
import type { Resource } from '../../kustomize/resource.ts';
import type { Reader } from '../../query/database.ts';
import type { FileId } from '../../text/sourcePointer.ts';
import { writeCanonical } from '../../yaml/canonical.ts';
import { field } from '../../yaml/nodes.ts';
import type { ClosedInput } from '../closedInputs.ts';
import { closedInputsOf } from '../reach.ts';
import { valuesPaths } from './reachedApplications.ts';
import { objectsAroundQuery } from './units.ts';

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
  if (gaps.length === 0 || object === undefined) return ofRoots;
  const known = new Set(ofRoots.map(({ kind, detail }) => `${kind} ${detail}`));
  const argo = readApplication(object);
  const folders = sources.flatMap(({ isHere, path, build }) =>
    isHere && path !== undefined && build !== 'kustomize' && build !== 'files' ? [path] : [],
  );
  const paths = [
    ...folders,
    ...(argo === undefined ? [] : valuesPaths(argo, sources).map(beforeStar)),
  ];
  const config = [textOf(object), ...valuesOf(reader, application, object).map(textOf)].join(
    '---\n',
  );
  // What a root cannot have depends on the root alone.
  const isRoot = sources.every(({ build }) => build === 'kustomize');
  return [
    ...ofRoots,
    ...gaps
      .filter(({ kind, detail }) => !known.has(`${kind} ${detail}`) && !isRoot)
      .map(({ kind, detail }) => ({ kind, detail, config, paths })),
  ];
}

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

/** What an object says of what is delivered. */
function textOf({ node }: Resource): string {
  const spec = field(node, 'spec');
  const said =
    spec?.kind === 'map'
      ? spec.values.filter((_, index) => !manner.has(spec.keys[index] ?? ''))
      : ['data', 'stringData'].flatMap((name) => field(node, name) ?? []);
  return said
    .map((value) => {
      const printed = writeCanonical(value);
      return 'text' in printed ? printed.text : '';
    })
    .join('---\n');
}

/** The ConfigMaps and Secrets that a release takes values from, as far as they stand in the repository. */
function valuesOf(reader: Reader, { key }: Application, object: Resource): readonly Resource[] {
  const release = readFluxApplication(object);
  if (release?.kind !== 'HelmRelease') return [];
  const objects = reader.get(objectsAroundQuery, key.slice(0, key.lastIndexOf('\n')));
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
