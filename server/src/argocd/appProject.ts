import { readObject, type ObjectReader } from '../delivery/objectReader.ts';
import type { Placed } from '../delivery/placed.ts';
import type { Resource } from '../kustomize/resource.ts';
import { problem, type Problem } from '../text/problem.ts';
import type { SourcePointer } from '../text/sourcePointer.ts';
import { matchesGoPath } from './applicationSet/wildcards.ts';
import { isArgoKind, type ArgoApplication } from './application.ts';
import { matchesGlob } from '../text/globPattern.ts';

/** What applications of a project may do. Source: Argo CD 3.2.0 pkg/apis/application/v1alpha1/types.go `AppProjectSpec`. */
export interface ArgoProject {
  readonly kind: 'AppProject';
  readonly resource: Resource;
  readonly name: string;
  readonly namespace: string;
  readonly at: SourcePointer;
  /** Patterns of addresses; `!` in front forbids. */
  readonly sourceRepos: readonly Placed<string>[];
  readonly destinations: readonly ProjectDestination[];
  /** Namespaces whose Applications may belong to the project, beside that of Argo CD. */
  readonly sourceNamespaces: readonly Placed<string>[];
  readonly clusterResourceWhitelist: readonly KindPattern[];
  readonly clusterResourceBlacklist: readonly KindPattern[];
  /** `undefined` allows all. */
  readonly namespaceResourceWhitelist: readonly KindPattern[] | undefined;
  readonly namespaceResourceBlacklist: readonly KindPattern[];
  readonly permitOnlyProjectScopedClusters: boolean;
}

/** One entry of `destinations:`; each is a pattern, and `!` in front forbids. */
export interface ProjectDestination {
  readonly at: SourcePointer;
  readonly name: string;
  readonly server: string;
  readonly namespace: string;
}

/** One entry of a list of kinds, as patterns of `path.Match`. */
export interface KindPattern {
  readonly at: SourcePointer;
  readonly group: string;
  readonly kind: string;
}

/** Reads an object as a project; `undefined` where it is none. */
export function readAppProject(resource: Resource): ArgoProject | undefined {
  if (!isArgoKind(resource, 'AppProject')) return undefined;
  const object = readObject(resource, () => undefined);
  const spec = object.map('spec');
  const isListed = spec?.field('namespaceResourceWhitelist') !== undefined;
  return {
    kind: 'AppProject',
    resource,
    name: resource.id.name,
    namespace: resource.id.namespace,
    at: object.at,
    sourceRepos: spec?.texts('sourceRepos') ?? [],
    destinations: (spec?.list('destinations') ?? []).map((entry) => ({
      at: entry.at,
      name: entry.text('name')?.value ?? '',
      server: entry.text('server')?.value ?? '',
      namespace: entry.text('namespace')?.value ?? '',
    })),
    sourceNamespaces: spec?.texts('sourceNamespaces') ?? [],
    clusterResourceWhitelist: readKinds(spec, 'clusterResourceWhitelist'),
    clusterResourceBlacklist: readKinds(spec, 'clusterResourceBlacklist'),
    namespaceResourceWhitelist: isListed
      ? readKinds(spec, 'namespaceResourceWhitelist')
      : undefined,
    namespaceResourceBlacklist: readKinds(spec, 'namespaceResourceBlacklist'),
    permitOnlyProjectScopedClusters: spec?.flag('permitOnlyProjectScopedClusters')?.value === true,
  };
}

function readKinds(spec: ObjectReader | undefined, name: string): readonly KindPattern[] {
  return (spec?.list(name) ?? []).map((entry) => ({
    at: entry.at,
    group: entry.text('group')?.value ?? '',
    kind: entry.text('kind')?.value ?? '',
  }));
}

/** A cluster as far as it is known. */
export interface KnownCluster {
  readonly name: string | undefined;
  readonly server: string | undefined;
}

/**
 * What a project forbids of an Application. `cluster` is the destination with what the register says of it; what could only
 * be told with the half that is not known is no problem.
 * Source: Argo CD 3.2.0 util/argo/argo.go `ValidatePermissions`; app_project_types.go `IsSourcePermitted`,
 * `isDestinationMatched`, `IsAppNamespacePermitted`.
 */
