import { joinPath } from '../../kustomize/files.ts';
import { parseFileSource } from '../../kustomize/generators/keyValues.ts';
import type { ConfigMapArgs, Located } from '../../kustomize/kustomization.ts';
import { isRemoteFile, parseRepoSpec } from '../../kustomize/remote.ts';
import { pointerTo } from '../../kustomize/resource.ts';
import type { Target } from '../../kustomize/target.ts';
import type { PathLink, PathRole } from './pathLink.ts';

/** The paths that a kustomization file names, those of remote places left out. */
export function kustomizationPaths({ kustomization, root, source }: Target): readonly PathLink[] {
  const own = { base: root, counts: 'from-file', isWhole: true } as const;
  const link = (
    role: PathRole,
    { value, ordinal }: Located<string>,
    skip = 0,
  ): readonly PathLink[] => {
    const path = value.slice(skip);
    if (ordinal < 0 || path === '' || path.includes('\n') || isRemote(path)) return [];
    const at = pointerTo(source, ordinal);
    const end = value.length;
    return [{ role, at, scalar: value, start: skip, end, ...own, path: joinPath(root, path) }];
  };
  const all = (role: PathRole, list: readonly (Located<string> | undefined)[]): PathLink[] =>
    list.flatMap((one) => (one === undefined ? [] : link(role, one)));
  const generators: readonly ConfigMapArgs[] = [
    ...kustomization.configMapGenerator,
    ...kustomization.secretGenerator,
  ];
  const patches = [...kustomization.patches, ...kustomization.patchesJson6902];
  return [
    ...all('resource', kustomization.resources),
    ...all('component', kustomization.components),
    ...all('patch', [...patches.map(({ path }) => path), ...kustomization.patchesStrategicMerge]),
    ...all(
      'replacement',
      kustomization.replacements.map(({ path }) => path),
    ),
    ...generators.flatMap(({ envs, files }) => [
      ...all('generator', envs),
      ...files.flatMap((file) => {
        const parsed = parseFileSource(file.value);
        return 'path' in parsed
          ? link('generator', file, file.value.length - parsed.path.length)
          : [];
      }),
    ]),
    ...all('configuration', [
      ...kustomization.crds,
      ...kustomization.configurations,
      ...kustomization.generators,
      ...kustomization.transformers,
      ...kustomization.validators,
      ...kustomization.openapi.filter(({ key }) => key === 'path'),
    ]),
    ...kustomization.helmCharts.flatMap(({ valuesFile, additionalValuesFiles }) =>
      all('values', [valuesFile, ...additionalValuesFiles]),
    ),
    ...all('chart', [kustomization.helmGlobals?.chartHome]),
  ];
}

function isRemote(path: string): boolean {
  return isRemoteFile(path) || parseRepoSpec(path) !== undefined;
}
