/** The file with which Flux follows a folder, as the start of a fixture whose lines are indented by two spaces. */
export function fluxSyncOf(folder: string): string {
  return `
  # file: ${folder}/flux-system/gotk-sync.yaml
  apiVersion: source.toolkit.fluxcd.io/v1
  kind: GitRepository
  metadata: { name: flux-system, namespace: flux-system }
  spec: { url: https://git.example.com/acme/fleet, ref: { branch: main } }
  ---
  apiVersion: kustomize.toolkit.fluxcd.io/v1
  kind: Kustomization
  metadata: { name: flux-system, namespace: flux-system }
  spec: { path: ./${folder}, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }`;
}

/** The one of the cluster `eu`, for a fixture whose lines are indented by four spaces. */
export const fluxSync = fluxSyncOf('clusters/eu').replaceAll('\n', '\n  ');

/** Flux delivers the folder `apps`, as the start of a fixture like that; `more` is a line of the spec of its Kustomization. */
export function fluxAppsWith(more: string): string {
  const sync = fluxSyncOf('clusters/eu').replace(/\n[^\n]*\n[^\n]*$/, '');
  return `${sync}
  metadata: { name: apps, namespace: flux-system }
  spec:
    path: ./apps
    sourceRef: { kind: GitRepository, name: flux-system }
    ${more}
`;
}
