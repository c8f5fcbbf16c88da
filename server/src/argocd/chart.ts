import type { ApplicationSource } from '../delivery/application.ts';
import { readyChartQuery } from '../delivery/chartInTree.ts';
import { readKubeVersion } from '../helm/capabilities.ts';
import type { NamedText } from '../helm/deployers/chartInputs.ts';
import { argoCdValues } from '../helm/deployers/argoCdValues.ts';
import { readValues } from '../helm/readValues.ts';
import { renderRelease, type ReleaseObject } from '../helm/renderRelease.ts';
import { contentQuery, joinPath, resolvedQuery } from '../kustomize/files.ts';
import { readResourceText } from '../kustomize/objects.ts';
import type { Resource } from '../kustomize/resource.ts';
import type { RenderGap } from '../kustomize/step.ts';
import type { Reader } from '../query/database.ts';
import type { FileId, SourcePointer } from '../text/sourcePointer.ts';
import { writeCanonical } from '../yaml/canonical.ts';
import { withOrigins } from '../yaml/nodes.ts';
import type { ResourceNode } from '../yaml/resourceNode.ts';
import type { ArgoApplication, ArgoSource } from './application.ts';
import type { ArgoHelm } from './sourceOptions.ts';

/** What a chart of the tree renders to, or why Strata does not know. */
export type ArgoChart = { readonly resources: readonly Resource[] } | { readonly gap: RenderGap };

/** With what a chart is rendered. */
export interface ChartContext {
  readonly reader: Reader;
  readonly application: ArgoApplication;
  /** All sources of the application, for values files that name another one. */
  readonly sources: readonly ApplicationSource[];
  /** Puts the variables of Argo CD in. */
  readonly expand: (text: string) => string;
  /** The name that Argo CD gives the release where the source gives none. */
  readonly releaseName: string;
}

/**
 * Renders a chart that stands in the tree, with the values of the source. An object says which template it stands in, and no
 * more. What is missing is a gap: values files of other repositories, dependencies that are not in `charts/`, and whatever
 * Helm would fail on.
 * Source: Argo CD 3.2.0 reposerver/repository/repository.go `helmTemplate`, `getResolvedValueFiles`.
 */
export function renderArgoChart(
  folder: FileId,
  source: ArgoSource,
  context: ChartContext,
): ArgoChart {
  const { helm } = source;
  const files = helm === undefined ? [] : valueFiles(folder, helm, context);
  const parameterFiles = (helm?.fileParameters ?? []).map(({ name, path }) =>
    fileNamed(name, joinPath(folder, path), path, context.reader),
  );
  const missing = [...files, ...parameterFiles].find((one) => 'missing' in one);
  if (missing !== undefined && 'missing' in missing)
    return { gap: gapAt(`${folder}: ${missing.missing}`, source.at) };
  const texts = (all: readonly FoundText[]): readonly NamedText[] =>
    all.flatMap((one) => ('text' in one ? [one] : []));
  const valuesObject = helm?.valuesObject && valuesOf(helm.valuesObject.value);
  const kubeVersion = helm?.kubeVersion && readKubeVersion(helm.kubeVersion.value);
  const rendered = renderRelease(context.reader.get(readyChartQuery, folder), {
    name: context.expand(helm?.releaseName?.value ?? '') || context.releaseName,
    namespace: helm?.namespace?.value ?? context.application.destination.namespace?.value ?? '',
    inputs: argoCdValues({
      valueFiles: texts(files),
      ...(helm?.values === undefined ? {} : { values: context.expand(helm.values.value) }),
      ...(valuesObject === undefined ? {} : { valuesObject }),
      parameters: (helm?.parameters ?? []).map(({ name, value, forceString }) => ({
        name,
        value: context.expand(value),
        forceString,
      })),
      fileParameters: texts(parameterFiles),
    }),
    ...(kubeVersion === undefined ? {} : { kubeVersion }),
    apiVersions: (helm?.apiVersions ?? []).map(({ value }) => value),
    includesDefinitions: helm?.skipCrds !== true,
    includesHooks: true,
    includesTests: helm?.skipTests !== true,
    withOrigins: false,
  });
  if (rendered.kind === 'gap') return { gap: gapAt(`${folder}: ${rendered.message}`, source.at) };
  const resources = rendered.objects.flatMap((object) => objectsOf(object, folder));
  return { resources };
}

type FoundText = NamedText | { readonly missing: string };

/** A missing file is left out where the source says that it may be missing. */
function valueFiles(
  folder: FileId,
  { valueFiles: named, ignoreMissingValueFiles }: ArgoHelm,
  { reader, sources, expand }: ChartContext,
): readonly FoundText[] {
  return named.flatMap(({ value }): readonly FoundText[] => {
    const name = expandKeepingReference(value, expand);
    const [, ref, rest = ''] = /^\$([^/]+)\/(.*)$/.exec(name) ?? [];
    if (ref !== undefined) {
      const other = sources.find((one) => one.ref === ref);
      if (other?.isHere !== true) return [{ missing: `${value} is in another repository` }];
    }
    if (/^[a-z+]+:\/\//i.test(name)) return [{ missing: `${value} is not in the repository` }];
    if (/[*?[]/.test(name)) return [{ missing: `${value} is a pattern, which is not read yet` }];
    const path = ref === undefined ? joinPath(folder, name) : joinPath('', rest);
    const found = fileNamed(value, path, value, reader);
    return 'missing' in found && ignoreMissingValueFiles ? [] : [found];
  });
}

/** The name of another source looks like a variable, and is none. */
function expandKeepingReference(text: string, expand: (text: string) => string): string {
  const [, reference, rest] = /^(\$[^/]+)(\/.*)$/.exec(text) ?? [];
  return reference === undefined || reference.startsWith('$ARGOCD_')
    ? expand(text)
    : reference + expand(rest ?? '');
}

function fileNamed(
  name: string,
  path: FileId | undefined,
  told: string,
  reader: Reader,
): FoundText {
  const found = path === undefined ? undefined : reader.get(resolvedQuery, path);
  const content = found?.kind === 'file' ? reader.get(contentQuery, found.path) : undefined;
  return content?.kind === 'text'
    ? { name, text: content.text }
    : { missing: `there is no file ${told}` };
}

function valuesOf(node: ResourceNode) {
  const printed = writeCanonical(node);
  const read = 'text' in printed ? readValues(printed.text) : undefined;
  return read !== undefined && 'values' in read ? read.values : undefined;
}

/** `file` of an object begins with the name of the chart, and then has the path in its folder. */
function objectsOf({ file, text }: ReleaseObject, folder: FileId): readonly Resource[] {
  const place = joinPath(folder, file.slice(file.indexOf('/') + 1)) ?? folder;
  const read = readResourceText(text, { file: place, inside: [], root: folder });
  const origin = {
    writtenAt: { kind: 'file', file: place },
    by: { kind: 'base', root: folder },
    previous: undefined,
  } as const;
  return read.resources.map((one) => one.with(withOrigins(one.node, () => origin)));
}

function gapAt(detail: string, at: SourcePointer): RenderGap {
  return { kind: 'chart', detail, at };
}
