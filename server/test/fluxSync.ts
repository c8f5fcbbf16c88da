/** The file with which Flux follows the cluster `eu`, as the start of a fixture whose lines are indented by four spaces. */
export const fluxSync = `
    # file: clusters/eu/flux-system/gotk-sync.yaml
    apiVersion: source.toolkit.fluxcd.io/v1
    kind: GitRepository
    metadata: { name: flux-system, namespace: flux-system }
    spec: { url: https://git.example.com/acme/fleet, ref: { branch: main } }
    ---
    apiVersion: kustomize.toolkit.fluxcd.io/v1
    kind: Kustomization
    metadata: { name: flux-system, namespace: flux-system }
    spec: { path: ./clusters/eu, prune: true, sourceRef: { kind: GitRepository, name: flux-system } }`;
