import { createHash } from 'node:crypto';
import type { Change } from '../../server/src/analysis/analysisHost.ts';
import type { Content, Entry } from '../../server/src/kustomize/files.ts';

/*
 * A synthetic repository that grows as real ones do: applications with a base and overlays, whose overlays use the
 * fields that are most used. Every number in it follows from the index of the application and of the overlay.
 */

/** Files by path. */
export type Files = ReadonlyMap<string, string>;

/** A repository of `applications` bases with `overlays` overlays each; roots: applications × (overlays + 1). */
export function syntheticRepository(applications: number, overlays: number): Files {
  const files = new Map<string, string>();
  for (let application = 0; application < applications; application++) {
    addApplication(files, `apps/app-${application}`, `app-${application}`, overlays);
  }
  return files;
}

/** The roots of `syntheticRepository`. */
export function syntheticRoots(applications: number, overlays: number): readonly string[] {
  const roots: string[] = [];
  for (let application = 0; application < applications; application++) {
    roots.push(`apps/app-${application}/base`);
    for (let overlay = 0; overlay < overlays; overlay++) {
      roots.push(`apps/app-${application}/overlays/cluster-${overlay}`);
    }
  }
  return roots;
}

function addApplication(
  files: Map<string, string>,
  folder: string,
  name: string,
  overlays: number,
): void {
  files.set(
    `${folder}/base/kustomization.yaml`,
    `resources:
- deployment.yaml
- service.yaml
- ingress.yaml
- account.yaml
- scaler.yaml
configMapGenerator:
- name: ${name}-settings
  literals:
  - LOG_LEVEL=info
  - REGION=none
labels:
- pairs:
    app.kubernetes.io/name: ${name}
  includeSelectors: true
`,
  );
  files.set(`${folder}/base/deployment.yaml`, deployment(name, 1));
  files.set(
    `${folder}/base/service.yaml`,
    `apiVersion: v1
kind: Service
metadata:
  name: ${name}
spec:
  ports:
  - name: http
    port: 80
    targetPort: http
`,
  );
  files.set(
    `${folder}/base/ingress.yaml`,
    `apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: ${name}
spec:
  rules:
  - host: ${name}.example.com
    http:
      paths:
      - path: /
        pathType: Prefix
        backend:
          service:
            name: ${name}
            port:
              name: http
`,
  );
  files.set(
    `${folder}/base/account.yaml`,
    `apiVersion: v1\nkind: ServiceAccount\nmetadata:\n  name: ${name}\n`,
  );
  files.set(
    `${folder}/base/scaler.yaml`,
    `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  name: ${name}
spec:
  scaleTargetRef:
    apiVersion: apps/v1
    kind: Deployment
    name: ${name}
  minReplicas: 1
  maxReplicas: 10
`,
  );
  for (let overlay = 0; overlay < overlays; overlay++) addOverlay(files, folder, name, overlay);
}

/** The Deployment of a synthetic base; `revision` is a value that an edit changes. */
export function deployment(name: string, revision: number): string {
  return `# The workload of ${name}.
apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  replicas: 1
  template:
    metadata:
      annotations:
        example.com/revision: "${revision}"
    spec:
      serviceAccountName: ${name}
      containers:
      - name: app
        image: registry.example.com/${name}:1.0.0
        ports:
        - name: http
          containerPort: 8080
        envFrom:
        - configMapRef:
            name: ${name}-settings
        resources:
          requests:
            cpu: 100m
            memory: 128Mi
          limits:
            memory: 256Mi
        readinessProbe:
          httpGet:
            path: /healthz
            port: http
`;
}

function addOverlay(
  files: Map<string, string>,
  folder: string,
  name: string,
  overlay: number,
): void {
  const root = `${folder}/overlays/cluster-${overlay}`;
  files.set(
    `${root}/kustomization.yaml`,
    `namespace: team-${overlay % 7}
namePrefix: c${overlay}-
resources:
- ../../base
images:
- name: registry.example.com/${name}
  newTag: 1.${overlay % 9}.0
replicas:
- name: ${name}
  count: ${(overlay % 5) + 2}
configMapGenerator:
- name: ${name}-settings
  behavior: merge
  literals:
  - REGION=region-${overlay}
patches:
- path: memory.yaml
`,
  );
  files.set(
    `${root}/memory.yaml`,
    `apiVersion: apps/v1
kind: Deployment
metadata:
  name: ${name}
spec:
  template:
    spec:
      containers:
      - name: app
        resources:
          limits:
            memory: ${256 + overlay}Mi
`,
  );
}

/** Files as one change of a host; a content's id is the hash of its text. */
export function changeOf(files: Files): Change {
  const entries = new Map<string, Extract<Entry, { kind: 'file' }>>();
  const contents = new Map<string, Content>();
  for (const [path, text] of files) {
    const content = createHash('sha1').update(text).digest('hex');
    entries.set(path, { kind: 'file', content });
    contents.set(content, { kind: 'text', text });
  }
  return { entries, contents };
}
