/** A small fleet for checks: an application `web` on clusters, by a base and an overlay for each. */
export function policyFleet(
  parts: {
    /** Fields of the pod in the base, in flow style without braces. */
    readonly pod?: string;
    /** Labels of the namespace `shop`, in the same way. */
    readonly labels?: string;
    readonly clusters?: readonly string[];
    /** More files of the base: their names and texts. */
    readonly more?: Readonly<Record<string, string>>;
    readonly register?: string;
  } = {},
): string {
  const { pod = '', labels = '', clusters = ['one', 'two'], more = {}, register } = parts;
  const files = Object.entries(more);
  const applications = clusters.map(
    (cluster) => `
# file: apps/${cluster}.yaml
apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: web-${cluster}, namespace: argocd }
spec:
  source: { repoURL: "https://git.example.com/acme/fleet.git", path: web/${cluster} }
  destination: { name: ${cluster}, namespace: shop }
# file: web/${cluster}/kustomization.yaml
resources: [../base]`,
  );
  return `${applications.join('')}
# file: web/base/kustomization.yaml
resources: [${['namespace.yaml', 'web.yaml', ...files.map(([name]) => name)].join(', ')}]
# file: web/base/namespace.yaml
apiVersion: v1
kind: Namespace
metadata:
  name: shop
  labels: { ${labels} }
# file: web/base/web.yaml
apiVersion: apps/v1
kind: Deployment
metadata: { name: web, namespace: shop }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec:
      ${pod === '' ? '' : `${pod}\n      `}containers:
      - name: app
        image: example.com/app:1
${files.map(([name, text]) => `# file: web/base/${name}\n${text}`).join('\n')}
${register === undefined ? '' : `# file: .strata/clusters.yaml\n${register}`}
`;
}
