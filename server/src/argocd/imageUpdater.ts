import { readObject, type ObjectReader } from '../delivery/objectReader.ts';
import type { Placed, PlacedEntry } from '../delivery/placed.ts';
import { joinPath } from '../kustomize/files.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { isArgoKind, type ArgoApplication } from './application.ts';
import { matchesGlob } from '../text/globPattern.ts';

/** An image that Argo CD's Image Updater may change, and where it writes. */
export interface ImageUpdate {
  readonly at: SourcePointer;
  readonly alias: string | undefined;
  /** The image without a version. */
  readonly image: string;
  /** Which versions are taken; `undefined` takes any. */
  readonly constraint: string | undefined;
  readonly strategy: string | undefined;
  readonly target: UpdateTarget;
}

/** Where a new version is written: into the object in the cluster, or into a file of the repository. */
export type UpdateTarget =
  | { readonly kind: 'application' }
  | {
      readonly kind: 'file';
      readonly file: FileId | undefined;
      /** What the file is: one that overrides the source, a kustomization (by its folder), or values of a chart. */
      readonly format: 'argocd-source' | 'kustomization' | 'helmvalues';
      readonly branch: string | undefined;
      /** Another repository than that of the source. */
      readonly repository: string | undefined;
    };

const prefix = 'argocd-image-updater.argoproj.io/';

/**
 * What annotations of an Application let the Image Updater change.
 * Source: argocd-image-updater v0.17.0 docs/configuration/images.md, docs/basics/update-methods.md.
 */
export function imageUpdatesOf(application: ArgoApplication): readonly ImageUpdate[] {
  const annotation = (name: string): PlacedEntry | undefined =>
    application.annotations.find(({ key }) => key === `${prefix}${name}`);
  const list = annotation('image-list');
  if (list === undefined) return [];
  const target = targetOf(application, {
    method: annotation('write-back-method')?.value,
    target: annotation('write-back-target')?.value,
    branch: annotation('git-branch')?.value,
    repository: annotation('git-repository')?.value,
  });
  return list.value
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .map((one) => {
      const equals = one.indexOf('=');
      const alias = equals < 0 ? undefined : one.slice(0, equals);
      const key = (alias ?? imageName(one).image).replaceAll('/', '_');
      return {
        at: list.at,
        alias,
        ...imageName(one.slice(equals + 1)),
        strategy: annotation(`${key}.update-strategy`)?.value,
        target,
      };
    });
}

/** A colon behind the last slash begins the version. */
function imageName(text: string): Pick<ImageUpdate, 'image' | 'constraint'> {
  const colon = text.indexOf(':', text.lastIndexOf('/') + 1);
  return colon < 0
    ? { image: text, constraint: undefined }
    : { image: text.slice(0, colon), constraint: text.slice(colon + 1) };
}

interface WriteBack {
  readonly method: string | undefined;
  readonly target: string | undefined;
  readonly branch: string | undefined;
  readonly repository: string | undefined;
}

/** Source: docs/basics/update-methods.md: paths are those of the source unless they begin with a slash. */
function targetOf(
  { name, sources: [source] }: ArgoApplication,
  { method = 'argocd', target = '', branch, repository }: WriteBack,
): UpdateTarget {
  if (!/^git(:|$)/.test(method)) return { kind: 'application' };
  const [kind = '', ...rest] = target.split(':');
  const path = rest.join(':');
  const folder = joinPath('', source?.path?.value ?? '') ?? '';
  const at = (relative: string): FileId | undefined => joinPath(folder, relative);
  const common = { kind: 'file', branch, repository } as const;
  if (kind === 'kustomization')
    return { ...common, format: 'kustomization', file: at(path === '' ? '.' : path) };
  if (kind === 'helmvalues')
    return { ...common, format: 'helmvalues', file: at(path === '' ? 'values.yaml' : path) };
  return { ...common, format: 'argocd-source', file: at(`.argocd-source-${name}.yaml`) };
}

