import { databaseOf } from './fluxTree.ts';
import { readResourceText } from '../src/kustomize/objects.ts';
import { fleetObjects } from '../src/flux/fleetObjects.ts';
import { sourceOf, type SourceContext, type TracedSource } from '../src/flux/fleetSources.ts';
import { readFluxApplication } from '../src/flux/fluxApplication.ts';

/** The address of the tree of these tests. */
export const here = 'https://github.com/acme/fleet';

const tree = Object.fromEntries(
  [
    ...['apps/web/deploy.yaml', 'apps/api/kustomization.yaml', 'clusters/eu/apps.yaml'],
    ...['charts/web/Chart.yaml', 'vendor/lib/x.yaml', 'README.md', 'Apps/Mixed/a.yaml'],
  ].map((path) => [path, '']),
);

/** An object of Flux and what stands around it. */
export interface Setting {
  /** The spec of the one source, in flow style, and its kind. */
  readonly source?: string;
  readonly kind?: string;
  readonly path?: string | undefined;
  readonly sourceRef?: string;
  /** More objects of the cluster. */
  readonly objects?: string;
  /** The object itself, in place of a Kustomization. */
  readonly object?: string;
  readonly artifacts?: SourceContext['artifacts'];
}

/** An object in the namespace `flux-system`; `spec` is in flow style. */
export function object(apiVersion: string, kind: string, name: string, spec: string): string {
  return `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: ${name}, namespace: flux-system}\nspec: ${spec}\n`;
}

/** The version of sources. */
export const sources = 'source.toolkit.fluxcd.io/v1';

/** The source of an object, in one line: `repository revision path`, with what is not so as it should be. */
export function trace(setting: Setting): TracedSource & { readonly line: string } {
  const { kind = 'GitRepository', path = './apps/web' } = setting;
  const sourceRef = setting.sourceRef ?? `{kind: ${kind}, name: fleet}`;
  const texts = [
    setting.object ??
      object(
        'kustomize.toolkit.fluxcd.io/v1',
        'Kustomization',
        'web',
        `{path: ${JSON.stringify(path)}, sourceRef: ${sourceRef}}`,
      ),
    ...(setting.source === undefined ? [] : [object(sources, kind, 'fleet', setting.source)]),
    ...(setting.objects === undefined ? [] : [setting.objects]),
  ];
  const { resources } = readResourceText(texts.join('---\n'), {
    file: 'a.yaml',
    inside: [],
    root: '',
  });
  const [first] = resources;
  const application = first && readFluxApplication(first);
  if (application === undefined) throw new Error('another type');
  const traced = sourceOf(application, {
    reader: databaseOf(tree),
    objects: fleetObjects(resources),
    isHere: (url, revision) => ({
      isHere: url === here,
      isFollowed: url === here && revision === 'main',
    }),
    artifacts: setting.artifacts ?? new Map(),
    ignoreFiles: [],
  });
  const { source, certainty, why } = traced;
  const words = [
    source.revision ?? '-',
    source.path ?? '-',
    source.isHere ? '' : 'elsewhere',
    source.isFollowed ? 'followed' : '',
    source.path !== undefined && !source.pathExists ? 'missing' : '',
    certainty === 'known' ? '' : certainty,
    why.code,
  ];
  return { ...traced, line: words.filter((word) => word !== '').join(' ') };
}

/** The spec of a GitRepository of the tree with a ref. */
export const git = (ref: string): string => `{url: ${here}, ref: ${ref}}`;
