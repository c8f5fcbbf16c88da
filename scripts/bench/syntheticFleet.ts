import { deployment, type Files } from './syntheticRepository.ts';

/*
 * A synthetic fleet: each application has a base, three environments and a layer for each cluster; an ApplicationSet of its
 * own delivers it to every cluster of the register.
 */

const environments = ['dev', 'staging', 'production'] as const;

/** The files of a fleet of `clusters` clusters, each with `applications` applications. */
export function syntheticFleet(clusters: number, applications: number): Files {
  const names = Array.from({ length: clusters }, (_, index) => clusterName(index));
  const files = new Map<string, string>();
  const sets: string[] = [];
  for (let index = 0; index < applications; index += 1) {
    const name = `app-${index}`;
    addApplication(files, name, names);
    files.set(`control/${name}.yaml`, applicationSet(name));
    sets.push(`${name}.yaml`);
  }
  files.set('control/kustomization.yaml', `resources: [${sets.join(', ')}]\n`);
  files.set('root.yaml', rootApplication);
  files.set('.strata/clusters.yaml', `clusters:\n${names.map(registerRow).join('')}`);
  return files;
}

/** The base of an application of the fleet, and the layer of one cluster: what the bench edits. */
export const baseFile = 'apps/app-0/base/deployment.yaml';
export const overlayFile = `apps/app-0/clusters/${clusterName(7)}/kustomization.yaml`;

/** The layer of a cluster; `revision` is a value that an edit changes. */
export function clusterLayer(index: number, revision: number): string {
  const environment = environments[index % 3] ?? 'dev';
  return `resources:
- ../../environments/${environment}
labels:
- pairs:
    example.com/cluster: ${clusterName(index)}
commonAnnotations:
  example.com/layer: "${revision}"
`;
}

function clusterName(index: number): string {
  return `cluster-${String(index).padStart(3, '0')}`;
}

function registerRow(name: string, index: number): string {
  const environment = environments[index % 3] ?? 'dev';
  return `- name: ${name}
  server: https://${name}.example.com
  environment: ${environment}
  region: region-${index % 5}
  labels: {env: ${environment}}
`;
}

function addApplication(
  files: Map<string, string>,
  name: string,
  clusters: readonly string[],
): void {
  const folder = `apps/${name}`;
  files.set(
    `${folder}/base/kustomization.yaml`,
    'resources:\n- deployment.yaml\n- service.yaml\n- account.yaml\n',
  );
  files.set(`${folder}/base/deployment.yaml`, deployment(name, 1));
  files.set(
    `${folder}/base/service.yaml`,
    `apiVersion: v1\nkind: Service\nmetadata:\n  name: ${name}\nspec:\n  ports:\n  - port: 80\n`,
  );
  files.set(
    `${folder}/base/account.yaml`,
    `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: ${name}\n`,
  );
  environments.forEach((environment, index) => {
    files.set(
      `${folder}/environments/${environment}/kustomization.yaml`,
      `resources:
- ../../base
namespace: ${environment}
replicas:
- name: ${name}
  count: ${index + 1}
images:
- name: registry.example.com/${name}
  newTag: 1.${index}.0
`,
    );
  });
  clusters.forEach((cluster, index) => {
    files.set(`${folder}/clusters/${cluster}/kustomization.yaml`, clusterLayer(index, 1));
  });
}

function applicationSet(name: string): string {
  return `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata:
  name: ${name}
  namespace: argocd
spec:
  goTemplate: true
  generators:
  - clusters:
      selector:
        matchExpressions:
        - {key: env, operator: Exists}
  template:
    metadata:
      name: ${name}-{{.name}}
    spec:
      project: default
      source:
        repoURL: https://git.example.com/acme/fleet.git
        path: apps/${name}/clusters/{{.name}}
        targetRevision: HEAD
      destination:
        server: '{{.server}}'
        namespace: ${name}
`;
}

const rootApplication = `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata:
  name: root
  namespace: argocd
spec:
  project: default
  source:
    repoURL: https://git.example.com/acme/fleet.git
    path: control
    targetRevision: HEAD
  destination:
    name: in-cluster
`;