/** An object that says which images of which Applications may change. */
export interface ImageUpdater {
  readonly kind: 'ImageUpdater';
  readonly resource: Resource;
  readonly at: SourcePointer;
  /** The namespace of the Applications. */
  readonly namespace: string;
  readonly references: readonly ApplicationReference[];
}

/** Which Applications, and what is done to them. */
export interface ApplicationReference {
  readonly at: SourcePointer;
  readonly namePattern: string;
  /** Labels that must be there; `undefined` where the selector says more than that. */
  readonly labels: readonly PlacedEntry[] | undefined;
  readonly images: readonly {
    readonly at: SourcePointer;
    readonly alias: string;
    readonly imageName: Placed<string> | undefined;
    readonly strategy: string | undefined;
  }[];
  readonly writeBack: WriteBack;
  /** Whether the annotations of the Applications count instead. */
  readonly usesAnnotations: boolean;
}

/** Reads an object of the Image Updater. Source: argocd-image-updater v1.0.0 api/v1alpha1/imageupdater_types.go. */
export function readImageUpdater(resource: Resource): ImageUpdater | undefined {
  if (
    resource.id.group !== 'argocd-image-updater.argoproj.io' &&
    !isArgoKind(resource, 'ImageUpdater')
  )
    return undefined;
  const object = readObject(resource, () => undefined);
  const spec = object.map('spec');
  const common = writeBackOf(spec?.map('writeBackConfig'));
  const strategy = strategyOf(spec);
  return {
    kind: 'ImageUpdater',
    resource,
    at: object.at,
    namespace: spec?.text('namespace')?.value ?? resource.id.namespace,
    references: (spec?.list('applicationRefs') ?? []).map((entry) => {
      const selector = entry.map('labelSelectors');
      const hasExpressions = (selector?.list('matchExpressions') ?? []).length > 0;
      return {
        at: entry.at,
        namePattern: entry.text('namePattern')?.value ?? '',
        labels: hasExpressions ? undefined : (selector?.textMap('matchLabels') ?? []),
        images: entry.list('images').map((image) => ({
          at: image.at,
          alias: image.text('alias')?.value ?? '',
          imageName: image.text('imageName'),
          strategy: strategyOf(image) ?? strategyOf(entry) ?? strategy,
        })),
        writeBack: merged(common, writeBackOf(entry.map('writeBackConfig'))),
        usesAnnotations: entry.flag('useAnnotations')?.value === true,
      };
    }),
  };
}

function strategyOf(reader: ObjectReader | undefined): string | undefined {
  return reader?.map('commonUpdateSettings')?.text('updateStrategy')?.value;
}

function writeBackOf(reader: ObjectReader | undefined): WriteBack {
  const git = reader?.map('gitConfig');
  return {
    method: reader?.text('method')?.value,
    target: git?.text('writeBackTarget')?.value,
    branch: git?.text('branch')?.value,
    repository: git?.text('repository')?.value,
  };
}

function merged(base: WriteBack, over: WriteBack): WriteBack {
  return {
    method: over.method ?? base.method,
    target: over.target ?? base.target,
    branch: over.branch ?? base.branch,
    repository: over.repository ?? base.repository,
  };
}

/** What an object of the Image Updater lets change in an Application; a selector that is more than labels takes it. */
export function imageUpdatesBy(
  { namespace, references }: ImageUpdater,
  application: ArgoApplication,
): readonly ImageUpdate[] {
  if (application.namespace !== namespace) return [];
  const reference = references.find(
    ({ namePattern, labels = [] }) =>
      matchesGlob(namePattern, application.name) &&
      labels.every(({ key, value }) =>
        application.labels.some((label) => label.key === key && label.value === value),
      ),
  );
  if (reference === undefined) return [];
  if (reference.usesAnnotations) return imageUpdatesOf(application);
  const target = targetOf(application, reference.writeBack);
  return reference.images.map(({ at, alias, imageName: written, strategy }) => ({
    at,
    alias,
    ...imageName(written?.value ?? ''),
    strategy,
    target,
  }));
}
