/** The address of the fleet of `application`. */
export const repository = 'https://git.example.com/acme/fleet.git';

/** An Application that delivers the folder of its name to a cluster. */
export function application(name: string, cluster: string, more = ''): string {
  return `
  # file: apps/${name}-${cluster}.yaml
  apiVersion: argoproj.io/v1alpha1
  kind: Application
  metadata: { name: ${name}-${cluster}, namespace: argocd }
  spec:
    source: { repoURL: ${repository}, path: ${name} }
    destination: { name: ${cluster}, namespace: shop }
    ${more}`;
}

/** The register: two clusters of production, one of staging. */
export const register = `
  # file: .strata/clusters.yaml
  clusters:
  - { name: prod-eu-1, environment: production }
  - { name: prod-us-1, environment: production }
  - { name: staging-1, environment: staging }`;
