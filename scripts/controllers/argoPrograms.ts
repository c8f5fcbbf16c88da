import { failed, ok, type Result } from '../../server/src/util/result.ts';
import { argocdOraclePath } from '../oracle/oracleProgram.ts';
import { kubeBinaries, type KubeBinaries } from '../tools/kubeApiserver.ts';
import { helmPath } from '../tools/kubectl.ts';
import type { MissingTool } from '../tools/missingTool.ts';
import type { ArgoPrograms } from './argoCd.ts';
import { argocd, controllerFolder } from './controllerBinaries.ts';

/** All that an Argo CD with its API server needs, or the first of it that is missing; nothing but the oracle is built. */
export async function argoPrograms(): Promise<
  Result<{ readonly kube: KubeBinaries; readonly argo: ArgoPrograms }, MissingTool>
> {
  const kube = await kubeBinaries({ build: false });
  if (kube.kind === 'failed') return failed(kube.failure);
  const folder = await controllerFolder(argocd, { build: false });
  if (folder.kind === 'failed') return failed(folder.failure);
  // The oracle goes as kustomize 5.8.1.
  const kustomize = await argocdOraclePath();
  if (kustomize.kind === 'failed') return failed(kustomize.failure);
  const helm = await helmPath();
  if (helm.kind === 'failed') return failed(helm.failure);
  const argo = { folder: folder.value, kustomize: kustomize.value, helm: helm.value };
  return ok({ kube: kube.value, argo });
}