export function problemsOf(
  application: ArgoApplication,
  project: ArgoProject,
  {
    cluster,
    argocdNamespace,
  }: { readonly cluster?: KnownCluster; readonly argocdNamespace?: string } = {},
): readonly Problem[] {
  const problems: Problem[] = [];
  const { destination, hydrator, sources } = application;
  for (const { repoUrl } of hydrator === undefined ? sources : [hydrator.dry]) {
    if (repoUrl === undefined || isSourcePermitted(project, repoUrl.value)) continue;
    const repository = repoUrl.value;
    problems.push(
      problem('argocd.repository-not-permitted', { repository, project: project.name }, repoUrl.at),
    );
  }
  const known = cluster ?? { name: destination.name?.value, server: destination.server?.value };
  const namespace = destination.namespace?.value ?? '';
  if (permitsDestination(project, known, namespace) === 'no') {
    const where = destination.name?.value ?? destination.server?.value ?? '';
    problems.push(
      problem(
        'argocd.destination-not-permitted',
        { cluster: where, namespace, project: project.name },
        destination.at,
      ),
    );
  }
  if (!isNamespacePermitted(project, application.namespace, argocdNamespace ?? project.namespace)) {
    problems.push(
      problem(
        'argocd.namespace-not-permitted',
        { namespace: application.namespace, project: project.name },
        application.at,
      ),
    );
  }
  return problems;
}

/** Whether a project takes files from an address. Source: app_project_types.go `IsSourcePermitted`. */
export function isSourcePermitted({ sourceRepos }: ArgoProject, address: string): boolean {
  const key = normalAddress(address);
  let isMatched = false;
  for (const { value } of sourceRepos) {
    const pattern = value.startsWith('!')
      ? `!${normalAddress(value.slice(1))}`
      : normalAddress(value);
    if (matches(pattern, key, '/')) isMatched = true;
    else if (pattern.startsWith('!')) return false;
  }
  return isMatched;
}

/** Source: Argo CD 3.2.0 util/git/git.go `NormalizeGitURL`. */
function normalAddress(address: string): string {
  const lower = address.trim().toLowerCase();
  const isSsh = /^(ssh:\/\/)?([^/:]*?)@[^@]+$/.test(lower);
  const url = isSsh && !lower.startsWith('ssh://') ? lower.replace(':', '/') : lower;
  return url.replace(/\.git$/, '').replace(/^ssh:\/\//, '');
}

/** Source: app_project_types.go `globMatch`. */
function matches(pattern: string, text: string, separator?: string): boolean {
  if (pattern.startsWith('!')) return !matchesGlob(pattern.slice(1), text, separator);
  return pattern === '*' || matchesGlob(pattern, text, separator);
}

/** Whether a project delivers to a namespace of a cluster. Source: app_project_types.go `isDestinationMatched`. */
export function permitsDestination(
  { destinations }: ArgoProject,
  { name, server }: KnownCluster,
  namespace: string,
): 'yes' | 'no' | 'unknown' {
  let isMatched = false;
  let isOpen = false;
  for (const item of destinations) {
    const byName = name !== undefined && name !== '' && matches(item.name, name);
    const byServer = server !== undefined && server !== '' && matches(item.server, server);
    const byNamespace = matches(item.namespace, namespace);
    isOpen ||=
      (name === undefined && item.name !== '') || (server === undefined && item.server !== '');
    if ((byServer || byName) && byNamespace) isMatched = true;
    else if (name !== undefined && !byName && item.name.startsWith('!')) return 'no';
    else if (server !== undefined && !byServer && item.server.startsWith('!') && byNamespace)
      return 'no';
    else if (!byNamespace && item.namespace.startsWith('!') && byServer) return 'no';
  }
  return isMatched ? 'yes' : isOpen ? 'unknown' : 'no';
}

/** Source: app_project_types.go `IsAppNamespacePermitted`; util/glob/list.go `MatchStringInList`. */
function isNamespacePermitted(
  { sourceNamespaces }: ArgoProject,
  namespace: string,
  home: string,
): boolean {
  if (namespace === '' || home === '' || namespace === home) return true;
  return sourceNamespaces.some(({ value }) => {
    // A regular expression of Go may say anything: it is not judged.
    if (value.length > 1 && value.startsWith('/') && value.endsWith('/')) return true;
    return matchesGlob(value, namespace);
  });
}

/** Whether a project lets objects of a kind be deployed. Source: app_project_types.go `IsGroupKindPermitted`. */
export function isKindPermitted(
  project: ArgoProject,
  kind: { readonly group: string; readonly kind: string },
  scope: 'cluster' | 'namespaced',
): boolean {
  const [allowed, denied] =
    scope === 'cluster'
      ? [project.clusterResourceWhitelist, project.clusterResourceBlacklist]
      : [project.namespaceResourceWhitelist, project.namespaceResourceBlacklist];
  const isIn = (list: readonly KindPattern[]): boolean =>
    list.some((one) => matchesGoPath(one.kind, kind.kind) && matchesGoPath(one.group, kind.group));
  return (allowed === undefined || isIn(allowed)) && !isIn(denied);
}
