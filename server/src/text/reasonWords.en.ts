/** What each reason says in English, as one sentence; `{name}` stands for a parameter. Codes never change. */
export const englishReasonWords = {
  'application.resource-set':
    'What the ResourceSet {name} makes depends on inputs and templates that are not evaluated here.',
  'application.by-values': 'A rule of {file} ties its values files to the cluster by their names.',
  'application.rule': 'A rule of {file} calls it deployed.',
  'application.undelivered': 'Nothing in the repository delivers it.',
  'application.unlisted':
    '{file} stands in the root {root}, which does not list it: nothing deploys it, unless somebody applied it by hand.',
  'applicationset.all-clusters-open':
    'It makes applications for all clusters of Argo CD, which are not all known here.',
  'applicationset.cluster-decision':
    'A cluster decision resource generator reads the status of an object in the cluster.',
  'applicationset.clusters-open':
    'It makes applications for the clusters with {selector}, which are not all known here.',
  'applicationset.git-elsewhere': 'A git generator reads another repository: {repository}.',
  'applicationset.git-other-revision': 'A git generator reads {revision}, not what is checked out.',
  'applicationset.outside': 'A template asks for what is not in the repository: {message}.',
  'applicationset.plugin': 'A plugin generator asks a service in the cluster for its parameters.',
  'applicationset.pull-request':
    'A pull request generator asks a Git service for open pull requests.',
  'applicationset.scm-provider':
    'An SCM provider generator asks a Git service for its repositories.',
  'applicationset.server-unknown':
    'It makes applications with the addresses of clusters, and nothing says that of {clusters}; `server` in .strata/clusters.yaml can.',
  'artifact.generated': 'The ArtifactGenerator {name} makes its artifact of files here.',
  'artifact.mapped': 'The configuration says that {address} is made of {path}.',
  'artifact.mixed':
    'The ArtifactGenerator {name} puts its artifact together of parts that are not simply a folder here.',
  'artifact.unknown':
    'Which files {address} holds stands nowhere in the repository; `artifacts` in .strata/config.yaml can say it.',
  'cluster.by-file': 'The path of the file {place} names the cluster.',
  'cluster.by-folder': 'The folder {place} names the cluster.',
  'cluster.by-kubeconfig':
    'The {kind} {name} leads to the cluster; its name is taken for that of the cluster.',
  'cluster.by-kubeconfig-namespace':
    'The {kind} {name} leads to the cluster; its namespace is taken for the name of the cluster.',
  'cluster.by-label': 'The label {label} says so.',
  'cluster.by-name': 'The name of the cluster says so.',
  'cluster.by-register': 'The register of clusters names the folder {path}.',
  'cluster.by-selector': 'It is what {selector} chooses in .strata/config.yaml.',
  'cluster.by-server': 'The destination names the address of the cluster.',
  'cluster.by-text': '{key} beside the cluster says so.',
  'cluster.by-variable': 'The variable {variable} names the cluster.',
  'cluster.kubeconfig-unknown':
    'The {kind} {name} leads to the cluster, and its name does not tell which.',
  'cluster.named': 'The destination names the cluster.',
  'cluster.none': 'The destination names no cluster.',
  'cluster.none-of': 'The register knows no cluster of the environment {environment}.',
  'cluster.observed': '{by} showed it on {date}.',
  'cluster.own': 'It is delivered to the cluster that its controller runs in.',
  'cluster.unknown':
    'Nothing tells which cluster reads {place}; the register of clusters can say it.',
  'cluster.unregistered':
    'The destination is {server}, which the register of clusters does not name.',
  'repository.by-folders':
    'No remote of the repository is {repository}; it is taken for this one, as its folders are here.',
  'source.assumed':
    'The repository does not hold the {kind} {name}; as the path stands here, its files are taken to be these.',
  'source.chart': 'The chart {chart} comes from {repository}.',
  'source.elsewhere': 'Its files are in another repository: {repository}.',
  'source.fetched-chart': 'The chart {chart} was fetched from {repository}.',
  'source.found': 'Its files come from the {kind} {name}.',
  'source.left-out': 'The folder {path} is not in the artifact: {by} leaves it out.',
  'source.missing': 'The repository does not hold the {kind} {name} that its files come from.',
  'source.no-folder': 'There is no folder {path} in the repository.',
  'source.none': 'It names no source.',
  'source.hydrated': 'A hydrator writes it to {branch}, from which it is delivered.',
  'source.other-revision': 'It follows {revision}, not what is checked out.',
  'source.read-at-revision': 'It follows {revision}, and its files are read there.',
  'source.read-elsewhere':
    'Its files are those of {repository}, as the checkout of it here has them.',
  'source.suspended': 'The source {name} is suspended: it stays at the revision that it has.',
  'source.unknown-variable':
    'Its path {path} depends on the variable {variable}, which the repository does not tell.',
} as const satisfies Readonly<Record<string, string>>;
